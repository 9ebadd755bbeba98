//! The checkout as the rules read it.

use std::fs;
use std::path::{Path, PathBuf};

/// The top folder of the checkout.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).expect("crates/server is two folders deep").to_owned()
}

/// The text of a file, by its path below the root.
pub fn read(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// Every file below a folder, by its path below the root, in order. What is not there has no files.
pub fn files_below(folder: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut waiting = vec![root().join(folder)];
    while let Some(folder) = waiting.pop() {
        let Ok(entries) = fs::read_dir(&folder) else { continue };
        for entry in entries {
            let path = entry.expect("a folder that can be listed").path();
            if path.is_dir() {
                waiting.push(path);
            } else {
                let below = path.strip_prefix(root()).expect("below the root");
                found.push(below.to_str().expect("plain file names").to_owned());
            }
        }
    }
    found.sort();
    found
}

/// Fails with one line for each complaint.
pub fn expect_none(rule: &str, complaints: &[String]) {
    assert!(complaints.is_empty(), "{rule}\n  {}", complaints.join("\n  "));
}
