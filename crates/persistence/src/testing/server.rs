//! The server that all tests of a checkout share.

use std::fs::{self, DirBuilder};
use std::io;
use std::os::unix::fs::{DirBuilderExt, MetadataExt};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use tokio::sync::OnceCell;

use super::{connect, template};
use crate::embedded::{EmbeddedConfig, EmbeddedServer};

/// The data of tests may be lost at any moment, so nothing waits for a disk.
const SETTINGS: [(&str, &str); 6] = [
    ("fsync", "off"),
    ("synchronous_commit", "off"),
    ("full_page_writes", "off"),
    ("max_connections", "200"),
    ("max_wal_size", "256MB"),
    // A test that wants a vacuum runs it; another's would disturb what it measures.
    ("autovacuum", "off"),
];

/// Below this, memory is too scarce for databases: containers often get 64 MB.
const ENOUGH_MEMORY: u64 = 1 << 30;

/// Memory that looks like a folder.
const MEMORY: &str = "/dev/shm";

/// Stops the server when nobody has used it for half a minute. It works with the same locks as everybody: it takes the
/// gate, so that nobody comes in until the server is gone, then asks for the users' lock alone, and only then ends the
/// process it was started for. Arguments: gate, users, cluster, pid.
const COMPANION: &str = r#"
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
    /// Never dropped: the use ends with the process.
    _use: EmbeddedServer,
    url: String,
    pub pid: u32,
    /// How to copy a database fastest, where the server knows several ways.
    pub copy_strategy: &'static str,
}

impl Server {
    pub async fn get() -> &'static Self {
        static SERVER: OnceCell<Server> = OnceCell::const_new();
        SERVER.get_or_init(Self::enter).await
    }

    pub fn url_of(&self, database: &str) -> String {
        let (server, _) = self.url.rsplit_once('/').expect("the address names a database");
        format!("{server}/{database}")
    }

    async fn enter() -> Self {
        let starting = tokio::task::spawn_blocking(|| {
            let data_dir = data_dir();
            let config = EmbeddedConfig { extra: SETTINGS.to_vec(), ..EmbeddedConfig::new(&data_dir, None) };
            let server = EmbeddedServer::attach_or_start(&config).expect("the test server could not be started");
            if server.was_started() {
                start_companion(&data_dir, server.pid()).expect("the test server's companion could not be started");
            }
            server
        });
        let server = starting.await.expect("the test server could not be started");
        let (url, pid, fresh) = (server.url().to_owned(), server.pid(), server.was_started());
        let mut shared = Self { _use: server, url, pid, copy_strategy: "" };
        let client = connect(&shared.url_of("postgres")).await;
        let version: i32 = client
            .query_one("SELECT current_setting('server_version_num')::integer", &[])
            .await
            .expect("the test server has a version")
            .get(0);
        if version >= 150_000 {
            shared.copy_strategy = " STRATEGY file_copy";
        }
        if fresh {
            drop_leftovers(&client, pid).await;
        }
        shared
    }
}

/// Databases of tests that were killed, and templates of other migrations.
async fn drop_leftovers(client: &tokio_postgres::Client, pid: u32) {
    let ours = format!("test\\_{pid}\\_%");
    let leftovers = client
        .query(
            "SELECT datname, datistemplate FROM pg_database \
             WHERE datname LIKE 'test\\_%' AND datname NOT LIKE $1 OR datname LIKE 'template\\_%' AND datname <> $2",
            &[&ours, &template::NAME],
        )
        .await
        .expect("the test server lists its databases");
    for leftover in leftovers {
        let (name, is_template): (String, bool) = (leftover.get(0), leftover.get(1));
        // A test that has just begun may be faster.
        if is_template {
            let _ = client.batch_execute(&format!("ALTER DATABASE {name} WITH IS_TEMPLATE false")).await;
        }
        let _ = client.batch_execute(&format!("DROP DATABASE IF EXISTS {name} WITH (FORCE)")).await;
    }
}

/// In memory where there is enough of it, else in the build folder; one for a checkout either way.
fn data_dir() -> PathBuf {
    let target = target_dir();
    let memory = rustix::fs::statvfs(MEMORY).is_ok_and(|memory| memory.f_blocks * memory.f_frsize >= ENOUGH_MEMORY);
    let in_memory = || {
        let folder = Path::new(MEMORY).join(format!("portal-test-pg-{}", crate::embedded::short_hash(&target)));
        own_folder(&folder).ok().map(|()| folder)
    };
    memory.then(in_memory).flatten().unwrap_or_else(|| target.join("test-pg"))
}

/// The build folder is marked by the build tool; a test runs from somewhere below it.
fn target_dir() -> PathBuf {
    let program = std::env::current_exe().expect("a test knows where it is");
    let marked = program.ancestors().find(|folder| folder.join("CACHEDIR.TAG").exists());
    marked.map_or_else(std::env::temp_dir, Path::to_owned)
}

/// Everybody may make folders there, so an existing one has to be ours.
fn own_folder(folder: &Path) -> io::Result<()> {
    match DirBuilder::new().mode(0o755).create(folder) {
        Err(error) if error.kind() != io::ErrorKind::AlreadyExists => return Err(error),
        _ => {}
    }
    let data = fs::symlink_metadata(folder)?;
    let ours = data.is_dir() && data.uid() == rustix::process::geteuid().as_raw() && data.mode() & 0o022 == 0;
    ours.then_some(()).ok_or_else(|| io::ErrorKind::PermissionDenied.into())
}

fn start_companion(data_dir: &Path, pid: u32) -> io::Result<()> {
    let home = data_dir.join("postgres");
    Command::new("sh")
        .args(["-c", COMPANION, "companion"])
        .args([home.join("gate.lock"), home.join("users.lock"), home.join("cluster")])
        .arg(pid.to_string())
        .current_dir("/")
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .process_group(0)
        .spawn()
        .map(|_| ())
}
