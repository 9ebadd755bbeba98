//! Files that no row names.

use chrono::TimeDelta;

use crate::error::ServiceError;
use crate::outbox;
use crate::ports::Ports;

/// Younger files may belong to a request that is still under way.
const AGE: TimeDelta = TimeDelta::days(1);

/// How many files are looked at in one go.
const BATCH: usize = 500;

/// So few orphans are never suspicious.
const FEW: u64 = 20;

/// What a walk through the object store has found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Orphans {
    pub looked_at: u64,
    /// Files that no row names.
    pub found: u64,
}

impl Orphans {
    /// Whether it looks as if this were not the database of this store: a mistake in the settings must not
    /// cost every picture.
    pub const fn is_suspicious(self) -> bool {
        self.found > FEW && self.found * 2 > self.looked_at
    }
}

/// Walks through the object store and asks for the removal of what no row names. That is left behind only
/// when the database was set back to an older state, or files were put there by hand. Where most files are
/// named by no row, nothing is removed.
pub async fn collect_orphans(ports: &Ports) -> Result<Orphans, ServiceError> {
    let now = ports.clock.now();
    let mut looked_at = 0;
    let mut unnamed = Vec::new();
    let mut after = None;
    loop {
        let files = ports.files.list_files(now - AGE, after, BATCH).await?;
        let Some(last) = files.last().cloned() else { break };
        looked_at += files.len() as u64;
        unnamed.extend(ports.discards.find_unnamed(&files).await?);
        after = Some(last);
    }
    let orphans = Orphans { looked_at, found: unnamed.len() as u64 };
    if !orphans.is_suspicious() {
        for batch in unnamed.chunks(BATCH) {
            let mut work = ports.store.begin().await?;
            outbox::discard_files(ports, work.as_mut(), batch.iter().cloned()).await?;
            work.commit().await?;
        }
    }
    Ok(orphans)
}

#[cfg(test)]
mod tests;
