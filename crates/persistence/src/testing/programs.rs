//! The programs of PostgreSQL that tests run.

use std::fs;
use std::path::{Path, PathBuf};

/// Contains a folder per installed major version.
const VERSIONS: &str = "/usr/lib/postgresql";

/// A program of Debian's newest server, as the product chooses it; without one, that of `PATH`.
pub fn postgresql_program(name: &str) -> PathBuf {
    let versions = fs::read_dir(VERSIONS).into_iter().flatten();
    let majors = versions.filter_map(|entry| entry.ok()?.file_name().to_str()?.parse::<u32>().ok());
    let file = |major: u32, name: &str| Path::new(VERSIONS).join(major.to_string()).join("bin").join(name);
    let newest = majors.filter(|major| file(*major, "initdb").exists()).max();
    newest.map_or_else(|| name.into(), |major| file(major, name))
}
