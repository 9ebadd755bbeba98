//! Measures continuously how far a replica lags.
//!
//! The primary's position in the write-ahead log is sampled with the time of this process. The lag is
//! the age of the newest sample whose position the replica has applied. So no clocks are compared, an
//! idle primary causes no lag, and a replica that receives nothing any more is noticed.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use diesel::QueryableByName;
use diesel::sql_types::{BigInt, Nullable};
use diesel_async::AsyncPgConnection;
use portal_services::ports::StoreError;
use tokio::task::JoinHandle;

use super::Freshness;
use crate::connection::ConnectionConfig;
use crate::pool::connect_unpooled;
use crate::pooler::{self, PoolingError};
use crate::statements::RunStatement;

/// How often the lag is measured.
const INTERVAL: Duration = Duration::from_millis(250);

/// The longest time of a measurement: a silent server must not delay the decision against it.
const TIMEOUT: Duration = Duration::from_secs(1);

/// The longest time for the connections to both servers.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(10);

/// Samples that are kept for a replica that lags: a quarter of an hour.
const MAX_SAMPLES: usize = 3_600;

const PRIMARY_POSITION: &str = "SELECT (pg_current_wal_insert_lsn() - '0/0'::pg_lsn)::bigint AS position";

/// Null if the server is no replica, for example because it was promoted.
const REPLICA_POSITION: &str = "SELECT CASE WHEN pg_is_in_recovery()
    THEN (pg_last_wal_replay_lsn() - '0/0'::pg_lsn)::bigint END AS position";

/// Equal on a primary and its replicas.
const CLUSTER: &str = "SELECT system_identifier AS position FROM pg_control_system()";

#[derive(QueryableByName)]
struct PositionRow {
    #[diesel(sql_type = Nullable<BigInt>)]
    position: Option<i64>,
}

async fn query(connection: &mut AsyncPgConnection, statement: &str) -> Result<Option<i64>, StoreError> {
    let row: PositionRow = diesel::sql_query(statement).load_row(connection).await?;
    Ok(row.position)
}

/// The servers between which the lag is measured.
#[derive(Debug, Clone)]
pub struct ReplicaServers {
    pub primary: ConnectionConfig,
    pub replica: ConnectionConfig,
}

/// Why the replica is not used.
#[derive(Debug, thiserror::Error)]
enum MonitorError {
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error("timed out after {} s", .0.as_secs())]
    TimedOut(Duration),
    #[error(transparent)]
    Pooling(#[from] PoolingError),
    #[error("the server is not a replica")]
    NoReplica,
    #[error("the server is a replica of another database server")]
    OtherCluster,
}

/// Measures until it is dropped.
#[derive(Debug)]
pub struct ReplicaMonitor {
    task: JoinHandle<()>,
    freshness: Freshness,
}

impl ReplicaMonitor {
    pub fn start(servers: ReplicaServers, max_lag: Duration) -> Self {
        let freshness = Freshness::new(max_lag);
        let measuring = Measuring {
            servers,
            freshness: freshness.clone(),
            samples: VecDeque::new(),
            connections: None,
            was_used: None,
        };
        Self { task: tokio::spawn(measuring.repeat()), freshness }
    }

    /// What was measured.
    pub fn freshness(&self) -> &Freshness {
        &self.freshness
    }
}

impl Drop for ReplicaMonitor {
    fn drop(&mut self) {
        self.task.abort();
    }
}

struct Connections {
    primary: AsyncPgConnection,
    replica: AsyncPgConnection,
}

struct Measuring {
    servers: ReplicaServers,
    freshness: Freshness,
    /// Times and positions of the primary, the oldest first.
    samples: VecDeque<(Instant, i64)>,
    connections: Option<Connections>,
    /// Whether the replica was used after the last measurement; `None` before the first.
    was_used: Option<bool>,
}

impl Measuring {
    async fn repeat(mut self) {
        loop {
            let result = self.measure().await;
            if result.is_err() {
                self.freshness.forget();
            }
            self.report(result.err());
            tokio::time::sleep(INTERVAL).await;
        }
    }

