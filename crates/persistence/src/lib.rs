//! The storage ports on PostgreSQL.
//!
//! Rows do not leave this crate: it returns domain entities and the services' read models. It
//! decides no business rule; named constraints are a second check behind the domain's.

#![deny(clippy::indexing_slicing)]
#![expect(clippy::ref_option_ref, reason = "Diesel derives changesets that have such references")]

mod account_tokens;
mod applications;
mod attempts;
mod audit;
mod backups;
mod change_logs;
mod connection;
pub mod database_copy;
mod database_metrics;
mod donations;
mod erasures;
mod errors;
mod events;
mod favourites;
mod file_removals;
mod inspection;
mod job_runs;
mod keyword;
mod letters;
mod listing_views;
mod listings;
pub mod migrate;
mod more_columns;
mod notifications;
mod outbox;
mod page;
mod pool;
mod pooler;
mod portions;
mod registrations;
mod replica;
mod reply_clock;
pub mod restoration;
mod retention;
mod row_counts;
mod same_query;
mod saved_searches;
mod schema;
mod search;
mod search_feed;
mod second_factor;
mod sessions;
mod settings;
mod signing_keys;
mod statements;
mod stats;
mod stats_cache;
mod store;
mod suspicions;
#[cfg(feature = "testing")]
pub mod testing;
mod unknown_values;
mod users;

pub use backups::{BackupDatabaseError, BackupLease, BackupSnapshot, TableRows};
pub use connection::{ConnectionConfig, ConnectionConfigError, OpenError, PlainText};
pub use inspection::{DatabaseFacts, InspectionError, inspect};
pub use listing_views::{PgViewRecorder, ViewWriter};
pub use pool::{Pool, PoolConfig};
pub use pooler::{PoolingError, refuse_transaction_pooling};
pub use replica::{Freshness, ReplicaMonitor, ReplicaServers, WithReplica};
pub use search::PgSearch;
pub use search_feed::PgSearchFeed;
pub use signing_keys::SharedSecret;
pub use stats_cache::CachedTrends;
pub use store::PgStore;
