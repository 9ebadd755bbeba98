//! Updates the actor's profile.

use portal_domain::audit::AuditAction;
use portal_domain::ids::UserId;
use portal_domain::policy::Actor;
use portal_domain::user::{Profile, User};

use crate::audit;
use crate::error::ServiceError;
use crate::ports::Ports;

/// Updates the actor's own profile; other users are not found. Without a difference nothing is saved or
/// audited: audit entries are kept for good.
pub async fn update_user(ports: &Ports, actor: Actor, id: UserId, profile: Profile) -> Result<User, ServiceError> {
    if id != actor.user_id {
        return Err(ServiceError::UserNotFound);
    }
    let mut work = ports.store.begin().await?;
    let mut user = work.users().find_for_update(id).await?.ok_or(ServiceError::UserNotFound)?;
    if user.update_profile(profile, ports.clock.now()) {
        work.users().save(&user).await?;
        audit::record(ports, work.as_mut(), actor, AuditAction::ProfileChanged, id).await?;
        work.commit().await?;
    }
    Ok(user)
}

#[cfg(test)]
mod tests {
    use portal_domain::locale::Locale;
    use portal_domain::user::{Gender, UserAddress, UserStatus};

    use super::*;
    use crate::ports::StoreError;
    use crate::testing::samples::{ADMINISTRATOR, LANDLORD, OTHER_STUDENT, STUDENT, home, user};
    use crate::testing::{MockPorts, MockUnitOfWork};

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

    fn expecting_lock(mut work: MockUnitOfWork, user: Option<User>) -> MockUnitOfWork {
        work.users.expect_find_for_update().once().return_once(move |_| Ok(user));
        work
    }

    async fn update_in(work: MockUnitOfWork, actor: Actor) -> Result<User, ServiceError> {
        let ports = MockPorts { store: MockUnitOfWork::store_of([work]), ..MockPorts::default() };
        update_user(&ports.build(), actor, actor.user_id, profile()).await
    }

    #[tokio::test]
    async fn update_user_changes_fields_of_own_role_only() {
        for actor in [STUDENT, LANDLORD, ADMINISTRATOR] {
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
            let mut work = expecting_lock(MockUnitOfWork::committed(), Some(before));
            let saved = expected.clone();
            work.users.expect_save().once().withf(move |user| *user == saved).returning(|_| Ok(()));
            assert_eq!(update_in(work, actor).await.unwrap(), expected, "{actor:?}");
        }
    }

    #[tokio::test]
    async fn update_user_without_a_difference_changes_nothing() {
        let mut unchanged = user(STUDENT, UserStatus::Active);
        unchanged.update_profile(profile(), unchanged.last_modified);
        let work = expecting_lock(MockUnitOfWork::dropped(), Some(unchanged.clone()));
        assert_eq!(update_in(work, STUDENT).await.unwrap(), unchanged);
    }

    #[tokio::test]
    async fn update_user_other_user_is_not_found() {
        for actor in [OTHER_STUDENT, LANDLORD, ADMINISTRATOR] {
            let result = update_user(&MockPorts::default().build(), actor, STUDENT.user_id, profile()).await;
            assert!(matches!(result, Err(ServiceError::UserNotFound)), "{actor:?}");
        }
    }

    #[tokio::test]
    async fn update_user_deleted_is_not_found() {
        let result = update_in(expecting_lock(MockUnitOfWork::dropped(), None), STUDENT).await;
        assert!(matches!(result, Err(ServiceError::UserNotFound)));
    }

    #[tokio::test]
    async fn update_user_lost_commit_fails() {
        let mut work = expecting_lock(MockUnitOfWork::with_lost_commit(), Some(user(STUDENT, UserStatus::Active)));
        work.users.expect_save().once().returning(|_| Ok(()));
        assert!(matches!(update_in(work, STUDENT).await, Err(ServiceError::Store(StoreError::Unavailable(_)))));
    }
}
