//! Limits the searches that another adapter answers at the same time: in SQL a search of many
//! listings takes a processor of the database for a while, which all other requests need too.

use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use portal_domain::search_words::KeywordWord;
use portal_services::ports::{
    DirectoryStart, ListingSearch, PlaceCount, SearchQuery, SearchResults, SearchableListing, StoreError,
};
use tokio::sync::{Semaphore, SemaphorePermit};
use tokio::time::timeout;

/// A search that waits longer is refused.
const MAX_WAIT: Duration = Duration::from_secs(1);

#[derive(Debug, thiserror::Error)]
#[error("timed out after {} ms waiting for one of {limit} searches in SQL to end", MAX_WAIT.as_millis())]
struct TooManySearches {
    limit: usize,
}

/// At most so many searches, suggestions and counts at a time; others wait for a moment and are then
/// refused as unavailable.
pub struct LimitedSearch {
    inner: Arc<dyn ListingSearch>,
    limit: usize,
    permits: Semaphore,
}

impl LimitedSearch {
    pub fn new(inner: Arc<dyn ListingSearch>, limit: usize) -> Self {
        let limit = limit.clamp(1, Semaphore::MAX_PERMITS);
        Self { inner, limit, permits: Semaphore::new(limit) }
    }

    async fn permit(&self) -> Result<SemaphorePermit<'_>, StoreError> {
        if let Ok(Ok(permit)) = timeout(MAX_WAIT, self.permits.acquire()).await {
            return Ok(permit);
        }
        metrics::counter!("portal_limit_hits_total", "limit" => "searches_in_sql").increment(1);
        Err(StoreError::Unavailable(TooManySearches { limit: self.limit }.into()))
    }
}

#[async_trait]
impl ListingSearch for LimitedSearch {
    async fn search(&self, query: &SearchQuery) -> Result<SearchResults, StoreError> {
        let _permit = self.permit().await?;
        self.inner.search(query).await
    }

    async fn suggest(&self, words: &[KeywordWord], limit: usize) -> Result<Vec<PlaceCount>, StoreError> {
        let _permit = self.permit().await?;
        self.inner.suggest(words, limit).await
    }

    async fn count_searchable_listings(&self) -> Result<u64, StoreError> {
        let _permit = self.permit().await?;
        self.inner.count_searchable_listings().await
    }

    /// Not limited: a part of the directory is read by its key.
    async fn list_searchable_listings(
        &self,
        start: DirectoryStart,
        limit: u32,
    ) -> Result<Vec<SearchableListing>, StoreError> {
        self.inner.list_searchable_listings(start, limit).await
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use portal_services::ports::MockListingSearch;
    use tokio::sync::Notify;

    use super::*;

    /// Counts until it is told to end.
    #[derive(Default)]
    struct Waiting {
        running: AtomicUsize,
        end: Notify,
    }

    #[async_trait]
    impl ListingSearch for Waiting {
        async fn search(&self, _: &SearchQuery) -> Result<SearchResults, StoreError> {
            Err(StoreError::Unavailable("not expected".into()))
        }

        async fn suggest(&self, _: &[KeywordWord], _: usize) -> Result<Vec<PlaceCount>, StoreError> {
            Ok(Vec::new())
        }

        async fn count_searchable_listings(&self) -> Result<u64, StoreError> {
            self.running.fetch_add(1, Ordering::SeqCst);
            self.end.notified().await;
            self.running.fetch_sub(1, Ordering::SeqCst);
            Ok(1)
        }

        async fn list_searchable_listings(
            &self,
            _: DirectoryStart,
            _: u32,
        ) -> Result<Vec<SearchableListing>, StoreError> {
            Ok(Vec::new())
        }
    }

    #[tokio::test]
    async fn searches_beyond_the_limit_are_unavailable_and_later_ones_succeed() {
        let inner = Arc::new(Waiting::default());
        let search = Arc::new(LimitedSearch::new(inner.clone(), 2));
        let running: Vec<_> = (0..2)
            .map(|_| {
                let search = search.clone();
                tokio::spawn(async move { search.count_searchable_listings().await })
            })
            .collect();
        while inner.running.load(Ordering::SeqCst) < 2 {
            tokio::task::yield_now().await;
        }
        let refused = search.suggest(&[], 1).await;
        assert!(matches!(refused, Err(StoreError::Unavailable(_))), "{refused:?}");
        assert!(
            search.list_searchable_listings(DirectoryStart::At(0), 1).await.is_ok(),
            "the directory is not limited"
        );
        assert_eq!(inner.running.load(Ordering::SeqCst), 2);
        inner.end.notify_waiters();
        for search in running {
            assert_eq!(search.await.unwrap().unwrap(), 1);
        }
        assert!(search.suggest(&[], 1).await.is_ok());
    }

    #[tokio::test]
    async fn failed_search_frees_its_place() {
        let mut inner = MockListingSearch::new();
        inner.expect_suggest().times(3).returning(|_, _| Err(StoreError::Unavailable("down".into())));
        let search = LimitedSearch::new(Arc::new(inner), 1);
        for _ in 0..3 {
            assert!(search.suggest(&[], 1).await.is_err());
        }
    }
}
