//! A PostgreSQL server of a test's own, with a streaming replica.

use std::fs;
use std::os::unix::fs::{PermissionsExt, chown};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};

use super::programs::postgresql_program;

/// A start or stop that takes longer has failed.
const TIMEOUT: Duration = Duration::from_mins(1);

const ACCOUNT: &str = "postgres";

/// Both servers listen on sockets only, and stop when this is dropped.
#[derive(Debug)]
pub struct ReplicatedServer {
    folder: PathBuf,
    primary: Option<Child>,
    replica: Option<Child>,
}

impl ReplicatedServer {
    /// Below this folder, which must be empty and whose path must be short.
    pub fn start(folder: &Path) -> Self {
        fs::set_permissions(folder, fs::Permissions::from_mode(0o755)).expect("failed to open the folder");
        let mut server = Self { folder: folder.to_owned(), primary: None, replica: None };
        for name in ["primary", "replica"] {
            server.create_folder(name);
        }
        let initialise = ["-U", "portal", "--auth", "trust", "--no-sync", "-E", "UTF8", "--locale", "C", "-D"];
        run(program("initdb").args(initialise).arg(server.cluster("primary")));
        server.primary = Some(server.spawn("primary"));
        wait_for(&server.primary_url("postgres"));
        let socket = server.socket("primary");
        let create = ["-U", "portal", "-h", path(&socket), "portal"];
        run(program("createdb").args(create));
        let copy = ["-U", "portal", "-h", path(&socket), "-R", "-X", "stream", "-c", "fast", "-D"];
        run(program("pg_basebackup").args(copy).arg(server.cluster("replica")));
        server.start_replica();
        server
    }

    pub fn primary_url(&self, database: &str) -> String {
        self.url("primary", database)
    }

    pub fn replica_url(&self, database: &str) -> String {
        self.url("replica", database)
    }

    pub fn start_replica(&mut self) {
        self.replica = Some(self.spawn("replica"));
        wait_for(&self.replica_url("postgres"));
    }

    pub fn stop_replica(&mut self) {
        stop(&mut self.replica);
    }

    /// The replica applies changes this much later, such as `1h`.
    pub async fn delay_replica(&self, delay: &str) {
        let client = super::connect(&self.replica_url("postgres")).await;
        let set = format!("ALTER SYSTEM SET recovery_min_apply_delay = '{delay}'");
        client.batch_execute(&set).await.expect("failed to set the delay");
        client.batch_execute("SELECT pg_reload_conf()").await.expect("failed to reload the parameters");
        let read = "SELECT setting::bigint FROM pg_settings WHERE name = 'recovery_min_apply_delay'";
        let is_set = async || client.query_one(read, &[]).await.expect("failed to read the delay").get::<_, i64>(0) > 0;
        // Another session has the new value at its next statement.
        let started = Instant::now();
        while is_set().await == delay.starts_with('0') {
            assert!(started.elapsed() < TIMEOUT, "timed out setting the delay of the replica to {delay}");
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        // The process that applies the changes reads it a moment later.
        tokio::time::sleep(Duration::from_millis(300)).await;
    }

    fn url(&self, name: &str, database: &str) -> String {
        let host = utf8_percent_encode(path(&self.socket(name)), NON_ALPHANUMERIC).to_string();
        format!("postgres://portal@{host}/{database}")
    }

    fn socket(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    fn cluster(&self, name: &str) -> PathBuf {
        self.folder.join(name).join("cluster")
    }

    fn create_folder(&self, name: &str) {
        let folder = self.folder.join(name);
        fs::create_dir(&folder).expect("failed to create a folder");
        if is_root() {
            let (user, group) = (id("-u"), id("-g"));
            chown(&folder, Some(user), Some(group)).expect("failed to give the folder to the account");
        }
    }

    fn spawn(&self, name: &str) -> Child {
        let log = fs::File::create(self.folder.join(format!("{name}.log"))).expect("failed to create the log");
        let mut command = program("postgres");
        for parameter in ["listen_addresses=", "fsync=off", "wal_level=replica", "hot_standby=on"] {
            command.args(["-c", parameter]);
        }
        command.arg("-c").arg(format!("unix_socket_directories={}", path(&self.socket(name))));
        command.arg("-D").arg(self.cluster(name)).stdin(Stdio::null()).stdout(Stdio::null()).stderr(log);
        command.spawn().expect("failed to start PostgreSQL")
    }
}

impl Drop for ReplicatedServer {
    fn drop(&mut self) {
        stop(&mut self.replica);
        stop(&mut self.primary);
    }
}

fn stop(child: &mut Option<Child>) {
    let Some(mut child) = child.take() else { return };
    let _ = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    let _ = child.wait();
}

fn path(path: &Path) -> &str {
    path.to_str().expect("the path is not UTF-8")
}

fn is_root() -> bool {
    rustix::process::geteuid().is_root()
}

fn id(option: &str) -> u32 {
    let Output { stdout, .. } = Command::new("id").args([option, ACCOUNT]).output().expect("failed to run id");
    String::from_utf8_lossy(&stdout).trim().parse().expect("the account postgres is missing")
}

/// A program of PostgreSQL, as the account.
fn program(name: &str) -> Command {
    as_account(path(&postgresql_program(name)))
}

/// A program that must not run as root.
pub fn as_account(program: &str) -> Command {
    let mut command = if is_root() {
        let mut command = Command::new("setpriv");
        command.args(["--reuid", ACCOUNT, "--regid", ACCOUNT, "--clear-groups", program]);
        command
    } else {
        Command::new(program)
    };
    command.current_dir("/");
    command
}

fn run(command: &mut Command) {
    let Output { status, stderr, .. } = command.output().expect("failed to run a program of PostgreSQL");
    assert!(status.success(), "{command:?}: {}", String::from_utf8_lossy(&stderr));
}

fn wait_for(url: &str) {
    let started = Instant::now();
    while !program("pg_isready").args(["-q", "-d", url]).status().is_ok_and(|status| status.success()) {
        assert!(started.elapsed() < TIMEOUT, "timed out starting PostgreSQL at {url}");
        sleep(Duration::from_millis(50));
    }
}
