//! Errors of the embedded server. Their messages are for operators and say what to do.

use std::io;
use std::path::{Path, PathBuf};

#[derive(Debug, thiserror::Error)]
pub enum EmbeddedError {
    #[error(
        "another portal{} is already running on the data folder {}: stop it first, or set another PORTAL_DATA_DIR",
        holder.map(|pid| format!(" (process {pid})")).unwrap_or_default(),
        data_dir.display()
    )]
    AlreadyRunning { data_dir: PathBuf, holder: Option<u32> },

    #[error(
        "no PostgreSQL server was found (searched {}): install it (Debian and Ubuntu: `apt-get install postgresql`), set PORTAL_PG_BIN to the folder of its programs, or set PORTAL_DATABASE_URL to use another server",
        join_paths(searched)
    )]
    NotInstalled { searched: Vec<PathBuf> },

    #[error(
        "the database in {} was made by PostgreSQL {cluster}, but only {} is installed: install that version as well (Debian and Ubuntu: `apt-get install postgresql-{cluster}`) or set PORTAL_PG_BIN to the folder of its programs; with both versions installed, `portal database upgrade` brings the data to the newer one",
        path.display(),
        join_versions(found)
    )]
    OtherMajorVersion { path: PathBuf, cluster: u32, found: Vec<u32> },

    #[error("PostgreSQL {} is too old: install version {oldest} or newer", join_versions(found))]
    TooOld { found: Vec<u32>, oldest: u32 },

    #[error(
        "{} exists but contains no PostgreSQL database: move it away, or set another PORTAL_DATA_DIR",
        path.display()
    )]
    NotACluster { path: PathBuf },

    #[error(
        "{} belongs to user {owner}, but the portal runs as user {current}: start it as the owner (or as root), or set another PORTAL_DATA_DIR",
        path.display()
    )]
    ForeignOwner { path: PathBuf, owner: u32, current: u32 },

    #[error(
        "PostgreSQL refuses to run as root, and there is neither a user `postgres` nor `nobody` to run it as: add one (`adduser --system postgres`), or start the portal as an ordinary user"
    )]
    NoAccount,

    #[error(
        "the user `{account}`, which PostgreSQL must run as, cannot access {}: set a PORTAL_DATA_DIR below folders that all users may enter, or install `setpriv` (package util-linux){}",
        path.display(),
        if reason.is_empty() { String::new() } else { format!("; it said: {reason}") }
    )]
    Unreachable { path: PathBuf, account: String, reason: String },

    #[error(
        "{} is not a folder that only user {owner} can enter, so PostgreSQL's socket would not be safe there: remove it, or set a PORTAL_DATA_DIR with a shorter path",
        path.display()
    )]
    UnsafeSocketFolder { path: PathBuf, owner: u32 },

    #[error("failed to create a PostgreSQL database in {}: {output}", path.display())]
    NotCreated { path: PathBuf, output: String },

    #[error("failed to start PostgreSQL; the end of {}: {output}", log.display())]
    NotStarted { log: PathBuf, output: String },

    #[error("timed out after {seconds} s waiting for PostgreSQL to start; the end of {}: {output}", log.display())]
    NotReady { seconds: u64, log: PathBuf, output: String },

    #[error(
        "timed out after {seconds} s: another portal is starting, stopping or upgrading PostgreSQL in {}; wait for that process or end it, then try again",
        path.display()
    )]
    Busy { path: PathBuf, seconds: u64 },

    #[error("failed to stop PostgreSQL (process {pid})")]
    NotStopped { pid: u32 },

    #[error("there is no database in {}: nothing to upgrade", path.display())]
    NothingToUpgrade { path: PathBuf },

    #[error(
        "the database is of PostgreSQL {cluster}, and no newer version is installed (found {}): install one beside it (Debian and Ubuntu: `apt-get install postgresql-<version>`), or name the folder of its programs with --pg-bin",
        join_versions(found)
    )]
    NoNewerVersion { cluster: u32, found: Vec<u32> },

    #[error(
        "{} is the old database of an earlier upgrade: remove it with `portal database upgrade --remove-old`, or move it away",
        path.display()
    )]
    OldClusterKept { path: PathBuf },

    #[error("other commands of the portal are using PostgreSQL in {}: try again when they have ended", path.display())]
    InUse { path: PathBuf },

    #[error(
        "the disk of {} has {} MB of free space, but the copy of the database needs {} MB: free some space first",
        path.display(),
        free / 1_000_000,
        needed / 1_000_000
    )]
    NoSpace { path: PathBuf, needed: u64, free: u64 },

    #[error("failed to {action} {}: {source}", path.display())]
    Io { action: &'static str, path: PathBuf, source: io::Error },
}

/// Adds action and path to an I/O error.
pub(crate) trait IoContext<T> {
    /// The action completes "failed to {action} {path}".
    fn context(self, action: &'static str, path: &Path) -> Result<T, EmbeddedError>;
}

impl<T> IoContext<T> for io::Result<T> {
    fn context(self, action: &'static str, path: &Path) -> Result<T, EmbeddedError> {
        self.map_err(|source| EmbeddedError::Io { action, path: path.to_owned(), source })
    }
}

fn join_paths(paths: &[PathBuf]) -> String {
    let paths: Vec<_> = paths.iter().map(|path| path.display().to_string()).collect();
    paths.join(", ")
}

fn join_versions(versions: &[u32]) -> String {
    if versions.is_empty() {
        return "none".to_owned();
    }
    let versions: Vec<_> = versions.iter().map(u32::to_string).collect();
    versions.join(", ")
}
