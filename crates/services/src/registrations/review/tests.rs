use mockall::Sequence;
use portal_domain::registration::RegistrationState;
use portal_domain::user::User;

use super::*;
use crate::ports::StoreError;
use crate::testing::samples::{ADMIN, LANDLORD, REGISTRATION, STUDENT, registration, registration_view, user};
use crate::testing::{MockPorts, MockWork};

fn approved() -> RegistrationState {
    RegistrationState::Approved { at: MockPorts::now() }
}

fn rejected() -> RegistrationState {
    RegistrationState::Rejected { at: MockPorts::now() }
}

/// Ports that show the request of this person as it is before the review.
fn looking_at(actor: Actor, works: impl IntoIterator<Item = MockWork>) -> (MockPorts, Sequence) {
    let (mut ports, mut order) = (MockPorts::default(), Sequence::new());
    ports.store = MockWork::begun_by(works);
    let view = registration_view(actor, RegistrationState::Pending, UserStatus::New);
    let look = ports.registrations.expect_find_registration().once().in_sequence(&mut order);
    look.withf(|id| *id == REGISTRATION).return_once(move |_| Ok(Some(view)));
    (ports, order)
}

/// Locks the person and then the request.
fn locking(mut work: MockWork, person: Option<User>, state: Option<RegistrationState>) -> MockWork {
    let mut order = Sequence::new();
    let request =
        state.zip(person.as_ref()).map(|(state, person)| registration(Actor::new(person.id, person.role), state));
    let found = person.is_some();
    work.users.expect_find_for_update().once().in_sequence(&mut order).return_once(move |_| Ok(person));
    if found {
        let lock = work.registrations.expect_find_for_update().once().in_sequence(&mut order);
        lock.withf(|id| *id == REGISTRATION).return_once(move |_| Ok(request));
    }
    work
}

fn deciding(work: MockWork, actor: Actor, state: RegistrationState, told: MailPurpose) -> MockWork {
    let work = locking(work, Some(user(actor, UserStatus::New)), Some(RegistrationState::Pending));
    let mut work = work.mailing([(actor.user_id, told)]);
    let acknowledged = work.events.expect_acknowledge_sign_up().once();
    acknowledged.withf(move |user| *user == actor.user_id).returning(|_| Ok(()));
    work.registrations
        .expect_save()
        .once()
        .withf(move |saved| saved.state == state && saved.last_modified == MockPorts::now())
        .returning(|_| Ok(()));
    work
}

#[tokio::test]
async fn a_yes_lets_the_person_set_a_password_and_tells_them_how() {
    for actor in [STUDENT, LANDLORD] {
        let mut work = deciding(MockWork::committed(), actor, approved(), MailPurpose::RegistrationApproved);
        work.users
            .expect_save()
            .once()
            .withf(move |saved| {
                (saved.id, saved.status) == (actor.user_id, UserStatus::RegistrationPending)
                    && saved.last_modified == MockPorts::now()
            })
            .returning(|_| Ok(()));
        let (mut ports, mut order) = looking_at(actor, [work]);
        let decided = registration_view(actor, approved(), UserStatus::RegistrationPending);
        let answer = decided.clone();
        let look = ports.registrations.expect_find_registration().once().in_sequence(&mut order);
        look.return_once(move |_| Ok(Some(answer)));
        assert_eq!(review(&ports.build(), ADMIN, actor.role, REGISTRATION, true).await.unwrap(), decided);
    }
}

/// Their status stays: whoever was rejected never gets in.
#[tokio::test]
async fn a_no_is_told_and_changes_nothing_about_the_person() {
    for actor in [STUDENT, LANDLORD] {
        let (mut ports, mut order) =
            looking_at(actor, [deciding(MockWork::committed(), actor, rejected(), MailPurpose::RegistrationRejected)]);
        let decided = registration_view(actor, rejected(), UserStatus::New);
        let look = ports.registrations.expect_find_registration().once().in_sequence(&mut order);
        look.return_once(move |_| Ok(Some(decided)));
        let view = review(&ports.build(), ADMIN, actor.role, REGISTRATION, false).await.unwrap();
        assert_eq!(view.registration.state, rejected());
    }
}

/// The request that was read was still open; the one that is locked is not.
#[tokio::test]
async fn whoever_comes_second_changes_nothing_and_writes_no_mail() {
    for (state, status) in [(approved(), UserStatus::RegistrationPending), (rejected(), UserStatus::New)] {
        for approved in [true, false] {
            let work = locking(MockWork::dropped(), Some(user(STUDENT, status)), Some(state));
            let (ports, _) = looking_at(STUDENT, [work]);
            let second = review(&ports.build(), ADMIN, Role::Student, REGISTRATION, approved).await;
            assert!(matches!(second, Err(ServiceError::Registration(_))), "{state:?} {approved}: {second:?}");
        }
    }
}

#[tokio::test]
async fn under_the_other_role_the_request_does_not_exist() {
    for (actor, role) in [(STUDENT, Role::Landlord), (LANDLORD, Role::Student), (STUDENT, Role::Admin)] {
        let (ports, _) = looking_at(actor, []);
        let refused = review(&ports.build(), ADMIN, role, REGISTRATION, true).await;
        assert!(matches!(refused, Err(ServiceError::RegistrationNotFound)), "{role}");
    }
}

#[tokio::test]
async fn a_request_that_is_gone_is_not_found() {
    let mut unknown = MockPorts::default();
    unknown.registrations.expect_find_registration().once().returning(|_| Ok(None));
    let refused = review(&unknown.build(), ADMIN, Role::Student, REGISTRATION, true).await;
    assert!(matches!(refused, Err(ServiceError::RegistrationNotFound)));

    for gone_meanwhile in [
        locking(MockWork::dropped(), None, None),
        locking(MockWork::dropped(), Some(user(STUDENT, UserStatus::New)), None),
    ] {
        let (ports, _) = looking_at(STUDENT, [gone_meanwhile]);
        let refused = review(&ports.build(), ADMIN, Role::Student, REGISTRATION, true).await;
        assert!(matches!(refused, Err(ServiceError::RegistrationNotFound)), "{refused:?}");
    }
}

#[tokio::test]
async fn a_decision_whose_commit_was_lost_is_not_reported_as_made() {
    let work = deciding(MockWork::lost(), STUDENT, rejected(), MailPurpose::RegistrationRejected);
    let (ports, _) = looking_at(STUDENT, [work]);
    let lost = review(&ports.build(), ADMIN, Role::Student, REGISTRATION, false).await;
    assert!(matches!(lost, Err(ServiceError::Store(StoreError::Unavailable(_)))), "{lost:?}");
}
