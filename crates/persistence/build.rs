//! The migrations are compiled in, and a template database for tests is named by what is in them.

use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io;
use std::path::{Path, PathBuf};

const MIGRATIONS: &str = "../../migrations";

fn main() -> io::Result<()> {
    // The macro that reads the folder would not notice a new file.
    println!("cargo::rerun-if-changed={MIGRATIONS}");
    let mut files = Vec::new();
    collect(Path::new(MIGRATIONS), &mut files)?;
    files.sort();
    let mut hasher = DefaultHasher::new();
    for file in files {
        file.hash(&mut hasher);
        fs::read(&file)?.hash(&mut hasher);
    }
    println!("cargo::rustc-env=MIGRATIONS_HASH={:016x}", hasher.finish());
    Ok(())
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            collect(&path, files)?;
        } else if path.extension().is_some_and(|kind| kind == "sql") {
            files.push(path);
        }
    }
    Ok(())
}
