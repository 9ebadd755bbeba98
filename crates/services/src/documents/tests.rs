use mockall::predicate::eq;

use super::*;
use crate::ports::StoreError;
use crate::testing::samples::{ADMIN, DOCUMENT, document};
use crate::testing::{MockPorts, MockWork};

fn ports(found: Option<Document>) -> MockPorts {
    let mut ports = MockPorts::default();
    ports.registrations.expect_find_document().once().with(eq(DOCUMENT)).return_once(move |_| Ok(found));
    ports
}

fn reading(mut ports: MockPorts, answer: Result<Bytes, DocumentError>) -> MockPorts {
    ports.documents.expect_read().once().withf(|location| location == document().location).return_once(move |_| answer);
    ports
}

#[tokio::test]
async fn an_administrator_gets_the_file_as_it_was_sent_and_its_name() {
    let mut ports = reading(ports(Some(document())), Ok(Bytes::from_static(b"%PDF-1.7")));
    let written = MockWork::committed().auditing([(AuditAction::DocumentDownloaded, Some(DOCUMENT.into()))]);
    ports.store = MockWork::begun_by([written]);
    let (found, file) = read(&ports.build(), ADMIN, DOCUMENT).await.unwrap();
    assert_eq!((found, file.as_ref()), (document(), b"%PDF-1.7".as_slice()));
}

#[tokio::test]
async fn a_preview_has_an_audit_entry_of_its_own() {
    let mut ports = reading(ports(Some(document())), Ok(Bytes::from_static(b"%PDF-1.7")));
    let recorded = MockWork::committed().auditing([(AuditAction::DocumentViewed, Some(DOCUMENT.into()))]);
    ports.store = MockWork::begun_by([recorded]);
    let (found, file) = preview(&ports.build(), ADMIN, DOCUMENT).await.unwrap();
    assert_eq!((found, file.as_ref()), (document(), b"%PDF-1.7".as_slice()));
}

#[tokio::test]
async fn a_document_that_nobody_sent_or_whose_file_is_gone_is_not_found() {
    let gone = reading(ports(Some(document())), Err(DocumentError::NotFound));
    for ports in [ports(None), gone] {
        let refused = read(&ports.build(), ADMIN, DOCUMENT).await.unwrap_err();
        assert!(refused.is_missing_file(), "{refused:?}");
    }
}

#[tokio::test]
async fn a_file_that_is_out_of_reach_is_not_said_to_be_gone() {
    let down = Err(DocumentError::Unavailable("the object store is down".into()));
    let failed = read(&reading(ports(Some(document())), down).build(), ADMIN, DOCUMENT).await.unwrap_err();
    assert!(matches!(failed, ServiceError::Document(DocumentError::Unavailable(_))), "{failed:?}");
}

#[tokio::test]
async fn a_file_is_not_handed_out_when_it_cannot_be_written_down_to_whom() {
    let mut ports = reading(ports(Some(document())), Ok(Bytes::from_static(b"%PDF-1.7")));
    ports.store = MockWork::begun_by([MockWork::lost()]);
    let refused = read(&ports.build(), ADMIN, DOCUMENT).await.unwrap_err();
    assert!(matches!(refused, ServiceError::Store(StoreError::Unavailable(_))), "{refused:?}");
}
