use mockall::predicate::eq;
use portal_domain::application::{Application, ApplicationState};
use portal_domain::audit::AuditEntry;
use portal_domain::ids::{ApplicationId, AuditEntryId, ListingId};
use portal_domain::listing::{Listing, ListingStatus};
use portal_domain::registration::RegistrationState;
use portal_domain::user::UserStatus;
use uuid::Uuid;

use super::*;
use crate::paging::Page;
use crate::ports::{AuditEntryDetails, DocumentStoreError, EncodedImage, ImageStoreError, StoreError};
use crate::testing::samples::{
    ADMINISTRATOR, APPLICATION, LANDLORD, STUDENT, application_details, document, favourite_details, image, letter,
    listing, listing_read_model, registration_details, saved_search_details, user,
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

/// The student's applications, with ids from 1. Expects them to be read in this number of portions; the
/// one with the id `deleted` was deleted after the ids were read.
fn expecting_applications(ports: &mut MockPorts, count: u128, portions: usize, deleted: Option<u128>) {
    ports
        .applications
        .expect_list_application_ids()
        .once()
        .withf(|scope, query, limit| {
            *scope == ApplicationScope::Student(STUDENT.user_id) && query.badges.is_empty() && *limit == 100_000
        })
        .returning(move |_, _, _| Ok((1..=count).map(|n| ApplicationId(Uuid::from_u128(n))).collect()));
    ports.applications.expect_list_applications_by_ids().times(portions).returning(move |ids| {
        let kept = ids.iter().filter(|id| Some(id.0.as_u128()) != deleted);
        let details = |id: &ApplicationId| {
            let details = application_details(ApplicationState::AwaitingAdministrator);
            ApplicationDetails { application: Application { id: *id, ..details.application }, ..details }
        };
        Ok(kept.map(details).collect())
    });
}

/// Grace's `n`th listing, with two images of its own.
fn room(n: u128) -> Listing {
    let images = vec![image(2 * n), image(2 * n + 1)];
    Listing { id: ListingId(Uuid::from_u128(n)), images, ..listing(ListingStatus::Draft) }
}

/// The ids of Grace's listings.
fn expecting_listing_ids(ports: &mut MockPorts, count: u128) {
    let own = ports.listings.expect_list_listing_ids_of().once().with(eq(LANDLORD.user_id));
    own.returning(move |_| Ok((1..=count).map(|n| room(n).id).collect()));
}

fn paths(export: &ProfileExport) -> Vec<&str> {
    export.files.iter().map(|file| file.path.as_str()).collect()
}

#[tokio::test]
async fn export_profile_student_contains_registration_document_and_applications() {
    let mut ports = ports_with(STUDENT, Some(approved(STUDENT)));
    expecting_applications(&mut ports, 203, 3, None);
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
    expecting_applications(&mut ports, 1, 1, None);
    let export = export_profile(&ports.build(), STUDENT).await.unwrap();
    let landlord = export.applications[0].landlord.clone().unwrap();
    assert_eq!((landlord.last_name.as_str(), landlord.email, landlord.phone_number), ("H", None, None));
    assert_eq!(landlord.date_of_birth, None);
    assert!(export.files.is_empty());
}

#[tokio::test]
async fn export_profile_application_deleted_during_the_export_leaves_out_no_other() {
    let mut ports = ports_with(STUDENT, None);
    expecting_applications(&mut ports, 150, 2, Some(7));
    let export = export_profile(&ports.build(), STUDENT).await.unwrap();
    let exported = export.applications.iter().map(|row| row.application.id.0.as_u128());
    assert!(exported.eq((1..=150).filter(|n| *n != 7)));
}

#[tokio::test]
async fn export_profile_landlord_contains_listings_and_images() {
    let mut ports = ports_with(LANDLORD, Some(approved(LANDLORD)));
    expecting_listing_ids(&mut ports, 101);
    ports.listings.expect_list_whole_listings_by_ids().times(2).returning(|ids| {
        // The seventh was deleted since the ids were read.
        let kept = ids.iter().map(|id| id.0.as_u128()).filter(|n| *n != 7);
        Ok(kept.map(|n| listing_read_model(room(n))).collect())
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
    expecting_listing_ids(&mut ports, 2);
    ports.listings.expect_list_whole_listings_by_ids().once().returning(|ids| {
        let view = |&id: &ListingId| {
            let added = image(9);
            let images = room(1).images.into_iter().chain((id == room(2).id).then_some(added)).collect();
            listing_read_model(Listing { id, images, ..listing(ListingStatus::Draft) })
        };
        Ok(ids.iter().map(view).collect())
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
    let lost = || StoreError::Unavailable("the connection broke".into());
    ports.applications.expect_list_application_ids().once().returning(move |_, _, _| Err(lost()));
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
