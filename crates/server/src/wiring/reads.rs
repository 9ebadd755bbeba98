//! Reads on the primary database, and on its replica if one is configured.

use std::sync::Arc;
use std::time::Duration;

use portal_persistence::{PgSearch, PgStore, Pool, PoolConfig, ReplicaMonitor, ReplicaServers, WithReplica};

use crate::config::Config;
use crate::database::{self, Database};
use crate::failure::{Context, Failure};

/// Stores and searches that read from the replica where a request permits it.
pub(super) struct Reads {
    pub(super) store: WithReplica<PgStore>,
    pub(super) search: WithReplica<PgSearch>,
}

pub(super) fn reads(config: &Config, database: &Database, primary: &Pool) -> Result<Reads, Failure> {
    let (store, search) = (PgStore::new(primary.clone()), PgSearch::new(primary.clone()));
    let Some(url) = &config.database_replica_url else {
        return Ok(Reads { store: WithReplica::new(store, None), search: WithReplica::new(search, None) });
    };
    let connection = database::parse_url(config, url).context("failed to use database_replica_url")?;
    let replica = Pool::new(&PoolConfig {
        connection: connection.clone(),
        max_connections: config.database_connections.get(),
        // What fails here is read from the primary database, within its own time.
        timeout: Duration::from_secs(config.database_timeout_seconds.get().into()) / 2,
    });
    let servers = ReplicaServers { primary: database.connection().clone(), replica: connection };
    let monitor = Arc::new(ReplicaMonitor::start(servers, max_lag(config)));
    Ok(Reads {
        store: WithReplica::new(store, Some((PgStore::new(replica.clone()), Arc::clone(&monitor)))),
        search: WithReplica::new(search, Some((PgSearch::new(replica), monitor))),
    })
}

fn max_lag(config: &Config) -> Duration {
    Duration::from_secs(config.replica_lag_seconds.get().into())
}

/// How far the replica may lag; `None` without one.
pub(super) fn max_replica_lag(config: &Config) -> Option<Duration> {
    config.database_replica_url.is_some().then(|| max_lag(config))
}
