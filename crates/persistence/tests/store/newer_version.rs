//! A newer version has expanded the schema and writes values that this version does not know.

use portal_domain::application::ApplicationState;
use portal_domain::event::EventType;
use portal_domain::listing::ListingStatus;
use portal_domain::user::Role;
use portal_services::paging::SortDirection;
use portal_services::ports::{
    ApplicationListQuery, ApplicationQueries, ApplicationScope, ApplicationSortField, AuditFilter, AuditListQuery,
    AuditQueries, Bounds, Cards, EventListQuery, EventQueries, ListingListQuery, ListingQueries, ListingSearch,
    ListingSortField, SearchFeed, SearchQuery, SearchSortField, SettingListQuery, SettingQueries, SettingSortField,
    Store, StoreError, UserListQuery, UserQueries, UserSortField,
};
use uuid::Uuid;

use crate::context::{TestContext, application, ascending, landlord, listing, page, student, user};

/// What the newer version's migrations add; contracts nothing.
const EXPANDED: &str = "
    INSERT INTO __diesel_schema_migrations (version) VALUES ('99991231000001');
    CREATE TABLE later (id uuid PRIMARY KEY);
    GRANT SELECT ON later TO portal_service;
    ALTER TABLE users ADD COLUMN nickname text;
    ALTER TABLE listings ADD COLUMN energy_class text DEFAULT 'A';
    ALTER TABLE events ADD COLUMN priority integer NOT NULL DEFAULT 0;
    ALTER TABLE users DROP CONSTRAINT users_role_check, DROP CONSTRAINT users_status_check;
    ALTER TABLE listings DROP CONSTRAINT listings_amenities_check, DROP CONSTRAINT listings_unit_type_check;
    ALTER TABLE applications DROP CONSTRAINT applications_administrator_decision_check;
    ALTER TABLE events DROP CONSTRAINT events_event_type_check, DROP CONSTRAINT events_reasons_check,
        DROP CONSTRAINT events_report_reason_check;
    ALTER TABLE audit_entries DROP CONSTRAINT audit_entries_action_check;
    ALTER TABLE settings DROP CONSTRAINT settings_setting_type_check;
";

const ADMINISTRATOR: u128 = 1;
const NEWER_USER: u128 = 3;

/// Two rows of everything: one that this version has written, and one of the newer version.
async fn expanded() -> TestContext {
    let context = TestContext::new().await;
    let (owner, applicant) = (landlord(2), student(4));
    for user in [&user(ADMINISTRATOR, Role::Administrator), &owner, &student(NEWER_USER), &applicant] {
        context.add_user(user).await;
    }
    let listings: Vec<_> = [10, 11, 12].map(|n| listing(n, &owner, ListingStatus::Available)).into();
    context.add_listings(&listings).await;
    for (n, listing) in [(20, &listings[0]), (21, &listings[1])] {
        context.add_application(&application(n, &applicant, listing, ApplicationState::AwaitingAdministrator)).await;
    }
    context.run(EXPANDED).await;
    let id = |n: u128| Uuid::from_u128(n);
    let (old, newer, flagged) = (id(30), id(31), id(32));
    let rows = format!(
        "UPDATE users SET role = 'TUTOR' WHERE id = '{}';
         UPDATE listings SET amenities = amenities || '{{SAUNA}}' WHERE id = '{}';
         UPDATE listings SET unit_type = 'HOUSEBOAT' WHERE id = '{}';
         UPDATE applications SET administrator_decision = 'RESERVED', administrator_decided_at = now() WHERE id = '{}';
         INSERT INTO events (id, event_type, listing_id, acknowledged, date_created, reasons) VALUES
            ('{old}', 'LISTING_RENTED', '{listing}', false, now(), NULL),
            ('{newer}', 'LISTING_EXPIRED', '{listing}', false, now(), NULL),
            ('{flagged}', 'LISTING_SUSPICIOUS', '{listing}', false, now(), '{{PRICE_TOO_LOW,COPIED_TEXT}}');
         INSERT INTO audit_entries (id, actor_id, action, entity_id, date_created) VALUES
            ('{old}', '{actor}', 'EVENT_ACKNOWLEDGED', '{newer}', now()),
            ('{newer}', '{actor}', 'LISTING_EXPIRED', '{listing}', now());
         INSERT INTO settings (id, key, setting_type, value, date_created, last_modified)
            VALUES ('{old}', 'home.text', 'TEXT', 'Willkommen', now(), now());",
        id(NEWER_USER),
        id(11),
        id(12),
        id(21),
        listing = id(10),
        actor = id(ADMINISTRATOR),
    );
    context.run(&rows).await;
    context
}

