//! The port of the search: answers from memory while the index is true, and from elsewhere otherwise.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use arc_swap::ArcSwapOption;
use async_trait::async_trait;
use portal_domain::search_words::KeywordWord;
use portal_services::listings::{DirectoryStart, PlaceCount};
use portal_services::ports::{Listed, ListingSearch, SearchQuery, SearchResults, StoreError};

use crate::index::Index;

/// An index that has heard nothing for so long is not asked any more. It looks for changes every second.
const TRUE_FOR: Duration = Duration::from_secs(3);

/// The search of everybody. Copies share one index.
#[derive(Clone)]
pub struct SearchEngine {
    shared: Arc<Shared>,
    fallback: Arc<dyn ListingSearch>,
}

/// What a keeper publishes and searches read.
pub(crate) struct Shared {
    index: ArcSwapOption<Index>,
    began: Instant,
    /// Milliseconds after `began` as of which the index is true.
    true_at: AtomicU64,
}

impl Shared {
    pub fn publish(&self, index: Index) {
        self.index.store(Some(Arc::new(index)));
    }

    /// The index knows all that was committed before this moment.
    pub fn is_true_at(&self, moment: Instant) {
        let milliseconds = moment.saturating_duration_since(self.began).as_millis();
        self.true_at.store(u64::try_from(milliseconds).unwrap_or(u64::MAX), Ordering::Release);
    }

    pub fn forget(&self) {
        self.index.store(None);
    }

    /// The index, if it is true.
    fn current(&self) -> Option<Arc<Index>> {
        // In this order: an index that is taken after the moment was is no older than it says.
        let is_true = self.true_at().elapsed() < TRUE_FOR;
        is_true.then(|| self.index.load_full()).flatten()
    }

    fn true_at(&self) -> Instant {
        self.began + Duration::from_millis(self.true_at.load(Ordering::Acquire))
    }
}

impl SearchEngine {
    /// Knows nothing yet, so that `fallback` answers until somebody [follows](crate::follow) a feed for it.
    pub fn new(fallback: Arc<dyn ListingSearch>) -> Self {
        let shared = Shared { index: ArcSwapOption::empty(), began: Instant::now(), true_at: AtomicU64::new(0) };
        Self { shared: Arc::new(shared), fallback }
    }

    pub(crate) fn shared(&self) -> &Shared {
        &self.shared
    }

    /// How many listings can be found, if the index is true at this moment.
    pub fn indexed(&self) -> Option<usize> {
        self.shared.current().map(|index| index.len())
    }

    /// A moment before which everything that was committed is known to the index, if there is one.
    pub fn true_at(&self) -> Option<Instant> {
        let moment = self.shared.true_at();
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

    async fn count_listed(&self) -> Result<u64, StoreError> {
        match self.shared.current() {
            Some(index) => Ok(index.len() as u64),
            None => self.fallback.count_listed().await,
        }
    }

    async fn list_listed(&self, start: DirectoryStart, limit: u32) -> Result<Vec<Listed>, StoreError> {
        self.fallback.list_listed(start, limit).await
    }
}
