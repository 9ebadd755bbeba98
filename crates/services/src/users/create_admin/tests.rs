use super::*;
use crate::ports::PasswordHash;
use crate::ports::{StoreError, USER_EMAIL_TAKEN};
use crate::testing::{MockPorts, MockWork};

fn new() -> NewAdmin {
    NewAdmin {
        email: Email::parse("Root@Portal.test").unwrap(),
        password: "a long secret".to_owned(),
        first_name: "Root".to_owned(),
        last_name: "Admin".to_owned(),
        locale: Locale::English,
    }
}

fn ports(work: MockWork) -> Ports {
    let mut ports = MockPorts { store: MockWork::begun_by([work]), ..MockPorts::default() };
    ports
        .passwords
        .expect_hash()
        .once()
        .withf(|password| password == "a long secret")
        .returning(|_| Ok(PasswordHash("hash".to_owned())));
    ports.build()
}

#[tokio::test]
async fn the_administrator_can_log_in_at_once() {
    let mut work = MockWork::committed();
    work.users
        .expect_insert()
        .once()
        .withf(|user, password| {
            (user.role, user.status, user.locale) == (Role::Admin, UserStatus::Active, Locale::English)
                && user.email.as_str() == "root@portal.test"
                && *password == Some(PasswordHash("hash".to_owned()))
        })
        .returning(|_, _| Ok(()));
    assert_eq!(create_admin(&ports(work), new()).await.unwrap(), UserId(MockPorts::identifier(1)));
}

#[tokio::test]
async fn an_address_in_use_is_refused_by_name_and_other_conflicts_are_not_mistaken_for_it() {
    let conflicting = |constraint: &'static str| {
        let mut work = MockWork::dropped();
        work.users.expect_insert().once().returning(|_, _| Err(StoreError::Conflict(constraint.to_owned())));
        work
    };
    let taken = create_admin(&ports(conflicting(USER_EMAIL_TAKEN)), new()).await;
    assert!(matches!(taken, Err(ServiceError::EmailTaken)));
    let other = create_admin(&ports(conflicting("users_pkey")), new()).await;
    assert!(matches!(other, Err(ServiceError::Store(StoreError::Conflict(_)))));
}
