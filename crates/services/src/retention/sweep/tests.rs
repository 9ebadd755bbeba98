use std::net::{IpAddr, Ipv4Addr};

use chrono::{DateTime, TimeDelta, Utc};
use mockall::predicate::eq;
use portal_domain::audit::{AuditAction, AuditEntry};
use portal_domain::ids::AuditEntryId;
use portal_domain::policy::Actor;
use portal_domain::user::UserStatus;
use uuid::Uuid;

use super::*;
use crate::ports::{AmongAdministrators, StoreError};
use crate::testing::samples::{LANDLORD, OTHER_LANDLORD, OTHER_STUDENT, STUDENT, user};
use crate::testing::{AuditTrail, MockPorts, MockWork};

fn days_ago(days: i64) -> DateTime<Utc> {
    MockPorts::now() - TimeDelta::days(days)
}

/// Takes these documents, and asks at once for the removal of their files.
fn documents(mut work: MockWork, locations: &[&'static str]) -> MockWork {
    let taken: Vec<String> = locations.iter().map(|&location| location.to_owned()).collect();
    work.retention.expect_take_documents().once().with(eq(days_ago(30)), eq(BATCH)).return_once(move |_, _| Ok(taken));
    for &location in locations {
        let asked = work.discards.expect_push().once();
        asked
            .withf(move |discard, due| discard.location == location && *due == MockPorts::now())
            .returning(|_, _| Ok(()));
    }
    work
}

/// Finds these people, and lets go of the transaction in which it looked.
fn people(found: Vec<UserId>) -> MockWork {
    let mut work = MockWork::dropped();
    let expiry =
        Expiry { documents: days_ago(30), undecided: days_ago(180), rejected: days_ago(30), letters: days_ago(180) };
    work.retention
        .expect_list_people()
        .once()
        .withf(move |asked, limit| *asked == expiry && *limit == BATCH)
        .return_once(move |_, _| Ok(found));
    work
}

/// Locks somebody who is gone, or is still due, or is not any more.
fn locking(mut work: MockWork, actor: Actor, due: Option<bool>) -> MockWork {
    let found = due.map(|_| AmongAdministrators { user: user(actor, UserStatus::New), others: 1 });
    work.users.expect_find_with_administrators().once().with(eq(actor.user_id)).return_once(move |_| Ok(found));
    if let Some(due) = due {
        let asked = work.retention.expect_is_person_due().once();
        asked.withf(move |id, _| *id == actor.user_id).returning(move |_, _| Ok(due));
    }
    work
}

fn erasing(actor: Actor, document: Option<&'static str>) -> MockWork {
    let mut work = locking(MockWork::committed(), actor, Some(true));
    work.listings.expect_list_ids_of().once().returning(|_| Ok(Vec::new()));
    work.applications.expect_list_of_student_for_update().once().returning(|_| Ok(Vec::new()));
    let location = document.map(str::to_owned);
    work.registrations.expect_delete_document_of().once().return_once(move |_| Ok(location));
    if let Some(location) = document {
        work.discards.expect_push().once().withf(move |asked, _| asked.location == location).returning(|_, _| Ok(()));
    }
    work.events.expect_forget_reports_on().once().with(eq(actor.user_id)).returning(|_| Ok(()));
    work.users.expect_delete().once().with(eq(actor.user_id)).returning(|_| Ok(()));
    work
}

fn letters(mut work: MockWork, forgotten: u64) -> MockWork {
    work.retention
        .expect_forget_letters()
        .once()
        .with(eq(days_ago(180)), eq(BATCH))
        .returning(move |_, _| Ok(forgotten));
    work
}

async fn sweep_in(works: impl IntoIterator<Item = MockWork>) -> Result<Sweep, ServiceError> {
    sweep(&MockPorts { store: MockWork::begun_by(works), ..MockPorts::default() }.build()).await
}

#[tokio::test]
async fn everything_whose_time_is_over_goes_and_is_counted() {
    let round = sweep_in([
        documents(MockWork::committed(), &["/documents/1.pdf", "/documents/2.png"]),
        people(vec![STUDENT.user_id, LANDLORD.user_id]),
        erasing(STUDENT, Some("/documents/3.pdf")),
        erasing(LANDLORD, None),
        letters(MockWork::committed(), 7),
        MockWork::committed(),
    ]);
    assert_eq!(round.await.unwrap(), Sweep { documents: 2, people: 2, letters: 7, addresses: 0 });
}

#[tokio::test]
async fn where_nothing_is_due_nothing_happens() {
    let round = sweep_in([
        documents(MockWork::committed(), &[]),
        people(Vec::new()),
        letters(MockWork::committed(), 0),
        MockWork::committed(),
    ]);
    assert_eq!(round.await.unwrap(), Sweep::default());
}

/// Another process erased the first; the next two were decided since the list was read.
#[tokio::test]
async fn people_who_are_gone_or_were_decided_meanwhile_are_left_alone() {
    let round = sweep_in(vec![
        documents(MockWork::committed(), &[]),
        people(vec![STUDENT.user_id, OTHER_STUDENT.user_id, LANDLORD.user_id, OTHER_LANDLORD.user_id]),
        locking(MockWork::dropped(), STUDENT, None),
        locking(MockWork::dropped(), OTHER_STUDENT, Some(false)),
        locking(MockWork::dropped(), LANDLORD, Some(false)),
        erasing(OTHER_LANDLORD, None),
        letters(MockWork::committed(), 0),
        MockWork::committed(),
    ]);
    assert_eq!(round.await.unwrap().people, 1);
}

#[tokio::test]
async fn each_period_is_a_setting() {
    let mut ports = MockPorts::default();
    ports.rules.retention = crate::settings::Retention {
        documents: TimeDelta::days(1),
        undecided_registrations: TimeDelta::days(2),
        rejected_people: TimeDelta::days(3),
        letters: TimeDelta::days(4),
        audit_addresses: TimeDelta::days(5),
    };
    let at_home = STUDENT.at(IpAddr::V4(Ipv4Addr::LOCALHOST));
    let [mut first, mut second, mut third] = [MockWork::committed(), MockWork::dropped(), MockWork::committed()];
    let entry = |n, date_created| AuditEntry {
        date_created,
        ..AuditEntry::by(at_home, AuditEntryId(Uuid::from_u128(n)), AuditAction::ListingDeleted, None, days_ago(0))
    };
    let mut fourth = MockWork::committed();
    fourth.audit = AuditTrail::holding([entry(1, days_ago(6)), entry(2, days_ago(4))]);
    first.retention.expect_take_documents().once().with(eq(days_ago(1)), eq(BATCH)).returning(|_, _| Ok(Vec::new()));
    let expiry = Expiry { documents: days_ago(1), undecided: days_ago(2), rejected: days_ago(3), letters: days_ago(4) };
    second.retention.expect_list_people().once().withf(move |asked, _| *asked == expiry).returning(|_, _| Ok(vec![]));
    third.retention.expect_forget_letters().once().with(eq(days_ago(4)), eq(BATCH)).returning(|_, _| Ok(0));
    ports.store = MockWork::begun_by([first, second, third, fourth]);
    assert_eq!(sweep(&ports.build()).await.unwrap().addresses, 1, "the older one");
}

/// The rows of a round that failed are still there: the next one takes them again.
#[tokio::test]
async fn a_round_that_failed_is_made_again() {
    let lost = sweep_in([documents(MockWork::lost(), &["/documents/1.pdf"])]).await;
    assert!(matches!(lost, Err(ServiceError::Store(StoreError::Unavailable(_)))), "{lost:?}");
    let again = sweep_in([
        documents(MockWork::committed(), &["/documents/1.pdf"]),
        people(Vec::new()),
        letters(MockWork::committed(), 0),
        MockWork::committed(),
    ]);
    assert_eq!(again.await.unwrap(), Sweep { documents: 1, ..Sweep::default() });
}

#[tokio::test]
async fn one_person_who_cannot_be_erased_holds_up_nobody() {
    let mut refusing = locking(MockWork::dropped(), OTHER_STUDENT, Some(true));
    let down = |_| Err(StoreError::Unavailable("the connection broke".into()));
    refusing.events.expect_forget_reports_on().once().returning(|_| Ok(()));
    refusing.listings.expect_list_ids_of().once().returning(down);
    let round = sweep_in([
        documents(MockWork::committed(), &[]),
        people(vec![OTHER_STUDENT.user_id, STUDENT.user_id]),
        refusing,
        erasing(STUDENT, None),
        letters(MockWork::committed(), 1),
        MockWork::committed(),
    ]);
    assert_eq!(round.await.unwrap(), Sweep { people: 1, letters: 1, ..Sweep::default() });
}

#[test]
fn a_full_batch_of_any_kind_calls_for_another_round_at_once() {
    let full = u64::try_from(BATCH).unwrap();
    assert!(Sweep { documents: full, ..Sweep::default() }.was_full());
    assert!(Sweep { people: full, ..Sweep::default() }.was_full());
    assert!(Sweep { letters: full, ..Sweep::default() }.was_full());
    assert!(Sweep { addresses: full, ..Sweep::default() }.was_full());
    assert!(!Sweep { documents: full - 1, people: full - 1, letters: full - 1, addresses: full - 1 }.was_full());
}
