//! Actors and entities of audit entries, and the keyword filter over their names.

use portal_domain::application::ApplicationState;
use portal_domain::audit::{AuditAction, AuditEntry};
use portal_domain::event::{Event, EventKind, EventType};
use portal_domain::ids::{AuditEntryId, DocumentId, EventId, RegistrationId};
use portal_domain::listing::{Listing, ListingStatus};
use portal_domain::policy::Actor;
use portal_domain::registration::Registration;
use portal_domain::user::{Role, User};
use portal_services::paging::SortDirection;
use portal_services::ports::{AuditEntitySummary, AuditEntryDetails, AuditFilter, AuditListQuery, AuditQueries};
use portal_services::testing::samples;
use uuid::Uuid;

use crate::context::{TestContext, after, application, landlord, listing, now, page, student, user};
use crate::statements;

/// An audit entry for an entity of each type; the entry has the id of its entity.
struct Fixture {
    context: TestContext,
    administrator: User,
    owner: User,
    applicant: User,
    listing: Listing,
}

const HERO: Uuid = Uuid::from_u128(0x01a1_f640_bc00_7000_8000_0000_0000_0001);

impl Fixture {
    async fn new() -> Self {
        let context = TestContext::new().await;
        let named = |user: User, first_name: &str, last_name: &str| User {
            first_name: first_name.to_owned(),
            last_name: last_name.to_owned(),
            ..user
        };
        let administrator = named(user(1, Role::Administrator), "Root", "Admin");
        let owner = named(landlord(2), "Grace", "Höpper");
        let applicant = named(student(3), "Ada", "Lövelace");
        for user in [&administrator, &owner, &applicant] {
            context.add_user(user).await;
        }
        let mut listing = listing(10, &owner, ListingStatus::Rented);
        "Möbliertes Zimmer".clone_into(&mut listing.facts.title);
        context.add_listings(std::slice::from_ref(&listing)).await;
        context.add_application(&application(20, &applicant, &listing, ApplicationState::AwaitingAdministrator)).await;
        let registration = Registration::new(RegistrationId(Uuid::from_u128(30)), applicant.id, now());
        let document = portal_domain::document::Document {
            id: DocumentId(Uuid::from_u128(40)),
            registration_id: registration.id,
            ..samples::document()
        };
        let mut work = context.begin().await;
        work.registrations().insert(&registration).await.unwrap();
        work.registrations().insert_document(&document).await.unwrap();
        let rented = Event::new(EventId(Uuid::from_u128(50)), EventKind::ListingRented(listing.id), now());
        let requested =
            Event::new(EventId(Uuid::from_u128(51)), EventKind::StudentRegistrationRequested(applicant.id), now());
        for event in [rented, requested] {
            work.events().insert(&event).await.unwrap();
        }
        let actor = Actor::new(administrator.id, Role::Administrator);
        for (action, entity) in [
            (AuditAction::UserDeactivated, owner.id.0),
            (AuditAction::ListingTakenDown, listing.id.0),
            (AuditAction::ApplicationForwarded, Uuid::from_u128(20)),
            (AuditAction::RegistrationApproved, registration.id.0),
            (AuditAction::DocumentViewed, document.id.0),
            (AuditAction::EventAcknowledged, Uuid::from_u128(50)),
            (AuditAction::EventAcknowledged, Uuid::from_u128(51)),
            (AuditAction::SettingChanged, HERO),
        ] {
            let id = AuditEntryId(entity);
            work.audit().record(&AuditEntry::new(actor, id, action, Some(entity), after(1))).await.unwrap();
        }
        let id = AuditEntryId(Uuid::from_u128(99));
        let without_entity = AuditEntry::new(actor, id, AuditAction::EventsAcknowledged, None, after(2));
        work.audit().record(&without_entity).await.unwrap();
        work.commit().await.unwrap();
        Self { context, administrator, owner, applicant, listing }
    }

    async fn entity(&self, id: Uuid) -> Option<AuditEntitySummary> {
        let found = self.listed(AuditFilter::default()).await;
        found.into_iter().find(|row| row.entry.id.0 == id).unwrap().entity
    }

    async fn listed(&self, filter: AuditFilter) -> Vec<AuditEntryDetails> {
        let query = AuditListQuery { filter, direction: SortDirection::Ascending, page: page(0, 20) };
        let found = self.context.store.list_audit_entries(&query).await.unwrap();
        assert_eq!(found.total, found.rows.len() as u64);
        found.rows
    }

    /// The ids of the entries as numbers, 0 for the setting.
    async fn found(&self, keyword: &str) -> Vec<u128> {
        let filter = AuditFilter { keyword: Some(keyword.to_owned()), ..AuditFilter::default() };
        let walked = self.context.store.list_audit_entries_after(&filter, None, 50).await.unwrap();
        let numbers = |rows: &[AuditEntryDetails]| {
            let mut numbers: Vec<u128> =
                rows.iter().map(|row| if row.entry.id.0 == HERO { 0 } else { row.entry.id.0.as_u128() }).collect();
            numbers.sort_unstable();
            numbers
        };
        let listed = numbers(&self.listed(filter).await);
        assert_eq!(numbers(&walked), listed, "list and export return the same entries");
        listed
    }
}

