//! The audit trail: who did what, when, and from where.

mod export;
mod list;
mod record;

pub use export::{AuditExport, export_audit_entries};
pub use list::list_audit_entries;
pub(crate) use record::{record, record_for_many, record_in_own_transaction};
