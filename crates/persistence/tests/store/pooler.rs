//! `PgBouncer`: its session mode works, the others are refused.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::net::UnixStream;
use std::path::Path;
use std::process::{Child, Stdio};
use std::time::Duration;

use percent_encoding::percent_decode_str;
use portal_persistence::testing::{TestDatabase, as_account, parse};
use portal_persistence::{PgStore, Pool, PoolConfig, PoolingError, migrate, refuse_transaction_pooling};
use portal_services::ports::Store;

const PROGRAM: &str = "/usr/sbin/pgbouncer";

struct Pooler {
    process: Child,
    url: String,
    _folder: tempfile::TempDir,
}

impl Drop for Pooler {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// `None` if it is not installed.
async fn start(database: &TestDatabase, mode: &str) -> Option<Pooler> {
    if !Path::new(PROGRAM).exists() {
        eprintln!("skipped: {PROGRAM} is not installed");
        return None;
    }
    let folder = tempfile::tempdir().unwrap();
    fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o777)).unwrap();
    let url = database.url();
    let (host, name) = url.split_once('@').unwrap().1.split_once('/').unwrap();
    let host = percent_decode_str(host.split(':').next().unwrap()).decode_utf8().unwrap();
    let (path, file) = (folder.path().display(), folder.path().join("pgbouncer.ini"));
    let configuration = format!(
        "[databases]\n* = host={host} user=portal\n[pgbouncer]\nlisten_port = 6432\nlisten_addr =\n\
         unix_socket_dir = {path}\nauth_type = any\npool_mode = {mode}\ndefault_pool_size = 3\n"
    );
    fs::write(&file, configuration).unwrap();
    let mut command = as_account(PROGRAM);
    let process = command.arg("-q").arg(&file).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let url = format!("postgres://portal@{}:6432/{name}", path.to_string().replace('/', "%2F"));
    for _ in 0..200 {
        // The file is there before the program listens.
        if UnixStream::connect(folder.path().join(".s.PGSQL.6432")).is_ok() {
            break;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    Some(Pooler { process, url, _folder: folder })
}

#[tokio::test]
async fn transaction_and_statement_modes_are_refused() {
    let database = TestDatabase::create().await;
    for mode in ["transaction", "statement"] {
        let Some(pooler) = start(&database, mode).await else { return };
        let connection = parse(&pooler.url);
        for _ in 0..20 {
            let refused = refuse_transaction_pooling(&connection).await;
            assert!(matches!(refused, Err(PoolingError::TransactionMode)), "{mode}: {refused:?}");
        }
        // Other clients use the pooler as well.
        let others = (0..3).map(|_| {
            let connection = connection.clone();
            tokio::spawn(async move { refuse_transaction_pooling(&connection).await })
        });
        for refused in others.collect::<Vec<_>>() {
            assert!(refused.await.unwrap().is_err(), "{mode}");
        }
    }
}

#[tokio::test]
async fn session_mode_and_server_itself_are_accepted() {
    let database = TestDatabase::create().await;
    refuse_transaction_pooling(&database.owner()).await.unwrap();
    let Some(pooler) = start(&database, "session").await else { return };
    let connection = parse(&pooler.url);
    refuse_transaction_pooling(&connection).await.unwrap();
    assert_eq!(migrate::migrate(&connection).await.unwrap(), Vec::<String>::new());
    let store = PgStore::new(Pool::new(&PoolConfig { max_connections: 2, ..PoolConfig::new(connection) }));
    for _ in 0..3 {
        store.begin().await.unwrap().commit().await.unwrap();
    }
}
