//! Advisory locks on files: they vanish with the process that holds them, however it ends.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, ErrorKind};
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

const POLL: Duration = Duration::from_millis(10);

/// Opens the file that carries a lock, and makes it when it is missing. Children do not inherit it.
pub(crate) fn open(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.read(true).write(true).create(true).truncate(false).mode(0o644);
    match options.open(path) {
        // Made by root at an earlier start: reading is enough to lock it.
        Err(error) if error.kind() == ErrorKind::PermissionDenied => File::open(path),
        other => other,
    }
}

/// Takes the lock alone, or tells that somebody else has it.
pub(crate) fn try_alone(file: &File) -> io::Result<bool> {
    match file.try_lock() {
        Ok(()) => Ok(true),
        Err(TryLockError::WouldBlock) => Ok(false),
        Err(TryLockError::Error(error)) => Err(error),
    }
}

/// Takes the lock alone as soon as it is free, or tells that it was not in that time.
pub(crate) fn alone_within(file: &File, time: Duration) -> io::Result<bool> {
    let deadline = Instant::now() + time;
    loop {
        if try_alone(file)? {
            return Ok(true);
        }
        if Instant::now() >= deadline {
            return Ok(false);
        }
        thread::sleep(POLL);
    }
}
