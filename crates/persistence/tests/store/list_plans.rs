//! How the database carries out the lists as the screens ask for them first, among many rows.

use chrono::{DateTime, TimeDelta, Utc};
use portal_domain::application::Decision;
use portal_domain::audit::AuditAction;
use portal_domain::ids::{AuditEntryId, UserId};
use portal_domain::registration::RegistrationStatus;
use portal_domain::user::Role;
use portal_services::paging::{Sort, SortDirection};
use portal_services::ports::{
    ApplicationFilter, ApplicationQueries, ApplicationScope, ApplicationSortField, AuditFilter, AuditPlace,
    AuditQueries, EventFilter, EventQueries, ListingFilter, ListingQueries, ListingSortField, RegistrationFilter,
    RegistrationQueries, RegistrationSortField, UserFilter, UserQueries, UserSortField,
};

use crate::crowd;
use crate::explain::{self, plans};
use crate::world::{World, ascending, descending, now, page};

/// The first rows of an index that has them in the order of the list: no table is read as a whole, nothing but a
/// handful of rows is put into order or passed over.
async fn reads_only_its_page(world: &World, statement: &str, values: &str) {
    for plan in plans(world, statement, values).await {
        assert!(plan.contains("Index") && !plan.contains("Seq Scan") && !plan.contains("Sort"), "{plan}");
        let passed = plan.lines().filter_map(|line| line.trim().strip_prefix("Rows Removed by Filter: "));
        let passed: u32 = passed.map(|rows| rows.parse::<u32>().unwrap()).sum();
        assert!(passed <= 30, "{plan}");
    }
}

/// The page and the total of a list that has sent so many statements.
async fn page_and_total(world: &World, values: &str, statements: usize) -> String {
    let sent = explain::sent();
    assert_eq!(sent.len(), statements, "{sent:#?}");
    let [page, total] = [&sent[0], &sent[1]];
    assert!(total.contains("COUNT(*)"), "{total}");
    let limits = if values.is_empty() { "10, 0".to_owned() } else { format!("{values}, 10, 0") };
    reads_only_its_page(world, page, &limits).await;
    total.clone()
}

async fn counts_in_an_index(world: &World, total: &str, values: &str) {
    for plan in plans(world, total, values).await {
        assert!(plan.contains("Index Only Scan") && !plan.contains("Seq Scan"), "{plan}");
        assert!(!plan.contains("Index Scan"), "rows are left alone\n{plan}");
    }
}

#[tokio::test]
async fn lists_of_a_crowd_read_only_their_page() {
    let world = crowd::world().await;
    let landlord = crowd::popular_landlord(&world).await;
    explain::sent();
    events(&world).await;
    audit(&world, landlord).await;
    applications(&world, landlord).await;
    own_applications(&world).await;
    registrations(&world).await;
    people_and_listings(&world, landlord).await;
}

async fn events(world: &World) {
    for acknowledged in [Some(false), None] {
        let filter =
            EventFilter { keyword: None, acknowledged, direction: SortDirection::Descending, page: page(0, 10) };
        assert_eq!(world.store.list_events(&filter).await.unwrap().rows.len(), 10);
        let total = page_and_total(world, "", 3).await;
        counts_in_an_index(world, &total, "").await;
    }
}

fn quoted(moment: DateTime<Utc>) -> String {
    format!("'{}'", moment.to_rfc3339())
}

async fn audit(world: &World, actor: UserId) {
    let all = AuditFilter::default();
    let (from, before) = (now() - TimeDelta::days(200), now() - TimeDelta::days(199));
    let day = format!("{}, {}", quoted(from), quoted(before));
    let forwarded = vec![AuditAction::ApplicationForwarded];
    // A page names its applications, listings and people.
    for (filter, values, statements) in [
        (all.clone(), String::new(), 5),
        (AuditFilter { actions: forwarded, ..all.clone() }, "'APPLICATION_FORWARDED'".to_owned(), 4),
        (AuditFilter { actor: Some(actor), ..all.clone() }, format!("'{actor}'"), 5),
        (AuditFilter { from: Some(from), before: Some(before), ..all.clone() }, day, 5),
    ] {
        let found = world.store.list_audit(&filter, SortDirection::Descending, page(0, 10)).await.unwrap();
        assert_eq!(found.rows.len(), 10);
        let total = page_and_total(world, &values, statements).await;
        counts_in_an_index(world, &total, &values).await;
    }
    a_walk_goes_on_where_it_was(world, &all).await;
}

