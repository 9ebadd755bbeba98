use mockall::Sequence;
use mockall::predicate::eq;
use portal_domain::application::ApplicationState;
use portal_domain::audit::AuditEntry;
use portal_domain::ids::{AuditEntryId, ListingId};
use portal_domain::listing::{Listing, ListingStatus};
use portal_domain::registration::RegistrationState;
use portal_domain::user::UserStatus;
use uuid::Uuid;

use super::*;
use crate::ports::{
    ApplicationScope, AuditEntryDetails, DocumentStoreError, EncodedImage, ImageStoreError, StoreError,
};
use crate::testing::samples::{
    ADMINISTRATOR, APPLICATION, LANDLORD, STUDENT, application_details, document, favourite_details, image, letter,
    listing, listing_read_model, listing_summary, registration_details, saved_search_details, user,
};
use crate::testing::{MockPorts, MockUnitOfWork};

/// Ports with this user and their registration.
fn ports_with(actor: Actor, registration: Option<RegistrationDetails>) -> MockPorts {
    let audited = (AuditAction::DataExported, Some(actor.user_id.into()));
    let store = MockUnitOfWork::store_of([MockUnitOfWork::committed().expecting_audit_entries([audited])]);
    let mut ports = MockPorts { store, ..MockPorts::default() };
    ports
        .favourites
        .expect_list_favourites()
        .times(0..=1)
        .returning(|_, _| Ok(Page { rows: vec![favourite_details()], total: 1 }));
    let known = ports.users.expect_find_user().once().with(eq(actor.user_id));
    known.return_once(move |_| Ok(Some(user(actor, UserStatus::Active))));
    let entry = AuditEntry::new(actor, AuditEntryId(Uuid::nil()), AuditAction::DataExported, None, MockPorts::now());
    let audit_entries = ports
        .audit
        .expect_list_audit_entries_after()
        .times(0..=1)
        .withf(move |filter, _, _| filter.actor == Some(actor.user_id));
    audit_entries
        .return_once(move |_, _, _| Ok(vec![AuditEntryDetails { entry: entry.into(), actor: None, entity: None }]));
    ports.second_factors.expect_find_second_factor().times(0..=1).returning(|_| Ok(SecondFactor::default()));
    ports.sessions.expect_list_sessions_of().times(0..=1).returning(|_| Ok(Vec::new()));
    ports.saved_searches.expect_list_saved_searches().times(0..=1).returning(|_| Ok(vec![saved_search_details()]));
    ports.letters.expect_list_letters().times(0..=1).returning(|_| Ok(vec![letter()]));
    let lookup = ports.registrations.expect_find_registration_of().once().with(eq(actor.user_id));
    lookup.return_once(move |_| Ok(registration));
    ports
}

fn approved(actor: Actor) -> RegistrationDetails {
    registration_details(actor, RegistrationState::Approved { at: MockPorts::now() }, UserStatus::Active)
}

/// Expects these pages of the student's list, with a length of `total`.
fn expecting_applications(ports: &mut MockPorts, pages: Vec<usize>, total: u64) {
    let mut order = Sequence::new();
    for (number, rows) in (0..).zip(pages) {
        let rows = vec![application_details(ApplicationState::AwaitingAdministrator); rows];
        ports
            .applications
            .expect_list_applications()
            .once()
            .in_sequence(&mut order)
            .withf(move |scope, query| {
                *scope == ApplicationScope::Student(STUDENT.user_id)
                    && query.page == PageRequest { page: number, size: ROWS }
                    && query.badges.is_empty()
            })
            .return_once(move |_, _| Ok(Page { rows, total }));
    }
}

/// Grace's `n`th listing, with two images of its own.
fn room(n: u128) -> Listing {
    let images = vec![image(2 * n), image(2 * n + 1)];
    Listing { id: ListingId(Uuid::from_u128(n)), images, ..listing(ListingStatus::Draft) }
}

fn expecting_listings(ports: &mut MockPorts, pages: Vec<Vec<Listing>>, total: u64) {
    let mut order = Sequence::new();
    for (number, rows) in (0..).zip(pages) {
        let rows = rows.into_iter().map(listing_summary).collect();
        ports
            .listings
            .expect_list_listings()
            .once()
            .in_sequence(&mut order)
            .withf(move |landlord, query| {
                *landlord == Some(LANDLORD.user_id) && query.page == PageRequest { page: number, size: ROWS }
            })
            .return_once(move |_, _| Ok(Page { rows, total }));
    }
}

