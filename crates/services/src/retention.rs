//! What has been kept long enough goes: papers, people who were not let in, letters, and files that no row
//! names.

mod collect_orphans;
mod sweep;

pub use collect_orphans::{Orphans, collect_orphans};
pub use sweep::{Sweep, sweep};
