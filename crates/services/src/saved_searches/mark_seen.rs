//! Marks what a saved search has found as seen.

use portal_domain::ids::SavedSearchId;
use portal_domain::policy::Actor;

use super::get_own;
use crate::error::ServiceError;
use crate::ports::Ports;

pub async fn mark_saved_search_seen(ports: &Ports, actor: Actor, id: SavedSearchId) -> Result<(), ServiceError> {
    let mut work = ports.store.begin().await?;
    let mut search = get_own(work.as_mut(), actor, id).await?;
    search.mark_seen(ports.clock.now());
    work.saved_searches().save(&search).await?;
    work.commit().await?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::samples::{OTHER_STUDENT, SAVED_SEARCH, STUDENT, saved_search};
    use crate::testing::{MockPorts, MockUnitOfWork};

    async fn mark_in(mut work: MockUnitOfWork, actor: Actor) -> Result<(), ServiceError> {
        work.saved_searches.expect_find_for_update().once().returning(|_| Ok(Some(saved_search())));
        let ports = MockPorts { store: MockUnitOfWork::store_of([work]), ..MockPorts::default() };
        mark_saved_search_seen(&ports.build(), actor, SAVED_SEARCH).await
    }

    #[tokio::test]
    async fn mark_saved_search_seen_stores_the_time() {
        let mut work = MockUnitOfWork::committed();
        work.saved_searches
            .expect_save()
            .once()
            .withf(|saved| (saved.seen_at, saved.used_at) == (MockPorts::now(), MockPorts::now()))
            .returning(|_| Ok(()));
        mark_in(work, STUDENT).await.unwrap();
    }

    #[tokio::test]
    async fn mark_saved_search_seen_of_other_student_is_not_found() {
        let result = mark_in(MockUnitOfWork::dropped(), OTHER_STUDENT).await;
        assert!(matches!(result, Err(ServiceError::SavedSearchNotFound)));
    }
}
