//! Removes orphaned files: files in the object store that no row references.

use chrono::TimeDelta;

use crate::error::ServiceError;
use crate::outbox;
use crate::ports::Ports;

/// The minimum age of an orphan. Younger files may belong to a request in progress.
const AGE: TimeDelta = TimeDelta::days(1);

/// The number of files per query.
const BATCH: usize = 500;

/// Up to this number, orphans are never suspicious.
const MAX_UNSUSPICIOUS: u64 = 20;

/// The number of checked files, and of orphans among them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct OrphanStats {
    pub checked: u64,
    /// Files that no row references.
    pub found: u64,
}

impl OrphanStats {
    /// Whether database and object store probably do not belong together: a wrong configuration
    /// must not delete all images.
    pub const fn is_suspicious(self) -> bool {
        self.found > MAX_UNSUSPICIOUS && self.found * 2 > self.checked
    }
}

/// Lists the object store and schedules the removal of orphaned files. They exist only after the
/// database was restored to an older state, or if files were added by hand. Removes nothing if most
/// files are orphaned.
pub async fn remove_orphaned_files(ports: &Ports) -> Result<OrphanStats, ServiceError> {
    let now = ports.clock.now();
    let mut checked = 0;
    let mut orphaned = Vec::new();
    let mut listed = ports.files.list_files(now - AGE).await?;
    loop {
        let files = listed.next(BATCH).await?;
        if files.is_empty() {
            break;
        }
        checked += files.len() as u64;
        orphaned.extend(ports.file_removals.find_unreferenced(&files).await?);
    }
    let stats = OrphanStats { checked, found: orphaned.len() as u64 };
    if !stats.is_suspicious() {
        for batch in orphaned.chunks(BATCH) {
            let mut work = ports.store.begin().await?;
            outbox::push_file_removals(ports, work.as_mut(), batch.iter().cloned()).await?;
            work.commit().await?;
        }
    }
    Ok(stats)
}

#[cfg(test)]
mod tests {
    use mockall::Sequence;

    use super::*;
    use crate::ports::{ImageStoreError, MockFileBatches, StoreError};
    use crate::testing::{MockPorts, MockUnitOfWork};

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

    /// Expects the immediate removal of exactly these files to be scheduled.
    fn expecting_removals(mut work: MockUnitOfWork, found: &[&'static str]) -> MockUnitOfWork {
        for &location in found {
            let asked = work.file_removals.expect_push().once();
            asked
                .withf(move |removal, due| removal.location == location && *due == MockPorts::now())
                .returning(|_, _| Ok(()));
        }
        work
    }

    #[tokio::test]
    async fn remove_orphaned_files_checks_all_files_and_removes_orphans() {
        let mut ports = MockPorts::default();
        expecting_files(
            &mut ports,
            vec![vec!["/1.jpg", "/2.jpg"], vec!["/3.jpg"], vec!["/4.jpg", "/documents/5.pdf"], vec![]],
        );
        expecting_orphans(&mut ports, &["/1.jpg", "/2.jpg"], &["/2.jpg"]);
        expecting_orphans(&mut ports, &["/3.jpg"], &[]);
        expecting_orphans(&mut ports, &["/4.jpg", "/documents/5.pdf"], &["/4.jpg", "/documents/5.pdf"]);
        ports.store = MockUnitOfWork::store_of([expecting_removals(
            MockUnitOfWork::committed(),
            &["/2.jpg", "/4.jpg", "/documents/5.pdf"],
        )]);
        assert_eq!(remove_orphaned_files(&ports.build()).await.unwrap(), OrphanStats { checked: 5, found: 3 });
    }

    #[tokio::test]
    async fn remove_orphaned_files_empty_store_removes_nothing() {
        let mut ports = MockPorts::default();
        expecting_files(&mut ports, vec![vec![]]);
        assert_eq!(remove_orphaned_files(&ports.build()).await.unwrap(), OrphanStats::default());
    }

    #[tokio::test]
    async fn remove_orphaned_files_unavailable_store_fails() {
        let mut ports = MockPorts::default();
        ports.files.expect_list_files().once().returning(|_| Err(ImageStoreError::Unavailable("no bucket".into())));
        assert!(matches!(remove_orphaned_files(&ports.build()).await, Err(ServiceError::Image(_))));

        let mut ports = MockPorts::default();
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
            let orphans = remove_orphaned_files(&ports.build()).await.unwrap();
            assert_eq!((orphans.found, orphans.is_suspicious()), (unnamed as u64, suspicious));
        }
    }
}
