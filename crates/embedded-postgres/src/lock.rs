//! Advisory file locks: the kernel releases them when the process ends, even after a crash.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, ErrorKind};
use std::ops::{Deref, DerefMut};
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

const POLL_INTERVAL: Duration = Duration::from_millis(10);

/// An open lock file. Its lock ends when it is dropped, also while a child that another thread
/// starts still shares it: until it runs its own program, it has all files of this process.
#[derive(Debug)]
pub(crate) struct LockFile(File);

impl Deref for LockFile {
    type Target = File;

    fn deref(&self) -> &File {
        &self.0
    }
}

impl DerefMut for LockFile {
    fn deref_mut(&mut self) -> &mut File {
        &mut self.0
    }
}

impl Drop for LockFile {
    fn drop(&mut self) {
        // An error leaves the lock to the kernel, which releases it with the last shared file.
        let _ = self.0.unlock();
    }
}

/// Opens or creates a lock file. Child processes do not keep it.
pub(crate) fn open(path: &Path) -> io::Result<LockFile> {
    let mut options = OpenOptions::new();
    options.read(true).write(true).create(true).truncate(false).mode(0o644);
    match options.open(path) {
        // Created by root at an earlier start; a file that is open for reading can be locked too.
        Err(error) if error.kind() == ErrorKind::PermissionDenied => File::open(path),
        other => other,
    }
    .map(LockFile)
}

/// Takes the exclusive lock; `false` if another process holds it.
pub(crate) fn try_lock(file: &File) -> io::Result<bool> {
    match file.try_lock() {
        Ok(()) => Ok(true),
        Err(TryLockError::WouldBlock) => Ok(false),
        Err(TryLockError::Error(error)) => Err(error),
    }
}

/// Waits for the exclusive lock; `false` after the timeout.
pub(crate) fn try_lock_for(file: &File, timeout: Duration) -> io::Result<bool> {
    let deadline = Instant::now() + timeout;
    loop {
        if try_lock(file)? {
            return Ok(true);
        }
        if Instant::now() >= deadline {
            return Ok(false);
        }
        thread::sleep(POLL_INTERVAL);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn drop_of_lock_file_unlocks_while_child_still_shares_it() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("lock");
        let first = open(&path).unwrap();
        assert!(try_lock(&first).unwrap());
        // Shares the lock, as the files of a child do.
        let _shared = first.try_clone().unwrap();
        drop(first);
        assert!(try_lock(&open(&path).unwrap()).unwrap());
    }
}
