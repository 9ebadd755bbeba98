//! The audit trail.

use std::net::{IpAddr, Ipv4Addr};

use chrono::{DateTime, Utc};
use portal_domain::audit::{AuditAction, AuditEntry};
use portal_domain::ids::AuditEntryId;
use portal_domain::policy::Actor;
use portal_domain::user::{Role, User};
use portal_services::paging::SortDirection;
use portal_services::ports::{AuditFilter, AuditPlace, AuditQueries};
use uuid::Uuid;

use crate::statements;
use crate::world::{World, after, landlord, page, user};

const HOME: IpAddr = IpAddr::V4(Ipv4Addr::new(192, 0, 2, 7));

fn all() -> AuditFilter {
    AuditFilter::default()
}

/// What this person did at that moment, from home, to something of the same number.
fn entry(n: u128, by: &User, action: AuditAction, at: DateTime<Utc>) -> AuditEntry {
    let actor = Actor::new(by.id, by.role).at(HOME);
    AuditEntry::by(actor, AuditEntryId(Uuid::from_u128(n)), action, Some(Uuid::from_u128(n)), at)
}

/// An administrator and a landlord who did four things between them, two at the same moment.
async fn town() -> (World, User, User, Vec<AuditEntry>) {
    let world = World::new().await;
    let (administrator, owner) = (user(1, Role::Admin), landlord(2));
    for person in [&administrator, &owner] {
        world.add_user(person).await;
    }
    let entries = vec![
        entry(11, &owner, AuditAction::ListingCreated, after(1)),
        entry(12, &administrator, AuditAction::ListingTakenDown, after(2)),
        entry(13, &owner, AuditAction::ListingDeleted, after(2)),
        AuditEntry { actor_id: None, address: None, ..entry(14, &owner, AuditAction::UserDeleted, after(3)) },
    ];
    let mut work = world.begin().await;
    for entry in &entries {
        work.audit().record(entry).await.unwrap();
    }
    work.commit().await.unwrap();
    (world, administrator, owner, entries)
}

async fn listed(world: &World, filter: &AuditFilter) -> Vec<u128> {
    let found = world.store.list_audit(filter, SortDirection::Descending, page(0, 10)).await.unwrap();
    assert_eq!(found.total, found.rows.len() as u64);
    found.rows.iter().map(|view| view.entry.id.0.as_u128()).collect()
}

#[tokio::test]
async fn entries_come_back_as_they_were_written_with_who_it_was() {
    statements::record();
    let (world, administrator, _, entries) = town().await;
    statements::sent();
    let found = world.store.list_audit(&all(), SortDirection::Ascending, page(0, 2)).await.unwrap();
    assert_eq!(statements::sent().len(), 4, "rows, total, people, listings");
    assert_eq!(found.total, 4);
    assert_eq!(found.rows.iter().map(|view| view.entry.clone()).collect::<Vec<_>>(), entries[..2]);
    let actor = found.rows[1].actor.clone().unwrap();
    assert_eq!((actor.id, actor.role, actor.first_name), (administrator.id, Role::Admin, "First 1".to_owned()));
    let last = world.store.list_audit(&all(), SortDirection::Ascending, page(1, 2)).await.unwrap();
    assert_eq!(last.rows[1].actor, None, "the portal itself");
}

#[tokio::test]
async fn entries_are_found_by_action_person_and_time() {
    let (world, administrator, owner, _) = town().await;
    assert_eq!(listed(&world, &all()).await, [14, 13, 12, 11]);
    let actions = vec![AuditAction::ListingDeleted, AuditAction::UserDeleted];
    assert_eq!(listed(&world, &AuditFilter { actions, ..all() }).await, [14, 13]);
    assert_eq!(listed(&world, &AuditFilter { actor: Some(owner.id), ..all() }).await, [13, 11]);
    assert_eq!(listed(&world, &AuditFilter { actor: Some(administrator.id), ..all() }).await, [12]);
    let (from, before) = (Some(after(2)), Some(after(3)));
    assert_eq!(listed(&world, &AuditFilter { from, before, ..all() }).await, [13, 12]);
}

#[tokio::test]
async fn a_walk_sees_every_entry_once_though_moments_are_shared() {
    let (world, ..) = town().await;
    for step in 1..=4 {
        let (mut after, mut seen) = (None, Vec::new());
        loop {
            let entries = world.store.walk_audit(&all(), after, step).await.unwrap();
            let Some(last) = entries.last() else { break };
            after = Some(AuditPlace { date_created: last.entry.date_created, id: last.entry.id });
            seen.extend(entries.iter().map(|view| view.entry.id.0.as_u128()));
        }
        assert_eq!(seen, [14, 13, 12, 11], "in steps of {step}");
    }
}

#[tokio::test]
async fn an_entry_outlives_whoever_made_it_without_their_address() {
    let (world, _, owner, _) = town().await;
    let mut work = world.begin().await;
    work.audit().forget_addresses_of(owner.id).await.unwrap();
    work.users().delete(owner.id).await.unwrap();
    work.commit().await.unwrap();
    let found = world.store.list_audit(&all(), SortDirection::Ascending, page(0, 10)).await.unwrap();
    let left: Vec<_> = found.rows.iter().map(|view| (view.entry.actor_id.is_some(), view.entry.address)).collect();
    assert_eq!(left, [(false, None), (true, Some(HOME)), (false, None), (false, None)]);
}

#[tokio::test]
async fn old_addresses_go_in_batches_and_the_entries_stay() {
    let (world, ..) = town().await;
    let mut work = world.begin().await;
    assert_eq!(work.audit().forget_addresses(after(2), 10).await.unwrap(), 1, "written before, not at that moment");
    assert_eq!(work.audit().forget_addresses(after(9), 1).await.unwrap(), 1);
    assert_eq!(work.audit().forget_addresses(after(9), 10).await.unwrap(), 1);
    assert_eq!(work.audit().forget_addresses(after(9), 10).await.unwrap(), 0);
    work.commit().await.unwrap();
    assert_eq!(world.ask::<i64>("SELECT count(*) FROM audit_entries WHERE address IS NULL").await, 4);
}
