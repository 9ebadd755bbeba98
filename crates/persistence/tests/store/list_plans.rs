//! Query plans of the lists with their default filters, on the large dataset.

use chrono::{DateTime, TimeDelta, Utc};
use portal_domain::application::Decision;
use portal_domain::audit::AuditAction;
use portal_domain::ids::{AuditEntryId, UserId};
use portal_domain::registration::RegistrationStatus;
use portal_domain::user::Role;
use portal_services::paging::{Sort, SortDirection};
use portal_services::ports::{
    ApplicationListQuery, ApplicationQueries, ApplicationScope, ApplicationSortField, AuditCursor, AuditFilter,
    AuditListQuery, AuditQueries, EventListQuery, EventQueries, ListingListQuery, ListingQueries, ListingSortField,
    RegistrationListQuery, RegistrationQueries, RegistrationSortField, UserListQuery, UserQueries, UserSortField,
};

use crate::context::{TestContext, ascending, descending, now, page};
use crate::explain::{self, plans};
use crate::large_dataset;

/// The page is the beginning of an index in the order of the list: no sequential scan, no sort, few
/// filtered rows.
async fn assert_reads_only_page(context: &TestContext, statement: &str, values: &str) {
    for plan in plans(context, statement, values).await {
        assert!(plan.contains("Index") && !plan.contains("Seq Scan") && !plan.contains("Sort"), "{plan}");
        let removed = plan.lines().filter_map(|line| line.trim().strip_prefix("Rows Removed by Filter: "));
        let removed: u32 = removed.map(|rows| rows.parse::<u32>().unwrap()).sum();
        assert!(removed <= 30, "{plan}");
    }
}

/// Checks the number of statements and the plan of the page; returns the COUNT statement.
async fn assert_page_and_take_total(context: &TestContext, values: &str, statements: usize) -> String {
    let total = assert_page(context, values, statements).await;
    assert!(total.contains("COUNT(*)"), "{total}");
    total
}

/// The total is read from the counted groups.
async fn assert_page_and_counted_total(context: &TestContext, values: &str, statements: usize) {
    let total = assert_page(context, values, statements).await;
    assert!(total.contains("row_counts") && !total.contains("COUNT(*)"), "{total}");
}

async fn assert_page(context: &TestContext, values: &str, statements: usize) -> String {
    let sent = explain::take_sent();
    assert_eq!(sent.len(), statements, "{sent:#?}");
    let [page, total] = [&sent[0], &sent[1]];
    let limits = if values.is_empty() { "10, 0".to_owned() } else { format!("{values}, 10, 0") };
    assert_reads_only_page(context, page, &limits).await;
    total.clone()
}

async fn assert_counts_in_index(context: &TestContext, total: &str, values: &str) {
    for plan in plans(context, total, values).await {
        assert!(plan.contains("Index Only Scan") && !plan.contains("Seq Scan"), "{plan}");
        assert!(!plan.contains("Index Scan"), "reads rows\n{plan}");
    }
}

#[tokio::test]
async fn lists_of_large_dataset_read_only_their_page() {
    let context = large_dataset::load().await;
    let landlord = large_dataset::popular_landlord(&context).await;
    explain::take_sent();
    events(&context).await;
    audit(&context, landlord).await;
    applications(&context, landlord).await;
    own_applications(&context).await;
    registrations(&context).await;
    users_and_listings(&context, landlord).await;
}

async fn events(context: &TestContext) {
    for acknowledged in [Some(false), None] {
        let filter =
            EventListQuery { keyword: None, acknowledged, direction: SortDirection::Descending, page: page(0, 10) };
        assert_eq!(context.store.list_events(&filter).await.unwrap().rows.len(), 10);
        assert_page_and_counted_total(context, "", 3).await;
    }
}

fn quoted(moment: DateTime<Utc>) -> String {
    format!("'{}'", moment.to_rfc3339())
}

async fn audit(context: &TestContext, actor: UserId) {
    let all = AuditFilter::default();
    let (from, before) = (now() - TimeDelta::days(200), now() - TimeDelta::days(199));
    let day = format!("{}, {}", quoted(from), quoted(before));
    let forwarded = vec![AuditAction::ApplicationForwarded];
    // Besides rows and total: applications, listings and users.
    for (filter, values, statements) in [
        (all.clone(), String::new(), 5),
        (AuditFilter { actions: forwarded, ..all.clone() }, "'APPLICATION_FORWARDED'".to_owned(), 4),
        (AuditFilter { actor: Some(actor), ..all.clone() }, format!("'{actor}'"), 5),
        (AuditFilter { from: Some(from), before: Some(before), ..all.clone() }, day, 5),
    ] {
        let query = AuditListQuery { filter, direction: SortDirection::Descending, page: page(0, 10) };
        let found = context.store.list_audit_entries(&query).await.unwrap();
        assert_eq!(found.rows.len(), 10);
        if query.filter.actor.is_none() && query.filter.from.is_none() {
            assert_page_and_counted_total(context, &values, statements).await;
        } else {
            let total = assert_page_and_take_total(context, &values, statements).await;
            assert_counts_in_index(context, &total, &values).await;
        }
    }
    walk_from_cursor(context, &all).await;
}

