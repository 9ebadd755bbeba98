//! A data folder for tests, and functions for processes and queries.

use std::fs::{self, Permissions};
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use portal_embedded_postgres::EmbeddedConfig;
use tempfile::TempDir;
use tokio_postgres::NoTls;

/// A data folder inside a temporary folder that is deleted with it.
pub(crate) struct DataDir {
    root: TempDir,
}

impl DataDir {
    /// All users may enter the temporary folder.
    pub(crate) fn public() -> Self {
        let data = Self::private();
        fs::set_permissions(data.root(), Permissions::from_mode(0o755)).unwrap();
        data
    }

    /// Only the current user may enter the temporary folder.
    pub(crate) fn private() -> Self {
        let root = tempfile::Builder::new().prefix("portal-test-").tempdir().unwrap();
        fs::set_permissions(root.path(), Permissions::from_mode(0o700)).unwrap();
        Self { root }
    }

    pub(crate) fn root(&self) -> &Path {
        self.root.path()
    }

    pub(crate) fn path(&self) -> PathBuf {
        self.root.path().join("data")
    }

    pub(crate) fn cluster(&self) -> PathBuf {
        self.path().join("postgres/cluster")
    }

    pub(crate) fn config(&self) -> EmbeddedConfig {
        EmbeddedConfig::new(self.path(), None)
    }

    /// The pids of PostgreSQL processes with this cluster as working directory.
    pub(crate) fn servers(&self) -> Vec<u32> {
        let cluster = self.cluster();
        let pids = fs::read_dir("/proc").unwrap().filter_map(|entry| entry.ok()?.file_name().to_str()?.parse().ok());
        pids.filter(|pid: &u32| fs::read_link(format!("/proc/{pid}/cwd")).is_ok_and(|cwd| cwd == cluster)).collect()
    }

    pub(crate) fn has_no_server(&self) -> bool {
        eventually(|| self.servers().is_empty())
    }
}

impl Drop for DataDir {
    /// Stops servers that a failed test left running.
    fn drop(&mut self) {
        for pid in self.servers() {
            send_signal("QUIT", pid);
        }
        self.has_no_server();
    }
}

pub(crate) fn is_root() -> bool {
    rustix::process::geteuid().is_root()
}

/// Prints that a test cannot run on this machine.
pub(crate) fn report_skipped(test: &str, why: &str) {
    println!("skipped: {test}: {why}");
}

pub(crate) fn eventually(condition: impl Fn() -> bool) -> bool {
    let deadline = Instant::now() + Duration::from_secs(10);
    while !condition() {
        if Instant::now() > deadline {
            return false;
        }
        thread::sleep(Duration::from_millis(10));
    }
    true
}

pub(crate) fn send_signal(signal: &str, pid: u32) {
    // Errors are ignored: the process may have exited already.
    Command::new("kill").arg(format!("-{signal}")).arg(pid.to_string()).stderr(Stdio::null()).status().unwrap();
}

/// Sends SIGKILL and waits until the process has exited or is a zombie.
pub(crate) fn kill(pid: u32) {
    send_signal("KILL", pid);
    let state = || Some(fs::read_to_string(format!("/proc/{pid}/stat")).ok()?.rsplit_once(") ")?.1.starts_with('Z'));
    assert!(eventually(|| state().unwrap_or(true)));
}

pub(crate) fn owner_of(pid: u32) -> u32 {
    fs::metadata(format!("/proc/{pid}")).unwrap().uid()
}

/// The first value of the first row, as text.
pub(crate) fn query(url: &str, sql: &str) -> Result<String, tokio_postgres::Error> {
    tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(async {
        let (client, connection) = tokio_postgres::connect(url, NoTls).await?;
        let connection = tokio::spawn(connection);
        let messages = client.simple_query(sql).await?;
        drop(client);
        let _ = connection.await;
        let value = messages.into_iter().find_map(|message| match message {
            tokio_postgres::SimpleQueryMessage::Row(row) => row.get(0).map(str::to_owned),
            _ => None,
        });
        Ok(value.unwrap_or_default())
    })
}

/// Writes a value that a later start must find.
pub(crate) fn write_marker(url: &str, value: &str) {
    query(url, &format!("CREATE TABLE marker AS SELECT '{value}'::text AS value")).unwrap();
}

pub(crate) fn read_marker(url: &str) -> String {
    query(url, "SELECT value FROM marker").unwrap()
}
