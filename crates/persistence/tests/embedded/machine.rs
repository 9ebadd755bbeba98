//! What the tests ask of the machine: folders, processes, and the database itself.

use std::fs::{self, Permissions};
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use portal_persistence::embedded::EmbeddedConfig;
use tempfile::TempDir;
use tokio_postgres::NoTls;

/// A data folder that every user may reach, below a folder of its own that goes with it.
pub struct Data {
    root: TempDir,
}

impl Data {
    pub fn open() -> Self {
        let data = Self::closed();
        fs::set_permissions(data.root(), Permissions::from_mode(0o755)).unwrap();
        data
    }

    /// Only the user of the tests may enter.
    pub fn closed() -> Self {
        let root = tempfile::Builder::new().prefix("portal-test-").tempdir_in("/tmp").unwrap();
        fs::set_permissions(root.path(), Permissions::from_mode(0o700)).unwrap();
        Self { root }
    }

    pub fn root(&self) -> &Path {
        self.root.path()
    }

    pub fn path(&self) -> PathBuf {
        self.root.path().join("data")
    }

    pub fn cluster(&self) -> PathBuf {
        self.path().join("postgres/cluster")
    }

    pub fn config(&self) -> EmbeddedConfig {
        EmbeddedConfig::new(self.path(), None)
    }

    /// PostgreSQL's processes that work in this folder.
    pub fn servers(&self) -> Vec<u32> {
        let cluster = self.cluster();
        let numbers = fs::read_dir("/proc").unwrap().filter_map(|entry| entry.ok()?.file_name().to_str()?.parse().ok());
        numbers.filter(|pid: &u32| fs::read_link(format!("/proc/{pid}/cwd")).is_ok_and(|cwd| cwd == cluster)).collect()
    }

    pub fn no_server_is_left(&self) -> bool {
        eventually(|| self.servers().is_empty())
    }
}

impl Drop for Data {
    /// A failed test leaves no server behind.
    fn drop(&mut self) {
        for pid in self.servers() {
            send("QUIT", pid);
        }
        self.no_server_is_left();
    }
}

pub fn is_root() -> bool {
    rustix::process::geteuid().is_root()
}

/// Says by name which test this machine could not play.
pub fn skipped(test: &str, why: &str) {
    println!("skipped: {test}: {why}");
}

pub fn eventually(condition: impl Fn() -> bool) -> bool {
    let deadline = Instant::now() + Duration::from_secs(10);
    while !condition() {
        if Instant::now() > deadline {
            return false;
        }
        thread::sleep(Duration::from_millis(10));
    }
    true
}

pub fn send(signal: &str, pid: u32) {
    // One that has just ended by itself is what the sender wants anyway.
    Command::new("kill").arg(format!("-{signal}")).arg(pid.to_string()).stderr(Stdio::null()).status().unwrap();
}

/// `kill -9`, and the moment that it takes; a corpse that nobody has waited for counts as dead.
pub fn kill(pid: u32) {
    send("KILL", pid);
    let state = || Some(fs::read_to_string(format!("/proc/{pid}/stat")).ok()?.rsplit_once(") ")?.1.starts_with('Z'));
    assert!(eventually(|| state().unwrap_or(true)));
}

pub fn owner_of(pid: u32) -> u32 {
    fs::metadata(format!("/proc/{pid}")).unwrap().uid()
}

/// The first value of the first row, as text.
pub fn ask(url: &str, query: &str) -> Result<String, tokio_postgres::Error> {
    tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(async {
        let (client, connection) = tokio_postgres::connect(url, NoTls).await?;
        let connection = tokio::spawn(connection);
        let answer = client.simple_query(query).await?;
        drop(client);
        let _ = connection.await;
        let value = answer.into_iter().find_map(|message| match message {
            tokio_postgres::SimpleQueryMessage::Row(row) => row.get(0).map(str::to_owned),
            _ => None,
        });
        Ok(value.unwrap_or_default())
    })
}

/// Writes something that a later start must still find.
pub fn remember(url: &str, what: &str) {
    ask(url, &format!("CREATE TABLE remembered AS SELECT '{what}'::text AS what")).unwrap();
}

pub fn remembered(url: &str) -> String {
    ask(url, "SELECT what FROM remembered").unwrap()
}
