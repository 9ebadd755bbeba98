//! Events: what administrators want to know of.

mod acknowledge;
mod list;
mod views;

pub use acknowledge::acknowledge;
pub use list::list;
pub use views::{EventEntityView, EventView};
