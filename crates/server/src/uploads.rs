//! The folder of files that are being received.

use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Much longer than a request: an older file was left by a process that was killed.
const MAX_UPLOAD_AGE: Duration = Duration::from_hours(1);

/// Creates the folder, and removes stale uploads from it.
pub(crate) fn prepare(folder: &Path) -> io::Result<()> {
    std::fs::create_dir_all(folder)?;
    remove(folder).map(drop)
}

/// Removes stale uploads, and returns how many.
pub(crate) async fn remove_stale(folder: PathBuf) -> io::Result<u64> {
    tokio::task::spawn_blocking(move || remove(&folder)).await?
}

fn remove(folder: &Path) -> io::Result<u64> {
    let mut removed = 0;
    for entry in std::fs::read_dir(folder)? {
        let entry = entry?;
        // A file that has vanished belonged to a request that has just ended.
        let Ok(modified) = entry.metadata().and_then(|metadata| metadata.modified()) else { continue };
        if modified.elapsed().is_ok_and(|age| age > MAX_UPLOAD_AGE) {
            std::fs::remove_file(entry.path())?;
            removed += 1;
        }
    }
    Ok(removed)
}

#[cfg(test)]
mod tests {
    use std::fs::File;
    use std::time::SystemTime;

    use super::*;

    #[tokio::test]
    async fn remove_stale_keeps_uploads_in_progress() {
        let folder = tempfile::tempdir().unwrap();
        for (name, minutes) in [("left", 61), ("received", 59)] {
            let modified = SystemTime::now() - Duration::from_mins(minutes);
            File::create(folder.path().join(name)).unwrap().set_modified(modified).unwrap();
        }
        assert_eq!(remove_stale(folder.path().to_owned()).await.unwrap(), 1);
        assert!(folder.path().join("received").exists());
    }
}
