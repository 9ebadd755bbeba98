//! The metrics of the connections to the database.

use std::time::Instant;

/// A gauge that is higher by one until this is dropped.
#[derive(Debug)]
pub(crate) struct RaisedGauge(&'static str);

impl RaisedGauge {
    pub(crate) fn new(name: &'static str) -> Self {
        metrics::gauge!(name).increment(1.0);
        Self(name)
    }
}

impl Drop for RaisedGauge {
    fn drop(&mut self) {
        metrics::gauge!(self.0).decrement(1.0);
    }
}

/// The wait for a connection of a pool, until this is dropped.
#[derive(Debug)]
pub(crate) struct Waiting {
    since: Instant,
    _waiting: RaisedGauge,
}

impl Waiting {
    pub(crate) fn start() -> Self {
        Self { since: Instant::now(), _waiting: RaisedGauge::new("portal_database_waiting") }
    }
}

impl Drop for Waiting {
    fn drop(&mut self) {
        metrics::histogram!("portal_database_wait_seconds").record(self.since.elapsed().as_secs_f64());
    }
}

/// A pool may open so many connections.
pub(crate) fn add_max_connections(connections: u32) {
    metrics::gauge!("portal_database_connections_max").increment(f64::from(connections));
}

/// What took too long.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Timeout {
    /// A new connection.
    Connect,
    /// A free connection of the pool.
    Checkout,
    /// The response to a statement.
    Statement,
    /// A lock that a migration needs.
    MigrationLock,
}

pub(crate) fn count_timeout(timeout: Timeout) {
    let kind = match timeout {
        Timeout::Connect => "connect",
        Timeout::Checkout => "checkout",
        Timeout::Statement => "statement",
        Timeout::MigrationLock => "migration_lock",
    };
    metrics::counter!("portal_database_timeouts_total", "kind" => kind).increment(1);
}
