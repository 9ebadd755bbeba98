//! Files that no row names.

use chrono::TimeDelta;
use portal_domain::ids::DiscardId;

use crate::error::ServiceError;
use crate::ports::{Discard, Ports};

/// Younger files may belong to a request that is still under way.
const AGE: TimeDelta = TimeDelta::days(1);

/// How many files are looked at in one go.
const BATCH: usize = 500;

/// What a walk through the object store has found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Orphans {
    pub looked_at: u64,
    /// Files whose removal was asked for.
    pub found: u64,
}

/// Walks through the object store and asks for the removal of what no row names. That is left behind only
/// when the database was set back to an older state, or files were put there by hand.
pub async fn collect_orphans(ports: &Ports) -> Result<Orphans, ServiceError> {
    let now = ports.clock.now();
    let mut orphans = Orphans::default();
    let mut after = None;
    loop {
        let files = ports.files.list_files(now - AGE, after, BATCH).await?;
        let Some(last) = files.last().cloned() else { return Ok(orphans) };
        orphans.looked_at += files.len() as u64;
        let unnamed = ports.discards.find_unnamed(&files).await?;
        orphans.found += unnamed.len() as u64;
        if !unnamed.is_empty() {
            let mut work = ports.store.begin().await?;
            for location in unnamed {
                work.discards().push(&Discard { id: DiscardId(ports.identifiers.next()), location }, now).await?;
            }
            work.commit().await?;
        }
        after = Some(last);
    }
}

#[cfg(test)]
mod tests;
