//! Retention: prunes documents, users who were not approved, letters and audit addresses, and
//! removes orphaned files.

mod prune;
mod remove_orphaned_files;

pub use prune::{PruneStats, prune};
pub use remove_orphaned_files::{OrphanStats, remove_orphaned_files};
