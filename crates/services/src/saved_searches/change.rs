//! Changes a saved search.

use portal_domain::ids::SavedSearchId;
use portal_domain::policy::Actor;
use portal_domain::saved_search::{Frequency, SavedSearchValues};

use super::{get_own, reset_matches};
use crate::error::ServiceError;
use crate::ports::{Ports, SavedSearchDetails};

/// With other filters it is another search: what it has found is forgotten.
pub async fn change_saved_search(
    ports: &Ports,
    actor: Actor,
    id: SavedSearchId,
    values: SavedSearchValues,
) -> Result<SavedSearchDetails, ServiceError> {
    let mut work = ports.store.begin().await?;
    let mut search = get_own(work.as_mut(), actor, id).await?;
    let is_other = search.change(values, ports.clock.now());
    work.saved_searches().save(&search).await?;
    if is_other {
        reset_matches(ports, work.as_mut(), &search).await?;
    } else if search.frequency == Frequency::Never {
        work.saved_searches().cancel_mails(id).await?;
    }
    // Before the commit: if it fails, so does the change.
    let new_count = if is_other { 0 } else { work.saved_searches().count_new(id).await? };
    work.commit().await?;
    Ok(SavedSearchDetails { search, new_count })
}

#[cfg(test)]
mod tests {
    use portal_domain::search_filters::SearchFilters;

    use super::*;
    use crate::ports::StoreError;
    use crate::testing::samples::{OTHER_STUDENT, SAVED_SEARCH, STUDENT, saved_search, saved_search_values};
    use crate::testing::{MockPorts, MockUnitOfWork};

    async fn change_in(
        mut work: MockUnitOfWork,
        actor: Actor,
        values: SavedSearchValues,
    ) -> Result<SavedSearchDetails, ServiceError> {
        work.saved_searches
            .expect_find_for_update()
            .once()
            .withf(|id| *id == SAVED_SEARCH)
            .returning(|_| Ok(Some(saved_search())));
        work.saved_searches.expect_count_new().times(0..=1).returning(|_| Ok(7));
        let ports = MockPorts { store: MockUnitOfWork::store_of([work]), ..MockPorts::default() };
        change_saved_search(&ports.build(), actor, SAVED_SEARCH, values).await
    }

    #[tokio::test]
    async fn change_saved_search_name_keeps_what_was_found() {
        let mut work = MockUnitOfWork::committed();
        work.saved_searches.expect_save().once().withf(|saved| saved.name == "Bayern").returning(|_| Ok(()));
        let values = SavedSearchValues { name: "Bayern".to_owned(), ..saved_search_values() };
        let changed = change_in(work, STUDENT, values).await.unwrap();
        assert_eq!((changed.new_count, changed.search.seen_at), (7, saved_search().seen_at));
    }

    #[tokio::test]
    async fn change_saved_search_filters_forgets_what_was_found() {
        let mut work = MockUnitOfWork::committed();
        work.saved_searches.expect_save().once().returning(|_| Ok(()));
        work.saved_searches
            .expect_reset_matches()
            .once()
            .withf(|id, query, now| {
                (*id, query.words.len(), *now) == (SAVED_SEARCH, 0, MockPorts::now()) && query.place.is_none()
            })
            .returning(|_, _, _| Ok(()));
        let values = SavedSearchValues { filters: SearchFilters::default(), ..saved_search_values() };
        let changed = change_in(work, STUDENT, values).await.unwrap();
        assert_eq!((changed.new_count, changed.search.seen_at), (0, MockPorts::now()));
    }

    #[tokio::test]
    async fn change_saved_search_to_no_mail_cancels_what_waits() {
        let mut work = MockUnitOfWork::committed();
        work.saved_searches.expect_save().once().returning(|_| Ok(()));
        work.saved_searches.expect_cancel_mails().once().withf(|id| *id == SAVED_SEARCH).returning(|_| Ok(()));
        let values = SavedSearchValues { frequency: Frequency::Never, ..saved_search_values() };
        change_in(work, STUDENT, values).await.unwrap();
    }

    #[tokio::test]
    async fn change_saved_search_without_its_count_is_not_committed() {
        let mut work = MockUnitOfWork::dropped();
        work.saved_searches.expect_save().once().returning(|_| Ok(()));
        let down = |_| Err(StoreError::Unavailable("the connection broke".into()));
        work.saved_searches.expect_count_new().once().returning(down);
        let result = change_in(work, STUDENT, saved_search_values()).await;
        assert!(matches!(result, Err(ServiceError::Store(StoreError::Unavailable(_)))), "{result:?}");
    }

    #[tokio::test]
    async fn change_saved_search_of_other_student_is_not_found() {
        let result = change_in(MockUnitOfWork::dropped(), OTHER_STUDENT, saved_search_values()).await;
        assert!(matches!(result, Err(ServiceError::SavedSearchNotFound)), "{result:?}");
    }
}
