//! People.

use portal_domain::locale::Locale;
use portal_domain::user::{Gender, Role, User, UserStatus};
use portal_services::ports::{PasswordHash, StoreError, USER_EMAIL_TAKEN, UserQueries};

use crate::world::{World, after, landlord, student, user};

#[tokio::test]
async fn every_field_of_everybody_comes_back() {
    let world = World::new().await;
    assert!(!world.store.any_user_exists().await.unwrap());
    let nobody = User { date_of_birth: None, phone_number: None, ..user(3, Role::Admin) };
    for person in [student(1), landlord(2), nobody] {
        world.add_user(&person).await;
        assert_eq!(world.store.find_user(person.id).await.unwrap(), Some(person.clone()));
        assert_eq!(world.begin().await.users().find_for_update(person.id).await.unwrap(), Some(person));
    }
    assert!(world.store.any_user_exists().await.unwrap());
    assert_eq!(world.store.find_user(student(9).id).await.unwrap(), None);
}

#[tokio::test]
async fn every_field_can_change() {
    let world = World::new().await;
    let mut person = landlord(1);
    world.add_user(&person).await;
    world.add_user(&landlord(2)).await;
    person.email = student(7).email;
    person.first_name = "Änne".to_owned();
    person.last_name = "O'Brien; --".to_owned();
    person.gender = Gender::Other;
    person.date_of_birth = None;
    person.phone_number = None;
    person.role = Role::Student;
    person.status = UserStatus::Inactive;
    person.about_me = Some("Zeile 1\nZeile 2 \u{1F600}".to_owned());
    person.address = None;
    person.locale = Locale::German;
    person.last_modified = after(1);
    world.save_user(&person).await;
    assert_eq!(world.store.find_user(person.id).await.unwrap(), Some(person));
    assert_eq!(world.store.find_user(landlord(2).id).await.unwrap(), Some(landlord(2)));
}

#[tokio::test]
async fn an_email_belongs_to_one_account() {
    let world = World::new().await;
    world.add_user(&student(1)).await;
    let twin = User { email: student(1).email, ..student(2) };
    let error = world.begin().await.users().insert(&twin, None).await.unwrap_err();
    assert!(matches!(error, StoreError::Conflict(constraint) if constraint == USER_EMAIL_TAKEN));
}

#[tokio::test]
async fn whoever_is_not_there_cannot_be_saved() {
    let world = World::new().await;
    let error = world.begin().await.users().save(&student(1)).await.unwrap_err();
    assert!(matches!(error, StoreError::Corrupt(_)), "{error:?}");
}

#[tokio::test]
async fn credentials_are_found_by_email_and_survive_a_change_of_the_profile() {
    let world = World::new().await;
    let mut person = student(1);
    let mut work = world.begin().await;
    let hash = PasswordHash("$argon2id$…".to_owned());
    work.users().insert(&person, Some(hash.clone())).await.unwrap();
    work.commit().await.unwrap();
    person.first_name = "Ada".to_owned();
    world.save_user(&person).await;

    let found = world.store.find_credentials(&person.email).await.unwrap().unwrap();
    assert_eq!((found.user_id, found.role, found.status), (person.id, Role::Student, UserStatus::Active));
    assert_eq!(found.password, Some(hash));
    assert_eq!(world.store.find_credentials(&student(2).email).await.unwrap(), None);
    world.add_user(&student(2)).await;
    assert_eq!(world.store.find_credentials(&student(2).email).await.unwrap().unwrap().password, None);
}
