use mockall::Sequence;
use mockall::predicate::eq;
use portal_domain::application::ApplicationState;
use portal_domain::ids::{AuditEntryId, ListingId};
use portal_domain::listing::{Listing, ListingStatus};
use portal_domain::registration::RegistrationState;
use portal_domain::user::UserStatus;
use uuid::Uuid;

use super::*;
use crate::audit::AuditView;
use crate::ports::{ApplicationScope, DocumentError, Picture, PictureError, StoreError};
use crate::testing::samples::{
    ADMIN, LANDLORD, STUDENT, application_view, document, image, listing, listing_summary, listing_view,
    registration_view, user,
};
use crate::testing::{MockPorts, MockWork};

/// Ports that know this person, and the request by which they came.
fn knowing(actor: Actor, registration: Option<RegistrationView>) -> MockPorts {
    let deed = (AuditAction::DataExported, Some(actor.user_id.into()));
    let store = MockWork::begun_by([MockWork::committed().auditing([deed])]);
    let mut ports = MockPorts { store, ..MockPorts::default() };
    let known = ports.users.expect_find_user().once().with(eq(actor.user_id));
    known.return_once(move |_| Ok(Some(user(actor, UserStatus::Active))));
    let entry = AuditEntry::by(actor, AuditEntryId(Uuid::nil()), AuditAction::DataExported, None, MockPorts::now());
    let deeds =
        ports.audit.expect_walk_audit().times(0..=1).withf(move |filter, _, _| filter.actor == Some(actor.user_id));
    deeds.return_once(move |_, _, _| Ok(vec![AuditView { entry, actor: None, entity: None }]));
    let request = ports.registrations.expect_find_registration_of().once().with(eq(actor.user_id));
    request.return_once(move |_| Ok(registration));
    ports
}

fn accepted(actor: Actor) -> RegistrationView {
    registration_view(actor, RegistrationState::Approved { at: MockPorts::now() }, UserStatus::Active)
}

/// The pages of the student's own list, whose whole length is `total`.
fn written(ports: &mut MockPorts, pages: Vec<usize>, total: u64) {
    let mut order = Sequence::new();
    for (number, rows) in (0..).zip(pages) {
        let rows = vec![application_view(ApplicationState::Sent); rows];
        ports
            .applications
            .expect_list_applications()
            .once()
            .in_sequence(&mut order)
            .withf(move |filter| {
                filter.scope == ApplicationScope::Student(STUDENT.user_id)
                    && filter.page == PageRequest { page: number, size: ROWS }
                    && filter.badges.is_empty()
            })
            .return_once(move |_| Ok(Page { rows, total }));
    }
}

/// Rooms of Grace's, each with two pictures.
fn room(n: u128) -> Listing {
    Listing { id: ListingId(Uuid::from_u128(n)), ..listing(ListingStatus::Draft) }
}

fn owned(ports: &mut MockPorts, pages: Vec<Vec<Listing>>, total: u64) {
    let mut order = Sequence::new();
    for (number, rows) in (0..).zip(pages) {
        let rows = rows.into_iter().map(listing_summary).collect();
        ports
            .listings
            .expect_list_listings()
            .once()
            .in_sequence(&mut order)
            .withf(move |filter| {
                filter.landlord == Some(LANDLORD.user_id) && filter.page == PageRequest { page: number, size: ROWS }
            })
            .return_once(move |_| Ok(Page { rows, total }));
    }
}

fn paths(export: &Export) -> Vec<&str> {
    export.files.iter().map(|file| file.path.as_str()).collect()
}

#[tokio::test]
async fn a_student_gets_their_request_their_paper_and_every_application() {
    let mut ports = knowing(STUDENT, Some(accepted(STUDENT)));
    written(&mut ports, vec![100, 100, 3], 203);
    let export = export(&ports.build(), STUDENT).await.unwrap();
    assert_eq!(export.user, user(STUDENT, UserStatus::Active));
    assert_eq!(export.registration, Some(accepted(STUDENT)));
    assert_eq!((export.applications.len(), export.listings.len()), (203, 0));
    assert_eq!(export.deeds.iter().map(|deed| deed.action).collect::<Vec<_>>(), [AuditAction::DataExported]);
    assert_eq!(paths(&export), ["documents/Immatrikulation.pdf"]);
}

#[tokio::test]
async fn of_others_there_is_no_more_in_it_than_the_screens_show() {
    let mut ports = knowing(STUDENT, None);
    written(&mut ports, vec![1], 1);
    let export = export(&ports.build(), STUDENT).await.unwrap();
    let landlord = export.applications[0].landlord.clone().unwrap();
    assert_eq!((landlord.last_name.as_str(), landlord.email, landlord.phone_number), ("H", None, None));
    assert_eq!(landlord.date_of_birth, None);
    assert!(export.files.is_empty());
}

