//! Use cases, one folder per noun and one file per use case, and the ports that they need.
//!
//! A use case begins a transaction, loads, checks the actor's rights, applies the domain's
//! transition, saves, queues mails and commits. It knows no SQL, no HTTP, and no clock except the
//! port.

#![deny(clippy::indexing_slicing)]

mod account_link;
pub mod applications;
pub mod assets;
pub mod audit;
pub mod config;
mod counters;
pub mod documents;
pub mod donations;
pub mod error;
pub mod error_chain;
pub mod events;
pub mod favourites;
pub mod image_variants;
pub mod letters;
pub mod list_export;
pub mod listings;
pub mod notifications;
pub mod outbox;
pub mod paging;
pub mod ports;
pub mod registrations;
pub mod replica_reads;
pub mod reply_clock;
pub mod retention;
pub mod saved_searches;
pub mod second_factor;
mod security;
pub mod sessions;
pub mod settings;
pub mod stats;
#[cfg(any(test, feature = "testing"))]
pub mod testing;
pub mod trace;
pub mod users;

pub use account_link::AccountLink;
pub use error::ServiceError;
pub use ports::Ports;
