//! The names in the audit trail, and the entries that a keyword finds by them.

use portal_domain::application::ApplicationState;
use portal_domain::audit::{AuditAction, AuditEntry};
use portal_domain::event::{Event, EventType};
use portal_domain::ids::{AuditEntryId, DocumentId, EventId, RegistrationId};
use portal_domain::listing::{Listing, ListingStatus};
use portal_domain::policy::Actor;
use portal_domain::registration::Registration;
use portal_domain::user::{Role, User};
use portal_services::audit::{AuditEntityView, AuditView};
use portal_services::paging::SortDirection;
use portal_services::ports::{AuditFilter, AuditQueries};
use portal_services::testing::samples;
use uuid::Uuid;

use crate::statements;
use crate::world::{World, after, application, landlord, listing, now, page, student, user};

/// An administrator did something to one of each kind; the number of an entry is that of its entity.
struct Town {
    world: World,
    administrator: User,
    owner: User,
    applicant: User,
    room: Listing,
}

const HERO: Uuid = Uuid::from_u128(0x01a1_f640_bc00_7000_8000_0000_0000_0001);

impl Town {
    async fn new() -> Self {
        let world = World::new().await;
        let named = |user: User, first_name: &str, last_name: &str| User {
            first_name: first_name.to_owned(),
            last_name: last_name.to_owned(),
            ..user
        };
        let administrator = named(user(1, Role::Admin), "Root", "Admin");
        let owner = named(landlord(2), "Grace", "Höpper");
        let applicant = named(student(3), "Ada", "Lövelace");
        for person in [&administrator, &owner, &applicant] {
            world.add_user(person).await;
        }
        let mut room = listing(10, &owner, ListingStatus::Rented);
        "Möbliertes Zimmer".clone_into(&mut room.details.title);
        world.add_listings(std::slice::from_ref(&room)).await;
        world.add_application(&application(20, &applicant, &room, ApplicationState::Sent)).await;
        let registration = Registration::new(RegistrationId(Uuid::from_u128(30)), applicant.id, now());
        let document = portal_domain::document::Document {
            id: DocumentId(Uuid::from_u128(40)),
            registration_id: registration.id,
            ..samples::document()
        };
        let mut work = world.begin().await;
        work.registrations().insert(&registration).await.unwrap();
        work.registrations().insert_document(&document).await.unwrap();
        let rented = Event::listing_rented(EventId(Uuid::from_u128(50)), room.id, now());
        let requested = Event::student_registration_requested(EventId(Uuid::from_u128(51)), applicant.id, now());
        for event in [rented, requested] {
            work.events().insert(&event).await.unwrap();
        }
        let actor = Actor::new(administrator.id, Role::Admin);
        for (action, entity) in [
            (AuditAction::UserDeactivated, owner.id.0),
            (AuditAction::ListingTakenDown, room.id.0),
            (AuditAction::ApplicationForwarded, Uuid::from_u128(20)),
            (AuditAction::RegistrationApproved, registration.id.0),
            (AuditAction::DocumentViewed, document.id.0),
            (AuditAction::EventAcknowledged, Uuid::from_u128(50)),
            (AuditAction::EventAcknowledged, Uuid::from_u128(51)),
            (AuditAction::SettingChanged, HERO),
        ] {
            let id = AuditEntryId(entity);
            work.audit().record(&AuditEntry::by(actor, id, action, Some(entity), after(1))).await.unwrap();
        }
        let of_many = AuditEntryId(Uuid::from_u128(99));
        let many = AuditEntry::by(actor, of_many, AuditAction::EventsAcknowledged, None, after(2));
        work.audit().record(&many).await.unwrap();
        work.commit().await.unwrap();
        Self { world, administrator, owner, applicant, room }
    }

    async fn entity(&self, id: Uuid) -> Option<AuditEntityView> {
        let found = self.listed(AuditFilter::default()).await;
        found.into_iter().find(|view| view.entry.id.0 == id).unwrap().entity
    }

    async fn listed(&self, filter: AuditFilter) -> Vec<AuditView> {
        let found = self.world.store.list_audit(&filter, SortDirection::Ascending, page(0, 20)).await.unwrap();
        assert_eq!(found.total, found.rows.len() as u64);
        found.rows
    }

    /// The numbers of the entries, the setting as 0.
    async fn found(&self, keyword: &str) -> Vec<u128> {
        let filter = AuditFilter { keyword: Some(keyword.to_owned()), ..AuditFilter::default() };
        let walked = self.world.store.walk_audit(&filter, None, 50).await.unwrap();
        let numbers = |views: &[AuditView]| {
            let mut numbers: Vec<u128> =
                views.iter().map(|view| if view.entry.id.0 == HERO { 0 } else { view.entry.id.0.as_u128() }).collect();
            numbers.sort_unstable();
            numbers
        };
        let listed = numbers(&self.listed(filter).await);
        assert_eq!(numbers(&walked), listed, "a table has the same entries");
        listed
    }
}

