//! Retention: prunes documents, users who were not approved or never activated, letters, audit addresses, views of past
//! days and data of the search, removes orphaned and incomplete files, sums up counted rows, and
//! keeps erased users erased.

mod erasures;
mod fold_row_counts;
mod prune;
mod prune_search_data;
mod remove_leftovers;
mod remove_orphaned_files;

pub use erasures::{ErasureStats, RecordedErasures, apply_erasures, erase_again, prune_erasures, record_erasures};
pub use fold_row_counts::fold_row_counts;
pub use prune::{PruneStats, prune};
pub use prune_search_data::{SearchPruneStats, prune_search_data};
pub use remove_leftovers::{LeftoverStats, remove_leftovers};
pub use remove_orphaned_files::{OrphanStats, remove_orphaned_files};