    async fn measure(&mut self) -> Result<(), MonitorError> {
        let mut connections = match self.connections.take() {
            Some(connections) => connections,
            None => within(CONNECT_TIMEOUT, connect(&self.servers)).await?,
        };
        within(TIMEOUT, self.compare(&mut connections)).await?;
        // After a failure, a connection may have an open statement.
        self.connections = Some(connections);
        Ok(())
    }

    async fn compare(&mut self, connections: &mut Connections) -> Result<(), MonitorError> {
        let sampled_at = Instant::now();
        if let Some(position) = query(&mut connections.primary, PRIMARY_POSITION).await? {
            if self.samples.len() == MAX_SAMPLES {
                self.samples.pop_front();
            }
            self.samples.push_back((sampled_at, position));
        }
        let applied = query(&mut connections.replica, REPLICA_POSITION).await?.ok_or(MonitorError::NoReplica)?;
        if let Some(applied_at) = newest_applied(&mut self.samples, applied) {
            self.freshness.record(applied_at);
        }
        Ok(())
    }

    fn report(&mut self, error: Option<MonitorError>) {
        let lag = self.freshness.lag();
        metrics::gauge!("portal_database_replica_lag_seconds").set(lag.map_or(f64::INFINITY, |lag| lag.as_secs_f64()));
        let is_used = self.freshness.is_within_limit();
        metrics::gauge!("portal_database_replica_used").set(if is_used { 1.0 } else { 0.0 });
        if self.was_used.replace(is_used) == Some(is_used) {
            return;
        }
        let limit = self.freshness.limit().as_secs();
        match error {
            _ if is_used => tracing::info!(limit, "the replica answers reads"),
            Some(error) => tracing::warn!(%error, "the replica cannot be used, the primary database answers"),
            None => tracing::warn!(?lag, limit, "the replica lags, the primary database answers"),
        }
    }
}

async fn within<T>(limit: Duration, step: impl Future<Output = Result<T, MonitorError>>) -> Result<T, MonitorError> {
    tokio::time::timeout(limit, step).await.unwrap_or(Err(MonitorError::TimedOut(limit)))
}

async fn connect(ReplicaServers { primary, replica }: &ReplicaServers) -> Result<Connections, MonitorError> {
    pooler::refuse_transaction_pooling(replica).await?;
    let mut connections = Connections {
        primary: connect_unpooled(primary, TIMEOUT, TIMEOUT).await?,
        replica: connect_unpooled(replica, TIMEOUT, TIMEOUT).await?,
    };
    // A role may be forbidden to ask.
    let clusters = (query(&mut connections.primary, CLUSTER).await, query(&mut connections.replica, CLUSTER).await);
    match clusters {
        (Ok(primary), Ok(replica)) if primary != replica => Err(MonitorError::OtherCluster),
        _ => Ok(connections),
    }
}

/// The time of the newest sample that was applied. Removes those before it.
fn newest_applied(samples: &mut VecDeque<(Instant, i64)>, applied: i64) -> Option<Instant> {
    let newest = samples.iter().rposition(|(_, position)| *position <= applied)?;
    samples.drain(..newest);
    samples.front().map(|(time, _)| *time)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn newest_applied_is_last_sample_up_to_position() {
        let start = Instant::now();
        let at = |seconds| start + Duration::from_secs(seconds);
        let mut samples = VecDeque::from([(at(0), 10), (at(1), 20), (at(2), 20), (at(3), 30)]);
        assert_eq!(newest_applied(&mut samples, 9), None, "before the first");
        assert_eq!(newest_applied(&mut samples, 29), Some(at(2)), "an idle primary causes no lag");
        assert_eq!(samples.len(), 2);
        assert_eq!(newest_applied(&mut samples, 29), Some(at(2)), "nothing was applied since");
        assert_eq!(newest_applied(&mut samples, 31), Some(at(3)));
    }
}
