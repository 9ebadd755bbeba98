//! Demo data: a portal as if after months of use.
//!
//! Everything but times and identifiers is derived from fixed seeds, so that two demo portals show
//! the same users, listings and letters.

mod accounts;
mod application_plan;
mod applications;
mod availability;
mod bulk;
mod content;
mod demo;
mod documents;
mod images;
mod listings;
mod offers;
mod random;
mod template;
#[cfg(test)]
mod testing;

use std::fmt::{self, Display, Formatter};

use portal_domain::application::ApplicationError;
use portal_services::ports::{DocumentStoreError, ImageStoreError, PasswordError, StoreError};

pub use bulk::seed_listings;
pub use content::users::PASSWORD;
pub use demo::seed_demo_data;
pub use images::{ALL as DEMO_IMAGES, COLOURINGS, Framing, Scene, SceneImage};

/// Reports the progress of seeding.
pub trait Progress: Send + Sync {
    /// A stage of so many steps begins.
    fn begin(&self, stage: &str, steps: u64);

    /// So many steps of the stage are done.
    fn advance(&self, steps: u64);
}

/// The numbers of inserted rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Summary {
    pub users: usize,
    pub listings: usize,
    pub applications: usize,
}

impl Display for Summary {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        let Self { users, listings, applications } = self;
        write!(formatter, "Added {users} users, {listings} listings and {applications} applications.")
    }
}

#[derive(Debug, thiserror::Error)]
pub enum SeedError {
    #[error("there are users already; demo data can only be loaded into an empty portal")]
    NotEmpty,
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error(transparent)]
    Image(#[from] ImageStoreError),
    #[error(transparent)]
    Document(#[from] DocumentStoreError),
    #[error(transparent)]
    Password(#[from] PasswordError),
    #[error("the demo image {0} is not embedded in the program")]
    MissingImage(String),
    #[error("failed to write a temporary file")]
    File(#[from] std::io::Error),
    #[error("failed to read the cities of the demo data")]
    Cities(#[source] &'static serde_json::Error),
    #[error("the planned applications break a rule")]
    Application(#[from] ApplicationError),
    #[error("none of the demo landlords is active")]
    NoLandlord,
    #[error("a generator thread panicked")]
    Thread(#[source] tokio::task::JoinError),
}
