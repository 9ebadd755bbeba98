//! Makes sure that the folder of the built front end is there before the macro that embeds it looks.
//!
//! A debug build reads the folder when it runs, by the path that the folder had at compile time; a path to something
//! that was not there yet stays unresolved, and its files are then refused for ever as outside the folder.

use std::{env, fs, io};

const DIST: &str = "../../frontend/dist";

fn main() -> io::Result<()> {
    fs::create_dir_all(DIST)?;
    println!("cargo::rerun-if-changed=build.rs");
    // An optimised build holds the files themselves: it follows every new front end.
    if env::var("PROFILE").is_ok_and(|profile| profile == "release") {
        println!("cargo::rerun-if-changed={DIST}");
    }
    Ok(())
}
