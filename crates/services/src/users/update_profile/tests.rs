use portal_domain::locale::Locale;
use portal_domain::user::{Gender, UserAddress, UserStatus};

use super::*;
use crate::ports::StoreError;
use crate::testing::samples::{ADMIN, LANDLORD, OTHER_STUDENT, STUDENT, home, user};
use crate::testing::{MockPorts, MockWork};

fn profile() -> Profile {
    Profile {
        first_name: "Augusta".to_owned(),
        last_name: "King".to_owned(),
        gender: Gender::Other,
        phone_number: "0151 9".to_owned(),
        locale: Some(Locale::English),
        about_me: Some("Ich rechne.".to_owned()),
        address: Some(UserAddress { city: "Leipzig".to_owned(), ..home() }),
    }
}

fn holding(mut work: MockWork, user: Option<User>) -> MockWork {
    work.users.expect_find_for_update().once().return_once(move |_| Ok(user));
    work
}

async fn update_in(work: MockWork, actor: Actor) -> Result<User, ServiceError> {
    let ports = MockPorts { store: MockWork::begun_by([work]), ..MockPorts::default() };
    update_profile(&ports.build(), actor, actor.user_id, profile()).await
}

#[tokio::test]
async fn everybody_changes_what_belongs_to_their_role_and_nothing_else() {
    for actor in [STUDENT, LANDLORD, ADMIN] {
        let before = user(actor, UserStatus::Active);
        let expected = User {
            first_name: "Augusta".to_owned(),
            last_name: "King".to_owned(),
            gender: Gender::Other,
            phone_number: Some("0151 9".to_owned()),
            locale: Locale::English,
            about_me: if actor == STUDENT { profile().about_me } else { before.about_me.clone() },
            address: if actor == LANDLORD { profile().address } else { None },
            last_modified: MockPorts::now(),
            ..before.clone()
        };
        let mut work = holding(MockWork::committed(), Some(before));
        let saved = expected.clone();
        work.users.expect_save().once().withf(move |user| *user == saved).returning(|_| Ok(()));
        assert_eq!(update_in(work, actor).await.unwrap(), expected, "{actor:?}");
    }
}

#[tokio::test]
async fn anybody_elses_profile_does_not_exist() {
    for actor in [OTHER_STUDENT, LANDLORD, ADMIN] {
        let refused = update_profile(&MockPorts::default().build(), actor, STUDENT.user_id, profile()).await;
        assert!(matches!(refused, Err(ServiceError::UserNotFound)), "{actor:?}");
    }
}

#[tokio::test]
async fn whoever_was_deleted_meanwhile_is_not_found() {
    let refused = update_in(holding(MockWork::dropped(), None), STUDENT).await;
    assert!(matches!(refused, Err(ServiceError::UserNotFound)));
}

#[tokio::test]
async fn nothing_is_said_to_be_saved_when_the_commit_was_lost() {
    let mut work = holding(MockWork::lost(), Some(user(STUDENT, UserStatus::Active)));
    work.users.expect_save().once().returning(|_| Ok(()));
    assert!(matches!(update_in(work, STUDENT).await, Err(ServiceError::Store(StoreError::Unavailable(_)))));
}
