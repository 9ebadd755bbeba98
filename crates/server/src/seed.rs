//! Demo data: a portal that looks as if people had been using it for months.
//!
//! Everything but the time and the identifiers follows from fixed seeds, so that two demo portals show the
//! same people, rooms and letters.

mod accounts;
mod applications;
mod bulk;
mod catalogue;
mod content;
mod demo;
mod dice;
mod offers;
mod papers;
mod pictures;
mod slots;

use std::fmt::{self, Display, Formatter};

use portal_domain::application::ApplicationError;
use portal_services::ports::{DocumentError, PasswordError, PictureError, StoreError};

pub use bulk::bulk;
pub use content::people::PASSWORD;
pub use demo::demo;
pub use pictures::{ALL as DEMO_PICTURES, PAINTS, Scene, Shot, View};

/// Somebody who watches.
pub trait Progress: Send + Sync {
    /// The next piece of work begins, with so many steps.
    fn begin(&self, what: &str, steps: u64);

    /// So many steps of it are done.
    fn advance(&self, steps: u64);
}

/// What was added.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Summary {
    pub users: usize,
    pub listings: usize,
    pub applications: usize,
}

impl Display for Summary {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        let Self { users, listings, applications } = self;
        write!(formatter, "Added {users} people, {listings} listings and {applications} applications.")
    }
}

#[derive(Debug, thiserror::Error)]
pub enum SeedError {
    #[error("there are users already; demo data are for an empty portal")]
    NotEmpty,
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error(transparent)]
    Picture(#[from] PictureError),
    #[error(transparent)]
    Document(#[from] DocumentError),
    #[error(transparent)]
    Password(#[from] PasswordError),
    #[error("the demo picture {0} is missing in the program")]
    MissingPicture(String),
    #[error("a file could not be put into a temporary place")]
    File(#[from] std::io::Error),
    #[error("the plan of the demo data contradicts the rules of applications")]
    Application(#[from] ApplicationError),
    #[error("none of the demo landlords is active")]
    NoLandlord,
    #[error("a helping thread failed")]
    Thread(#[source] tokio::task::JoinError),
}
