//! Removes orphaned files: files in the object store that no row references.

use std::collections::BTreeSet;

use chrono::TimeDelta;

use crate::error::ServiceError;
use crate::error_chain::ErrorChain;
use crate::outbox;
use crate::ports::{JobClaim, PeriodicJob, Ports};

/// The minimum age of an orphan. Younger files may belong to a request in progress.
const AGE: TimeDelta = TimeDelta::days(1);

/// How long after it was found an orphan is removed, unless a row refers to it again by then: a portal
/// that was started with an older database by mistake does not lose what is newer.
const GRACE: TimeDelta = TimeDelta::days(1);

/// The time between two walks through the object store, of all processes together.
const PERIOD: TimeDelta = TimeDelta::days(1);

/// How long a walk of a killed process blocks the next one. It is renewed after each [`RENEWAL`].
const LEASE: TimeDelta = TimeDelta::minutes(10);
const RENEWAL: TimeDelta = TimeDelta::minutes(1);

/// The number of files per query.
const BATCH: usize = 500;

/// Up to this number, orphans are never suspicious.
const MAX_UNSUSPICIOUS: u64 = 20;

/// The orphans that a walk keeps in memory; the next walk finds the others.
const MAX_KEPT: usize = 100_000;

/// The number of checked files, and of orphans among them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct OrphanStats {
    pub checked: u64,
    /// The checked files that no row references. An image has several files.
    pub orphaned: u64,
    /// The images and documents to which they belong.
    pub found: u64,
    /// More were found than a walk can remove.
    pub has_more: bool,
}

impl OrphanStats {
    /// Whether database and object store probably do not belong together: a wrong configuration
    /// must not delete all images.
    pub const fn is_suspicious(self) -> bool {
        self.found > MAX_UNSUSPICIOUS && self.orphaned * 2 > self.checked
    }
}

/// Lists the object store and schedules the removal of orphaned files. They exist only after the
/// database was restored to an older state, or if files were added by hand. Removes nothing if most
/// files are orphaned. `None` if the last walk of any process is less than a day ago, or under way.
pub async fn remove_orphaned_files(ports: &Ports) -> Result<Option<OrphanStats>, ServiceError> {
    let claim = ports.job_runs.claim(PeriodicJob::RemoveOrphanedFiles, PERIOD, LEASE).await?;
    let Some(claim) = claim else { return Ok(None) };
    match walk(ports, claim.as_ref()).await {
        Ok(Some(stats)) if !stats.has_more || stats.is_suspicious() => {
            claim.finish().await?;
            Ok(Some(stats))
        }
        Ok(unfinished) => {
            claim.release().await?;
            Ok(unfinished)
        }
        Err(error) => {
            // Otherwise the claim ends by itself.
            if let Err(error) = claim.release().await {
                tracing::debug!(error = %ErrorChain(&error), "failed to release the claim of a job");
            }
            Err(error)
        }
    }
}

/// `None` if another process has taken over.
async fn walk(ports: &Ports, claim: &dyn JobClaim) -> Result<Option<OrphanStats>, ServiceError> {
    let now = ports.clock.now();
    let mut stats = OrphanStats::default();
    let mut orphans = BTreeSet::new();
    let mut renewed_at = now;
    let mut listed = ports.files.list_files(now - AGE).await?;
    loop {
        let files = listed.next(BATCH).await?;
        if files.is_empty() {
            break;
        }
        stats.checked += files.len() as u64;
        for location in ports.file_removals.find_unreferenced(&files).await? {
            stats.orphaned += 1;
            if orphans.len() < MAX_KEPT {
                orphans.insert(location);
            } else {
                stats.has_more |= !orphans.contains(&location);
            }
        }
        if ports.clock.now() - renewed_at >= RENEWAL {
            if !claim.renew().await? {
                return Ok(None);
            }
            renewed_at = ports.clock.now();
        }
    }
    stats.found = orphans.len() as u64;
    if !stats.is_suspicious() {
        schedule_removal(ports, orphans).await?;
    }
    Ok(Some(stats))
}