#[tokio::test]
async fn list_events_shows_unknown_types_and_reasons_as_they_are_stored() {
    let context = expanded().await;
    let query =
        EventListQuery { keyword: None, acknowledged: None, direction: SortDirection::Ascending, page: page(0, 10) };
    let found = context.store.list_events(&query).await.unwrap();
    assert_eq!((found.total, found.rows.len()), (3, 3));
    let types: Vec<_> = found.rows.iter().map(|event| event.event_type.to_string()).collect();
    assert_eq!(types, ["LISTING_RENTED", "LISTING_EXPIRED", "LISTING_SUSPICIOUS"]);
    assert_eq!(found.rows[1].event_type.known(), None::<EventType>);
    let reasons: Vec<_> = found.rows[2].reasons.iter().flatten().map(ToString::to_string).collect();
    assert_eq!(reasons, ["PRICE_TOO_LOW", "COPIED_TEXT"]);
    let ids = context.store.list_event_ids(&query, 10).await.unwrap();
    assert_eq!(context.store.list_events_by_ids(&ids).await.unwrap(), found.rows, "the export");
}

#[tokio::test]
async fn list_audit_entries_shows_unknown_actions_and_export_is_complete() {
    let context = expanded().await;
    let filter = AuditFilter::default();
    let query = AuditListQuery { filter: filter.clone(), direction: SortDirection::Ascending, page: page(0, 10) };
    let found = context.store.list_audit_entries(&query).await.unwrap().rows;
    let actions: Vec<_> = found.iter().map(|row| row.entry.action.to_string()).collect();
    assert_eq!(actions, ["EVENT_ACKNOWLEDGED", "LISTING_EXPIRED"]);
    let event = found[0].entity.clone().unwrap();
    assert_eq!(event.event_type.unwrap().to_string(), "LISTING_EXPIRED", "the entity of a known action");
    assert_eq!(found[1].entity, None, "what the unknown action is about is unknown");
    assert_eq!(context.store.list_audit_entries_after(&filter, None, 10).await.unwrap().len(), 2);
}

#[tokio::test]
async fn lists_skip_rows_whose_meaning_is_unknown() {
    let context = expanded().await;
    let users = UserListQuery {
        keyword: None,
        roles: Vec::new(),
        statuses: Vec::new(),
        sort: ascending(UserSortField::Email),
        page: page(0, 10),
    };
    let found = context.store.list_users(&users).await.unwrap().rows;
    assert_eq!(found.iter().map(|user| user.id.0.as_u128()).collect::<Vec<_>>(), [ADMINISTRATOR, 2, 4]);

    let listings = ListingListQuery {
        keyword: None,
        statuses: Vec::new(),
        sort: ascending(ListingSortField::Title),
        page: page(0, 10),
    };
    let found = context.store.list_listings(None, &listings).await.unwrap().rows;
    assert_eq!(found.iter().map(|listing| listing.id.0.as_u128()).collect::<Vec<_>>(), [10, 11]);
    assert_eq!(found[0].facts.amenities, found[1].facts.amenities, "without the unknown one");

    let applications = ApplicationListQuery {
        keyword: None,
        badges: Vec::new(),
        administrator_decisions: Vec::new(),
        landlord_decisions: Vec::new(),
        listing: None,
        sort: ascending(ApplicationSortField::DateCreated),
        page: page(0, 10),
    };
    let found = context.store.list_applications(ApplicationScope::Administrator, &applications).await.unwrap().rows;
    assert_eq!(found.iter().map(|row| row.application.id.0.as_u128()).collect::<Vec<_>>(), [20]);

    let settings = SettingListQuery { sort: ascending(SettingSortField::Key), page: page(0, 10) };
    let found = context.store.list_settings(&settings).await.unwrap().rows;
    assert!(!found.is_empty() && found.iter().all(|setting| setting.key != "home.text"));
}

#[tokio::test]
async fn search_and_index_skip_listings_whose_meaning_is_unknown() {
    let context = expanded().await;
    let everything = SearchQuery {
        words: Vec::new(),
        place: None,
        near: None,
        price: Bounds::default(),
        area: Bounds::default(),
        unit_types: Vec::new(),
        stay: None,
        amenities: Vec::new(),
        sort: ascending(SearchSortField::BasicRent),
        page: page(0, 10),
        facets: true,
        amenity_facets: false,
    };
    let Cards::Rows(cards) = context.search.search(&everything).await.unwrap().cards else { panic!("rows") };
    let mut ids: Vec<_> = cards.iter().map(|card| card.id.0.as_u128()).collect();
    ids.sort_unstable();
    assert_eq!(ids, [10, 11]);
    let feed = portal_persistence::PgSearchFeed::new(context.database.serving());
    let mut reader = feed.open().await.unwrap();
    let mut ids = Vec::new();
    loop {
        let documents = reader.next_batch().await.unwrap();
        if documents.is_empty() {
            break;
        }
        ids.extend(documents.iter().map(|document| document.card.id.0.as_u128()));
    }
    ids.sort_unstable();
    assert_eq!(ids, [10, 11]);
}

#[tokio::test]
async fn find_for_update_of_listing_with_unknown_amenity_fails_so_that_none_is_lost() {
    let context = expanded().await;
    let id = portal_domain::ids::ListingId(Uuid::from_u128(11));
    let mut work = context.store.begin().await.unwrap();
    assert!(matches!(work.listings().find_for_update(id).await, Err(StoreError::Corrupt(_))));
}
