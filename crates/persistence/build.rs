//! Hashes the migrations: they are compiled in, and the hash names the template database of the
//! tests.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::{fs, io};

const MIGRATIONS: &str = "../../migrations";
/// What the template database contains besides the migrations.
const GRANTS: &str = "src/migrate";

fn main() -> io::Result<()> {
    // `embed_migrations!` does not notice a new file.
    println!("cargo::rerun-if-changed={MIGRATIONS}");
    println!("cargo::rerun-if-changed={GRANTS}");
    let mut files = Vec::new();
    collect(Path::new(MIGRATIONS), &mut files)?;
    collect(Path::new(GRANTS), &mut files)?;
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
        } else if path.extension().is_some_and(|extension| extension == "sql") {
            files.push(path);
        }
    }
    Ok(())
}
