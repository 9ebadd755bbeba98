use std::net::{IpAddr, Ipv4Addr};

use chrono::{DateTime, TimeDelta, Utc};
use mockall::predicate::eq;
use portal_domain::audit::{AuditAction, AuditEntry};
use portal_domain::ids::AuditEntryId;
use portal_domain::policy::Actor;
use portal_domain::user::UserStatus;
use uuid::Uuid;

use super::*;
use crate::ports::{StoreError, UserWithAdministratorCount};
use crate::testing::samples::{LANDLORD, OTHER_LANDLORD, OTHER_STUDENT, STUDENT, user};
use crate::testing::{AuditTrail, MockPorts, MockUnitOfWork};

fn days_ago(days: i64) -> DateTime<Utc> {
    MockPorts::now() - TimeDelta::days(days)
}

/// Expects these documents to be pruned and the removal of their files scheduled.
fn expecting_documents(mut work: MockUnitOfWork, locations: &[&'static str]) -> MockUnitOfWork {
    let taken: Vec<String> = locations.iter().map(|&location| location.to_owned()).collect();
    work.retention.expect_prune_documents().once().with(eq(days_ago(30)), eq(BATCH)).return_once(move |_, _| Ok(taken));
    for &location in locations {
        let asked = work.file_removals.expect_push().once();
        asked
            .withf(move |removal, due| removal.location == location && *due == MockPorts::now())
            .returning(|_, _| Ok(()));
    }
    work
}

/// Expects the list of due users, in a transaction without changes.
fn expecting_users(found: Vec<UserId>) -> MockUnitOfWork {
    let mut work = MockUnitOfWork::dropped();
    let cutoffs = RetentionCutoffs {
        documents: days_ago(30),
        undecided: days_ago(180),
        unactivated: days_ago(180),
        rejected: days_ago(30),
        letters: days_ago(180),
        open_letters: days_ago(180),
        reports: days_ago(180),
    };
    work.retention
        .expect_list_due_users()
        .once()
        .withf(move |asked, limit| *asked == cutoffs && *limit == BATCH)
        .return_once(move |_, _| Ok(found));
    work
}

/// Expects a lock of this user, who is deleted (`None`), still due, or not due any more.
fn expecting_lock(mut work: MockUnitOfWork, actor: Actor, due: Option<bool>) -> MockUnitOfWork {
    let found = due.map(|_| UserWithAdministratorCount { user: user(actor, UserStatus::New), others: 1 });
    work.users
        .expect_find_with_administrators_for_update()
        .once()
        .with(eq(actor.user_id))
        .return_once(move |_| Ok(found));
    if let Some(due) = due {
        let asked = work.retention.expect_is_user_due().once();
        asked.withf(move |id, _| *id == actor.user_id).returning(move |_, _| Ok(due));
    }
    work
}

fn expecting_erasure(actor: Actor, document: Option<&'static str>) -> MockUnitOfWork {
    let mut work = expecting_lock(MockUnitOfWork::committed(), actor, Some(true));
    work.listings.expect_list_ids_of().once().returning(|_| Ok(Vec::new()));
    work.applications.expect_list_of_student_for_update().once().returning(|_| Ok(Vec::new()));
    let location = document.map(str::to_owned);
    work.registrations.expect_delete_document_of().once().return_once(move |_| Ok(location));
    for location in document.map(str::to_owned).into_iter().chain([outbox::mail_files_of(actor.user_id)]) {
        work.file_removals
            .expect_push()
            .once()
            .withf(move |asked, _| asked.location == location)
            .returning(|_, _| Ok(()));
    }
    work.outbox.expect_erase_mails_to_address_of().once().with(eq(actor.user_id)).returning(|_| Ok(()));
    work.events.expect_erase_reports_on().once().with(eq(actor.user_id)).returning(|_| Ok(()));
    work.events.expect_acknowledge_registration().once().with(eq(actor.user_id)).returning(|_| Ok(()));
    work.saved_searches.expect_delete_of().once().with(eq(actor.user_id)).returning(|_| Ok(()));
    work.users.expect_delete().once().with(eq(actor.user_id)).returning(|_| Ok(()));
    work
}

fn expecting_letters(mut work: MockUnitOfWork, pruned: u64) -> MockUnitOfWork {
    work.retention.expect_prune_letters().once().with(eq(days_ago(180)), eq(BATCH)).returning(move |_, _| Ok(pruned));
    expecting_texts(&mut work, 180, 180);
    work
}

/// Expects that no letter of an open application and no text of a report is due.
fn expecting_texts(work: &mut MockUnitOfWork, open_days: i64, report_days: i64) {
    let open = work.retention.expect_prune_open_letters().once();
    open.with(eq(days_ago(open_days)), eq(BATCH)).returning(|_, _| Ok(0));
    work.retention.expect_prune_rejection_notes().once().returning(|_, _| Ok(0));
    let reports = work.retention.expect_prune_reports().once();
    reports.with(eq(days_ago(report_days)), eq(BATCH)).returning(|_, _| Ok(0));
}

/// Not an async function: its future would hold the units of work.
fn prune_in(works: impl IntoIterator<Item = MockUnitOfWork>) -> impl Future<Output = Result<PruneStats, ServiceError>> {
    let mut ports = MockPorts { store: MockUnitOfWork::store_of(works), ..MockPorts::default() };
    ports.pruner.expect_prune_view_days().returning(|_, _| Ok(0));
    let ports = ports.build();
    async move { prune(&ports).await }
}

#[tokio::test]
async fn prune_everything_due_is_pruned_and_counted() {
    let result = prune_in([
        expecting_documents(MockUnitOfWork::committed(), &["/documents/1.pdf", "/documents/2.png"]),
        expecting_users(vec![STUDENT.user_id, LANDLORD.user_id]),
        expecting_erasure(STUDENT, Some("/documents/3.pdf")),
        expecting_erasure(LANDLORD, None),
        expecting_letters(MockUnitOfWork::committed(), 7),
        MockUnitOfWork::committed(),
    ]);
    assert_eq!(result.await.unwrap(), PruneStats { documents: 2, users: 2, letters: 7, ..PruneStats::default() });
}

#[tokio::test]
async fn prune_nothing_due_changes_nothing() {
    let result = prune_in([
        expecting_documents(MockUnitOfWork::committed(), &[]),
        expecting_users(Vec::new()),
        expecting_letters(MockUnitOfWork::committed(), 0),
        MockUnitOfWork::committed(),
    ]);
    assert_eq!(result.await.unwrap(), PruneStats::default());
}

/// Another process erased the first; the next two were decided since the list was read.
#[tokio::test]
async fn prune_users_deleted_or_decided_concurrently_are_kept() {
    let result = prune_in(vec![
        expecting_documents(MockUnitOfWork::committed(), &[]),
        expecting_users(vec![STUDENT.user_id, OTHER_STUDENT.user_id, LANDLORD.user_id, OTHER_LANDLORD.user_id]),
        expecting_lock(MockUnitOfWork::dropped(), STUDENT, None),
        expecting_lock(MockUnitOfWork::dropped(), OTHER_STUDENT, Some(false)),
        expecting_lock(MockUnitOfWork::dropped(), LANDLORD, Some(false)),
        expecting_erasure(OTHER_LANDLORD, None),
        expecting_letters(MockUnitOfWork::committed(), 0),
        MockUnitOfWork::committed(),
    ]);
    assert_eq!(result.await.unwrap().users, 1);
}

#[tokio::test]
async fn prune_uses_configured_periods() {
    let mut ports = MockPorts::default();
    ports.config.retention = crate::config::RetentionConfig {
        documents: TimeDelta::days(1),
        pending_registrations: TimeDelta::days(2),
        unactivated_users: TimeDelta::days(11),
        rejected_users: TimeDelta::days(3),
        letters: TimeDelta::days(4),
        open_letters: TimeDelta::days(7),
        reports: TimeDelta::days(8),
        audit_addresses: TimeDelta::days(5),
        erasures: TimeDelta::days(9),
        saved_searches: TimeDelta::days(10),
    };
    let at_home = STUDENT.at(IpAddr::V4(Ipv4Addr::LOCALHOST));
    let [mut first, mut second, mut third] =
        [MockUnitOfWork::committed(), MockUnitOfWork::dropped(), MockUnitOfWork::committed()];
    let entry = |n, date_created| AuditEntry {
        date_created,
        ..AuditEntry::new(at_home, AuditEntryId(Uuid::from_u128(n)), AuditAction::ListingDeleted, None, days_ago(0))
    };
    let mut fourth = MockUnitOfWork::committed();
    fourth.audit = AuditTrail::with_entries([entry(1, days_ago(6)), entry(2, days_ago(4))]);
    first.retention.expect_prune_documents().once().with(eq(days_ago(1)), eq(BATCH)).returning(|_, _| Ok(Vec::new()));
    let cutoffs = RetentionCutoffs {
        documents: days_ago(1),
        undecided: days_ago(2),
        unactivated: days_ago(11),
        rejected: days_ago(3),
        letters: days_ago(4),
        open_letters: days_ago(7),
        reports: days_ago(8),
    };
    second
        .retention
        .expect_list_due_users()
        .once()
        .withf(move |asked, _| *asked == cutoffs)
        .returning(|_, _| Ok(vec![]));
    third.retention.expect_prune_letters().once().with(eq(days_ago(4)), eq(BATCH)).returning(|_, _| Ok(0));
    expecting_texts(&mut third, 7, 8);
    ports.store = MockUnitOfWork::store_of([first, second, third, fourth]);
    let views = ports.pruner.expect_prune_view_days().once();
    views
        .withf(|before, limit| before.to_string() == "2026-10-20" && *limit == VIEW_DAYS_BATCH)
        .returning(|_, _| Ok(6));
    let pruned = prune(&ports.build()).await.unwrap();
    assert_eq!((pruned.addresses, pruned.view_days), (1, 6), "the older address");
}

#[tokio::test]
async fn prune_counts_letters_of_open_applications_notes_and_reports() {
    let mut texts = MockUnitOfWork::committed();
    texts.retention.expect_prune_letters().once().returning(|_, _| Ok(1));
    texts.retention.expect_prune_open_letters().once().returning(|_, _| Ok(2));
    texts.retention.expect_prune_rejection_notes().once().with(eq(days_ago(180)), eq(BATCH)).returning(|_, _| Ok(5));
    texts.retention.expect_prune_reports().once().returning(|_, _| Ok(4));
    let result = prune_in([
        expecting_documents(MockUnitOfWork::committed(), &[]),
        expecting_users(Vec::new()),
        texts,
        MockUnitOfWork::committed(),
    ]);
    assert_eq!(result.await.unwrap(), PruneStats { letters: 3, notes: 5, reports: 4, ..PruneStats::default() });
}

/// The rows of a failed run still exist and are claimed by the next.
#[tokio::test]
async fn prune_after_failed_run_is_repeated() {
    let lost = prune_in([
        expecting_documents(MockUnitOfWork::with_lost_commit(), &["/documents/1.pdf"]),
        expecting_users(Vec::new()),
        expecting_letters(MockUnitOfWork::committed(), 0),
        MockUnitOfWork::committed(),
    ])
    .await;
    assert!(matches!(lost, Err(ServiceError::Store(StoreError::Unavailable(_)))), "{lost:?}");
    let again = prune_in([
        expecting_documents(MockUnitOfWork::committed(), &["/documents/1.pdf"]),
        expecting_users(Vec::new()),
        expecting_letters(MockUnitOfWork::committed(), 0),
        MockUnitOfWork::committed(),
    ]);
    assert_eq!(again.await.unwrap(), PruneStats { documents: 1, ..PruneStats::default() });
}

/// A lasting failure of one kind must not keep the others beyond their time.
#[tokio::test]
async fn prune_failed_kinds_do_not_stop_others_and_the_first_error_is_returned() {
    let mut ports = MockPorts::default();
    let mut documents = MockUnitOfWork::dropped();
    let corrupt = |_, _| Err(StoreError::Corrupt("an unreadable row".into()));
    documents.retention.expect_prune_documents().once().returning(corrupt);
    ports.store = MockUnitOfWork::store_of([
        documents,
        expecting_users(vec![STUDENT.user_id]),
        expecting_erasure(STUDENT, None),
        expecting_letters(MockUnitOfWork::with_lost_commit(), 7),
        MockUnitOfWork::committed(),
    ]);
    ports.pruner.expect_prune_view_days().once().returning(|_, _| Ok(6));
    let result = prune(&ports.build()).await;
    assert!(matches!(result, Err(ServiceError::Store(StoreError::Corrupt(_)))), "{result:?}");
}

#[tokio::test]
async fn prune_failed_erasure_does_not_stop_others() {
    let mut failing = expecting_lock(MockUnitOfWork::dropped(), OTHER_STUDENT, Some(true));
    let down = |_| Err(StoreError::Unavailable("the connection broke".into()));
    failing.events.expect_erase_reports_on().once().returning(|_| Ok(()));
    failing.events.expect_acknowledge_registration().once().returning(|_| Ok(()));
    failing.listings.expect_list_ids_of().once().returning(down);
    let result = prune_in([
        expecting_documents(MockUnitOfWork::committed(), &[]),
        expecting_users(vec![OTHER_STUDENT.user_id, STUDENT.user_id]),
        failing,
        expecting_erasure(STUDENT, None),
        expecting_letters(MockUnitOfWork::committed(), 1),
        MockUnitOfWork::committed(),
    ]);
    assert_eq!(result.await.unwrap(), PruneStats { users: 1, letters: 1, failed: 1, ..PruneStats::default() });
}

#[test]
fn has_more_full_batch_of_any_kind_is_true() {
    let full = u64::try_from(BATCH).unwrap();
    assert!(PruneStats { documents: full, ..PruneStats::default() }.has_more());
    assert!(PruneStats { users: full, ..PruneStats::default() }.has_more());
    assert!(PruneStats { letters: full, ..PruneStats::default() }.has_more());
    assert!(PruneStats { notes: full, ..PruneStats::default() }.has_more());
    assert!(PruneStats { reports: full, ..PruneStats::default() }.has_more());
    assert!(PruneStats { addresses: full, ..PruneStats::default() }.has_more());
    let views = u64::try_from(VIEW_DAYS_BATCH).unwrap();
    assert!(PruneStats { view_days: views, ..PruneStats::default() }.has_more());
    assert!(
        !PruneStats {
            documents: full - 1,
            users: full - 1,
            letters: full - 1,
            notes: full - 1,
            reports: full - 1,
            addresses: full - 1,
            view_days: views - 1,
            failed: full
        }
        .has_more()
    );
}