/// A later page of a walk skips no rows before its cursor.
async fn walk_from_cursor(context: &TestContext, filter: &AuditFilter) {
    let deep = now() - TimeDelta::hours(15_000);
    let id: String = context.query_value("SELECT md5('entry15000')").await;
    let cursor = AuditCursor { date_created: deep, id: AuditEntryId(id.parse().unwrap()) };
    let next = context.store.list_audit_entries_after(filter, Some(cursor), 50).await.unwrap();
    assert_eq!(next[0].entry.date_created, deep - TimeDelta::hours(1));
    let [step, _applications, _users, _listings]: [String; 4] = explain::take_sent().try_into().unwrap();
    let values = format!("{0}, {0}, '{id}', 50", quoted(deep));
    for plan in plans(context, &step, &values).await {
        assert!(plan.contains("Index Cond: (date_created <=") && !plan.contains("Sort"), "{plan}");
        assert!(plan.contains("Rows Removed by Filter: 1\n"), "only the row of the cursor\n{plan}");
    }
}

const ORDERS: [Sort<ApplicationSortField>; 2] =
    [descending(ApplicationSortField::LastModified), ascending(ApplicationSortField::DateCreated)];

fn application_query(sort: Sort<ApplicationSortField>) -> ApplicationListQuery {
    ApplicationListQuery {
        keyword: None,
        badges: Vec::new(),
        administrator_decisions: Vec::new(),
        landlord_decisions: Vec::new(),
        listing: None,
        sort,
        page: page(0, 10),
    }
}

async fn applications(context: &TestContext, landlord: UserId) {
    let pending = vec![Decision::Pending];
    let (administrator, own) = (ApplicationScope::Administrator, ApplicationScope::Landlord(landlord));
    for sort in ORDERS {
        let all = || application_query(sort);
        let unreviewed = ApplicationListQuery { administrator_decisions: pending.clone(), ..all() };
        let undecided = ApplicationListQuery { landlord_decisions: pending.clone(), ..all() };
        for (scope, query, values) in [
            (administrator, all(), String::new()),
            (administrator, unreviewed, "'PENDING'".to_owned()),
            (own, undecided, format!("'{landlord}', 'APPROVED', 'PENDING'")),
        ] {
            assert_eq!(context.store.list_applications(scope, &query).await.unwrap().rows.len(), 10);
            if scope == ApplicationScope::Administrator {
                assert_page_and_counted_total(context, &values, 5).await;
            } else {
                let total = assert_page_and_take_total(context, &values, 5).await;
                assert_counts_in_index(context, &total, &values).await;
            }
        }
    }
    let all = application_query(descending(ApplicationSortField::LastModified));
    assert!(context.store.list_applications(own, &all).await.unwrap().total > 2_500);
    let values = format!("'{landlord}', 'APPROVED'");
    let total = assert_page_and_take_total(context, &values, 5).await;
    assert_counts_in_index(context, &total, &values).await;
}

/// The few applications of a student are found by the student's index.
async fn own_applications(context: &TestContext) {
    let student: String = context.query_value("SELECT md5('user1')").await;
    let scope = ApplicationScope::Student(UserId(student.parse().unwrap()));
    let query = application_query(descending(ApplicationSortField::LastModified));
    let found = context.store.list_applications(scope, &query).await.unwrap();
    assert!(found.total > 0 && found.total < 10);
    let [own, _users, _listings, _images]: [String; 4] = explain::take_sent().try_into().unwrap();
    for plan in plans(context, &own, &format!("'{student}', 10, 0")).await {
        assert!(plan.contains("applications_student_listing_key") && !plan.contains("Seq Scan"), "{plan}");
    }
}

async fn registrations(context: &TestContext) {
    for role in [Role::Landlord, Role::Student] {
        for sort in [descending(RegistrationSortField::LastModified), ascending(RegistrationSortField::DateCreated)] {
            let statuses = vec![RegistrationStatus::Pending];
            let filter = RegistrationListQuery { keyword: None, statuses, sort, page: page(0, 10) };
            assert_eq!(context.store.list_registrations(role, &filter).await.unwrap().total, 150);
            let values = format!("'{role}', 'PENDING'");
            assert_page_and_counted_total(context, &values, 3).await;
        }
        let sort = descending(RegistrationSortField::LastModified);
        let all = RegistrationListQuery { keyword: None, statuses: Vec::new(), sort, page: page(0, 10) };
        context.store.list_registrations(role, &all).await.unwrap();
        assert_page_and_counted_total(context, &format!("'{role}'"), 3).await;
    }
}

