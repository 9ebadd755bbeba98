//! The files of the checkout.

use std::fs;
use std::path::{Path, PathBuf};

/// The top folder of the checkout.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).expect("crates/server is two folders deep").to_owned()
}

/// The text of a file, by its path below the root.
pub(crate) fn read(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("failed to read {path}: {error}"))
}

/// All files below a folder, by their sorted paths below the root. A missing folder has no files.
pub(crate) fn files_below(folder: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut folders = vec![root().join(folder)];
    while let Some(folder) = folders.pop() {
        let Ok(entries) = fs::read_dir(&folder) else { continue };
        for entry in entries {
            let path = entry.expect("a readable folder").path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let below = path.strip_prefix(root()).expect("a path below the root");
                found.push(below.to_str().expect("a UTF-8 file name").to_owned());
            }
        }
    }
    found.sort();
    found
}

/// Fails with one line for each violation.
pub(crate) fn assert_none(rule: &str, violations: &[String]) {
    assert!(violations.is_empty(), "{rule}\n  {}", violations.join("\n  "));
}
