//! The folder of the embedded server: paths, version and creation of the cluster.

use std::fs::{self, DirBuilder};
use std::io::{ErrorKind, Write};
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use crate::account::Account;
use crate::binaries::Binaries;
use crate::error::{EmbeddedError, IoContext};

/// The role that owns the server. Access is controlled by the permissions of the socket's folder.
pub(crate) const USER: &str = "portal";
pub(crate) const DATABASE: &str = "portal";

const OLD_CLUSTER_PREFIX: &str = "cluster-";

/// `data/postgres`, with mode 0700: contains the cluster, locks, socket and log.
#[derive(Debug, Clone)]
pub struct ServerDir {
    path: PathBuf,
}

impl ServerDir {
    /// To run a server there, `data_dir` must be canonical.
    pub fn in_data_dir(data_dir: &Path) -> Self {
        Self { path: data_dir.join("postgres") }
    }

    /// The folder itself.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The data directory of PostgreSQL.
    pub fn cluster(&self) -> PathBuf {
        self.path.join("cluster")
    }

    /// The cluster while it is being created.
    pub(crate) fn new_cluster(&self) -> PathBuf {
        self.path.join("cluster.new")
    }

    /// The folder of the new server while its cluster is being filled by an upgrade.
    pub(crate) fn unfinished_upgrade(&self) -> Self {
        Self { path: self.path.join("upgrade") }
    }

    /// The new cluster of an upgrade when it is complete, until it takes the place of the old one.
    pub(crate) fn complete_upgrade(&self) -> PathBuf {
        self.path.join("cluster.complete")
    }

    /// The old cluster after an upgrade.
    pub(crate) fn old_cluster(&self, major: u32) -> PathBuf {
        self.path.join(format!("{OLD_CLUSTER_PREFIX}{major}"))
    }

    /// The old clusters that earlier upgrades have left, by major version.
    pub(crate) fn old_clusters(&self) -> Result<Vec<(u32, PathBuf)>, EmbeddedError> {
        let mut found = Vec::new();
        for entry in fs::read_dir(&self.path).context("list", &self.path)? {
            let entry = entry.context("list", &self.path)?;
            let name = entry.file_name();
            let major = name.to_str().and_then(|name| name.strip_prefix(OLD_CLUSTER_PREFIX)?.parse().ok());
            found.extend(major.map(|major| (major, entry.path())));
        }
        found.sort_unstable();
        Ok(found)
    }

    pub(crate) fn log(&self) -> PathBuf {
        self.path.join("server.log")
    }

    /// Exclusive lock during start, attach and stop.
    pub fn lifecycle_lock(&self) -> PathBuf {
        self.path.join("lifecycle.lock")
    }

    /// Shared lock of every process that uses the server.
    pub fn shared_lock(&self) -> PathBuf {
        self.path.join("usage.lock")
    }

    /// Creates the folder if it is missing, and makes it accessible to the account only.
    pub(crate) fn prepare(&self, account: &Account) -> Result<(), EmbeddedError> {
        match DirBuilder::new().mode(0o700).create(&self.path) {
            Err(error) if error.kind() != ErrorKind::AlreadyExists => {
                return Err(error).context("create", &self.path);
            }
            _ => {}
        }
        account.take_ownership(&self.path)
    }

    /// The major version of the existing cluster.
    pub(crate) fn major_version(&self) -> Result<Option<u32>, EmbeddedError> {
        let cluster = self.cluster();
        if !cluster.exists() {
            return Ok(None);
        }
        let text = fs::read_to_string(cluster.join("PG_VERSION")).unwrap_or_default();
        let major = text.trim().split('.').next().and_then(|major| major.parse().ok());
        major.map(Some).ok_or(EmbeddedError::NotACluster { path: cluster })
    }

    /// Creates the cluster and an empty database. The cluster is renamed when it is complete, so
    /// that an interrupted start leaves no partial cluster.
    pub(crate) fn create_cluster(&self, account: &Account, binaries: &Binaries) -> Result<(), EmbeddedError> {
        let unfinished = self.new_cluster();
        match fs::remove_dir_all(&unfinished) {
            Err(error) if error.kind() != ErrorKind::NotFound => {
                return Err(error).context("remove", &unfinished);
            }
            _ => {}
        }
        self.init_cluster(account, binaries, &unfinished)?;
        self.create_database(account, binaries, &unfinished)?;
        fs::rename(&unfinished, self.cluster()).context("rename", &unfinished)
    }

    fn init_cluster(&self, account: &Account, binaries: &Binaries, folder: &Path) -> Result<(), EmbeddedError> {
        let mut initdb = account.command(&binaries.initdb(), &self.path);
        initdb
            .arg("--pgdata")
            .arg(folder)
            .args(["--username", USER, "--encoding", "UTF8"])
            // With plain `C`, lower() and case-insensitive comparisons would ignore umlauts.
            .args(["--locale", "C.UTF-8"])
            .args(["--auth-local", "trust", "--auth-host", "reject"]);
        self.run(&mut initdb, "")
    }

    /// Uses single-user mode, which needs no running server and no client.
    fn create_database(&self, account: &Account, binaries: &Binaries, folder: &Path) -> Result<(), EmbeddedError> {
        let mut postgres = account.command(&binaries.postgres(), &self.path);
        postgres.args(["--single", "-j", "-D"]).arg(folder).args(["-c", "exit_on_error=true", "postgres"]);
        self.run(&mut postgres, &format!("CREATE DATABASE {DATABASE} OWNER {USER};\n\n"))
    }

    fn run(&self, command: &mut Command, input: &str) -> Result<(), EmbeddedError> {
        let program = PathBuf::from(command.get_program());
        let output = run_with_input(command, input).context("run", &program)?;
        if output.status.success() {
            return Ok(());
        }
        let text = [output.stderr, output.stdout].concat();
        Err(EmbeddedError::NotCreated {
            path: self.path.clone(),
            output: String::from_utf8_lossy(&text).trim().to_owned(),
        })
    }
}

fn run_with_input(command: &mut Command, input: &str) -> std::io::Result<Output> {
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn()?;
    if let Some(mut stdin) = child.stdin.take() {
        // A program that exits before reading all input explains why in its output.
        let _ = stdin.write_all(input.as_bytes());
    }
    child.wait_with_output()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn major_version_is_read_from_cluster() {
        let data = tempfile::tempdir().unwrap();
        let server_dir = ServerDir::in_data_dir(data.path());
        assert_eq!(server_dir.major_version().unwrap(), None);
        fs::create_dir_all(server_dir.cluster()).unwrap();
        assert!(matches!(server_dir.major_version(), Err(EmbeddedError::NotACluster { .. })));
        fs::write(server_dir.cluster().join("PG_VERSION"), "15\n").unwrap();
        assert_eq!(server_dir.major_version().unwrap(), Some(15));
        fs::write(server_dir.cluster().join("PG_VERSION"), "9.6\n").unwrap();
        assert_eq!(server_dir.major_version().unwrap(), Some(9));
    }
}