const fn nth(n: u128) -> Uuid {
    Uuid::from_u128(n)
}

#[tokio::test]
async fn list_audit_entries_returns_current_names_for_every_entity_type() {
    let fixture = Fixture::new().await;
    let user = |entity: &AuditEntitySummary| entity.user.as_ref().map(|user| user.id);
    let title =
        |entity: &AuditEntitySummary| entity.listing.as_ref().map(|listing| (listing.id, listing.title.clone()));
    let listing = || Some((Some(fixture.listing.id), "Möbliertes Zimmer".to_owned()));

    let entity = fixture.entity(fixture.owner.id.0).await.unwrap();
    assert_eq!((user(&entity), title(&entity)), (Some(fixture.owner.id), None));
    assert_eq!(entity.user.unwrap().last_name, "Höpper");
    let of_listing = fixture.entity(nth(10)).await.unwrap();
    assert_eq!((user(&of_listing), title(&of_listing)), (None, listing()));
    let of_application = fixture.entity(nth(20)).await.unwrap();
    assert_eq!((user(&of_application), title(&of_application)), (Some(fixture.applicant.id), listing()));
    let of_registration = fixture.entity(nth(30)).await.unwrap();
    assert_eq!((user(&of_registration), of_registration.name.as_deref()), (Some(fixture.applicant.id), None));
    let of_document = fixture.entity(nth(40)).await.unwrap();
    assert_eq!(
        (user(&of_document), of_document.name.as_deref()),
        (Some(fixture.applicant.id), Some("Immatrikulation.pdf"))
    );
    let of_rented = fixture.entity(nth(50)).await.unwrap();
    assert_eq!((title(&of_rented), of_rented.event_type), (listing(), Some(EventType::ListingRented.into())));
    let of_requested = fixture.entity(nth(51)).await.unwrap();
    assert_eq!(user(&of_requested), Some(fixture.applicant.id));
    assert_eq!(of_requested.event_type, Some(EventType::StudentRegistrationRequested.into()));
    assert_eq!(fixture.entity(HERO).await.unwrap().name.as_deref(), Some("home.hero"));
    assert_eq!(fixture.entity(nth(99)).await, None, "without entity");
}

#[tokio::test]
async fn list_audit_entries_deleted_entities_have_no_names() {
    let fixture = Fixture::new().await;
    fixture.context.run("DELETE FROM documents; DELETE FROM applications").await;
    fixture.context.delete_listing(fixture.listing.id).await;
    let mut work = fixture.context.begin().await;
    for user in [fixture.administrator.id, fixture.owner.id, fixture.applicant.id] {
        work.users().delete(user).await.unwrap();
    }
    work.commit().await.unwrap();
    for row in fixture.listed(AuditFilter::default()).await {
        assert_eq!(row.actor, None);
        let event_type = row.entity.as_ref().and_then(|entity| entity.event_type.clone());
        match row.entity {
            Some(entity) if row.entry.id.0 == HERO => assert_eq!(entity.name.as_deref(), Some("home.hero")),
            Some(entity) => assert_eq!(entity, AuditEntitySummary { event_type, ..AuditEntitySummary::default() }),
            None => {}
        }
    }
    assert!(fixture.found("grace").await.is_empty());
}

#[tokio::test]
async fn list_audit_entries_application_keeps_title_of_deleted_listing() {
    let fixture = Fixture::new().await;
    fixture.context.run("UPDATE applications SET listing_id = NULL").await;
    let listing = fixture.entity(nth(20)).await.unwrap().listing.unwrap();
    assert_eq!((listing.id, listing.title.as_str()), (None, "Möbliertes Zimmer"));
}

#[tokio::test]
async fn list_audit_entries_keyword_matches_names_titles_and_ids() {
    let fixture = Fixture::new().await;
    for (keyword, found) in [
        ("mobliertes", vec![10, 20, 50]),
        ("MOEBLIERTES zimmer", vec![10, 20, 50]),
        ("lovelace ada", vec![20, 30, 40, 51]),
        ("user-3@", vec![20, 30, 40, 51]),
        ("zimmer ada", vec![20]),
        ("hoepper", vec![2]),
        ("hero", vec![0]),
        ("admin", vec![0, 2, 10, 20, 30, 40, 50, 51, 99]),
        ("root grace", vec![2]),
        ("00000000-0000-0000-0000-00000000000a", vec![10]),
        ("_", vec![]),
        ("%", vec![]),
        ("unknown", vec![]),
    ] {
        assert_eq!(fixture.found(keyword).await, found, "{keyword}");
    }
    let filter = AuditFilter {
        keyword: Some("ada".to_owned()),
        actions: vec![AuditAction::EventAcknowledged],
        ..AuditFilter::default()
    };
    assert_eq!(fixture.listed(filter).await.len(), 1, "combined with other filters");
}

#[tokio::test]
async fn list_audit_entries_sends_one_statement_per_entity_type() {
    statements::record();
    let fixture = Fixture::new().await;
    statements::take_sent();
    fixture.listed(AuditFilter::default()).await;
    // Rows; registrations, applications, events, documents, settings; users, listings. No COUNT for
    // a partial page.
    assert_eq!(statements::take_sent().len(), 8);
}
