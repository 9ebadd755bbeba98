//! Reads from a streaming replica, which lags, stops and comes back.

use std::sync::Arc;
use std::time::{Duration, Instant};

use portal_domain::listing::ListingStatus;
use portal_persistence::testing::{ReplicatedServer, parse};
use portal_persistence::{PgStore, Pool, PoolConfig, ReplicaMonitor, ReplicaServers, WithReplica, migrate};
use portal_services::ports::{ListingQueries, Store, StoreError, UserListQuery, UserQueries, UserSortField};
use portal_services::replica_reads::permitting_replica_reads;
use tokio_postgres::NoTls;

use crate::context::{ascending, landlord, listing, page, student};

const MAX_LAG: Duration = Duration::from_secs(8);

struct Replicated {
    server: ReplicatedServer,
    primary: PgStore,
    reads: WithReplica<PgStore>,
    monitor: Arc<ReplicaMonitor>,
    _folder: tempfile::TempDir,
}

impl Replicated {
    async fn start() -> Self {
        Self::start_with(10).await
    }

    /// With so many connections of the portal to each server.
    async fn start_with(max_connections: u32) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().to_owned();
        let server = tokio::task::spawn_blocking(move || ReplicatedServer::start(&path)).await.unwrap();
        let servers = ReplicaServers {
            primary: parse(&server.primary_url("portal")),
            replica: parse(&server.replica_url("portal")),
        };
        migrate::migrate(&servers.primary).await.unwrap();
        let store =
            |connection| PgStore::new(Pool::new(&PoolConfig { max_connections, ..PoolConfig::new(connection) }));
        let (primary, replica) = (store(servers.primary.clone()), store(servers.replica.clone()));
        let monitor = Arc::new(ReplicaMonitor::start(servers, MAX_LAG));
        let reads = WithReplica::new(primary.clone(), Some((replica, Arc::clone(&monitor))));
        Self { server, primary, reads, monitor, _folder: folder }
    }

    async fn add_student(&self, n: u128) {
        let mut work = self.primary.begin().await.unwrap();
        work.users().insert(&student(n), None).await.unwrap();
        work.commit().await.unwrap();
    }

    /// The number of users as a request sees it that may read from the replica.
    async fn users(&self) -> Result<u64, StoreError> {
        let query = UserListQuery {
            keyword: None,
            roles: Vec::new(),
            statuses: Vec::new(),
            sort: ascending(UserSortField::DateCreated),
            page: page(0, 10),
        };
        permitting_replica_reads(self.reads.list_users(&query)).await.map(|page| page.total)
    }

    /// From now on, reads of users wait on the replica, and on the primary they do not.
    async fn lock_users_on_replica(&self) {
        let url = self.server.primary_url("portal");
        let (client, connection) = tokio_postgres::connect(&url, NoTls).await.unwrap();
        tokio::spawn(connection);
        client.batch_execute("BEGIN; LOCK TABLE users IN ACCESS EXCLUSIVE MODE").await.unwrap();
        self.wait_until_current().await;
        // The replica does not learn that the lock is released.
        self.server.delay_replica("1h").await;
        client.batch_execute("COMMIT").await.unwrap();
    }

    async fn wait_until(&self, is_reached: impl Fn(Option<Duration>) -> bool) {
        let started = Instant::now();
        while !is_reached(self.monitor.freshness().lag()) {
            assert!(started.elapsed() < Duration::from_secs(30), "{:?}", self.monitor.freshness());
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }

    /// Until the replica has applied everything.
    async fn wait_until_current(&self) {
        tokio::time::sleep(Duration::from_secs(1)).await;
        self.wait_until(|lag| lag.is_some_and(|lag| lag < Duration::from_secs(1))).await;
    }
}

#[tokio::test]
async fn reads_come_from_replica_until_it_lags_too_much() {
    let replicated = Replicated::start().await;
    replicated.add_student(1).await;
    replicated.wait_until_current().await;
    assert_eq!(replicated.users().await.unwrap(), 1);

    replicated.server.delay_replica("1h").await;
    let changed_at = Instant::now();
    let owner = landlord(2);
    let offer = listing(10, &owner, ListingStatus::Available);
    let mut work = replicated.primary.begin().await.unwrap();
    work.users().insert(&owner, None).await.unwrap();
    work.listings().insert(std::slice::from_ref(&offer)).await.unwrap();
    work.commit().await.unwrap();
    assert_eq!(replicated.users().await.unwrap(), 1, "the replica answers");
    let query = replicated.reads.find_listing(offer.id, None);
    assert!(permitting_replica_reads(query).await.unwrap().is_some(), "what is new is on the primary");

    replicated.wait_until(|lag| lag.is_some_and(|lag| lag > MAX_LAG)).await;
    assert!(changed_at.elapsed() < MAX_LAG + Duration::from_secs(10), "the lag is measured too high");
    assert_eq!(replicated.users().await.unwrap(), 2, "the primary answers");

    replicated.server.delay_replica("0").await;
    replicated.wait_until_current().await;
    assert_eq!(replicated.users().await.unwrap(), 2);
}

#[tokio::test]
async fn reads_come_from_primary_while_replica_is_away() {
    let mut replicated = Replicated::start().await;
    replicated.add_student(1).await;
    replicated.wait_until_current().await;
    replicated.server.stop_replica();
    replicated.add_student(2).await;
    for _ in 0..20 {
        assert_eq!(replicated.users().await.unwrap(), 2);
    }
    replicated.wait_until(|lag| lag.is_none()).await;
    replicated.server.start_replica();
    replicated.wait_until_current().await;
    replicated.server.delay_replica("1h").await;
    replicated.add_student(3).await;
    assert_eq!(replicated.users().await.unwrap(), 2, "the replica is back");
}

#[tokio::test]
async fn read_is_not_repeated_after_timeout_and_replica_without_free_connection_is_not_away() {
    let replicated = Replicated::start_with(1).await;
    replicated.add_student(1).await;
    replicated.wait_until_current().await;
    // Opens the connection to the replica.
    assert_eq!(replicated.users().await.unwrap(), 1);
    replicated.lock_users_on_replica().await;
    let read = async || (replicated.users().await, replicated.monitor.freshness().lag());
    // One waits for the lock, one at least waits for its connection.
    let reads: [_; 3] = tokio::join!(read(), read(), read()).into();
    let failures = reads.iter().filter(|(users, _)| matches!(users, Err(StoreError::Unavailable(_)))).count();
    let answers = reads.iter().filter(|(users, _)| matches!(users, Ok(1))).count();
    assert!(failures > 0 && answers > 0 && failures + answers == reads.len(), "{reads:?}");
    assert!(reads.iter().all(|(_, lag)| lag.is_some()), "the replica is not away: {reads:?}");
}

#[tokio::test]
async fn server_that_is_no_replica_is_not_used() {
    let context = crate::context::TestContext::new().await;
    let connection = context.database.serving();
    let servers = ReplicaServers { primary: connection.clone(), replica: connection };
    let monitor = ReplicaMonitor::start(servers, MAX_LAG);
    tokio::time::sleep(Duration::from_secs(1)).await;
    assert_eq!(monitor.freshness().lag(), None);
}
