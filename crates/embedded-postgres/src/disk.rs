//! The sizes of folders, the free space of their disk, and their removal.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, ErrorKind};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use rustix::fs::statvfs;

use crate::error::{EmbeddedError, IoContext};

/// The unit of `st_blocks`.
const BLOCK_BYTES: u64 = 512;

const REMOVED_SUFFIX: &str = ".removed";

/// The bytes that the files of a folder occupy, without those of folders with this name. Files that
/// vanish while it is read do not count.
pub(crate) fn used_bytes(folder: &Path, without: &str) -> Result<u64, EmbeddedError> {
    let (mut bytes, mut folders) = (0, vec![folder.to_owned()]);
    while let Some(folder) = folders.pop() {
        let Some(entries) = unless_vanished(fs::read_dir(&folder)).context("list", &folder)? else { continue };
        for entry in entries {
            let entry = entry.context("list", &folder)?;
            let path = entry.path();
            let Some(data) = unless_vanished(entry.metadata()).context("read the metadata of", &path)? else {
                continue;
            };
            if !data.is_dir() {
                bytes += data.blocks() * BLOCK_BYTES;
            } else if entry.file_name() != without {
                folders.push(path);
            }
        }
    }
    Ok(bytes)
}

/// The bytes that users without special rights can still write to the disk of a folder.
pub(crate) fn free_bytes(folder: &Path) -> Result<u64, EmbeddedError> {
    let space = statvfs(folder).map_err(io::Error::from).context("read the free space of", folder)?;
    Ok(space.f_bavail * space.f_frsize)
}

/// Removes a folder and what an interrupted removal has left of it. It is renamed first, so that a
/// partly removed cluster is never taken for a complete one.
pub(crate) fn remove_folder(folder: &Path) -> Result<(), EmbeddedError> {
    let removed = with_suffix(folder, REMOVED_SUFFIX);
    remove_tree(&removed)?;
    match fs::rename(folder, &removed) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(()),
        renamed => renamed.context("rename", folder)?,
    }
    remove_tree(&removed)
}

/// Renames a folder; the new name survives a power failure.
pub(crate) fn rename_durably(from: &Path, to: &Path) -> Result<(), EmbeddedError> {
    fs::rename(from, to).context("rename", from)?;
    for parent in [from.parent(), to.parent()].into_iter().flatten() {
        File::open(parent).and_then(|folder| folder.sync_all()).context("flush", parent)?;
    }
    Ok(())
}

fn remove_tree(folder: &Path) -> Result<(), EmbeddedError> {
    unless_vanished(fs::remove_dir_all(folder)).context("remove", folder).map(drop)
}

fn with_suffix(folder: &Path, suffix: &str) -> PathBuf {
    let mut path = OsString::from(folder);
    path.push(suffix);
    path.into()
}

fn unless_vanished<T>(outcome: io::Result<T>) -> io::Result<Option<T>> {
    match outcome {
        Ok(value) => Ok(Some(value)),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn used_bytes_counts_files_of_all_folders_but_the_named_one() {
        let root = tempfile::tempdir().unwrap();
        for (folder, length) in [("base/1", 100_000), ("base", 50_000), ("pg_wal", 900_000)] {
            fs::create_dir_all(root.path().join(folder)).unwrap();
            fs::write(root.path().join(folder).join("file"), vec![1; length]).unwrap();
        }
        let bytes = used_bytes(root.path(), "pg_wal").unwrap();
        assert!((150_000..400_000).contains(&bytes), "{bytes}");
        assert_eq!(used_bytes(&root.path().join("nothing"), "").unwrap(), 0);
    }

    #[test]
    fn free_bytes_of_missing_folder_is_an_error() {
        let root = tempfile::tempdir().unwrap();
        assert!(free_bytes(root.path()).unwrap() > 0);
        let error = free_bytes(&root.path().join("nothing")).unwrap_err();
        assert!(error.to_string().starts_with("failed to read the free space of"), "{error}");
    }

    #[test]
    fn remove_folder_removes_rest_of_interrupted_removal() {
        let root = tempfile::tempdir().unwrap();
        let folder = root.path().join("cluster-15");
        fs::create_dir_all(root.path().join("cluster-15.removed/base")).unwrap();
        fs::create_dir(&folder).unwrap();
        for _ in 0..2 {
            remove_folder(&folder).unwrap();
            assert_eq!(fs::read_dir(root.path()).unwrap().count(), 0);
        }
    }
}
