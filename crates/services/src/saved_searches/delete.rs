//! Deletes a saved search.

use portal_domain::ids::SavedSearchId;
use portal_domain::policy::Actor;

use super::get_own;
use crate::error::ServiceError;
use crate::ports::Ports;

pub async fn delete_saved_search(ports: &Ports, actor: Actor, id: SavedSearchId) -> Result<(), ServiceError> {
    let mut work = ports.store.begin().await?;
    get_own(work.as_mut(), actor, id).await?;
    work.saved_searches().delete(id).await?;
    work.commit().await?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::samples::{OTHER_STUDENT, SAVED_SEARCH, STUDENT, saved_search};
    use crate::testing::{MockPorts, MockUnitOfWork};

    async fn delete_in(mut work: MockUnitOfWork, actor: Actor) -> Result<(), ServiceError> {
        work.saved_searches.expect_find_for_update().once().returning(|_| Ok(Some(saved_search())));
        let ports = MockPorts { store: MockUnitOfWork::store_of([work]), ..MockPorts::default() };
        delete_saved_search(&ports.build(), actor, SAVED_SEARCH).await
    }

    #[tokio::test]
    async fn delete_saved_search_deletes_own() {
        let mut work = MockUnitOfWork::committed();
        work.saved_searches.expect_delete().once().withf(|id| *id == SAVED_SEARCH).returning(|_| Ok(()));
        delete_in(work, STUDENT).await.unwrap();
    }

    #[tokio::test]
    async fn delete_saved_search_of_other_student_is_not_found() {
        let result = delete_in(MockUnitOfWork::dropped(), OTHER_STUDENT).await;
        assert!(matches!(result, Err(ServiceError::SavedSearchNotFound)));
    }
}
