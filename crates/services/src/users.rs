//! People: reading one's own profile, and the first administrator.

mod create_admin;
mod profile;

pub use create_admin::{NewAdmin, create_admin};
pub use profile::profile;