fn paths(export: &ProfileExport) -> Vec<&str> {
    export.files.iter().map(|file| file.path.as_str()).collect()
}

#[tokio::test]
async fn export_profile_student_contains_registration_document_and_applications() {
    let mut ports = ports_with(STUDENT, Some(approved(STUDENT)));
    expecting_applications(&mut ports, vec![100, 100, 3], 203);
    let export = export_profile(&ports.build(), STUDENT).await.unwrap();
    assert_eq!(export.user, user(STUDENT, UserStatus::Active));
    assert_eq!(export.registration, Some(approved(STUDENT)));
    assert_eq!((export.applications.len(), export.listings.len()), (203, 0));
    assert_eq!(export.favourites, [FavouriteDetails { listing: None, ..favourite_details() }], "an archived one");
    assert_eq!(export.letters, [letter()]);
    assert_eq!(export.saved_searches, [saved_search_details()]);
    assert_eq!(
        export.audit_entries.iter().map(|entry| entry.action.known()).collect::<Vec<_>>(),
        [Some(AuditAction::DataExported)]
    );
    assert_eq!(paths(&export), ["documents/Immatrikulation.pdf"]);
}

#[tokio::test]
async fn export_profile_reduces_other_users_to_visible_data() {
    let mut ports = ports_with(STUDENT, None);
    expecting_applications(&mut ports, vec![1], 1);
    let export = export_profile(&ports.build(), STUDENT).await.unwrap();
    let landlord = export.applications[0].landlord.clone().unwrap();
    assert_eq!((landlord.last_name.as_str(), landlord.email, landlord.phone_number), ("H", None, None));
    assert_eq!(landlord.date_of_birth, None);
    assert!(export.files.is_empty());
}

#[tokio::test]
async fn export_profile_shrinking_list_terminates() {
    let mut ports = ports_with(STUDENT, None);
    expecting_applications(&mut ports, vec![100, 0], 150);
    assert_eq!(export_profile(&ports.build(), STUDENT).await.unwrap().applications.len(), 100);
}

#[tokio::test]
async fn export_profile_landlord_contains_listings_and_images() {
    let mut ports = ports_with(LANDLORD, Some(approved(LANDLORD)));
    let first: Vec<Listing> = (1..=100).map(room).collect();
    expecting_listings(&mut ports, vec![first, vec![room(101)]], 101);
    ports.listings.expect_find_listing().times(101).returning(|id, student| {
        assert_eq!(student, None);
        // The seventh was deleted since the list was read.
        Ok((id.0.as_u128() != 7).then(|| listing_read_model(room(id.0.as_u128()))))
    });
    let export = export_profile(&ports.build(), LANDLORD).await.unwrap();
    assert_eq!((export.listings.len(), export.applications.len()), (100, 0));
    assert_eq!(export.listings[0].views, Some(41), "the landlord sees the views");
    let first = room(1).id;
    assert_eq!(paths(&export)[..2], [format!("listings/{first}/01.jpg"), format!("listings/{first}/02.jpg")]);
    assert_eq!(export.files.len(), 200);
}

#[tokio::test]
async fn export_profile_contains_images_of_copied_listings_once() {
    let mut ports = ports_with(LANDLORD, None);
    expecting_listings(&mut ports, vec![vec![room(1), room(2)]], 2);
    ports.listings.expect_find_listing().times(2).returning(|id, _| {
        let added = image(9);
        let images = room(1).images.into_iter().chain((id == room(2).id).then_some(added)).collect();
        Ok(Some(listing_read_model(Listing { id, images, ..listing(ListingStatus::Draft) })))
    });
    let export = export_profile(&ports.build(), LANDLORD).await.unwrap();
    let (first, copy) = (room(1).id, room(2).id);
    let folders = [(first, "01"), (first, "02"), (copy, "03")];
    assert_eq!(paths(&export), folders.map(|(id, number)| format!("listings/{id}/{number}.jpg")));
}

