//! Keeps a letter.

use portal_domain::ids::LetterId;
use portal_domain::letter::Letter;
use portal_domain::limits::MAX_LETTERS;
use portal_domain::policy::Actor;

use super::written;
use crate::error::ServiceError;
use crate::ports::Ports;

pub async fn create_letter(ports: &Ports, actor: Actor, name: String, text: String) -> Result<Letter, ServiceError> {
    let now = ports.clock.now();
    let (id, student_id) = (LetterId(ports.identifiers.next()), actor.user_id);
    let letter = Letter { id, student_id, name, text, date_created: now, last_modified: now };
    let mut work = ports.store.begin().await?;
    // Locked, so that concurrent requests do not pass the limit together.
    work.users().find_for_update(student_id).await?.ok_or(ServiceError::UserNotFound)?;
    if work.letters().count_of(student_id).await? >= MAX_LETTERS {
        return Err(ServiceError::TooManyLetters);
    }
    written(work.letters().insert(&letter).await)?;
    work.commit().await?;
    Ok(letter)
}

#[cfg(test)]
mod tests {
    use portal_domain::user::UserStatus;

    use super::*;
    use crate::ports::{LETTER_NAME_EXISTS, StoreError};
    use crate::testing::samples::{STUDENT, user};
    use crate::testing::{MockPorts, MockUnitOfWork};

    async fn create_in(mut work: MockUnitOfWork, kept: u64) -> Result<Letter, ServiceError> {
        work.users
            .expect_find_for_update()
            .once()
            .withf(|id| *id == STUDENT.user_id)
            .returning(|_| Ok(Some(user(STUDENT, UserStatus::Active))));
        work.letters.expect_count_of().once().returning(move |_| Ok(kept));
        let ports = MockPorts { store: MockUnitOfWork::store_of([work]), ..MockPorts::default() };
        create_letter(&ports.build(), STUDENT, "WG".to_owned(), "Hallo zusammen".to_owned()).await
    }

    #[tokio::test]
    async fn create_letter_stores_up_to_three() {
        for kept in [0, 2] {
            let mut work = MockUnitOfWork::committed();
            work.letters
                .expect_insert()
                .once()
                .withf(|letter| letter.student_id == STUDENT.user_id && letter.id.0 == MockPorts::identifier(1))
                .returning(|_| Ok(()));
            let letter = create_in(work, kept).await.unwrap();
            assert_eq!((letter.name.as_str(), letter.last_modified), ("WG", MockPorts::now()));
        }
    }

    #[tokio::test]
    async fn create_letter_fourth_is_rejected() {
        assert!(matches!(create_in(MockUnitOfWork::dropped(), 3).await, Err(ServiceError::TooManyLetters)));
    }

    #[tokio::test]
    async fn create_letter_with_used_name_is_rejected() {
        let mut work = MockUnitOfWork::dropped();
        work.letters.expect_insert().once().returning(|_| Err(StoreError::Conflict(LETTER_NAME_EXISTS.to_owned())));
        assert!(matches!(create_in(work, 1).await, Err(ServiceError::LetterNameExists)));
    }
}
