//! Removes old and incomplete backups, and the files that no other names.

use std::collections::HashSet;

use futures_util::{StreamExt, TryStreamExt};
use portal_services::ports::Clock;

use super::checksum::short_digest;
use super::object_copy::stored_path;
use super::object_lists::ListReader;
use super::place::{OBJECTS, Place};
use super::retry::retry;
use crate::clock::SystemClock;
use crate::failure::{Context, Failure};

/// Files that are removed at the same time.
const REMOVALS: usize = 8;

/// What was removed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Pruned {
    pub(super) backups: usize,
    pub(super) files: u64,
}

/// Keeps the newest backups, all without a number. No backup may be running in this place.
pub(super) async fn prune(place: &Place, keep: Option<u32>) -> Result<Pruned, Failure> {
    let (complete, incomplete) = place.ids().await?;
    let kept = keep.and_then(|keep| usize::try_from(keep).ok()).unwrap_or(complete.len());
    let old = complete.get(..complete.len().saturating_sub(kept)).unwrap_or_default();
    for id in old.iter().chain(&incomplete) {
        place.remove(id).await?;
    }
    let unfinished = place.archive.remove_unfinished(SystemClock.now()).await;
    unfinished.context("failed to remove incomplete files of killed backups")?;
    if old.is_empty() && incomplete.is_empty() {
        return Ok(Pruned::default());
    }
    let named = named_files(place).await?;
    let listed = place.archive.list(OBJECTS).map(|file| file.context("failed to list the files of the backups"));
    let files = listed
        .try_filter(|file| std::future::ready(!named.contains(&short_digest(&file.path))))
        .map_ok(|file| async move {
            let removed = retry(|| place.archive.remove(&file.path)).await;
            removed.context("failed to remove a file of old backups").map(|()| 1_u64)
        })
        .try_buffer_unordered(REMOVALS)
        .try_fold(0, |sum, one| std::future::ready(Ok(sum + one)))
        .await?;
    Ok(Pruned { backups: old.len(), files })
}

/// The files that the remaining backups name, 16 bytes each.
async fn named_files(place: &Place) -> Result<HashSet<u128>, Failure> {
    let mut named = HashSet::new();
    for manifest in place.manifests().await? {
        let mut entries = ListReader::of(place, &manifest);
        while let Some(entry) = entries.next().await? {
            named.extend(stored_path(&manifest.scope, &entry.location).as_deref().map(short_digest));
        }
    }
    Ok(named)
}
