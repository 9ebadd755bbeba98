//! Audit entries: list, walk and retention of addresses.

use std::net::{IpAddr, Ipv4Addr};

use chrono::{DateTime, Utc};
use portal_domain::audit::{AuditAction, AuditEntry, StoredAuditEntry};
use portal_domain::ids::AuditEntryId;
use portal_domain::policy::Actor;
use portal_domain::user::{Role, User};
use portal_services::paging::{PageRequest, SortDirection};
use portal_services::ports::{AuditCursor, AuditFilter, AuditListQuery, AuditQueries};
use uuid::Uuid;

use crate::context::{TestContext, after, landlord, page, user};
use crate::statements;

const ADDRESS: IpAddr = IpAddr::V4(Ipv4Addr::new(192, 0, 2, 7));

fn all() -> AuditFilter {
    AuditFilter::default()
}

/// An entry whose entity has the same id `n`.
fn entry(n: u128, by: &User, action: AuditAction, at: DateTime<Utc>) -> AuditEntry {
    let actor = Actor::new(by.id, by.role).at(ADDRESS);
    AuditEntry::new(actor, AuditEntryId(Uuid::from_u128(n)), action, Some(Uuid::from_u128(n)), at)
}

/// Four entries of an administrator, a landlord and the portal; two have the same time.
async fn with_entries() -> (TestContext, User, User, Vec<AuditEntry>) {
    let context = TestContext::new().await;
    let (administrator, owner) = (user(1, Role::Administrator), landlord(2));
    for user in [&administrator, &owner] {
        context.add_user(user).await;
    }
    let entries = vec![
        entry(11, &owner, AuditAction::ListingCreated, after(1)),
        entry(12, &administrator, AuditAction::ListingTakenDown, after(2)),
        entry(13, &owner, AuditAction::ListingDeleted, after(2)),
        AuditEntry { actor_id: None, address: None, ..entry(14, &owner, AuditAction::UserDeleted, after(3)) },
    ];
    let mut work = context.begin().await;
    for entry in &entries {
        work.audit().record(entry).await.unwrap();
    }
    work.commit().await.unwrap();
    (context, administrator, owner, entries)
}

fn oldest_first(page: PageRequest) -> AuditListQuery {
    AuditListQuery { filter: all(), direction: SortDirection::Ascending, page }
}

async fn listed(context: &TestContext, filter: &AuditFilter) -> Vec<u128> {
    let query = AuditListQuery { filter: filter.clone(), direction: SortDirection::Descending, page: page(0, 10) };
    let found = context.store.list_audit_entries(&query).await.unwrap();
    assert_eq!(found.total, found.rows.len() as u64);
    found.rows.iter().map(|row| row.entry.id.0.as_u128()).collect()
}

#[tokio::test]
async fn list_audit_entries_returns_entries_with_actors() {
    statements::record();
    let (context, administrator, _, entries) = with_entries().await;
    statements::take_sent();
    let found = context.store.list_audit_entries(&oldest_first(page(0, 2))).await.unwrap();
    assert_eq!(statements::take_sent().len(), 4, "rows, total, users, listings");
    assert_eq!(found.total, 4);
    let expected: Vec<StoredAuditEntry> = entries[..2].iter().cloned().map(Into::into).collect();
    assert_eq!(found.rows.iter().map(|row| row.entry.clone()).collect::<Vec<_>>(), expected);
    let actor = found.rows[1].actor.clone().unwrap();
    assert_eq!((actor.id, actor.role, actor.first_name), (administrator.id, Role::Administrator, "First 1".to_owned()));
    let last = context.store.list_audit_entries(&oldest_first(page(1, 2))).await.unwrap();
    assert_eq!(last.rows[1].actor, None, "entry of the portal");
}

#[tokio::test]
async fn list_audit_entries_filters_by_action_actor_and_time() {
    let (context, administrator, owner, _) = with_entries().await;
    assert_eq!(listed(&context, &all()).await, [14, 13, 12, 11]);
    let actions = vec![AuditAction::ListingDeleted, AuditAction::UserDeleted];
    assert_eq!(listed(&context, &AuditFilter { actions, ..all() }).await, [14, 13]);
    assert_eq!(listed(&context, &AuditFilter { actor: Some(owner.id), ..all() }).await, [13, 11]);
    assert_eq!(listed(&context, &AuditFilter { actor: Some(administrator.id), ..all() }).await, [12]);
    let (from, before) = (Some(after(2)), Some(after(3)));
    assert_eq!(listed(&context, &AuditFilter { from, before, ..all() }).await, [13, 12]);
}

#[tokio::test]
async fn list_audit_entries_after_with_equal_times_returns_each_entry_once() {
    let (context, ..) = with_entries().await;
    for step in 1..=4 {
        let (mut after, mut seen) = (None, Vec::new());
        loop {
            let entries = context.store.list_audit_entries_after(&all(), after, step).await.unwrap();
            let Some(last) = entries.last() else { break };
            after = Some(AuditCursor { date_created: last.entry.date_created, id: last.entry.id });
            seen.extend(entries.iter().map(|row| row.entry.id.0.as_u128()));
        }
        assert_eq!(seen, [14, 13, 12, 11], "in steps of {step}");
    }
}

#[tokio::test]
async fn delete_user_keeps_entries_without_actor_and_address() {
    let (context, _, owner, _) = with_entries().await;
    let mut work = context.begin().await;
    work.audit().erase_addresses_of(owner.id).await.unwrap();
    work.users().delete(owner.id).await.unwrap();
    work.commit().await.unwrap();
    let found = context.store.list_audit_entries(&oldest_first(page(0, 10))).await.unwrap();
    let left: Vec<_> = found.rows.iter().map(|row| (row.entry.actor_id.is_some(), row.entry.address)).collect();
    assert_eq!(left, [(false, None), (true, Some(ADDRESS)), (false, None), (false, None)]);
}

#[tokio::test]
async fn prune_addresses_clears_old_addresses_up_to_limit() {
    let (context, ..) = with_entries().await;
    let mut work = context.begin().await;
    assert_eq!(work.audit().prune_addresses(after(2), 10).await.unwrap(), 1, "the limit is exclusive");
    assert_eq!(work.audit().prune_addresses(after(9), 1).await.unwrap(), 1);
    assert_eq!(work.audit().prune_addresses(after(9), 10).await.unwrap(), 1);
    assert_eq!(work.audit().prune_addresses(after(9), 10).await.unwrap(), 0);
    work.commit().await.unwrap();
    assert_eq!(context.query_value::<i64>("SELECT count(*) FROM audit_entries WHERE address IS NULL").await, 4);
}
