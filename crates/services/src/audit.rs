//! The audit trail: who did what, when, and from where.

mod export;
mod list;
mod record;
mod views;

pub use export::{Walk, export};
pub use list::{ListRequest, list};
pub(crate) use record::{record, record_alone, record_of_many};
pub use views::{AuditEntityView, AuditListing, AuditView};
