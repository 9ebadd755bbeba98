//! Documents: proofs of study. Every access is recorded in the audit trail.

use bytes::Bytes;
use portal_domain::audit::AuditAction;
use portal_domain::document::Document;
use portal_domain::ids::DocumentId;
use portal_domain::policy::Actor;
use portal_domain::security_event::{SecurityEvent, SecurityOutcome};

use crate::audit;
use crate::error::ServiceError;
use crate::ports::{DocumentStoreError, Ports, SecurityRecord};

/// The prefix of the locations of documents; locations of images do not have it.
pub const DOCUMENT_PREFIX: &str = "/documents/";

/// A document and its file, for a download by an administrator.
pub async fn get_document(ports: &Ports, actor: Actor, id: DocumentId) -> Result<(Document, Bytes), ServiceError> {
    read_recorded(ports, actor, id, AuditAction::DocumentDownloaded).await
}

/// A document and its file, for a preview by an administrator.
pub async fn preview_document(ports: &Ports, actor: Actor, id: DocumentId) -> Result<(Document, Bytes), ServiceError> {
    read_recorded(ports, actor, id, AuditAction::DocumentViewed).await
}

async fn read_recorded(
    ports: &Ports,
    actor: Actor,
    id: DocumentId,
    action: AuditAction,
) -> Result<(Document, Bytes), ServiceError> {
    let document = ports.registrations.find_document(id).await?.ok_or(DocumentStoreError::NotFound)?;
    let file = ports.documents.read(&document.location).await?;
    audit::record_in_own_transaction(ports, actor, action, Some(id.into())).await?;
    ports.security_log.record(SecurityRecord::of_user(
        SecurityEvent::DocumentAccess,
        SecurityOutcome::Success,
        actor.user_id,
    ));
    Ok((document, file))
}

#[cfg(test)]
mod tests {
    use mockall::predicate::eq;

    use super::*;
    use crate::ports::StoreError;
    use crate::testing::samples::{ADMINISTRATOR, DOCUMENT, document};
    use crate::testing::{MockPorts, MockUnitOfWork};

    fn ports(found: Option<Document>) -> MockPorts {
        let mut ports = MockPorts::default();
        ports.registrations.expect_find_document().once().with(eq(DOCUMENT)).return_once(move |_| Ok(found));
        ports
    }

    fn expecting_read(mut ports: MockPorts, answer: Result<Bytes, DocumentStoreError>) -> MockPorts {
        ports
            .documents
            .expect_read()
            .once()
            .withf(|location| location == document().location)
            .return_once(move |_| answer);
        ports
    }

    #[tokio::test]
    async fn get_document_returns_file_and_records_download() {
        let mut ports = expecting_read(ports(Some(document())), Ok(Bytes::from_static(b"%PDF-1.7")));
        let audited = MockUnitOfWork::committed()
            .expecting_audit_entries([(AuditAction::DocumentDownloaded, Some(DOCUMENT.into()))]);
        ports.store = MockUnitOfWork::store_of([audited]);
        let (found, file) = get_document(&ports.build(), ADMINISTRATOR, DOCUMENT).await.unwrap();
        assert_eq!((found, file.as_ref()), (document(), b"%PDF-1.7".as_slice()));
    }

    #[tokio::test]
    async fn preview_document_returns_file_and_records_preview() {
        let mut ports = expecting_read(ports(Some(document())), Ok(Bytes::from_static(b"%PDF-1.7")));
        let audited =
            MockUnitOfWork::committed().expecting_audit_entries([(AuditAction::DocumentViewed, Some(DOCUMENT.into()))]);
        ports.store = MockUnitOfWork::store_of([audited]);
        let (found, file) = preview_document(&ports.build(), ADMINISTRATOR, DOCUMENT).await.unwrap();
        assert_eq!((found, file.as_ref()), (document(), b"%PDF-1.7".as_slice()));
    }

    #[tokio::test]
    async fn get_document_unknown_or_without_file_is_missing_file() {
        let missing = expecting_read(ports(Some(document())), Err(DocumentStoreError::NotFound));
        for ports in [ports(None), missing] {
            let error = get_document(&ports.build(), ADMINISTRATOR, DOCUMENT).await.unwrap_err();
            assert!(error.is_missing_file(), "{error:?}");
        }
    }

    #[tokio::test]
    async fn get_document_unavailable_store_is_not_missing_file() {
        let down = Err(DocumentStoreError::Unavailable("the object store is down".into()));
        let error = get_document(&expecting_read(ports(Some(document())), down).build(), ADMINISTRATOR, DOCUMENT)
            .await
            .unwrap_err();
        assert!(matches!(error, ServiceError::Document(DocumentStoreError::Unavailable(_))), "{error:?}");
    }

    #[tokio::test]
    async fn get_document_without_audit_entry_fails() {
        let mut ports = expecting_read(ports(Some(document())), Ok(Bytes::from_static(b"%PDF-1.7")));
        ports.store = MockUnitOfWork::store_of([MockUnitOfWork::with_lost_commit()]);
        let error = get_document(&ports.build(), ADMINISTRATOR, DOCUMENT).await.unwrap_err();
        assert!(matches!(error, ServiceError::Store(StoreError::Unavailable(_))), "{error:?}");
    }
}
