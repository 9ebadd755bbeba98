//! Single users: insert, save and credentials.

use portal_domain::locale::Locale;
use portal_domain::user::{Gender, Role, User, UserStatus};
use portal_services::ports::{PasswordHash, StoreError, USER_EMAIL_TAKEN, UserQueries};

use crate::context::{TestContext, after, landlord, student, user};

#[tokio::test]
async fn insert_user_stores_every_field() {
    let context = TestContext::new().await;
    assert!(!context.store.any_user_exists().await.unwrap());
    let administrator = User { date_of_birth: None, phone_number: None, ..user(3, Role::Administrator) };
    for user in [student(1), landlord(2), administrator] {
        context.add_user(&user).await;
        assert_eq!(context.store.find_user(user.id).await.unwrap(), Some(user.clone()));
        assert_eq!(context.begin().await.users().find_for_update(user.id).await.unwrap(), Some(user));
    }
    assert!(context.store.any_user_exists().await.unwrap());
    assert_eq!(context.store.find_user(student(9).id).await.unwrap(), None);
}

#[tokio::test]
async fn save_user_updates_every_field() {
    let context = TestContext::new().await;
    let mut user = landlord(1);
    context.add_user(&user).await;
    context.add_user(&landlord(2)).await;
    user.email = student(7).email;
    user.first_name = "Änne".to_owned();
    user.last_name = "O'Brien; --".to_owned();
    user.gender = Gender::Other;
    user.date_of_birth = None;
    user.phone_number = None;
    user.role = Role::Student;
    user.status = UserStatus::Inactive;
    user.about_me = Some("Zeile 1\nZeile 2 \u{1F600}".to_owned());
    user.address = None;
    user.locale = Locale::German;
    user.last_modified = after(1);
    context.save_user(&user).await;
    assert_eq!(context.store.find_user(user.id).await.unwrap(), Some(user));
    assert_eq!(context.store.find_user(landlord(2).id).await.unwrap(), Some(landlord(2)));
}

#[tokio::test]
async fn insert_user_with_existing_email_is_a_conflict() {
    let context = TestContext::new().await;
    context.add_user(&student(1)).await;
    let duplicate = User { email: student(1).email, ..student(2) };
    let error = context.begin().await.users().insert(&duplicate, None).await.unwrap_err();
    assert!(matches!(error, StoreError::Conflict(constraint) if constraint == USER_EMAIL_TAKEN));
}

#[tokio::test]
async fn save_unknown_user_fails() {
    let context = TestContext::new().await;
    let error = context.begin().await.users().save(&student(1)).await.unwrap_err();
    assert!(matches!(error, StoreError::Corrupt(_)), "{error:?}");
}

#[tokio::test]
async fn find_credentials_by_email_after_profile_change_returns_password() {
    let context = TestContext::new().await;
    let mut user = student(1);
    let mut work = context.begin().await;
    let hash = PasswordHash("$argon2id$…".to_owned());
    work.users().insert(&user, Some(hash.clone())).await.unwrap();
    work.commit().await.unwrap();
    user.first_name = "Ada".to_owned();
    context.save_user(&user).await;

    let found = context.store.find_credentials(&user.email).await.unwrap().unwrap();
    assert_eq!((found.user_id, found.role, found.status), (user.id, Role::Student, UserStatus::Active));
    assert_eq!(found.password, Some(hash));
    assert_eq!(context.store.find_credentials(&student(2).email).await.unwrap(), None);
    context.add_user(&student(2)).await;
    assert_eq!(context.store.find_credentials(&student(2).email).await.unwrap().unwrap().password, None);
}

/// Of two concurrent logins that hash the password again, one replaces the hash.
#[tokio::test]
async fn rehash_password_changed_since_replaces_nothing_and_returns_false() {
    let context = TestContext::new().await;
    let user = student(1);
    let hash = |text: &str| PasswordHash(text.to_owned());
    let mut work = context.begin().await;
    work.users().insert(&user, Some(hash("old"))).await.unwrap();
    assert!(work.users().rehash_password(user.id, &hash("old"), &hash("first")).await.unwrap());
    assert!(!work.users().rehash_password(user.id, &hash("old"), &hash("second")).await.unwrap());
    work.commit().await.unwrap();
    let found = context.store.find_credentials(&user.email).await.unwrap().unwrap();
    assert_eq!(found.password, Some(hash("first")));
}
