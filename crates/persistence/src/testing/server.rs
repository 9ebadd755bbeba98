//! The PostgreSQL server that all tests of a checkout share.

use std::fs::{self, DirBuilder};
use std::io;
use std::os::unix::fs::{DirBuilderExt, MetadataExt};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use tokio::sync::OnceCell;

use portal_embedded_postgres::{EmbeddedConfig, EmbeddedServer, ServerDir};

use super::{connect, template};

/// Test data need no durability, so nothing waits for the disk.
const PARAMETERS: [(&str, &str); 6] = [
    ("fsync", "off"),
    ("synchronous_commit", "off"),
    ("full_page_writes", "off"),
    ("max_connections", "200"),
    ("max_wal_size", "256MB"),
    // A vacuum in the background would disturb tests of query plans.
    ("autovacuum", "off"),
];

/// Below this size a memory file system is too small for databases: containers often have 64 MB.
const MIN_MEMORY_BYTES: u64 = 1 << 30;

const MEMORY_FOLDER: &str = "/dev/shm";

/// Stops the server after half a minute without use. Takes the lifecycle lock, which prevents new
/// users, then the usage lock exclusively, and then stops the process that it was started for.
/// Arguments: lifecycle lock, usage lock, cluster, pid.
const STOP_WHEN_IDLE: &str = r#"
idle=0
while [ "$(head -n 1 "$3/postmaster.pid" 2>/dev/null)" = "$4" ]; do
    sleep 5
    exec 8>>"$1" 9>>"$2"
    if flock --exclusive --nonblock 8 && flock --exclusive --nonblock 9; then
        idle=$((idle + 5))
        if [ "$idle" -ge 30 ] && [ "/proc/$4/cwd" -ef "$3" ]; then
            kill -INT "$4"
            while [ -e "$3/postmaster.pid" ]; do sleep 0.1; done
            exit
        fi
    else
        idle=0
    fi
    exec 8>&- 9>&-
done
"#;

#[derive(Debug)]
pub(super) struct Server {
    /// Kept in a static, so the locks are held until the process ends.
    _embedded: EmbeddedServer,
    url: String,
    pub pid: u32,
    /// The fastest `STRATEGY` of `CREATE DATABASE`, if the version supports it.
    pub copy_strategy: &'static str,
}

impl Server {
    pub(crate) async fn get() -> &'static Self {
        static SERVER: OnceCell<Server> = OnceCell::const_new();
        SERVER.get_or_init(Self::start).await
    }

    pub(crate) fn url_of(&self, database: &str) -> String {
        let (server, _) = self.url.rsplit_once('/').expect("the URL contains a database");
        format!("{server}/{database}")
    }

    async fn start() -> Self {
        let starting = tokio::task::spawn_blocking(|| {
            let data_dir = data_dir();
            let config =
                EmbeddedConfig { extra_parameters: PARAMETERS.to_vec(), ..EmbeddedConfig::new(&data_dir, None) };
            let server = EmbeddedServer::attach_or_start(&config).expect("failed to start the test server");
            if server.was_started() {
                spawn_stop_when_idle(&data_dir, server.pid()).expect("failed to start the idle script");
            }
            server
        });
        let server = starting.await.expect("failed to start the test server");
        let (url, pid, was_started) = (server.url().to_owned(), server.pid(), server.was_started());
        let mut shared = Self { _embedded: server, url, pid, copy_strategy: "" };
        let client = connect(&shared.url_of("postgres")).await;
        let version: i32 = client
            .query_one("SELECT current_setting('server_version_num')::integer", &[])
            .await
            .expect("failed to read the version of the test server")
            .get(0);
        if version >= 150_000 {
            shared.copy_strategy = " STRATEGY file_copy";
        }
        if was_started {
            drop_leftovers(&client, pid).await;
        }
        shared
    }
}

/// Drops databases of killed tests and templates of other migrations.
async fn drop_leftovers(client: &tokio_postgres::Client, pid: u32) {
    let current = format!("test\\_{pid}\\_%");
    let leftovers = client
        .query(
            "SELECT datname, datistemplate FROM pg_database \
             WHERE datname LIKE 'test\\_%' AND datname NOT LIKE $1 OR datname LIKE 'template\\_%' AND datname <> $2",
            &[&current, &template::NAME],
        )
        .await
        .expect("failed to list the databases of the test server");
    for leftover in leftovers {
        let (name, is_template): (String, bool) = (leftover.get(0), leftover.get(1));
        // Errors are ignored: another test process may drop the same database.
        if is_template {
            let _ = client.batch_execute(&format!("ALTER DATABASE {name} WITH IS_TEMPLATE false")).await;
        }
        let _ = client.batch_execute(&format!("DROP DATABASE IF EXISTS {name} WITH (FORCE)")).await;
    }
}

/// In memory if there is enough of it, else in the build folder. Unique per checkout.
fn data_dir() -> PathBuf {
    let target = target_dir();
    let has_memory =
        rustix::fs::statvfs(MEMORY_FOLDER).is_ok_and(|memory| memory.f_blocks * memory.f_frsize >= MIN_MEMORY_BYTES);
    let in_memory = || {
        let folder =
            Path::new(MEMORY_FOLDER).join(format!("portal-test-pg-{}", portal_embedded_postgres::short_hash(&target)));
        create_private_folder(&folder).ok().map(|()| folder)
    };
    has_memory.then(in_memory).flatten().unwrap_or_else(|| target.join("test-pg"))
}

/// The ancestor of the test program with Cargo's marker file.
fn target_dir() -> PathBuf {
    let program = std::env::current_exe().expect("failed to find the path of the test program");
    let marked = program.ancestors().find(|folder| folder.join("CACHEDIR.TAG").exists());
    marked.map_or_else(std::env::temp_dir, Path::to_owned)
}

/// Any user may create folders there, so an existing one must belong to the current user.
fn create_private_folder(folder: &Path) -> io::Result<()> {
    match DirBuilder::new().mode(0o755).create(folder) {
        Err(error) if error.kind() != io::ErrorKind::AlreadyExists => return Err(error),
        _ => {}
    }
    let data = fs::symlink_metadata(folder)?;
    let is_own = data.is_dir() && data.uid() == rustix::process::geteuid().as_raw() && data.mode() & 0o022 == 0;
    is_own.then_some(()).ok_or_else(|| io::ErrorKind::PermissionDenied.into())
}

fn spawn_stop_when_idle(data_dir: &Path, pid: u32) -> io::Result<()> {
    let server_dir = ServerDir::in_data_dir(data_dir);
    Command::new("sh")
        .args(["-c", STOP_WHEN_IDLE, "stop-when-idle"])
        .args([server_dir.lifecycle_lock(), server_dir.shared_lock(), server_dir.cluster()])
        .arg(pid.to_string())
        .current_dir("/")
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .process_group(0)
        .spawn()
        .map(|_| ())
}
