//! Data whose retention period is over.

use portal_domain::account_token::{AccountToken, AccountTokenPurpose};
use portal_domain::application::{Application, ApplicationState};
use portal_domain::event::{Event, EventKind, Report, ReportReason};
use portal_domain::ids::EventId;
use portal_domain::listing::ListingStatus;
use portal_domain::registration::RegistrationState;
use portal_domain::rejection::{Grounds, Rejection, RejectionReason, Reviewer};
use portal_domain::user::{Role, User, UserStatus};
use portal_services::ports::RetentionCutoffs;
use uuid::Uuid;

use crate::context::{TestContext, after, application, landlord, listing, now, student};
use crate::registrations::{add, document, registration};

#[tokio::test]
async fn prune_documents_returns_each_document_once_after_retention_of_decision() {
    let context = TestContext::new().await;
    let states = [
        RegistrationState::Approved { at: after(10) },
        RegistrationState::Rejected { at: after(20) },
        RegistrationState::Pending,
    ];
    for (n, state) in (1..).zip(states) {
        let registration = registration(10 + n, &student(n), state);
        add(&context, &student(n), &registration, Some(&document(20 + n, &registration))).await;
    }
    let mut work = context.begin().await;
    assert_eq!(work.retention().prune_documents(after(9), 10).await.unwrap(), Vec::<String>::new());
    assert_eq!(work.retention().prune_documents(after(10), 10).await.unwrap().len(), 1);
    assert_eq!(work.retention().prune_documents(after(99), 10).await.unwrap().len(), 1);
    work.commit().await.unwrap();
    assert_eq!(context.query_value::<i64>("SELECT count(*) FROM documents").await, 1, "pending registration");
}

#[tokio::test]
async fn prune_documents_concurrent_processes_get_different_documents() {
    let context = TestContext::new().await;
    for n in 1..=4 {
        let registration = registration(10 + n, &student(n), RegistrationState::Approved { at: now() });
        add(&context, &student(n), &registration, Some(&document(20 + n, &registration))).await;
    }
    let (mut one, mut other) = (context.begin().await, context.begin().await);
    let first = one.retention().prune_documents(now(), 2).await.unwrap();
    let second = other.retention().prune_documents(now(), 4).await.unwrap();
    assert_eq!((first.len(), second.len()), (2, 2));
    assert!(first.iter().all(|location| !second.contains(location)));
}

/// All at the time of the tests.
fn cutoffs() -> RetentionCutoffs {
    RetentionCutoffs {
        documents: now(),
        undecided: now(),
        unactivated: now(),
        rejected: now(),
        letters: now(),
        open_letters: now(),
        reports: now(),
    }
}

#[tokio::test]
async fn list_due_users_returns_pending_and_rejected_users_after_retention() {
    let context = TestContext::new().await;
    let new = |n| User { status: UserStatus::New, ..student(n) };
    add(&context, &new(1), &registration(11, &new(1), RegistrationState::Pending), None).await;
    add(&context, &new(2), &registration(12, &new(2), RegistrationState::Rejected { at: after(50) }), None).await;
    add(&context, &student(3), &registration(13, &student(3), RegistrationState::Approved { at: now() }), None).await;
    let due = async |undecided: i64, rejected: i64| {
        let cutoffs = RetentionCutoffs {
            undecided: after(undecided),
            unactivated: after(-1),
            rejected: after(rejected),
            ..cutoffs()
        };
        let mut work = context.begin().await;
        let due = work.retention().list_due_users(&cutoffs, 10).await.unwrap();
        for n in 1..=3 {
            let is_due = work.retention().is_user_due(student(n).id, &cutoffs).await.unwrap();
            assert_eq!(is_due, due.contains(&student(n).id), "{n}");
        }
        due.into_iter().map(|id| id.0.as_u128()).collect::<Vec<_>>()
    };
    assert_eq!(due(-1, 49).await, [0_u128; 0]);
    assert_eq!(due(0, 49).await, [1]);
    assert_eq!(due(-1, 50).await, [2]);
    assert_eq!(due(9_999, 9_999).await, [1, 2]);
}

#[tokio::test]
async fn list_due_users_returns_users_without_password_after_the_end_of_their_last_link() {
    let context = TestContext::new().await;
    let waiting = |user: User| User { status: UserStatus::RegistrationPending, ..user };
    let invited = User { role: Role::Administrator, address: None, ..waiting(landlord(4)) };
    for user in [waiting(student(1)), waiting(landlord(2)), student(3), invited] {
        context.add_user(&user).await;
    }
    let mut work = context.begin().await;
    for (n, (user, ended)) in (1..).zip([(1, -9), (1, 20), (2, 30), (3, -9)]) {
        let token = AccountToken {
            hash: [n; 32],
            user_id: student(user).id,
            purpose: AccountTokenPurpose::Activation,
            expires_at: after(ended),
            used_at: None,
        };
        work.account_tokens().insert(&token).await.unwrap();
    }
    work.commit().await.unwrap();
    let due = async |unactivated: i64, limit: i64| {
        let cutoffs = RetentionCutoffs { unactivated: after(unactivated), ..cutoffs() };
        let mut work = context.begin().await;
        let due = work.retention().list_due_users(&cutoffs, limit).await.unwrap();
        for n in 1..=4 {
            let is_due = work.retention().is_user_due(student(n).id, &cutoffs).await.unwrap();
            assert!(is_due || !due.contains(&student(n).id), "{n}");
        }
        let mut due: Vec<u128> = due.into_iter().map(|id| id.0.as_u128()).collect();
        due.sort_unstable();
        due
    };
    assert_eq!(due(-1, 10).await, [0_u128; 0], "approved or invited later");
    assert_eq!(due(19, 10).await, [4], "without a link");
    assert_eq!(due(20, 10).await, [1, 4]);
    assert_eq!(due(9_999, 10).await, [1, 2, 4], "never who has a password");
    assert_eq!(due(9_999, 2).await.len(), 2);
}

