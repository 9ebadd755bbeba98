//! The folder that PostgreSQL keeps its data in: where it is, which version made it, and how a new one comes to be.

use std::fs::{self, DirBuilder};
use std::io::{ErrorKind, Write};
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use super::account::Account;
use super::binaries::Binaries;
use super::error::{Doing, EmbeddedError};

/// The only user inside the database; whoever may enter the socket's folder is it.
pub(crate) const USER: &str = "portal";
pub(crate) const DATABASE: &str = "portal";

/// `data/postgres`: the cluster with its locks, socket and log beside it, all behind one 0700 folder.
#[derive(Debug, Clone)]
pub(crate) struct Home {
    folder: PathBuf,
}

impl Home {
    /// The home below an absolute, real data folder.
    pub fn below(data_dir: &Path) -> Self {
        Self { folder: data_dir.join("postgres") }
    }

    pub fn folder(&self) -> &Path {
        &self.folder
    }

    pub fn cluster(&self) -> PathBuf {
        self.folder.join("cluster")
    }

    pub fn log(&self) -> PathBuf {
        self.folder.join("server.log")
    }

    /// Held while the server is being started, taken over or stopped.
    pub fn gate(&self) -> PathBuf {
        self.folder.join("gate.lock")
    }

    /// Held together by everybody who uses the server.
    pub fn users(&self) -> PathBuf {
        self.folder.join("users.lock")
    }

    /// Makes the folder if it is missing, owned by the account and closed to others.
    pub fn prepare(&self, account: &Account) -> Result<(), EmbeddedError> {
        match DirBuilder::new().mode(0o700).create(&self.folder) {
            Err(error) if error.kind() != ErrorKind::AlreadyExists => {
                return Err(error).doing("making the folder", &self.folder);
            }
            _ => {}
        }
        account.own(&self.folder)
    }

    /// The major version that made the existing database.
    pub fn major_version(&self) -> Result<Option<u32>, EmbeddedError> {
        let cluster = self.cluster();
        if !cluster.exists() {
            return Ok(None);
        }
        let text = fs::read_to_string(cluster.join("PG_VERSION")).unwrap_or_default();
        let major = text.trim().split('.').next().and_then(|major| major.parse().ok());
        major.map(Some).ok_or(EmbeddedError::NotACluster { path: cluster })
    }

    /// Makes an empty database. It gets its name only when it is whole, so that a killed start leaves nothing half-made.
    pub fn create(&self, account: &Account, binaries: &Binaries) -> Result<(), EmbeddedError> {
        let unfinished = self.folder.join("cluster.new");
        match fs::remove_dir_all(&unfinished) {
            Err(error) if error.kind() != ErrorKind::NotFound => {
                return Err(error).doing("removing", &unfinished);
            }
            _ => {}
        }
        self.initialise(account, binaries, &unfinished)?;
        self.create_database(account, binaries, &unfinished)?;
        fs::rename(&unfinished, self.cluster()).doing("naming", &unfinished)
    }

    fn initialise(&self, account: &Account, binaries: &Binaries, folder: &Path) -> Result<(), EmbeddedError> {
        let mut initdb = account.command(&binaries.initdb(), &self.folder);
        initdb
            .arg("--pgdata")
            .arg(folder)
            .args(["--username", USER, "--encoding", "UTF8"])
            // Plain `C` would leave umlauts out of lower() and of every comparison without case.
            .args(["--locale", "C.UTF-8"])
            .args(["--auth-local", "trust", "--auth-host", "reject"]);
        self.succeed(&mut initdb, "")
    }

    /// Single-user mode needs no client and no running server.
    fn create_database(&self, account: &Account, binaries: &Binaries, folder: &Path) -> Result<(), EmbeddedError> {
        let mut postgres = account.command(&binaries.postgres(), &self.folder);
        postgres.args(["--single", "-j", "-D"]).arg(folder).args(["-c", "exit_on_error=true", "postgres"]);
        self.succeed(&mut postgres, &format!("CREATE DATABASE {DATABASE} OWNER {USER};\n\n"))
    }

    fn succeed(&self, command: &mut Command, input: &str) -> Result<(), EmbeddedError> {
        let program = PathBuf::from(command.get_program());
        let output = feed(command, input).doing("running", &program)?;
        if output.status.success() {
            return Ok(());
        }
        let text = [output.stderr, output.stdout].concat();
        Err(EmbeddedError::Creating {
            path: self.folder.clone(),
            output: String::from_utf8_lossy(&text).trim().to_owned(),
        })
    }
}

fn feed(command: &mut Command, input: &str) -> std::io::Result<Output> {
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn()?;
    if let Some(mut stdin) = child.stdin.take() {
        // A program that ends before it has read everything says why in its output.
        let _ = stdin.write_all(input.as_bytes());
    }
    child.wait_with_output()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_version_of_a_database_is_read_from_its_folder() {
        let data = tempfile::tempdir().unwrap();
        let home = Home::below(data.path());
        assert_eq!(home.major_version().unwrap(), None);
        fs::create_dir_all(home.cluster()).unwrap();
        assert!(matches!(home.major_version(), Err(EmbeddedError::NotACluster { .. })));
        fs::write(home.cluster().join("PG_VERSION"), "15\n").unwrap();
        assert_eq!(home.major_version().unwrap(), Some(15));
        fs::write(home.cluster().join("PG_VERSION"), "9.6\n").unwrap();
        assert_eq!(home.major_version().unwrap(), Some(9));
    }
}
