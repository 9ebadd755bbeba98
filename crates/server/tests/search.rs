//! Compares the in-memory search with the SQL search over one database: the results are equal, byte
//! for byte, as of the same change.
//!
//! `SEARCH_QUERIES` is the number of searches, `SEARCH_SEED` the seed of the listings.

#![expect(clippy::unwrap_used, reason = "a failed step fails the test")]

use std::sync::Arc;
use std::time::{Duration, Instant};

use portal_api::JsonCardSerializer;
use portal_domain::search_words;
use portal_domain::user::UserStatus;
use portal_persistence::testing::TestDatabase;
use portal_persistence::{PgSearch, PgSearchFeed, PgStore};
use portal_search::{IndexFile, SearchEngine};
use portal_services::listings::MAX_SUGGESTIONS;
use portal_services::ports::{
    CardSerializer, Cards, FeedPosition, ListingSearch, ListingSummary, SearchFeed, SearchFeedReader, SearchQuery,
    SearchResults, Store, StoreError,
};
use portal_services::testing::samples::{LANDLORD, user};
use portal_services::testing::{ListingChange, SearchOracle};
use tokio::task::JoinHandle;

const SEED: u64 = 20_261_124;
const QUERIES: usize = 1_000;
const LISTINGS: usize = 500;
/// Searches between two batches of changes.
const SEARCHES_PER_BATCH: usize = 100;
/// Changes of a batch.
const BATCH: usize = 40;

fn variable<T: std::str::FromStr>(name: &str, default: T) -> T {
    std::env::var(name).ok().and_then(|value| value.parse().ok()).unwrap_or(default)
}

/// Batches between two restarts of the search in memory.
const BATCHES_PER_RESTART: usize = 3;

struct BothSearches {
    store: PgStore,
    sql: PgSearch,
    memory: SearchEngine,
    indexer: JoinHandle<()>,
    folder: tempfile::TempDir,
    database: TestDatabase,
}

impl BothSearches {
    async fn new(town: &mut SearchOracle) -> Self {
        let database = TestDatabase::create().await;
        let store = PgStore::new(database.pool());
        let mut work = store.begin().await.unwrap();
        work.users().insert(&user(LANDLORD, UserStatus::Active), None).await.unwrap();
        let listings: Vec<_> = (0..LISTINGS).map(|_| town.add()).collect();
        work.listings().insert(&listings).await.unwrap();
        work.commit().await.unwrap();
        let sql = PgSearch::new(database.pool());
        let (memory, indexer) = start_indexer(&sql, &database, None);
        let folder = tempfile::tempdir().unwrap();
        let both = Self { store, sql, memory, indexer, folder, database };
        both.wait_until_fresh().await;
        both
    }

