//! The search port: answered from memory while the index is fresh enough, and by the fallback
//! otherwise.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use arc_swap::ArcSwapOption;
use async_trait::async_trait;
use metrics::Counter;
use portal_domain::search_words::KeywordWord;
use portal_services::ports::{
    DirectoryStart, FeedPosition, ListingSearch, PlaceCount, SearchQuery, SearchResults, SearchableListing, StoreError,
};
use tokio::sync::Notify;

use crate::index::Index;

/// How long an index is used without contact to the feed, unless configured.
const MAX_STALENESS: Duration = Duration::from_mins(1);

/// The search of all listings. Clones share one index.
#[derive(Clone)]
pub struct SearchEngine {
    shared: Arc<SharedIndex>,
    fallback: Arc<dyn ListingSearch>,
    /// Searches that the index answered.
    in_memory: Counter,
    /// Searches that were left to the fallback.
    in_fallback: Counter,
}

/// Published by the indexer and read by searches.
pub(crate) struct SharedIndex {
    index: ArcSwapOption<Index>,
    started: Instant,
    /// The index contains all that was committed before this, in milliseconds after `started`.
    fresh_as_of: AtomicU64,
    /// Of the feed. The index contains all up to this, and possibly more.
    position: Mutex<Option<FeedPosition>>,
    max_staleness: Duration,
    /// When the first load began, in milliseconds after `started`; `NOT_LOADING` before it began
    /// and after it ended.
    first_load: AtomicU64,
    /// Wakes who waits for an index that was read from the database.
    database_load: Notify,
}

const NOT_LOADING: u64 = u64::MAX;

impl SharedIndex {
    fn new(max_staleness: Duration) -> Self {
        Self {
            index: ArcSwapOption::empty(),
            started: Instant::now(),
            fresh_as_of: AtomicU64::new(0),
            position: Mutex::default(),
            max_staleness,
            first_load: AtomicU64::new(NOT_LOADING),
            database_load: Notify::new(),
        }
    }

    pub(crate) fn publish(&self, index: Index) {
        self.index.store(Some(Arc::new(index)));
    }

    /// States that the published index contains all that was committed before `moment`.
    pub(crate) fn mark_fresh(&self, moment: Instant) {
        self.fresh_as_of.store(self.milliseconds(moment), Ordering::Release);
        self.first_load.store(NOT_LOADING, Ordering::Release);
    }

    /// States that the published index contains all up to this position. An unknown one leaves the
    /// last, which is still true.
    pub(crate) fn set_position(&self, position: Option<FeedPosition>) {
        if position.is_some() {
            *self.position.lock().unwrap_or_else(PoisonError::into_inner) = position;
        }
    }

    pub(crate) fn position(&self) -> Option<FeedPosition> {
        self.position.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    pub(crate) fn begin_first_load(&self) {
        self.first_load.store(self.milliseconds(Instant::now()), Ordering::Release);
    }

    /// States that the published index was read from the database and has a position.
    pub(crate) fn announce_database_load(&self) {
        self.database_load.notify_one();
    }

    pub(crate) fn clear(&self) {
        *self.position.lock().unwrap_or_else(PoisonError::into_inner) = None;
        self.index.store(None);
    }

    /// The index, if it is fresh enough.
    pub(crate) fn current(&self) -> Option<Arc<Index>> {
        // The time must be read first: the index read after it is at least as fresh.
        let is_fresh = self.fresh_as_of().elapsed() < self.max_staleness;
        is_fresh.then(|| self.index.load_full()).flatten()
    }

    /// The last published index, however old it is.
    pub(crate) fn published(&self) -> Option<Arc<Index>> {
        self.index.load_full()
    }

    pub(crate) fn fresh_as_of(&self) -> Instant {
        self.started + Duration::from_millis(self.fresh_as_of.load(Ordering::Acquire))
    }

    fn milliseconds(&self, moment: Instant) -> u64 {
        let milliseconds = moment.saturating_duration_since(self.started).as_millis();
        u64::try_from(milliseconds).unwrap_or(NOT_LOADING - 1)
    }
}

impl SearchEngine {
    /// Has no index: `fallback` answers until an [indexer](crate::run_indexer) publishes one.
    pub fn new(fallback: Arc<dyn ListingSearch>) -> Self {
        Self::with_max_staleness(fallback, MAX_STALENESS)
    }

    /// Like [`new`](Self::new); the index answers for so long without contact to the feed.
    pub fn with_max_staleness(fallback: Arc<dyn ListingSearch>, max_staleness: Duration) -> Self {
        let answers = |by: &'static str| metrics::counter!("portal_search_answers_total", "by" => by);
        let shared = Arc::new(SharedIndex::new(max_staleness));
        Self { shared, fallback, in_memory: answers("memory"), in_fallback: answers("sql") }
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

    /// The size of the published index in memory, in bytes.
    pub fn memory_bytes(&self) -> usize {
        self.shared.published().map_or(0, |index| index.memory_bytes().total())
    }

    /// Waits until an index is published that was read from the database and can be
    /// [saved](crate::IndexFile::save); one before the call counts, unless it was waited for already.
    pub async fn wait_for_database_load(&self) {
        self.shared.database_load.notified().await;
    }

    /// Whether the first load is under way, for less than `limit`.
    pub fn is_loading(&self, limit: Duration) -> bool {
        let began = self.shared.first_load.load(Ordering::Acquire);
        began != NOT_LOADING && (self.shared.started + Duration::from_millis(began)).elapsed() < limit
    }
}

#[async_trait]
impl ListingSearch for SearchEngine {
    async fn search(&self, query: &SearchQuery) -> Result<SearchResults, StoreError> {
        if let Some(index) = self.shared.current() {
            self.in_memory.increment(1);
            return Ok(index.search(query));
        }
        self.in_fallback.increment(1);
        self.fallback.search(query).await
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
