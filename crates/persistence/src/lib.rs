//! The ports on PostgreSQL, and the portal's own PostgreSQL server.
//!
//! Rows stay in here: what comes out are the domain's entities and the services' views. No rule is decided in this
//! crate; named constraints are the second lock behind the domain's.

#![allow(clippy::ref_option_ref, reason = "Diesel derives changesets that have such references")]

mod account_tokens;
mod applications;
mod attempts;
mod audit;
mod discards;
mod donations;
pub mod embedded;
mod errors;
mod events;
mod keys;
mod keyword;
mod listings;
pub mod migrate;
mod notifications;
mod outbox;
mod page;
mod pool;
mod registrations;
mod reply_clock;
mod retention;
mod schema;
mod search;
mod search_feed;
mod sessions;
mod settings;
mod stats;
mod store;
#[cfg(feature = "testing")]
pub mod testing;
mod users;
mod views;

pub use pool::{Pool, PoolSettings};
pub use search::PgSearch;
pub use search_feed::PgSearchFeed;
pub use store::PgStore;
pub use views::{PgViewRecorder, ViewWriter};
