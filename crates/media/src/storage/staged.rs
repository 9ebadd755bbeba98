//! The files that a folder contains while they are written.

use std::path::Path;
use std::time::SystemTime;

/// Removes the staged files below a folder that were last written before this time.
pub(super) fn remove(folder: &Path, written_before: SystemTime) -> std::io::Result<u64> {
    let mut removed = 0;
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder)? {
            let entry = entry?;
            let name = entry.file_name();
            // Most entries are neither, and are not looked at.
            if entry.file_type()?.is_dir() {
                folders.push(entry.path());
            } else if name.to_str().is_some_and(is_staged) {
                // A file that has vanished was completed, or removed by another process.
                let modified = entry.metadata().and_then(|metadata| metadata.modified());
                if modified.is_ok_and(|modified| modified < written_before) {
                    std::fs::remove_file(entry.path())?;
                    removed += 1;
                }
            }
        }
    }
    Ok(removed)
}

/// `object_store` appends `#` and a number to the name of a file that it is writing.
fn is_staged(name: &str) -> bool {
    let number = name.rsplit_once('#').map(|(_, number)| number);
    number.is_some_and(|number| !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn is_staged_accepts_number_after_hash_only() {
        assert!(is_staged("0198c7e2.jpg#1") && is_staged("a#b.pdf#12"));
        assert!(!is_staged("0198c7e2.jpg") && !is_staged("a#") && !is_staged("a#b.pdf") && !is_staged("#1a"));
    }
}