#[tokio::test]
async fn prune_letters_clears_letters_after_retention_of_final_decision() {
    let context = TestContext::new().await;
    let owner = landlord(1);
    context.add_user(&owner).await;
    let states = [
        ApplicationState::AwaitingAdministrator,
        ApplicationState::RejectedByAdministrator { at: after(10) },
        ApplicationState::AwaitingLandlord { at: after(1) },
        ApplicationState::Approved { administrator_approved_at: after(1), at: after(20) },
        ApplicationState::RejectedByLandlord { administrator_approved_at: after(1), at: after(30) },
    ];
    for (n, state) in (1..).zip(states) {
        let listing = listing(100 + n, &owner, ListingStatus::Available);
        context.add_listings(std::slice::from_ref(&listing)).await;
        context.add_user(&student(10 + n)).await;
        context.add_application(&application(200 + n, &student(10 + n), &listing, state)).await;
    }
    let mut work = context.begin().await;
    for (seconds, cleared) in [(9, 0), (10, 1), (19, 0), (20, 1), (9_999, 1), (9_999, 0)] {
        assert_eq!(work.retention().prune_letters(after(seconds), 10).await.unwrap(), cleared, "{seconds}");
    }
    work.commit().await.unwrap();
    assert_eq!(context.query_value::<i64>("SELECT count(*) FROM applications WHERE letter IS NOT NULL").await, 2);
}

#[tokio::test]
async fn prune_open_letters_clears_letters_after_last_change() {
    let context = TestContext::new().await;
    let owner = landlord(1);
    context.add_user(&owner).await;
    let states = [
        ApplicationState::AwaitingAdministrator,
        ApplicationState::AwaitingLandlord { at: after(1) },
        ApplicationState::RejectedByAdministrator { at: after(1) },
    ];
    for (n, state) in (1..).zip(states) {
        let listing = listing(100 + n, &owner, ListingStatus::Available);
        context.add_listings(std::slice::from_ref(&listing)).await;
        context.add_user(&student(10 + n)).await;
        let changed = after(i64::try_from(10 * n).unwrap());
        let sent = Application { last_modified: changed, ..application(200 + n, &student(10 + n), &listing, state) };
        context.add_application(&sent).await;
    }
    let mut work = context.begin().await;
    for (seconds, cleared) in [(9, 0), (10, 1), (20, 1), (9_999, 0)] {
        assert_eq!(work.retention().prune_open_letters(after(seconds), 10).await.unwrap(), cleared, "{seconds}");
    }
    work.commit().await.unwrap();
    let kept = context.query_value::<i64>("SELECT count(*) FROM applications WHERE letter IS NOT NULL").await;
    assert_eq!(kept, 1, "the decided application");
}

#[tokio::test]
async fn prune_reports_clears_texts_after_retention_and_keeps_reasons() {
    let context = TestContext::new().await;
    let owner = landlord(1);
    context.add_user(&owner).await;
    let reported = listing(10, &owner, ListingStatus::Available);
    context.add_listings(std::slice::from_ref(&reported)).await;
    let mut work = context.begin().await;
    for n in 1..=3 {
        let report = Report { reason: ReportReason::Other, text: Some("Will Geld vorab.".to_owned()) };
        let event = Event::new(
            EventId(Uuid::from_u128(20 + n)),
            EventKind::ListingReported(reported.id, report),
            after(i64::try_from(n).unwrap()),
        );
        work.events().insert(&event).await.unwrap();
    }
    for (seconds, limit, cleared) in [(0, 10, 0), (2, 1, 1), (2, 10, 1), (2, 10, 0)] {
        assert_eq!(work.retention().prune_reports(after(seconds), limit).await.unwrap(), cleared);
    }
    work.commit().await.unwrap();
    let reasons = context.query_value::<i64>("SELECT count(report_reason) FROM events").await;
    assert_eq!((reasons, context.query_value::<i64>("SELECT count(report_text) FROM events").await), (3, 1));
}

#[tokio::test]
async fn prune_rejection_notes_clears_notes_after_retention_and_keeps_reasons() {
    let context = TestContext::new().await;
    let owner = landlord(1);
    context.add_user(&owner).await;
    let states = [
        ApplicationState::RejectedByAdministrator { at: after(10) },
        ApplicationState::RejectedByLandlord { administrator_approved_at: after(5), at: after(20) },
    ];
    for (n, state) in (1..).zip(states) {
        let listing = listing(100 + n, &owner, ListingStatus::Available);
        context.add_listings(std::slice::from_ref(&listing)).await;
        context.add_user(&student(10 + n)).await;
        let grounds = Grounds { reason: Some(RejectionReason::Dates), note: Some("Schade.".to_owned()) };
        let rejection = Some(Rejection::new(Reviewer::Landlord, grounds));
        let rejected = Application { rejection, ..application(200 + n, &student(10 + n), &listing, state) };
        context.add_application(&rejected).await;
    }
    let mut work = context.begin().await;
    for (seconds, cleared) in [(9, 0), (10, 1), (19, 0), (20, 1), (9_999, 0)] {
        assert_eq!(work.retention().prune_rejection_notes(after(seconds), 10).await.unwrap(), cleared, "{seconds}");
    }
    work.commit().await.unwrap();
    let counts = "SELECT count(rejection_reason) * 10 + count(rejection_note) FROM applications";
    assert_eq!(context.query_value::<i64>(counts).await, 20);
}
