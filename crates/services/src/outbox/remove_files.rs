//! Removes files whose removal is due.

use portal_domain::ids::UserId;
use uuid::Uuid;

use super::{BATCH, LEASE, MAIL_FILES_PREFIX};
use crate::documents::DOCUMENT_PREFIX;
use crate::error::ServiceError;
use crate::error_chain::ErrorChain;
use crate::ports::{Ports, Source};

/// The result of one batch.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct RemovalStats {
    pub removed: u32,
    /// To be retried when their lease ends.
    pub failed: u32,
}

impl RemovalStats {
    /// Whether more files may be due. Not while none can be removed: the store is probably
    /// unavailable.
    pub const fn has_more(self) -> bool {
        self.removed > 0 && (self.removed + self.failed) as i64 >= BATCH
    }
}

/// Removes the files that are due, at most one batch. A file that cannot be removed stays claimed
/// until its lease ends and is retried then.
pub async fn remove_files(ports: &Ports) -> Result<RemovalStats, ServiceError> {
    let now = ports.clock.now();
    let mut stats = RemovalStats::default();
    for removal in ports.file_removals.claim(now, now + LEASE, BATCH).await? {
        match remove(ports, &removal.location).await {
            Ok(()) => {
                ports.file_removals.remove(removal.id).await?;
                stats.removed += 1;
            }
            Err(error) => {
                tracing::warn!(file_removal_id = %removal.id, error = %ErrorChain(error.as_ref()), "failed to remove file, will retry");
                stats.failed += 1;
            }
        }
    }
    Ok(stats)
}

async fn remove(ports: &Ports, location: &str) -> Result<(), Source> {
    if location.starts_with(DOCUMENT_PREFIX) {
        Ok(ports.documents.remove(location).await?)
    } else if let Some(user) = location.strip_prefix(MAIL_FILES_PREFIX) {
        // An invalid location has no files.
        let Ok(user) = Uuid::try_parse(user) else { return Ok(()) };
        Ok(ports.mail_files.remove_of(UserId(user)).await?)
    } else {
        Ok(ports.images.remove(location).await?)
    }
}

#[cfg(test)]
mod tests {
    use portal_domain::ids::FileRemovalId;
    use uuid::Uuid;

    use super::*;
    use crate::ports::{DocumentStoreError, FileRemoval, ImageStoreError};
    use crate::testing::MockPorts;

    fn removal(n: u128) -> FileRemoval {
        FileRemoval { id: FileRemovalId(Uuid::from_u128(n)), location: format!("/{n}.jpg") }
    }

    fn expecting_claim(removals: Vec<FileRemoval>) -> MockPorts {
        let mut ports = MockPorts::default();
        ports
            .file_removals
            .expect_claim()
            .once()
            .withf(|now, lease_until, _| *now == MockPorts::now() && lease_until > now)
            .return_once(move |_, _, _| Ok(removals));
        ports
    }

    fn expecting_completion(ports: &mut MockPorts, n: u128) {
        ports.file_removals.expect_remove().once().withf(move |id| id.0.as_u128() == n).returning(|_| Ok(()));
    }

    #[tokio::test]
    async fn remove_files_due_files_are_removed() {
        let mut ports = expecting_claim(vec![removal(1), removal(2)]);
        for n in [1, 2] {
            ports.images.expect_remove().once().withf(move |asked| *asked == removal(n).location).returning(|_| Ok(()));
            expecting_completion(&mut ports, n);
        }
        assert_eq!(remove_files(&ports.build()).await.unwrap(), RemovalStats { removed: 2, failed: 0 });
    }

    #[tokio::test]
    async fn remove_files_failure_keeps_claim_and_continues() {
        let mut ports = expecting_claim(vec![removal(1), removal(2)]);
        ports
            .images
            .expect_remove()
            .once()
            .withf(|asked| asked == "/1.jpg")
            .returning(|_| Err(ImageStoreError::Unavailable("the object store is down".into())));
        ports.images.expect_remove().once().withf(|asked| asked == "/2.jpg").returning(|_| Ok(()));
        expecting_completion(&mut ports, 2);
        assert_eq!(remove_files(&ports.build()).await.unwrap(), RemovalStats { removed: 1, failed: 1 });
    }

    #[tokio::test]
    async fn remove_files_documents_are_removed_from_document_store() {
        let document = |n: u128| FileRemoval { location: format!("/documents/{n}.pdf"), ..removal(n) };
        let mut ports = expecting_claim(vec![document(1), removal(2), document(3)]);
        let down = |_: &str| Err(DocumentStoreError::Unavailable("the object store is down".into()));
        ports.documents.expect_remove().once().withf(|asked| asked == "/documents/1.pdf").returning(down);
        ports.images.expect_remove().once().withf(|asked| asked == "/2.jpg").returning(|_| Ok(()));
        ports.documents.expect_remove().once().withf(|asked| asked == "/documents/3.pdf").returning(|_| Ok(()));
        expecting_completion(&mut ports, 2);
        expecting_completion(&mut ports, 3);
        assert_eq!(remove_files(&ports.build()).await.unwrap(), RemovalStats { removed: 2, failed: 1 });
    }

    #[tokio::test]
    async fn remove_files_of_mails_are_removed_from_mail_folder() {
        let user = UserId(Uuid::from_u128(7));
        let of_user = FileRemoval { location: crate::outbox::mail_files_of(user), ..removal(1) };
        let mut ports = expecting_claim(vec![of_user]);
        ports.mail_files.expect_remove_of().once().with(mockall::predicate::eq(user)).returning(|_| Ok(()));
        expecting_completion(&mut ports, 1);
        assert_eq!(remove_files(&ports.build()).await.unwrap().removed, 1);
    }

    #[test]
    fn has_more_needs_full_batch_and_removed_file() {
        assert!(RemovalStats { removed: 19, failed: 1 }.has_more());
        assert!(!RemovalStats { removed: 19, failed: 0 }.has_more());
        assert!(!RemovalStats { removed: 0, failed: 20 }.has_more(), "the store is unavailable");
    }
}
