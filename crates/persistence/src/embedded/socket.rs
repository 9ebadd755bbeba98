//! The folder of the server's socket, and the address that clients reach it by.

use std::fmt::Write;
use std::fs::{self, DirBuilder};
use std::io::ErrorKind;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{DirBuilderExt, MetadataExt};
use std::path::{Path, PathBuf};

use super::account::Account;
use super::cluster::{DATABASE, USER};
use super::error::{Doing, EmbeddedError};
use super::process::short_hash;

const FILE: &str = ".s.PGSQL.5432";

/// The longest path that a Unix socket can have, without the NUL that ends it.
const LONGEST: usize = 107;

/// Everybody's folder for short names; not `TMPDIR`, which may be a long path itself.
const SHORT_PLACE: &str = "/tmp";

/// The folder for the socket: `home`, or a short private one when the path of a socket there would be too long.
pub(crate) fn folder(home: &Path, account: &Account) -> Result<PathBuf, EmbeddedError> {
    if fits(home) {
        return Ok(home.to_owned());
    }
    let short = short_folder(home);
    match DirBuilder::new().mode(0o700).create(&short) {
        Ok(()) => account.own(&short)?,
        Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
        Err(error) => return Err(error).doing("making the folder", &short),
    }
    // Anybody can make a folder of that name first, so an existing one has to prove that it is ours.
    let data = fs::symlink_metadata(&short).doing("looking at", &short)?;
    if data.is_dir() && data.uid() == account.uid && data.mode() & 0o7777 == 0o700 {
        Ok(short)
    } else {
        Err(EmbeddedError::UnsafeSocketFolder { path: short, owner: account.uid })
    }
}

/// Removes what a server that was killed has left; PostgreSQL would take the lock's number for a living process.
pub(crate) fn clear(folder: &Path) -> Result<(), EmbeddedError> {
    for name in [FILE.to_owned(), format!("{FILE}.lock")] {
        let file = folder.join(name);
        match fs::remove_file(&file) {
            Err(error) if error.kind() != ErrorKind::NotFound => return Err(error).doing("removing", &file),
            _ => {}
        }
    }
    Ok(())
}

/// Removes the short folder, if there is one, after a stop.
pub(crate) fn abandon(home: &Path) {
    if !fits(home) {
        let _ = fs::remove_dir(short_folder(home));
    }
}

/// The value of `unix_socket_directories`: a list, in which quotes make one entry of any path.
pub(crate) fn setting(folder: &Path) -> std::ffi::OsString {
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

/// The address of the portal's database. The folder stands in the host's place, so each special byte is escaped.
pub(crate) fn url(folder: &Path) -> String {
    let mut host = String::new();
    for byte in folder.as_os_str().as_bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~".contains(byte) {
            host.push(char::from(*byte));
        } else {
            // Writing to a text cannot fail.
            let _ = write!(host, "%{byte:02X}");
        }
    }
    format!("postgres://{USER}@{host}/{DATABASE}")
}

fn fits(folder: &Path) -> bool {
    folder.as_os_str().len() + 1 + FILE.len() <= LONGEST
}

fn short_folder(home: &Path) -> PathBuf {
    Path::new(SHORT_PLACE).join(format!("portal-{}", short_hash(home)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_address_escapes_what_a_host_cannot_hold() {
        assert_eq!(
            url(Path::new("/srv/Zimmer für alle,2/postgres")),
            "postgres://portal@%2Fsrv%2FZimmer%20f%C3%BCr%20alle%2C2%2Fpostgres/portal"
        );
    }

    #[test]
    fn a_folder_with_commas_and_quotes_stays_one_entry() {
        assert_eq!(setting(Path::new("/a,b/\"c\"")), "\"/a,b/\"\"c\"\"\"");
    }

    #[test]
    fn the_longest_path_is_counted_in_bytes_with_the_file_name() {
        let longest = LONGEST - 1 - FILE.len();
        assert!(fits(Path::new(&"a".repeat(longest))));
        assert!(!fits(Path::new(&"a".repeat(longest + 1))));
        assert!(!fits(Path::new(&"ü".repeat(longest / 2 + 1))));
    }
}
