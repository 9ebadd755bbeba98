//! The search in memory beside the one in SQL, over one database: every answer is the same, byte for byte, as of the same
//! change.
//!
//! `SEARCH_QUERIES` says how many searches are compared, `SEARCH_SEED` of which town.

#![allow(clippy::unwrap_used, reason = "a test that meets the unexpected has failed")]

use std::sync::Arc;
use std::time::{Duration, Instant};

use portal_api::JsonCards;
use portal_domain::search_words;
use portal_domain::user::UserStatus;
use portal_persistence::testing::TestDatabase;
use portal_persistence::{PgSearch, PgSearchFeed, PgStore};
use portal_search::SearchEngine;
use portal_services::listings::{ListingSummary, SUGGESTIONS};
use portal_services::ports::{CardWriter, Cards, ListingSearch, SearchQuery, SearchResults, Store};
use portal_services::testing::samples::{LANDLORD, user};
use portal_services::testing::{Town, TownChange};

const SEED: u64 = 20_261_124;
const QUERIES: usize = 1_000;
const LISTINGS: usize = 500;
/// Searches between two batches of changes.
const ROUND: usize = 100;
/// Changes of a batch.
const BATCH: usize = 40;

fn variable<T: std::str::FromStr>(name: &str, default: T) -> T {
    std::env::var(name).ok().and_then(|value| value.parse().ok()).unwrap_or(default)
}

struct Twins {
    store: PgStore,
    sql: PgSearch,
    memory: SearchEngine,
    _database: TestDatabase,
}

impl Twins {
    async fn new(town: &mut Town) -> Self {
        let database = TestDatabase::create().await;
        let store = PgStore::new(database.pool());
        let mut work = store.begin().await.unwrap();
        work.users().insert(&user(LANDLORD, UserStatus::Active), None).await.unwrap();
        let listings: Vec<_> = (0..LISTINGS).map(|_| town.add()).collect();
        work.listings().insert(&listings).await.unwrap();
        work.commit().await.unwrap();
        let sql = PgSearch::new(database.pool());
        let memory = SearchEngine::new(Arc::new(sql.clone()));
        let feed = Arc::new(PgSearchFeed::new(database.url()));
        tokio::spawn(portal_search::follow(memory.clone(), feed, Arc::new(JsonCards)));
        let twins = Self { store, sql, memory, _database: database };
        twins.caught_up().await;
        twins
    }

    /// Returns when the index knows all that was committed before.
    async fn caught_up(&self) {
        let now = Instant::now();
        while self.memory.true_at().is_none_or(|moment| moment < now) {
            assert!(now.elapsed() < Duration::from_mins(1), "the index does not catch up");
            tokio::time::sleep(Duration::from_millis(2)).await;
        }
    }

    /// Changes in two transactions, the second of which may undo the first.
    async fn change(&self, town: &mut Town) {
        for _ in 0..2 {
            let mut work = self.store.begin().await.unwrap();
            for _ in 0..BATCH / 2 {
                match town.change() {
                    TownChange::Added(listing) => work.listings().insert(&[listing]).await.unwrap(),
                    TownChange::Changed(listing) => work.listings().save(&listing).await.unwrap(),
                    TownChange::Deleted(id) => work.listings().delete(id).await.unwrap(),
                }
            }
            work.commit().await.unwrap();
        }
    }

    async fn compare(&self, query: &SearchQuery) -> u64 {
        let in_memory = self.memory.search(query).await.unwrap();
        assert!(matches!(in_memory.cards, Cards::Ready(_)), "the index did not answer");
        let in_sql = written(self.sql.search(query).await.unwrap());
        assert_eq!(text(&in_memory), text(&in_sql), "{query:?}");
        assert_eq!(in_memory, in_sql, "{query:?}");
        in_sql.total
    }

    async fn compare_places(&self, typed: &str) {
        let words = search_words::of_keyword(typed);
        let in_memory = self.memory.suggest(&words, SUGGESTIONS).await.unwrap();
        assert_eq!(in_memory, self.sql.suggest(&words, SUGGESTIONS).await.unwrap(), "{typed}");
    }
}

/// Cards that were read, as they would be kept.
fn written(results: SearchResults) -> SearchResults {
    let Cards::Read(cards) = results.cards else { panic!("SQL reads its cards") };
    let cards: Vec<Vec<u8>> = cards.into_iter().map(|card| JsonCards.write(ListingSummary::for_public(card))).collect();
    SearchResults { cards: Cards::Ready(cards.join(&b',')), ..results }
}

fn text(results: &SearchResults) -> &str {
    let Cards::Ready(cards) = &results.cards else { return "" };
    std::str::from_utf8(cards).unwrap()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn searches_in_memory_and_in_sql_are_the_same_after_every_batch_of_changes() {
    let (seed, queries) = (variable("SEARCH_SEED", SEED), variable("SEARCH_QUERIES", QUERIES));
    println!("SEARCH_SEED={seed}");
    let mut town = Town::new(seed, vec![LANDLORD.user_id]);
    let twins = Twins::new(&mut town).await;
    let mut with_results = 0;
    for number in 0..queries {
        if number % ROUND == ROUND - 1 {
            twins.change(&mut town).await;
            twins.caught_up().await;
        }
        with_results += usize::from(twins.compare(&town.query()).await > 0);
        if number % 10 == 0 {
            twins.compare_places(&town.keyword()).await;
        }
    }
    println!("{queries} searches, {with_results} with results, no difference");
    assert!(with_results * 4 > queries && with_results < queries, "{with_results} of {queries} found something");
}
