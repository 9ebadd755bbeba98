//! Saves a search.

use portal_domain::ids::SavedSearchId;
use portal_domain::limits::MAX_SAVED_SEARCHES;
use portal_domain::policy::Actor;
use portal_domain::saved_search::{SavedSearch, SavedSearchValues};

use super::reset_matches;
use crate::error::ServiceError;
use crate::ports::{Ports, SavedSearchDetails};

pub async fn create_saved_search(
    ports: &Ports,
    actor: Actor,
    values: SavedSearchValues,
) -> Result<SavedSearchDetails, ServiceError> {
    let id = SavedSearchId(ports.identifiers.next());
    let search = SavedSearch::new(id, actor.user_id, values, ports.clock.now());
    let mut work = ports.store.begin().await?;
    // Locked, so that concurrent requests do not pass the limit together.
    work.users().find_for_update(actor.user_id).await?.ok_or(ServiceError::UserNotFound)?;
    if work.saved_searches().count_of(actor.user_id).await? >= MAX_SAVED_SEARCHES {
        return Err(ServiceError::TooManySavedSearches);
    }
    work.saved_searches().insert(&search).await?;
    reset_matches(ports, work.as_mut(), &search).await?;
    work.commit().await?;
    Ok(SavedSearchDetails { search, new_count: 0 })
}

#[cfg(test)]
mod tests {
    use mockall::Sequence;
    use portal_domain::saved_search::Frequency;
    use portal_domain::user::UserStatus;

    use super::*;
    use crate::testing::samples::{STUDENT, saved_search_values, user};
    use crate::testing::{MockPorts, MockUnitOfWork};

    async fn create_in(mut work: MockUnitOfWork, saved: u64) -> Result<SavedSearchDetails, ServiceError> {
        work.users
            .expect_find_for_update()
            .once()
            .withf(|id| *id == STUDENT.user_id)
            .returning(|_| Ok(Some(user(STUDENT, UserStatus::Active))));
        work.saved_searches.expect_count_of().once().returning(move |_| Ok(saved));
        let ports = MockPorts { store: MockUnitOfWork::store_of([work]), ..MockPorts::default() };
        create_saved_search(&ports.build(), STUDENT, saved_search_values()).await
    }

    #[tokio::test]
    async fn create_saved_search_records_what_it_finds_at_this_moment() {
        for saved in [0, 19] {
            let mut order = Sequence::new();
            let mut work = MockUnitOfWork::default();
            work.saved_searches
                .expect_insert()
                .once()
                .in_sequence(&mut order)
                .withf(|search| {
                    (search.student_id, search.id.0) == (STUDENT.user_id, MockPorts::identifier(1))
                        && search.frequency == Frequency::Immediately
                })
                .returning(|_| Ok(()));
            work.saved_searches
                .expect_reset_matches()
                .once()
                .in_sequence(&mut order)
                .withf(|id, query, now| {
                    (id.0, *now) == (MockPorts::identifier(1), MockPorts::now())
                        && query.words == saved_search_values().filters.words()
                        && query.price == saved_search_values().filters.price
                })
                .returning(|_, _, _| Ok(()));
            work.commit.expect_call().once().in_sequence(&mut order).returning(|| Ok(()));
            let created = create_in(work, saved).await.unwrap();
            assert_eq!((created.search.seen_at, created.new_count), (MockPorts::now(), 0));
        }
    }

    #[tokio::test]
    async fn create_saved_search_beyond_limit_is_rejected() {
        let result = create_in(MockUnitOfWork::dropped(), 20).await;
        assert!(matches!(result, Err(ServiceError::TooManySavedSearches)), "{result:?}");
    }
}
