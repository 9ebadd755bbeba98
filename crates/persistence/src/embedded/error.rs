//! What can keep the portal's own PostgreSQL from running, as sentences for the person at the keyboard.

use std::io;
use std::path::{Path, PathBuf};

/// Why the own server could not be started, reached or stopped.
#[derive(Debug, thiserror::Error)]
pub enum EmbeddedError {
    #[error(
        "another portal{} is already running on the data folder {}: stop it first, or give this one its own PORTAL_DATA_DIR",
        holder.map(|pid| format!(" (process {pid})")).unwrap_or_default(),
        data_dir.display()
    )]
    AlreadyRunning { data_dir: PathBuf, holder: Option<u32> },

    #[error(
        "no PostgreSQL server was found (looked in {}): install it (Debian and Ubuntu: `apt-get install postgresql`), name the folder of its programs with PORTAL_PG_BIN, or use a server of your own with PORTAL_DATABASE_URL",
        listed(looked_in)
    )]
    NotInstalled { looked_in: Vec<PathBuf> },

    #[error(
        "the database in {} was made by PostgreSQL {cluster}, but only {} is installed: install that version (Debian and Ubuntu: `apt-get install postgresql-{cluster}`), name the folder of its programs with PORTAL_PG_BIN, or bring the data over with pg_upgrade",
        path.display(),
        versions(found)
    )]
    OtherMajorVersion { path: PathBuf, cluster: u32, found: Vec<u32> },

    #[error("PostgreSQL {} is too old: install version {oldest} or newer", versions(found))]
    TooOld { found: Vec<u32>, oldest: u32 },

    #[error(
        "{} exists but holds no PostgreSQL database: move it away, or choose another PORTAL_DATA_DIR",
        path.display()
    )]
    NotACluster { path: PathBuf },

    #[error(
        "{} belongs to user {owner}, but the portal runs as user {me}: start it as the owner (or as root), or choose another PORTAL_DATA_DIR",
        path.display()
    )]
    ForeignOwner { path: PathBuf, owner: u32, me: u32 },

    #[error(
        "PostgreSQL refuses to run as root, and there is neither a user `postgres` nor `nobody` to run it as: add one (`adduser --system postgres`), or start the portal as an ordinary user"
    )]
    NoAccount,

    #[error(
        "the user `{account}`, as whom PostgreSQL has to run, cannot reach {}: choose a PORTAL_DATA_DIR below folders that everybody may enter, or install `setpriv` (package util-linux){}",
        path.display(),
        if reason.is_empty() { String::new() } else { format!("; it said: {reason}") }
    )]
    Unreachable { path: PathBuf, account: String, reason: String },

    #[error(
        "{} is not a folder that only user {owner} can enter, so PostgreSQL's socket would not be safe there: remove it, or choose a PORTAL_DATA_DIR with a shorter path",
        path.display()
    )]
    UnsafeSocketFolder { path: PathBuf, owner: u32 },

    #[error("a new PostgreSQL database could not be made in {}: {output}", path.display())]
    Creating { path: PathBuf, output: String },

    #[error("PostgreSQL did not start; the end of {}: {output}", log.display())]
    NotStarted { log: PathBuf, output: String },

    #[error("PostgreSQL was not ready after {seconds} s; the end of {}: {output}", log.display())]
    NotReady { seconds: u64, log: PathBuf, output: String },

    #[error(
        "another portal has been starting or stopping PostgreSQL in {} for {seconds} s: end that process, then try again",
        path.display()
    )]
    Busy { path: PathBuf, seconds: u64 },

    #[error("PostgreSQL (process {pid}) could not be stopped")]
    NotStopped { pid: u32 },

    #[error("{doing} {}: {source}", path.display())]
    Io { doing: &'static str, path: PathBuf, source: io::Error },
}

/// Adds to an I/O error what was being done, and to which file.
pub(crate) trait Doing<T> {
    fn doing(self, doing: &'static str, path: &Path) -> Result<T, EmbeddedError>;
}

impl<T> Doing<T> for io::Result<T> {
    fn doing(self, doing: &'static str, path: &Path) -> Result<T, EmbeddedError> {
        self.map_err(|source| EmbeddedError::Io { doing, path: path.to_owned(), source })
    }
}

fn listed(paths: &[PathBuf]) -> String {
    let paths: Vec<_> = paths.iter().map(|path| path.display().to_string()).collect();
    paths.join(", ")
}

fn versions(found: &[u32]) -> String {
    let found: Vec<_> = found.iter().map(u32::to_string).collect();
    found.join(", ")
}
