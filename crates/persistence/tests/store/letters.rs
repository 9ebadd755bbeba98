//! The letters that students keep by name.

use portal_domain::ids::LetterId;
use portal_domain::letter::Letter;
use portal_domain::user::User;
use portal_services::ports::{LETTER_NAME_EXISTS, LetterQueries, StoreError};
use uuid::Uuid;

use crate::context::{TestContext, after, student};

fn letter(n: u128, student: &User, name: &str) -> Letter {
    Letter {
        id: LetterId(Uuid::from_u128(n)),
        student_id: student.id,
        name: name.to_owned(),
        text: format!("Hallo {n}"),
        date_created: after(0),
        last_modified: after(i64::try_from(n).unwrap()),
    }
}

#[tokio::test]
async fn letters_are_saved_listed_and_deleted() {
    let context = TestContext::new().await;
    let (one, other) = (student(1), student(2));
    context.add_user(&one).await;
    context.add_user(&other).await;
    let (first, second) = (letter(1, &one, "WG"), letter(2, &one, "Wohnung"));
    let mut work = context.begin().await;
    for kept in [&first, &second, &letter(3, &other, "WG")] {
        work.letters().insert(kept).await.unwrap();
    }
    assert_eq!(work.letters().count_of(one.id).await.unwrap(), 2);
    let changed = Letter { text: "Guten Tag".to_owned(), last_modified: after(9), ..first };
    work.letters().save(&changed).await.unwrap();
    assert_eq!(work.letters().find_for_update(changed.id).await.unwrap().as_ref(), Some(&changed));
    work.commit().await.unwrap();
    assert_eq!(context.store.list_letters(one.id).await.unwrap(), [changed, second.clone()]);

    let mut work = context.begin().await;
    work.letters().delete(second.id).await.unwrap();
    work.commit().await.unwrap();
    assert_eq!(context.store.list_letters(one.id).await.unwrap().len(), 1);
}

#[tokio::test]
async fn insert_and_save_with_used_name_are_conflicts() {
    let context = TestContext::new().await;
    let one = student(1);
    context.add_user(&one).await;
    let mut work = context.begin().await;
    work.letters().insert(&letter(1, &one, "WG")).await.unwrap();
    work.letters().insert(&letter(2, &one, "Wohnung")).await.unwrap();
    work.commit().await.unwrap();
    let is_conflict = |result: Result<(), StoreError>| matches!(result, Err(StoreError::Conflict(name)) if name == LETTER_NAME_EXISTS);
    let mut work = context.begin().await;
    assert!(is_conflict(work.letters().insert(&letter(3, &one, "WG")).await));
    drop(work);
    let mut work = context.begin().await;
    assert!(is_conflict(work.letters().save(&letter(2, &one, "WG")).await));
}
