//! A network that stops delivering, without an error at either end.

use std::time::{Duration, Instant};

use portal_persistence::testing::{TestDatabase, parse};
use portal_persistence::{PgStore, Pool, PoolConfig};
use portal_services::ports::{Store, StoreError};
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt, split};
use tokio::net::{TcpListener, UnixStream};
use tokio::sync::watch;
use tokio_postgres::config::Host;

use crate::eventually::eventually;

const TIMEOUT: Duration = Duration::from_millis(1_100);

/// Forwards connections from a loopback port to the socket of a database.
struct Network {
    url: String,
    delivers: watch::Sender<bool>,
}

impl Network {
    async fn to(database: &TestDatabase) -> Self {
        let server: tokio_postgres::Config = database.serving_url().parse().unwrap();
        let Some(Host::Unix(folder)) = server.get_hosts().first() else { panic!("no socket") };
        let socket = folder.join(".s.PGSQL.5432");
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let (user, name) = (server.get_user().unwrap(), server.get_dbname().unwrap());
        let url = format!("postgres://{user}@{}/{name}", listener.local_addr().unwrap());
        let (delivers, delivering) = watch::channel(true);
        tokio::spawn(async move {
            while let Ok((client, _)) = listener.accept().await {
                let (from_client, to_client) = split(client);
                let (from_server, to_server) = split(UnixStream::connect(&socket).await.unwrap());
                tokio::spawn(deliver(from_client, to_server, delivering.clone()));
                tokio::spawn(deliver(from_server, to_client, delivering.clone()));
            }
        });
        Self { url, delivers }
    }
}

async fn deliver(
    mut from: impl AsyncRead + Unpin,
    mut to: impl AsyncWrite + Unpin,
    mut delivers: watch::Receiver<bool>,
) {
    let mut buffer = vec![0; 8_192];
    while let Ok(length @ 1..) = from.read(&mut buffer).await {
        let is_closed = delivers.wait_for(|delivers| *delivers).await.is_err();
        if is_closed || to.write_all(&buffer[..length]).await.is_err() {
            return;
        }
    }
}

/// The error of a call that must fail in time.
async fn unavailable_in_time<T>(call: impl Future<Output = Result<T, StoreError>>) {
    let started = Instant::now();
    let error = tokio::time::timeout(Duration::from_secs(10), call).await.unwrap().err().unwrap();
    assert!(matches!(error, StoreError::Unavailable(_)), "{error:?}");
    assert!(started.elapsed() < TIMEOUT * 2, "{:?}", started.elapsed());
}

#[tokio::test]
async fn calls_on_silent_network_are_unavailable_in_time_and_recover() {
    let database = TestDatabase::create().await;
    let network = Network::to(&database).await;
    // The setup of the first connection may take longer on a busy machine.
    let settings = PoolConfig { max_connections: 3, timeout: TIMEOUT, ..PoolConfig::new(parse(&network.url)) };
    let store = PgStore::new(Pool::new(&settings));
    eventually(None, async || store.ping().await.err().map(|error| error.to_string())).await;
    let mut open = store.begin().await.unwrap();
    let committing = store.begin().await.unwrap();

    network.delivers.send(false).unwrap();
    tokio::join!(
        unavailable_in_time(store.ping()),
        unavailable_in_time(store.ping()),
        unavailable_in_time(open.users().find_for_update(crate::context::student(1).id)),
        unavailable_in_time(committing.commit()),
        unavailable_in_time(store.begin()),
    );
    unavailable_in_time(store.ping()).await;

    network.delivers.send(true).unwrap();
    let resumed = Instant::now();
    while store.ping().await.is_err() {
        assert!(resumed.elapsed() < Duration::from_secs(10), "no recovery");
    }
}