#[tokio::test]
async fn a_list_that_grows_shorter_meanwhile_comes_to_an_end() {
    let mut ports = knowing(STUDENT, None);
    written(&mut ports, vec![100, 0], 150);
    assert_eq!(export(&ports.build(), STUDENT).await.unwrap().applications.len(), 100);
}

#[tokio::test]
async fn a_landlord_gets_their_listings_with_the_pictures() {
    let mut ports = knowing(LANDLORD, Some(accepted(LANDLORD)));
    let first: Vec<Listing> = (1..=100).map(room).collect();
    owned(&mut ports, vec![first, vec![room(101)]], 101);
    ports.listings.expect_find_listing().times(101).returning(|id, student| {
        assert_eq!(student, None);
        // Somebody deleted the seventh since the list was read.
        Ok((id.0.as_u128() != 7).then(|| listing_view(room(id.0.as_u128()))))
    });
    let export = export(&ports.build(), LANDLORD).await.unwrap();
    assert_eq!((export.listings.len(), export.applications.len()), (100, 0));
    assert_eq!(export.listings[0].views, Some(41), "they may know how often it was looked at");
    let first = room(1).id;
    assert_eq!(paths(&export)[..2], [format!("listings/{first}/01.jpg"), format!("listings/{first}/02.jpg")]);
    assert_eq!(export.files.len(), 200);
}

#[tokio::test]
async fn of_an_administrator_there_is_nothing_but_the_account() {
    let export = export(&knowing(ADMIN, None).build(), ADMIN).await.unwrap();
    assert_eq!((export.registration, export.applications.len()), (None, 0));
    assert!(export.listings.is_empty() && export.files.is_empty());
}

#[tokio::test]
async fn somebody_who_was_erased_meanwhile_gets_nothing() {
    let mut ports = MockPorts::default();
    ports.users.expect_find_user().once().returning(|_| Ok(None));
    assert!(matches!(export(&ports.build(), STUDENT).await, Err(ServiceError::UserNotFound)));
}

#[tokio::test]
async fn half_a_copy_is_none() {
    let mut ports = knowing(STUDENT, None);
    let down = |_: &_| Err(StoreError::Unavailable("the connection broke".into()));
    ports.applications.expect_list_applications().once().returning(down);
    assert!(matches!(export(&ports.build(), STUDENT).await, Err(ServiceError::Store(_))));
}

mod files {
    use super::*;

    fn paper() -> ExportedFile {
        ExportedFile { path: "documents/a.pdf".to_owned(), source: FileSource::Document(document().location) }
    }

    fn picture() -> ExportedFile {
        ExportedFile { path: "listings/1/01.jpg".to_owned(), source: FileSource::Picture(image(1).location) }
    }

    async fn read_with(file: ExportedFile, expect: impl FnOnce(&mut MockPorts)) -> Result<Option<Bytes>, ServiceError> {
        let mut ports = MockPorts::default();
        expect(&mut ports);
        read_exported(&ports.build(), &file).await
    }

    #[tokio::test]
    async fn each_is_read_where_it_lies() {
        let bytes = Bytes::from_static(b"content");
        let (of_paper, of_picture) = (bytes.clone(), bytes.clone());
        let read = read_with(paper(), |ports| {
            let reads = ports.documents.expect_read().once().withf(|location| location == document().location);
            reads.return_once(|_| Ok(of_paper));
        });
        assert_eq!(read.await.unwrap(), Some(bytes.clone()));
        let read = read_with(picture(), |ports| {
            let reads = ports.pictures.expect_read().once().withf(|location| location == image(1).location);
            reads.return_once(|_| Ok(Picture { bytes: of_picture, content_type: "image/jpeg" }));
        });
        assert_eq!(read.await.unwrap(), Some(bytes));
    }

    #[tokio::test]
    async fn one_that_was_removed_meanwhile_is_left_out() {
        let read = read_with(paper(), |ports| {
            ports.documents.expect_read().once().returning(|_| Err(DocumentError::NotFound));
        });
        assert_eq!(read.await.unwrap(), None);
        let read = read_with(picture(), |ports| {
            ports.pictures.expect_read().once().returning(|_| Err(PictureError::NotFound));
        });
        assert_eq!(read.await.unwrap(), None);
    }

    #[tokio::test]
    async fn one_that_is_out_of_reach_is_not_left_out_silently() {
        let read = read_with(paper(), |ports| {
            let down = |_: &str| Err(DocumentError::Unavailable("the object store is down".into()));
            ports.documents.expect_read().once().returning(down);
        });
        assert!(matches!(read.await, Err(ServiceError::Document(DocumentError::Unavailable(_)))));
        let read = read_with(picture(), |ports| {
            let down = |_: &str| Err(PictureError::Unavailable("the object store is down".into()));
            ports.pictures.expect_read().once().returning(down);
        });
        assert!(matches!(read.await, Err(ServiceError::Picture(PictureError::Unavailable(_)))));
    }
}
