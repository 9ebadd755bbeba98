use mockall::Sequence;
use portal_domain::user::{Role, UserStatus};

use super::*;
use crate::ports::{AmongAdministrators, StoreError};
use crate::testing::samples::{ADMIN, LANDLORD, STUDENT, user};
use crate::testing::{MockPorts, MockWork};

/// Another administrator than the one who acts.
const COLLEAGUE: Actor = Actor::new(UserId(uuid::Uuid::from_u128(6)), Role::Admin);

fn holding(mut work: MockWork, user: User, others: usize) -> MockWork {
    let id = user.id;
    let found = AmongAdministrators { user, others };
    let lock = work.users.expect_find_with_administrators().once();
    lock.withf(move |asked| *asked == id).return_once(move |_| Ok(Some(found)));
    work
}

async fn change_in(work: MockWork, whom: Actor, active: bool) -> Result<User, ServiceError> {
    let ports = MockPorts { store: MockWork::begun_by([work]), ..MockPorts::default() };
    change_status(&ports.build(), ADMIN, whom.user_id, active).await
}

#[tokio::test]
async fn deactivation_ends_every_session_and_is_told_by_mail() {
    for whom in [STUDENT, LANDLORD, COLLEAGUE] {
        let mut order = Sequence::new();
        let work = MockWork::committed().mailing([(whom.user_id, MailPurpose::AccountDeactivated)]);
        let mut work = holding(work, user(whom, UserStatus::Active), 1);
        let expected =
            User { status: UserStatus::Inactive, last_modified: MockPorts::now(), ..user(whom, UserStatus::Active) };
        let kept = expected.clone();
        let saved = work.users.expect_save().once().in_sequence(&mut order);
        saved.withf(move |user| *user == kept).returning(|_| Ok(()));
        let ended = work.sessions.expect_delete_all_of().once().in_sequence(&mut order);
        ended.withf(move |id, except| *id == whom.user_id && except.is_none()).returning(|_, _| Ok(()));
        assert_eq!(change_in(work, whom, false).await.unwrap(), expected);
    }
}

#[tokio::test]
async fn reactivation_lets_a_user_in_and_is_told_by_mail() {
    let work = MockWork::committed().mailing([(LANDLORD.user_id, MailPurpose::AccountReactivated)]);
    let mut work = holding(work, user(LANDLORD, UserStatus::Inactive), 1);
    work.users.expect_save().once().withf(|user| user.status == UserStatus::Active).returning(|_| Ok(()));
    let changed = change_in(work, LANDLORD, true).await.unwrap();
    assert_eq!((changed.status, changed.last_modified), (UserStatus::Active, MockPorts::now()));
}

#[tokio::test]
async fn what_is_so_already_changes_nothing() {
    for (status, active) in [(UserStatus::Active, true), (UserStatus::Inactive, false)] {
        let before = user(STUDENT, status);
        let work = holding(MockWork::dropped(), before.clone(), 1);
        assert_eq!(change_in(work, STUDENT, active).await.unwrap(), before);
    }
}

#[tokio::test]
async fn whoever_has_set_no_password_can_be_neither() {
    for status in [UserStatus::New, UserStatus::RegistrationPending] {
        for active in [true, false] {
            let work = holding(MockWork::dropped(), user(STUDENT, status), 1);
            let refused = change_in(work, STUDENT, active).await;
            assert!(matches!(refused, Err(ServiceError::NotActivated(_))), "{status} {active}");
        }
    }
}

#[tokio::test]
async fn nobody_deactivates_themselves() {
    let work = holding(MockWork::dropped(), user(ADMIN, UserStatus::Active), 5);
    assert!(matches!(change_in(work, ADMIN, false).await, Err(ServiceError::OwnAccount)));
}

/// The one who acts may have been deactivated since the request began: then there are no others left.
#[tokio::test]
async fn the_last_administrator_stays() {
    let work = holding(MockWork::dropped(), user(COLLEAGUE, UserStatus::Active), 0);
    assert!(matches!(change_in(work, COLLEAGUE, false).await, Err(ServiceError::LastAdministrator)));
    // Others than administrators are not needed to look after the portal.
    let work = holding(MockWork::dropped(), user(STUDENT, UserStatus::Inactive), 0);
    assert!(change_in(work, STUDENT, false).await.is_ok());
}

#[tokio::test]
async fn whoever_is_gone_is_not_found() {
    let mut work = MockWork::dropped();
    work.users.expect_find_with_administrators().once().returning(|_| Ok(None));
    assert!(matches!(change_in(work, STUDENT, false).await, Err(ServiceError::UserNotFound)));
}

#[tokio::test]
async fn nobody_is_said_to_be_kept_out_when_the_commit_was_lost() {
    let work = MockWork::lost().mailing([(STUDENT.user_id, MailPurpose::AccountDeactivated)]);
    let mut work = holding(work, user(STUDENT, UserStatus::Active), 1);
    work.users.expect_save().once().returning(|_| Ok(()));
    work.sessions.expect_delete_all_of().once().returning(|_, _| Ok(()));
    assert!(matches!(change_in(work, STUDENT, false).await, Err(ServiceError::Store(StoreError::Unavailable(_)))));
}
