//! The HTTP API of the portal, and its images.
//!
//! A handler parses the request, calls one use case and maps its result; it must contain no
//! business rules and no SQL. Only [`error`] maps errors to statuses and message keys.

mod accept;
mod applications;
mod audit;
mod client_address;
mod compression;
mod csv_table;
mod documents;
mod enums;
mod envelope;
pub mod error;
mod events;
mod extract;
mod fallback;
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
mod registrations;
mod routes;
mod sessions;
mod settings;
mod sort_field;
mod state;
mod stats;
mod text;
mod timestamp;
mod upload;
mod users;

pub use client_address::TrustedProxies;
pub use legal::{LegalConfig, LegalPageError, LegalPages, Operator};
pub use limits::{AddressLimits, LimitRates};
pub use listings::JsonCardSerializer;
pub use middleware::SecurityHeaders;
pub use origin::Origins;
pub use routes::app;
pub use state::Api;
