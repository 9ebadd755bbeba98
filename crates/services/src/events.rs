//! Events: notices to administrators.

mod acknowledge;
mod acknowledge_all;
mod dismiss;
mod export;
mod list;

pub use acknowledge::acknowledge_event;
pub use acknowledge_all::acknowledge_all_events;
pub use dismiss::dismiss_event;
pub use export::export_events;
pub use list::list_events;
