//! Ends the mails about saved searches by the token of a mail.

use portal_domain::saved_search::SavedSearch;

use crate::error::ServiceError;
use crate::ports::{Ports, Subscription, UnitOfWork};

/// Succeeds for every token that the portal has issued, also if there is nothing left to end: mail
/// programs repeat the request.
pub async fn unsubscribe_saved_search(ports: &Ports, token: &str) -> Result<(), ServiceError> {
    let subscription = ports.unsubscribe_tokens.verify(token).ok_or(ServiceError::UnsubscribeTokenInvalid)?;
    let mut work = ports.store.begin().await?;
    for mut search in list(work.as_mut(), subscription).await? {
        search.unsubscribe(ports.clock.now());
        work.saved_searches().save(&search).await?;
        work.saved_searches().cancel_mails(search.id).await?;
    }
    work.commit().await?;
    Ok(())
}

async fn list(work: &mut dyn UnitOfWork, subscription: Subscription) -> Result<Vec<SavedSearch>, ServiceError> {
    Ok(match subscription {
        Subscription::Search(id) => work.saved_searches().find_for_update(id).await?.into_iter().collect(),
        Subscription::Student(student) => work.saved_searches().list_of_for_update(student).await?,
    })
}

#[cfg(test)]
mod tests {
    use portal_domain::ids::SavedSearchId;
    use portal_domain::saved_search::Frequency;
    use uuid::Uuid;

    use super::*;
    use crate::testing::samples::{SAVED_SEARCH, STUDENT, saved_search};
    use crate::testing::{MockPorts, MockUnitOfWork};

    fn ports(subscription: Option<Subscription>, works: impl IntoIterator<Item = MockUnitOfWork>) -> Ports {
        let mut ports = MockPorts { store: MockUnitOfWork::store_of(works), ..MockPorts::default() };
        let verified = ports.unsubscribe_tokens.expect_verify().once().withf(|token| token == "token");
        verified.return_once(move |_| subscription);
        ports.build()
    }

    fn expecting_end(mut work: MockUnitOfWork, id: SavedSearchId) -> MockUnitOfWork {
        let saved = work.saved_searches.expect_save().once();
        saved
            .withf(move |saved| (saved.id, saved.frequency) == (id, Frequency::Never) && saved.next_mail_at.is_none())
            .returning(|_| Ok(()));
        work.saved_searches.expect_cancel_mails().once().withf(move |asked| *asked == id).returning(|_| Ok(()));
        work
    }

    #[tokio::test]
    async fn unsubscribe_saved_search_ends_the_mails_of_one_search() {
        let mut work = expecting_end(MockUnitOfWork::committed(), SAVED_SEARCH);
        work.saved_searches
            .expect_find_for_update()
            .once()
            .withf(|id| *id == SAVED_SEARCH)
            .returning(|_| Ok(Some(saved_search())));
        unsubscribe_saved_search(&ports(Some(Subscription::Search(SAVED_SEARCH)), [work]), "token").await.unwrap();
    }

    #[tokio::test]
    async fn unsubscribe_saved_search_ends_the_mails_of_all_searches_of_a_student() {
        let other = SavedSearchId(Uuid::from_u128(99));
        let mut work = expecting_end(expecting_end(MockUnitOfWork::committed(), SAVED_SEARCH), other);
        work.saved_searches
            .expect_list_of_for_update()
            .once()
            .withf(|student| *student == STUDENT.user_id)
            .returning(move |_| Ok(vec![saved_search(), SavedSearch { id: other, ..saved_search() }]));
        let subscription = Subscription::Student(STUDENT.user_id);
        unsubscribe_saved_search(&ports(Some(subscription), [work]), "token").await.unwrap();
    }

    #[tokio::test]
    async fn unsubscribe_saved_search_that_was_deleted_succeeds() {
        let mut work = MockUnitOfWork::committed();
        work.saved_searches.expect_find_for_update().once().returning(|_| Ok(None));
        unsubscribe_saved_search(&ports(Some(Subscription::Search(SAVED_SEARCH)), [work]), "token").await.unwrap();
    }

    #[tokio::test]
    async fn unsubscribe_saved_search_with_foreign_token_is_rejected() {
        let result = unsubscribe_saved_search(&ports(None, []), "token").await;
        assert!(matches!(result, Err(ServiceError::UnsubscribeTokenInvalid)), "{result:?}");
    }
}
