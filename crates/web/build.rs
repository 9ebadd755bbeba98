//! Creates the folder of the built front end before the macro that embeds it runs.
//!
//! A debug build reads the files at run time, from the path that was resolved at compile time. If
//! the folder did not exist then, the path stays unresolved and every file is rejected as outside
//! of it.

use std::{env, fs, io};

const DIST: &str = "../../frontend/dist";

fn main() -> io::Result<()> {
    fs::create_dir_all(DIST)?;
    println!("cargo::rerun-if-changed=build.rs");
    // A release build contains the files: it must be rebuilt with each new front end.
    if env::var("PROFILE").is_ok_and(|profile| profile == "release") {
        println!("cargo::rerun-if-changed={DIST}");
    }
    Ok(())
}