async fn schedule_removal(ports: &Ports, orphans: BTreeSet<String>) -> Result<(), ServiceError> {
    let due = ports.clock.now() + GRACE;
    let mut orphans = orphans.into_iter();
    loop {
        let batch: Vec<String> = orphans.by_ref().take(BATCH).collect();
        if batch.is_empty() {
            return Ok(());
        }
        let mut work = ports.store.begin().await?;
        outbox::push_file_removals_due(ports, work.as_mut(), batch, due).await?;
        work.commit().await?;
    }
}

#[cfg(test)]
mod tests {
    use mockall::Sequence;

    use super::*;
    use crate::ports::{ImageStoreError, MockFileBatches, MockJobClaim, StoreError};
    use crate::testing::{MockPorts, MockUnitOfWork};

    /// The job is due, and its claim ends in this way.
    fn expecting_claim(ports: &mut MockPorts, expect_end: impl FnOnce(&mut MockJobClaim)) {
        let mut claim = MockJobClaim::new();
        expect_end(&mut claim);
        ports
            .job_runs
            .expect_claim()
            .once()
            .withf(|job, period, lease| {
                (*job, *period, *lease)
                    == (PeriodicJob::RemoveOrphanedFiles, TimeDelta::days(1), TimeDelta::minutes(10))
            })
            .return_once(move |_, _, _| Ok(Some(Box::new(claim))));
    }

    fn finishes(claim: &mut MockJobClaim) {
        claim.expect_finish().once().returning(|| Ok(()));
    }

    fn is_released(claim: &mut MockJobClaim) {
        claim.expect_release().once().returning(|| Ok(()));
    }

    /// Expects one listing of the object store, with these batches.
    fn expecting_files(ports: &mut MockPorts, batches: Vec<Vec<&'static str>>) {
        let mut order = Sequence::new();
        let mut listed = MockFileBatches::new();
        for batch in batches {
            let files: Vec<String> = batch.into_iter().map(str::to_owned).collect();
            listed.expect_next().once().in_sequence(&mut order).return_once(move |_| Ok(files));
        }
        ports
            .files
            .expect_list_files()
            .once()
            .withf(|stored_before| *stored_before == MockPorts::now() - TimeDelta::days(1))
            .return_once(move |_| Ok(Box::new(listed)));
    }

