//! The search port: answered from memory while the index is fresh, and by the fallback otherwise.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use arc_swap::ArcSwapOption;
use async_trait::async_trait;
use portal_domain::search_words::KeywordWord;
use portal_services::ports::{
    DirectoryStart, ListingSearch, PlaceCount, SearchQuery, SearchResults, SearchableListing, StoreError,
};

use crate::index::Index;

/// The indexer polls every second; an index that misses this many polls is not used.
const MAX_STALENESS: Duration = Duration::from_secs(3);

/// The search of all listings. Clones share one index.
#[derive(Clone)]
pub struct SearchEngine {
    shared: Arc<SharedIndex>,
    fallback: Arc<dyn ListingSearch>,
}

/// Published by the indexer and read by searches.
pub(crate) struct SharedIndex {
    index: ArcSwapOption<Index>,
    started: Instant,
    /// The index contains all that was committed before this, in milliseconds after `started`.
    fresh_as_of: AtomicU64,
}

impl SharedIndex {
    pub(crate) fn publish(&self, index: Index) {
        self.index.store(Some(Arc::new(index)));
    }

    /// States that the published index contains all that was committed before `moment`.
    pub(crate) fn mark_fresh(&self, moment: Instant) {
        let milliseconds = moment.saturating_duration_since(self.started).as_millis();
        self.fresh_as_of.store(u64::try_from(milliseconds).unwrap_or(u64::MAX), Ordering::Release);
    }

    pub(crate) fn clear(&self) {
        self.index.store(None);
    }

    /// The index, if it is fresh.
    fn current(&self) -> Option<Arc<Index>> {
        // The time must be read first: the index read after it is at least as fresh.
        let is_fresh = self.fresh_as_of().elapsed() < MAX_STALENESS;
        is_fresh.then(|| self.index.load_full()).flatten()
    }

    fn fresh_as_of(&self) -> Instant {
        self.started + Duration::from_millis(self.fresh_as_of.load(Ordering::Acquire))
    }
}

impl SearchEngine {
    /// Has no index: `fallback` answers until an [indexer](crate::run_indexer) publishes one.
    pub fn new(fallback: Arc<dyn ListingSearch>) -> Self {
        let shared =
            SharedIndex { index: ArcSwapOption::empty(), started: Instant::now(), fresh_as_of: AtomicU64::new(0) };
        Self { shared: Arc::new(shared), fallback }
    }

    pub(crate) fn shared(&self) -> &SharedIndex {
        &self.shared
    }

    /// The number of indexed listings, if the index is fresh.
    pub fn count_indexed(&self) -> Option<usize> {
        self.shared.current().map(|index| index.len())
    }

    /// The index contains all that was committed before this moment; `None` if it is not fresh.
    pub fn fresh_as_of(&self) -> Option<Instant> {
        let moment = self.shared.fresh_as_of();
        self.shared.current().map(|_| moment)
    }
}

#[async_trait]
impl ListingSearch for SearchEngine {
    async fn search(&self, query: &SearchQuery) -> Result<SearchResults, StoreError> {
        match self.shared.current() {
            Some(index) => Ok(index.search(query)),
            None => self.fallback.search(query).await,
        }
    }

    async fn suggest(&self, words: &[KeywordWord], limit: usize) -> Result<Vec<PlaceCount>, StoreError> {
        match self.shared.current() {
            Some(index) => Ok(index.suggest(words, limit)),
            None => self.fallback.suggest(words, limit).await,
        }
    }

    async fn count_searchable_listings(&self) -> Result<u64, StoreError> {
        match self.shared.current() {
            Some(index) => Ok(index.len() as u64),
            None => self.fallback.count_searchable_listings().await,
        }
    }

    async fn list_searchable_listings(
        &self,
        start: DirectoryStart,
        limit: u32,
    ) -> Result<Vec<SearchableListing>, StoreError> {
        self.fallback.list_searchable_listings(start, limit).await
    }
}