/// However far it has come, it passes nothing that it has seen.
async fn a_walk_goes_on_where_it_was(world: &World, filter: &AuditFilter) {
    let deep = now() - TimeDelta::hours(15_000);
    let id: String = world.ask("SELECT md5('entry15000')").await;
    let place = AuditPlace { date_created: deep, id: AuditEntryId(id.parse().unwrap()) };
    let next = world.store.walk_audit(filter, Some(place), 50).await.unwrap();
    assert_eq!(next[0].entry.date_created, deep - TimeDelta::hours(1));
    let [step, _applications, _people, _listings]: [String; 4] = explain::sent().try_into().unwrap();
    let values = format!("{0}, {0}, '{id}', 50", quoted(deep));
    for plan in plans(world, &step, &values).await {
        assert!(plan.contains("Index Cond: (date_created <=") && !plan.contains("Sort"), "{plan}");
        assert!(plan.contains("Rows Removed by Filter: 1\n"), "only the last one that was seen\n{plan}");
    }
}

const ORDERS: [Sort<ApplicationSortField>; 2] =
    [descending(ApplicationSortField::LastModified), ascending(ApplicationSortField::DateCreated)];

fn letters(scope: ApplicationScope, sort: Sort<ApplicationSortField>) -> ApplicationFilter {
    ApplicationFilter {
        scope,
        keyword: None,
        badges: Vec::new(),
        administrator_decisions: Vec::new(),
        landlord_decisions: Vec::new(),
        sort,
        page: page(0, 10),
    }
}

/// The newest first, or the oldest.
async fn applications(world: &World, landlord: UserId) {
    let waiting = vec![Decision::Pending];
    let theirs = ApplicationScope::Landlord(landlord);
    for sort in ORDERS {
        let unchecked = ApplicationFilter {
            administrator_decisions: waiting.clone(),
            ..letters(ApplicationScope::Administrator, sort)
        };
        let unanswered = ApplicationFilter { landlord_decisions: waiting.clone(), ..letters(theirs, sort) };
        for (filter, values) in [
            (letters(ApplicationScope::Administrator, sort), String::new()),
            (unchecked, "'PENDING'".to_owned()),
            (unanswered, format!("'{landlord}', 'APPROVED', 'PENDING'")),
        ] {
            assert_eq!(world.store.list_applications(&filter).await.unwrap().rows.len(), 10);
            let total = page_and_total(world, &values, 5).await;
            counts_in_an_index(world, &total, &values).await;
        }
    }
    let all = letters(theirs, descending(ApplicationSortField::LastModified));
    assert!(world.store.list_applications(&all).await.unwrap().total > 2_500);
    let values = format!("'{landlord}', 'APPROVED'");
    let total = page_and_total(world, &values, 5).await;
    counts_in_an_index(world, &total, &values).await;
}

/// Few, and found by whose they are.
async fn own_applications(world: &World) {
    let student: String = world.ask("SELECT md5('user1')").await;
    let scope = ApplicationScope::Student(UserId(student.parse().unwrap()));
    let filter = letters(scope, descending(ApplicationSortField::LastModified));
    let found = world.store.list_applications(&filter).await.unwrap();
    assert!(found.total > 0 && found.total < 10);
    let [own, _people, _listings, _images]: [String; 4] = explain::sent().try_into().unwrap();
    for plan in plans(world, &own, &format!("'{student}', 10, 0")).await {
        assert!(plan.contains("applications_student_listing_key") && !plan.contains("Seq Scan"), "{plan}");
    }
}

async fn registrations(world: &World) {
    for role in [Role::Landlord, Role::Student] {
        for sort in [descending(RegistrationSortField::LastModified), ascending(RegistrationSortField::DateCreated)] {
            let statuses = vec![RegistrationStatus::Pending];
            let filter = RegistrationFilter { role, keyword: None, statuses, sort, page: page(0, 10) };
            assert_eq!(world.store.list_registrations(&filter).await.unwrap().total, 150);
            let values = format!("'{role}', 'PENDING'");
            let total = page_and_total(world, &values, 3).await;
            counts_in_an_index(world, &total, &values).await;
        }
        let sort = descending(RegistrationSortField::LastModified);
        let all = RegistrationFilter { role, keyword: None, statuses: Vec::new(), sort, page: page(0, 10) };
        world.store.list_registrations(&all).await.unwrap();
        // Most requests are students': to count them the narrow table is as good as an index.
        page_and_total(world, &format!("'{role}'"), 3).await;
    }
}

async fn people_and_listings(world: &World, landlord: UserId) {
    let people = UserFilter {
        keyword: None,
        roles: Vec::new(),
        statuses: Vec::new(),
        sort: descending(UserSortField::LastModified),
        page: page(0, 10),
    };
    assert_eq!(world.store.list_users(&people).await.unwrap().total, 15_000);
    let total = page_and_total(world, "", 2).await;
    counts_in_an_index(world, &total, "").await;
    for (owner, values) in [(Some(landlord), format!("'{landlord}'")), (None, String::new())] {
        let sort = descending(ListingSortField::LastModified);
        let filter = ListingFilter { landlord: owner, keyword: None, statuses: Vec::new(), sort, page: page(0, 10) };
        assert_eq!(world.store.list_listings(&filter).await.unwrap().rows.len(), 10);
        let total = page_and_total(world, &values, 4).await;
        counts_in_an_index(world, &total, &values).await;
    }
}