const fn nth(n: u128) -> Uuid {
    Uuid::from_u128(n)
}

#[tokio::test]
async fn every_kind_of_entity_has_its_present_names() {
    let town = Town::new().await;
    let person = |view: &AuditEntityView| view.person.as_ref().map(|person| person.id);
    let title = |view: &AuditEntityView| view.listing.as_ref().map(|listing| (listing.id, listing.title.clone()));
    let room = || Some((Some(town.room.id), "Möbliertes Zimmer".to_owned()));

    let of_user = town.entity(town.owner.id.0).await.unwrap();
    assert_eq!((person(&of_user), title(&of_user)), (Some(town.owner.id), None));
    assert_eq!(of_user.person.unwrap().last_name, "Höpper");
    let of_listing = town.entity(nth(10)).await.unwrap();
    assert_eq!((person(&of_listing), title(&of_listing)), (None, room()));
    let of_application = town.entity(nth(20)).await.unwrap();
    assert_eq!((person(&of_application), title(&of_application)), (Some(town.applicant.id), room()));
    let of_registration = town.entity(nth(30)).await.unwrap();
    assert_eq!((person(&of_registration), of_registration.name.as_deref()), (Some(town.applicant.id), None));
    let of_document = town.entity(nth(40)).await.unwrap();
    assert_eq!(
        (person(&of_document), of_document.name.as_deref()),
        (Some(town.applicant.id), Some("Immatrikulation.pdf"))
    );
    let of_rented = town.entity(nth(50)).await.unwrap();
    assert_eq!((title(&of_rented), of_rented.event_type), (room(), Some(EventType::ListingRented)));
    let of_sign_up = town.entity(nth(51)).await.unwrap();
    assert_eq!(person(&of_sign_up), Some(town.applicant.id));
    assert_eq!(of_sign_up.event_type, Some(EventType::StudentRegistrationRequested));
    assert_eq!(town.entity(HERO).await.unwrap().name.as_deref(), Some("home.hero"));
    assert_eq!(town.entity(nth(99)).await, None, "of many");
}

#[tokio::test]
async fn names_are_null_once_they_are_erased() {
    let town = Town::new().await;
    town.world.run("DELETE FROM documents; DELETE FROM applications").await;
    town.world.delete_listing(town.room.id).await;
    let mut work = town.world.begin().await;
    for person in [town.administrator.id, town.owner.id, town.applicant.id] {
        work.users().delete(person).await.unwrap();
    }
    work.commit().await.unwrap();
    for view in town.listed(AuditFilter::default()).await {
        assert_eq!(view.actor, None);
        let of_event = view.entity.as_ref().and_then(|entity| entity.event_type);
        match view.entity {
            Some(entity) if view.entry.id.0 == HERO => assert_eq!(entity.name.as_deref(), Some("home.hero")),
            Some(entity) => assert_eq!(entity, AuditEntityView { event_type: of_event, ..AuditEntityView::default() }),
            None => {}
        }
    }
    assert!(town.found("grace").await.is_empty());
}

#[tokio::test]
async fn an_application_keeps_the_title_of_a_deleted_listing() {
    let town = Town::new().await;
    town.world.run("UPDATE applications SET listing_id = NULL").await;
    let listing = town.entity(nth(20)).await.unwrap().listing.unwrap();
    assert_eq!((listing.id, listing.title.as_str()), (None, "Möbliertes Zimmer"));
}

#[tokio::test]
async fn a_keyword_finds_entries_by_names_titles_and_ids() {
    let town = Town::new().await;
    for (keyword, found) in [
        ("mobliertes", vec![10, 20, 50]),
        ("MOEBLIERTES zimmer", vec![10, 20, 50]),
        ("lovelace ada", vec![20, 30, 40, 51]),
        ("person-3@", vec![20, 30, 40, 51]),
        ("zimmer ada", vec![20]),
        ("hoepper", vec![2]),
        ("hero", vec![0]),
        ("admin", vec![0, 2, 10, 20, 30, 40, 50, 51, 99]),
        ("root grace", vec![2]),
        ("00000000-0000-0000-0000-00000000000a", vec![10]),
        ("_", vec![]),
        ("%", vec![]),
        ("nobody", vec![]),
    ] {
        assert_eq!(town.found(keyword).await, found, "{keyword}");
    }
    let filter = AuditFilter {
        keyword: Some("ada".to_owned()),
        actions: vec![AuditAction::EventAcknowledged],
        ..AuditFilter::default()
    };
    assert_eq!(town.listed(filter).await.len(), 1, "with the other filters");
}

#[tokio::test]
async fn a_page_is_named_with_a_statement_for_each_kind() {
    statements::record();
    let town = Town::new().await;
    statements::sent();
    town.listed(AuditFilter::default()).await;
    // Rows; registrations, applications, events, documents, settings; people, listings. The page tells its total.
    assert_eq!(statements::sent().len(), 8);
}
