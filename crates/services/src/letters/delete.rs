//! Deletes a kept letter.

use portal_domain::ids::LetterId;
use portal_domain::policy::Actor;

use super::get_own;
use crate::error::ServiceError;
use crate::ports::Ports;

pub async fn delete_letter(ports: &Ports, actor: Actor, id: LetterId) -> Result<(), ServiceError> {
    let mut work = ports.store.begin().await?;
    get_own(work.as_mut(), actor, id).await?;
    work.letters().delete(id).await?;
    work.commit().await?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::samples::{LETTER, OTHER_STUDENT, STUDENT, letter};
    use crate::testing::{MockPorts, MockUnitOfWork};

    async fn delete_in(mut work: MockUnitOfWork, actor: Actor) -> Result<(), ServiceError> {
        work.letters.expect_find_for_update().once().returning(|_| Ok(Some(letter())));
        let ports = MockPorts { store: MockUnitOfWork::store_of([work]), ..MockPorts::default() };
        delete_letter(&ports.build(), actor, LETTER).await
    }

    #[tokio::test]
    async fn delete_letter_deletes_own() {
        let mut work = MockUnitOfWork::committed();
        work.letters.expect_delete().once().withf(|id| *id == LETTER).returning(|_| Ok(()));
        delete_in(work, STUDENT).await.unwrap();
    }

    #[tokio::test]
    async fn delete_letter_of_other_student_is_not_found() {
        let result = delete_in(MockUnitOfWork::dropped(), OTHER_STUDENT).await;
        assert!(matches!(result, Err(ServiceError::LetterNotFound)));
    }
}