/// A keyword that few users match is looked up in an index; one of all users is not, and returns all.
#[tokio::test]
async fn keywords_in_large_dataset_use_indexes_if_selective() {
    let context = large_dataset::load().await;
    let query = |keyword: &str| UserListQuery {
        keyword: Some(keyword.to_owned()),
        roles: Vec::new(),
        statuses: Vec::new(),
        sort: descending(UserSortField::LastModified),
        page: page(0, 10),
    };
    explain::take_sent();
    assert_eq!(context.store.list_users(&query("4711@portal")).await.unwrap().total, 2);
    let [_fold, users]: [String; 2] = explain::take_sent().try_into().unwrap();
    let values = "'%4711@portal%', '%4711@portal%', '%4711@portal%', 10, 0";
    let plan = plans(&context, &users, values).await.remove(0);
    assert!(plan.contains("users_keyword_idx") && !plan.contains("Seq Scan"), "{plan}");
    assert_eq!(context.store.list_users(&query("last")).await.unwrap().total, 15_000);

    let sort = descending(RegistrationSortField::LastModified);
    let found = RegistrationListQuery {
        keyword: Some("4711@portal".to_owned()),
        statuses: Vec::new(),
        sort,
        page: page(0, 10),
    };
    explain::take_sent();
    assert_eq!(context.store.list_registrations(Role::Student, &found).await.unwrap().total, 2);
    let sent = explain::take_sent();
    let values = "'STUDENT', '%4711@portal%', '%4711@portal%', '%4711@portal%', 10, 0";
    let plan = plans(&context, &sent[1], values).await.remove(0);
    assert!(plan.contains("users_keyword_idx") && !plan.contains("Seq Scan"), "{plan}");
    keywords_of_applications(&context).await;
}

async fn keywords_of_applications(context: &TestContext) {
    let administrator = ApplicationScope::Administrator;
    let all = || application_query(descending(ApplicationSortField::LastModified));
    let of_user = ApplicationListQuery { keyword: Some("4711@portal".to_owned()), ..all() };
    explain::take_sent();
    let found = context.store.list_applications(administrator, &of_user).await.unwrap();
    let applications: i64 = context
        .query_value("SELECT count(*) FROM applications JOIN users ON users.id = student_id WHERE email LIKE '%4711@%'")
        .await;
    assert!(applications > 0 && i64::try_from(found.total).unwrap() == applications, "{}", found.total);
    let sent = explain::take_sent();
    let page = sent.iter().find(|sent| sent.contains("ORDER BY")).unwrap();
    let (ids, word) = ("ARRAY[md5('user4711')::uuid]", "'%4711@portal%'");
    let plan = plans(context, page, &format!("{word}, {word}, {ids}, {ids}, interval '0', 10, 0")).await.remove(0);
    assert!(plan.contains("applications_keyword_idx") && !plan.contains("Seq Scan on applications"), "{plan}");
    // The planner expects far more matches of a short word.
    let number = ApplicationListQuery { keyword: Some("4711".to_owned()), ..all() };
    explain::take_sent();
    assert!(context.store.list_applications(administrator, &number).await.unwrap().total > 0);
    let sent = explain::take_sent();
    let page = sent.iter().find(|sent| sent.contains("ORDER BY")).unwrap();
    let users = "ARRAY[md5('user4711')::uuid, md5('user14711')::uuid]";
    let plan =
        plans(context, page, &format!("'%4711%', '%4711%', {users}, {users}, interval '0', 10, 0")).await.remove(0);
    assert!(plan.contains("applications_keyword_idx") && !plan.contains("applications_last_modified_idx"), "{plan}");
    // Found by too many users to list them.
    let of_all = ApplicationListQuery { keyword: Some("last".to_owned()), ..all() };
    let total = context.store.list_applications(administrator, &of_all).await.unwrap().total;
    assert_eq!(total, 30_000);
    let both = ApplicationListQuery { keyword: Some("last 4711@portal".to_owned()), ..all() };
    assert_eq!(context.store.list_applications(administrator, &both).await.unwrap().total, found.total);
}

async fn users_and_listings(context: &TestContext, landlord: UserId) {
    let users = UserListQuery {
        keyword: None,
        roles: Vec::new(),
        statuses: Vec::new(),
        sort: descending(UserSortField::LastModified),
        page: page(0, 10),
    };
    assert_eq!(context.store.list_users(&users).await.unwrap().total, 15_000);
    assert_page_and_counted_total(context, "", 2).await;
    for (owner, values) in [(Some(landlord), format!("'{landlord}'")), (None, String::new())] {
        let sort = descending(ListingSortField::LastModified);
        let filter = ListingListQuery { keyword: None, statuses: Vec::new(), sort, page: page(0, 10) };
        assert_eq!(context.store.list_listings(owner, &filter).await.unwrap().rows.len(), 10);
        if owner.is_some() {
            let total = assert_page_and_take_total(context, &values, 4).await;
            assert_counts_in_index(context, &total, &values).await;
        } else {
            assert_page_and_counted_total(context, &values, 4).await;
        }
    }
}
