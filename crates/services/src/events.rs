//! Events: what administrators want to know of.

mod acknowledge;
mod acknowledge_all;
mod export_list;
mod list;
mod views;

pub use acknowledge::acknowledge;
pub use acknowledge_all::acknowledge_all;
pub use export_list::export_list;
pub use list::list;
pub use views::{EventEntityView, EventView};