    /// Stores the index in a file, changes listings, and continues with the index of the file.
    async fn restart(&mut self, town: &mut SearchOracle) {
        let file = IndexFile::new(self.folder.path().join("search.index"), "test".to_owned());
        let started = Instant::now();
        // The position is known once the database has flushed its log.
        while file.save(&self.memory, Duration::from_mins(1)).unwrap().is_none() {
            assert!(started.elapsed() < Duration::from_mins(1), "the feed has no position");
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        self.indexer.abort();
        self.change(town).await;
        (self.memory, self.indexer) = start_indexer(&self.sql, &self.database, Some(file));
        self.wait_until_fresh().await;
    }

    /// Waits until the index contains all committed changes.
    async fn wait_until_fresh(&self) {
        let now = Instant::now();
        while self.memory.fresh_as_of().is_none_or(|fresh_at| fresh_at < now) {
            assert!(now.elapsed() < Duration::from_mins(1), "the index is not updated");
            tokio::time::sleep(Duration::from_millis(2)).await;
        }
    }

    /// Changes in two transactions, the second of which may undo the first.
    async fn change(&self, town: &mut SearchOracle) {
        for _ in 0..2 {
            let mut work = self.store.begin().await.unwrap();
            for _ in 0..BATCH / 2 {
                match town.change() {
                    ListingChange::Added(listing) => work.listings().insert(&[listing]).await.unwrap(),
                    ListingChange::Changed(listing) => work.listings().save(&listing).await.unwrap(),
                    ListingChange::Deleted(id) => work.listings().delete(id).await.unwrap(),
                }
            }
            work.commit().await.unwrap();
        }
    }

    async fn compare(&self, query: &SearchQuery) -> u64 {
        let in_memory = self.memory.search(query).await.unwrap();
        assert!(matches!(in_memory.cards, Cards::Serialized(_)), "SQL answered instead of the index");
        let in_sql = serialized(self.sql.search(query).await.unwrap());
        assert_eq!(text(&in_memory), text(&in_sql), "{query:?}");
        assert_eq!(in_memory, in_sql, "{query:?}");
        in_sql.total
    }

    async fn compare_suggestions(&self, input: &str) {
        let words = search_words::of_keyword(input);
        let in_memory = self.memory.suggest(&words, MAX_SUGGESTIONS).await.unwrap();
        assert_eq!(in_memory, self.sql.suggest(&words, MAX_SUGGESTIONS).await.unwrap(), "{input}");
    }
}

/// With a file, the feed cannot read batches: else a file that is refused would not be noticed.
fn start_indexer(sql: &PgSearch, database: &TestDatabase, file: Option<IndexFile>) -> (SearchEngine, JoinHandle<()>) {
    let memory = SearchEngine::new(Arc::new(sql.clone()));
    let feed = PgSearchFeed::new(database.serving());
    let feed: Arc<dyn SearchFeed> = if file.is_some() { Arc::new(WithoutBatches(feed)) } else { Arc::new(feed) };
    let indexer = portal_search::run_indexer(memory.clone(), feed, Arc::new(JsonCardSerializer), file);
    (memory, tokio::spawn(indexer))
}

/// A feed that only resumes.
struct WithoutBatches(PgSearchFeed);

#[async_trait::async_trait]
impl SearchFeed for WithoutBatches {
    async fn open(&self) -> Result<Box<dyn SearchFeedReader>, StoreError> {
        Err(StoreError::Unavailable("the index is not loaded from its file".into()))
    }

    async fn resume(&self, position: &FeedPosition) -> Result<Option<Box<dyn SearchFeedReader>>, StoreError> {
        self.0.resume(position).await
    }
}

/// The results with serialized cards.
fn serialized(results: SearchResults) -> SearchResults {
    let Cards::Rows(cards) = results.cards else { panic!("SQL returns rows") };
    let cards: Vec<Vec<u8>> =
        cards.into_iter().map(|card| JsonCardSerializer.serialize(ListingSummary::for_public(card))).collect();
    SearchResults { cards: Cards::Serialized(cards.join(&b',')), ..results }
}

fn text(results: &SearchResults) -> &str {
    let Cards::Serialized(cards) = &results.cards else { return "" };
    std::str::from_utf8(cards).unwrap()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn search_in_memory_equals_sql_after_every_batch_of_changes() {
    let (seed, queries) = (variable("SEARCH_SEED", SEED), variable("SEARCH_QUERIES", QUERIES));
    println!("SEARCH_SEED={seed}");
    let mut town = SearchOracle::new(seed, vec![LANDLORD.user_id]);
    let mut both = BothSearches::new(&mut town).await;
    let mut with_results = 0;
    for number in 0..queries {
        if number % SEARCHES_PER_BATCH == SEARCHES_PER_BATCH - 1 {
            both.change(&mut town).await;
            both.wait_until_fresh().await;
            if (number / SEARCHES_PER_BATCH).is_multiple_of(BATCHES_PER_RESTART) {
                both.restart(&mut town).await;
            }
        }
        with_results += usize::from(both.compare(&town.query()).await > 0);
        if number % 10 == 0 {
            both.compare_suggestions(&town.keyword()).await;
        }
    }
    println!("{queries} searches, {with_results} with results, no difference");
    assert!(with_results * 4 > queries && with_results < queries, "{with_results} of {queries} have results");
}
