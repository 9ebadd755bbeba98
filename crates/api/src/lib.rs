//! The HTTP API of the portal, and its images.
//!
//! A handler parses the request, calls one use case and maps its result; it must contain no
//! business rules and no SQL. Only [`error`] maps errors to statuses and message keys.

#![deny(clippy::indexing_slicing)]

mod applications;
mod audit;
mod documents;
pub mod error;
mod events;
mod extract;
mod favourites;
mod images;
mod legal;
mod letters;
mod listings;
mod middleware;
mod notifications;
pub mod openapi;
mod registrations;
mod response;
mod routes;
mod saved_searches;
mod security_log;
mod sessions;
mod settings;
mod stats;
mod users;

pub use error::ConnectionError;
pub use extract::BodyLimits;
pub use legal::{LegalConfig, LegalPageError, LegalPages, Operator};
pub use listings::JsonCardSerializer;
pub use middleware::{
    LimitRates, Origins, ProxyNetwork, RequestContext, RequestLimits, RequestTraces, SecurityHeaders, TrustedProxies,
    client_network, with_current_request,
};
pub use routes::{Api, Readiness, Shutdown, app};
pub use security_log::TracingSecurityLog;