    fn expecting_orphans(ports: &mut MockPorts, checked: &'static [&'static str], found: &'static [&'static str]) {
        ports
            .file_removals
            .expect_find_unreferenced()
            .once()
            .withf(move |asked| asked.iter().map(String::as_str).eq(checked.iter().copied()))
            .return_once(|_| Ok(found.iter().map(|&location| location.to_owned()).collect()));
    }

    /// Expects the removal of exactly these files to be scheduled a day later.
    fn expecting_removals(mut work: MockUnitOfWork, found: &[&'static str]) -> MockUnitOfWork {
        for &location in found {
            let asked = work.file_removals.expect_push().once();
            asked
                .withf(move |removal, due| {
                    removal.location == location && *due == MockPorts::now() + TimeDelta::days(1)
                })
                .returning(|_, _| Ok(()));
        }
        work
    }

    #[tokio::test]
    async fn remove_orphaned_files_checks_all_files_and_removes_orphans() {
        let mut ports = MockPorts::default();
        expecting_claim(&mut ports, finishes);
        expecting_files(
            &mut ports,
            vec![vec!["/1.jpg", "/2.jpg"], vec!["/2.jpg", "/3.jpg"], vec!["/4.jpg", "/documents/5.pdf"], vec![]],
        );
        expecting_orphans(&mut ports, &["/1.jpg", "/2.jpg"], &["/2.jpg"]);
        expecting_orphans(&mut ports, &["/2.jpg", "/3.jpg"], &["/2.jpg"]);
        expecting_orphans(&mut ports, &["/4.jpg", "/documents/5.pdf"], &["/4.jpg", "/documents/5.pdf"]);
        ports.store = MockUnitOfWork::store_of([expecting_removals(
            MockUnitOfWork::committed(),
            &["/2.jpg", "/4.jpg", "/documents/5.pdf"],
        )]);
        let expected = OrphanStats { checked: 6, orphaned: 4, found: 3, has_more: false };
        assert_eq!(remove_orphaned_files(&ports.build()).await.unwrap(), Some(expected));
    }

    #[tokio::test]
    async fn remove_orphaned_files_empty_store_removes_nothing() {
        let mut ports = MockPorts::default();
        expecting_claim(&mut ports, finishes);
        expecting_files(&mut ports, vec![vec![]]);
        assert_eq!(remove_orphaned_files(&ports.build()).await.unwrap(), Some(OrphanStats::default()));
    }

    /// Also after a restart: the last walk is a row.
    #[tokio::test]
    async fn remove_orphaned_files_not_due_lists_nothing() {
        let mut ports = MockPorts::default();
        ports.job_runs.expect_claim().once().returning(|_, _, _| Ok(None));
        assert_eq!(remove_orphaned_files(&ports.build()).await.unwrap(), None);
    }

    #[tokio::test]
    async fn remove_orphaned_files_more_than_memory_allows_has_more() {
        let mut ports = MockPorts::default();
        expecting_claim(&mut ports, is_released);
        let count = MAX_KEPT + 1;
        let mut listed = MockFileBatches::new();
        let mut order = Sequence::new();
        let files: Vec<String> = (0..count).map(|number| format!("/{number}.jpg")).collect();
        let others: Vec<String> = (0..=count).map(|number| format!("/kept/{number}.jpg")).collect();
        for batch in [files, others, Vec::new()] {
            listed.expect_next().once().in_sequence(&mut order).return_once(move |_| Ok(batch));
        }
        ports.files.expect_list_files().once().return_once(|_| Ok(Box::new(listed)));
        ports
            .file_removals
            .expect_find_unreferenced()
            .times(2)
            .returning(|files| Ok(files.iter().filter(|location| !location.starts_with("/kept")).cloned().collect()));
        let works = (0..MAX_KEPT / BATCH).map(|_| {
            let mut work = MockUnitOfWork::committed();
            work.file_removals.expect_push().times(BATCH).returning(|_, _| Ok(()));
            work
        });
        ports.store = MockUnitOfWork::store_of(works);
        let stats = remove_orphaned_files(&ports.build()).await.unwrap().unwrap();
        assert_eq!((stats.found, stats.has_more), (MAX_KEPT as u64, true));
    }

    #[tokio::test]
    async fn remove_orphaned_files_unavailable_store_fails() {
        let mut ports = MockPorts::default();
        expecting_claim(&mut ports, is_released);
        ports.files.expect_list_files().once().returning(|_| Err(ImageStoreError::Unavailable("no bucket".into())));
        assert!(matches!(remove_orphaned_files(&ports.build()).await, Err(ServiceError::Image(_))));

        let mut ports = MockPorts::default();
        expecting_claim(&mut ports, is_released);
        expecting_files(&mut ports, vec![vec!["/1.jpg"]]);
        ports
            .file_removals
            .expect_find_unreferenced()
            .once()
            .returning(|_| Err(StoreError::Unavailable("no database".into())));
        assert!(matches!(remove_orphaned_files(&ports.build()).await, Err(ServiceError::Store(_))));
    }

    #[tokio::test]
    async fn remove_orphaned_files_suspicious_majority_removes_nothing() {
        let files: Vec<String> = (0..41).map(|number| format!("/{number:02}.jpg")).collect();
        for (unnamed, suspicious) in [(21, true), (20, false)] {
            let mut ports = MockPorts::default();
            expecting_claim(&mut ports, finishes);
            let (all, orphaned) = (files.clone(), files[..unnamed].to_vec());
            let mut listed = MockFileBatches::new();
            listed.expect_next().once().return_once(|_| Ok(all));
            listed.expect_next().once().returning(|_| Ok(Vec::new()));
            ports.files.expect_list_files().once().return_once(move |_| Ok(Box::new(listed)));
            ports.file_removals.expect_find_unreferenced().once().return_once(|_| Ok(orphaned));
            if !suspicious {
                let mut work = MockUnitOfWork::committed();
                work.file_removals.expect_push().times(unnamed).returning(|_, _| Ok(()));
                ports.store = MockUnitOfWork::store_of([work]);
            }
            let orphans = remove_orphaned_files(&ports.build()).await.unwrap().unwrap();
            assert_eq!((orphans.found, orphans.is_suspicious()), (unnamed as u64, suspicious));
        }
    }
}
