//! Removes files whose removal is due.

use super::{BATCH, LEASE};
use crate::documents::DOCUMENT_PREFIX;
use crate::error::ServiceError;
use crate::ports::Ports;

/// Removes the files that are due, at most one batch, and returns how many. A file that cannot be
/// removed stays claimed until its lease ends and is retried then.
pub async fn remove_files(ports: &Ports) -> Result<u32, ServiceError> {
    let now = ports.clock.now();
    let mut removed = 0;
    for removal in ports.file_removals.claim(now, now + LEASE, BATCH).await? {
        match remove(ports, &removal.location).await {
            Ok(()) => {
                ports.file_removals.remove(removal.id).await?;
                removed += 1;
            }
            Err(error) => {
                tracing::warn!(file_removal_id = %removal.id, error = %error, "failed to remove file, will retry");
            }
        }
    }
    Ok(removed)
}

async fn remove(ports: &Ports, location: &str) -> Result<(), ServiceError> {
    if location.starts_with(DOCUMENT_PREFIX) {
        Ok(ports.documents.remove(location).await?)
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
        assert_eq!(remove_files(&ports.build()).await.unwrap(), 2);
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
        assert_eq!(remove_files(&ports.build()).await.unwrap(), 1);
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
        assert_eq!(remove_files(&ports.build()).await.unwrap(), 2);
    }
}
