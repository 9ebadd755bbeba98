//! What can be done: one folder a noun, one file a use case, and the ports that they need.
//!
//! A use case reads like the sentence that it carries out: begin, get, may this actor, the domain's
//! transition, save, tell, commit. It knows no SQL, no HTTP and no clock but the one it is handed.

pub mod applications;
pub mod audit;
pub mod documents;
pub mod donations;
pub mod error;
pub mod events;
pub mod list_export;
pub mod listings;
pub mod notifications;
pub mod outbox;
pub mod paging;
pub mod pictures;
pub mod ports;
pub mod registrations;
pub mod reply_clock;
pub mod retention;
pub mod sessions;
pub mod settings;
pub mod stats;
#[cfg(any(test, feature = "testing"))]
pub mod testing;
pub mod users;

pub use error::ServiceError;
pub use ports::Ports;