#[test]
fn for_its_actor_hides_which_applications_a_landlord_rejected() {
    let entry = |actor: Actor, action| {
        let id = AuditEntryId(Uuid::nil());
        let entry = AuditEntry::new(actor, id, action, Some(APPLICATION.into()), MockPorts::now());
        for_its_actor(entry.into(), actor).entity_id.is_some()
    };
    assert!(!entry(LANDLORD, AuditAction::ApplicationRejected));
    assert!(entry(LANDLORD, AuditAction::ApplicationApproved));
    assert!(entry(ADMINISTRATOR, AuditAction::ApplicationRejected));
}

#[tokio::test]
async fn export_profile_administrator_contains_account_only() {
    let export = export_profile(&ports_with(ADMINISTRATOR, None).build(), ADMINISTRATOR).await.unwrap();
    assert_eq!((export.registration, export.applications.len()), (None, 0));
    assert!(export.listings.is_empty() && export.files.is_empty());
}

#[tokio::test]
async fn export_profile_deleted_user_is_not_found() {
    let mut ports = MockPorts::default();
    ports.users.expect_find_user().once().returning(|_| Ok(None));
    assert!(matches!(export_profile(&ports.build(), STUDENT).await, Err(ServiceError::UserNotFound)));
}

#[tokio::test]
async fn export_profile_failed_query_fails() {
    let mut ports = ports_with(STUDENT, None);
    let down = |_, _: &_| Err(StoreError::Unavailable("the connection broke".into()));
    ports.applications.expect_list_applications().once().returning(down);
    assert!(matches!(export_profile(&ports.build(), STUDENT).await, Err(ServiceError::Store(_))));
}

mod files {
    use super::*;

    fn exported_document() -> ExportedFile {
        ExportedFile { path: "documents/a.pdf".to_owned(), source: FileSource::Document(document().location) }
    }

    fn exported_image() -> ExportedFile {
        ExportedFile { path: "listings/1/01.jpg".to_owned(), source: FileSource::Image(image(1).location) }
    }

    async fn read_with(file: ExportedFile, expect: impl FnOnce(&mut MockPorts)) -> Result<Option<Bytes>, ServiceError> {
        let mut ports = MockPorts::default();
        expect(&mut ports);
        read_exported_file(&ports.build(), &file).await
    }

    #[tokio::test]
    async fn read_exported_file_reads_from_its_store() {
        let bytes = Bytes::from_static(b"content");
        let (document_bytes, image_bytes) = (bytes.clone(), bytes.clone());
        let read = read_with(exported_document(), |ports| {
            let reads = ports.documents.expect_read().once().withf(|location| location == document().location);
            reads.return_once(|_| Ok(document_bytes));
        });
        assert_eq!(read.await.unwrap(), Some(bytes.clone()));
        let read = read_with(exported_image(), |ports| {
            let reads = ports.images.expect_read().once().withf(|location| location == image(1).location);
            reads.return_once(|_| Ok(EncodedImage { bytes: image_bytes, content_type: "image/jpeg" }));
        });
        assert_eq!(read.await.unwrap(), Some(bytes));
    }

    #[tokio::test]
    async fn read_exported_file_removed_returns_none() {
        let read = read_with(exported_document(), |ports| {
            ports.documents.expect_read().once().returning(|_| Err(DocumentStoreError::NotFound));
        });
        assert_eq!(read.await.unwrap(), None);
        let read = read_with(exported_image(), |ports| {
            ports.images.expect_read().once().returning(|_| Err(ImageStoreError::NotFound));
        });
        assert_eq!(read.await.unwrap(), None);
    }

    #[tokio::test]
    async fn read_exported_file_unavailable_store_fails() {
        let read = read_with(exported_document(), |ports| {
            let down = |_: &str| Err(DocumentStoreError::Unavailable("the object store is down".into()));
            ports.documents.expect_read().once().returning(down);
        });
        assert!(matches!(read.await, Err(ServiceError::Document(DocumentStoreError::Unavailable(_)))));
        let read = read_with(exported_image(), |ports| {
            let down = |_: &str| Err(ImageStoreError::Unavailable("the object store is down".into()));
            ports.images.expect_read().once().returning(down);
        });
        assert!(matches!(read.await, Err(ServiceError::Image(ImageStoreError::Unavailable(_)))));
    }
}
