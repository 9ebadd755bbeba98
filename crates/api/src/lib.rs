//! The portal over HTTP.
//!
//! A handler parses, calls one use case and maps its answer; it holds no rule and no SQL. The one map
//! from errors to statuses and message keys is [`error`].

mod accept;
mod address;
mod applications;
mod audit;
mod closed_set;
mod compressed;
mod documents;
mod envelope;
pub mod error;
mod events;
mod extract;
mod fallback;
mod field_rules;
mod health;
mod images;
mod legal;
mod limits;
mod listings;
mod middleware;
mod notifications;
mod number;
pub mod openapi;
mod origin;
pub mod pages;
mod registrations;
mod routes;
mod sessions;
mod settings;
mod sort_field;
mod state;
mod stats;
mod table;
mod text;
mod timestamp;
mod upload;
mod users;

pub use address::TrustedProxies;
pub use legal::{LegalFacts, LegalPage, LegalPageError, LegalPages, Operator};
pub use limits::{AddressLimits, LimitRates};
pub use listings::JsonCards;
pub use middleware::Headers;
pub use origin::Origins;
pub use routes::app;
pub use state::Api;
