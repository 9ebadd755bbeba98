//! The folder of the server's Unix socket, and the connection URL.

use std::fmt::Write;
use std::fs::{self, DirBuilder};
use std::io::ErrorKind;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{DirBuilderExt, MetadataExt};
use std::path::{Path, PathBuf};

use crate::account::Account;
use crate::error::{EmbeddedError, IoContext};
use crate::process::short_hash;
use crate::server_dir::{DATABASE, USER};

const SOCKET_FILE: &str = ".s.PGSQL.5432";

/// The longest path of a Unix socket, without the terminating NUL.
const MAX_PATH_BYTES: usize = 107;

/// Not `TMPDIR`, which may be a long path itself.
const SHORT_PARENT: &str = "/tmp";

/// Returns `server_dir`, or creates a short private folder if the path of a socket there would be
/// too long.
pub(crate) fn create_folder(server_dir: &Path, account: &Account) -> Result<PathBuf, EmbeddedError> {
    if fits(server_dir) {
        return Ok(server_dir.to_owned());
    }
    let short = short_folder(server_dir);
    match DirBuilder::new().mode(0o700).create(&short) {
        Ok(()) => account.take_ownership(&short)?,
        Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
        Err(error) => return Err(error).context("create", &short),
    }
    // Any user can create a folder of that name in /tmp, so check owner and mode of an existing
    // one.
    let data = fs::symlink_metadata(&short).context("read the metadata of", &short)?;
    if data.is_dir() && data.uid() == account.uid && data.mode() & 0o7777 == 0o700 {
        Ok(short)
    } else {
        Err(EmbeddedError::UnsafeSocketFolder { path: short, owner: account.uid })
    }
}

/// Removes the socket files of a killed server: PostgreSQL would take the pid in the lock file for
/// a running process.
pub(crate) fn remove_stale(folder: &Path) -> Result<(), EmbeddedError> {
    for name in [SOCKET_FILE.to_owned(), format!("{SOCKET_FILE}.lock")] {
        let file = folder.join(name);
        match fs::remove_file(&file) {
            Err(error) if error.kind() != ErrorKind::NotFound => return Err(error).context("remove", &file),
            _ => {}
        }
    }
    Ok(())
}

/// Removes the short folder, if there is one, after a stop.
pub(crate) fn remove_short_dir(server_dir: &Path) {
    if !fits(server_dir) {
        let _ = fs::remove_dir(short_folder(server_dir));
    }
}

/// Quotes the path as one entry of the list `unix_socket_directories`.
pub(crate) fn quote_folder(folder: &Path) -> std::ffi::OsString {
    let mut value = vec![b'"'];
    for byte in folder.as_os_str().as_bytes() {
        if *byte == b'"' {
            value.push(b'"');
        }
        value.push(*byte);
    }
    value.push(b'"');
    std::os::unix::ffi::OsStringExt::from_vec(value)
}

/// The URL of the portal's database. The folder is the host part, so special bytes are
/// percent-encoded.
pub(crate) fn url(folder: &Path) -> String {
    let mut host = String::new();
    for byte in folder.as_os_str().as_bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~".contains(byte) {
            host.push(char::from(*byte));
        } else {
            // Writing to a `String` cannot fail.
            let _ = write!(host, "%{byte:02X}");
        }
    }
    format!("postgres://{USER}@{host}/{DATABASE}")
}

fn fits(folder: &Path) -> bool {
    folder.as_os_str().len() + 1 + SOCKET_FILE.len() <= MAX_PATH_BYTES
}

fn short_folder(server_dir: &Path) -> PathBuf {
    Path::new(SHORT_PARENT).join(format!("portal-{}", short_hash(server_dir)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn url_percent_encodes_special_bytes() {
        assert_eq!(
            url(Path::new("/srv/Zimmer für alle,2/postgres")),
            "postgres://portal@%2Fsrv%2FZimmer%20f%C3%BCr%20alle%2C2%2Fpostgres/portal"
        );
    }

    #[test]
    fn quote_folder_with_commas_and_quotes_is_one_entry() {
        assert_eq!(quote_folder(Path::new("/a,b/\"c\"")), "\"/a,b/\"\"c\"\"\"");
    }

    #[test]
    fn fits_counts_bytes_including_socket_file() {
        let longest = MAX_PATH_BYTES - 1 - SOCKET_FILE.len();
        assert!(fits(Path::new(&"a".repeat(longest))));
        assert!(!fits(Path::new(&"a".repeat(longest + 1))));
        assert!(!fits(Path::new(&"ü".repeat(longest / 2 + 1))));
    }
}
