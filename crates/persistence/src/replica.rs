//! Reads from a replica of the database, as long as it lags less than a limit.

mod freshness;
mod monitor;
mod routing;

pub use freshness::Freshness;
pub use monitor::{ReplicaMonitor, ReplicaServers};
pub use routing::WithReplica;
