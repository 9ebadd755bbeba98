//! Changes the name and the text of a kept letter.

use portal_domain::ids::LetterId;
use portal_domain::letter::Letter;
use portal_domain::policy::Actor;

use super::{get_own, written};
use crate::error::ServiceError;
use crate::ports::Ports;

pub async fn change_letter(
    ports: &Ports,
    actor: Actor,
    id: LetterId,
    name: String,
    text: String,
) -> Result<Letter, ServiceError> {
    let mut work = ports.store.begin().await?;
    let letter = get_own(work.as_mut(), actor, id).await?;
    let letter = Letter { name, text, last_modified: ports.clock.now(), ..letter };
    written(work.letters().save(&letter).await)?;
    work.commit().await?;
    Ok(letter)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ports::{LETTER_NAME_EXISTS, StoreError};
    use crate::testing::samples::{LETTER, OTHER_STUDENT, STUDENT, letter};
    use crate::testing::{MockPorts, MockUnitOfWork};

    async fn change_in(mut work: MockUnitOfWork, actor: Actor) -> Result<Letter, ServiceError> {
        work.letters.expect_find_for_update().once().withf(|id| *id == LETTER).returning(|_| Ok(Some(letter())));
        let ports = MockPorts { store: MockUnitOfWork::store_of([work]), ..MockPorts::default() };
        change_letter(&ports.build(), actor, LETTER, "Wohnung".to_owned(), "Guten Tag".to_owned()).await
    }

    #[tokio::test]
    async fn change_letter_replaces_name_and_text() {
        let mut work = MockUnitOfWork::committed();
        let changed = |saved: &Letter| (saved.name.as_str(), saved.text.as_str()) == ("Wohnung", "Guten Tag");
        work.letters.expect_save().once().withf(changed).returning(|_| Ok(()));
        let saved = change_in(work, STUDENT).await.unwrap();
        assert_eq!((saved.date_created, saved.last_modified), (letter().date_created, MockPorts::now()));
    }

    #[tokio::test]
    async fn change_letter_of_other_student_is_not_found() {
        let result = change_in(MockUnitOfWork::dropped(), OTHER_STUDENT).await;
        assert!(matches!(result, Err(ServiceError::LetterNotFound)));
    }

    #[tokio::test]
    async fn change_letter_to_used_name_is_rejected() {
        let mut work = MockUnitOfWork::dropped();
        work.letters.expect_save().once().returning(|_| Err(StoreError::Conflict(LETTER_NAME_EXISTS.to_owned())));
        assert!(matches!(change_in(work, STUDENT).await, Err(ServiceError::LetterNameExists)));
    }
}
