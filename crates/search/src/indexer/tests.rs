//! The indexer with a feed that fails, jumps and repeats.

use std::collections::VecDeque;
use std::sync::Mutex;

use async_trait::async_trait;
use portal_services::ports::{
    ListingSearch, MockListingSearch, SearchChanges, SearchDocument, SearchQuery, SearchResults,
};
use portal_services::testing::SearchOracle;

use super::*;
use crate::tests::{IdCards, all_listings, ids, oracle};

/// What a reader does at its next call, and how often readers were opened.
#[derive(Default)]
struct Script {
    batches: VecDeque<Vec<SearchDocument>>,
    reads: VecDeque<FeedRead>,
    is_down: bool,
    opened: usize,
    resumed: Vec<String>,
    can_resume: bool,
}

#[derive(Clone, Default)]
struct ScriptedFeed(Arc<Mutex<Script>>);

impl ScriptedFeed {
    fn set(&self, change: impl FnOnce(&mut Script)) {
        change(&mut self.0.lock().unwrap());
    }

    fn get<T>(&self, value: impl FnOnce(&Script) -> T) -> T {
        value(&self.0.lock().unwrap())
    }
}

fn down<T>() -> Result<T, StoreError> {
    Err(StoreError::Unavailable("the database is down".into()))
}

#[async_trait]
impl SearchFeed for ScriptedFeed {
    async fn open(&self) -> Result<Box<dyn SearchFeedReader>, StoreError> {
        let mut script = self.0.lock().unwrap();
        if script.is_down {
            return down();
        }
        script.opened += 1;
        Ok(Box::new(self.clone()))
    }

    async fn resume(&self, position: &FeedPosition) -> Result<Option<Box<dyn SearchFeedReader>>, StoreError> {
        let mut script = self.0.lock().unwrap();
        if script.is_down {
            return down();
        }
        script.resumed.push(position.as_str().to_owned());
        Ok(script.can_resume.then(|| Box::new(self.clone()) as Box<dyn SearchFeedReader>))
    }
}

#[async_trait]
impl SearchFeedReader for ScriptedFeed {
    async fn next_batch(&mut self) -> Result<Vec<SearchDocument>, StoreError> {
        Ok(self.0.lock().unwrap().batches.pop_front().unwrap_or_default())
    }

    async fn changes(&mut self, at_most: usize) -> Result<FeedRead, StoreError> {
        let mut script = self.0.lock().unwrap();
        if script.is_down {
            return down();
        }
        assert!(at_most >= MIN_REBUILD);
        Ok(script.reads.pop_front().unwrap_or(FeedRead::Complete(SearchChanges::default())))
    }

    fn position(&self) -> Option<FeedPosition> {
        Some(FeedPosition::new("here".to_owned()))
    }

    async fn wait(&mut self, _: Duration) -> Result<(), StoreError> {
        tokio::time::sleep(Duration::from_millis(5)).await;
        if self.get(|script| script.is_down) { down() } else { Ok(()) }
    }
}

struct Running {
    engine: SearchEngine,
    feed: ScriptedFeed,
    task: JoinHandle<()>,
}

impl Running {
    fn start(feed: ScriptedFeed, max_staleness: Duration, file: Option<IndexFile>) -> Self {
        let mut fallback = MockListingSearch::new();
        fallback.expect_search().returning(|_| down());
        let engine = SearchEngine::with_max_staleness(Arc::new(fallback), max_staleness);
        let task = tokio::spawn(run_indexer(engine.clone(), Arc::new(feed.clone()), Arc::new(IdCards), file));
        Self { engine, feed, task }
    }

    async fn search(&self, query: &SearchQuery) -> Result<SearchResults, StoreError> {
        self.engine.search(query).await
    }

    async fn found(&self) -> Option<usize> {
        self.search(&all_listings(1_000)).await.ok().map(|results| ids(&results.cards).len())
    }

    async fn wait_for(&self, expected: Option<usize>) {
        let started = Instant::now();
        while self.found().await != expected {
            assert!(started.elapsed() < Duration::from_secs(20), "{:?} instead of {expected:?}", self.found().await);
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.task.abort();
    }
}

/// The searchable listings of an oracle with so many.
fn documents(oracle: &SearchOracle) -> Vec<SearchDocument> {
    oracle.expected_documents()
}

fn feed_with(documents: &[SearchDocument]) -> ScriptedFeed {
    let feed = ScriptedFeed::default();
    feed.set(|script| script.batches.push_back(documents.to_vec()));
    feed
}

fn part(documents: &[SearchDocument]) -> SearchChanges {
    SearchChanges { upserted: documents.to_vec(), removed: Vec::new() }
}

#[tokio::test]
async fn lost_feed_leaves_the_index_and_resumes_at_its_position() {
    let all = documents(&oracle(60));
    let running = Running::start(feed_with(&all[1..]), Duration::from_mins(1), None);
    running.wait_for(Some(all.len() - 1)).await;
    running.feed.set(|script| (script.is_down, script.can_resume) = (true, true));
    tokio::time::sleep(Duration::from_millis(50)).await;
    assert_eq!(running.found().await, Some(all.len() - 1), "the last index answers");
    running.feed.set(|script| {
        script.is_down = false;
        script.reads.push_back(FeedRead::Complete(part(&all[..2])));
    });
    running.wait_for(Some(all.len())).await;
    assert_eq!(running.feed.get(|script| (script.opened, script.resumed.clone())), (1, vec!["here".to_owned()]));
}

#[tokio::test]
async fn index_of_a_lost_feed_answers_no_longer_than_it_may_be_stale() {
    let all = documents(&oracle(20));
    let staleness = Duration::from_secs(1);
    let running = Running::start(feed_with(&all), staleness, None);
    running.wait_for(Some(all.len())).await;
    running.feed.set(|script| (script.is_down, script.can_resume) = (true, true));
    let lost = Instant::now();
    running.wait_for(None).await;
    assert!(lost.elapsed() >= Duration::from_millis(500), "{:?}", lost.elapsed());
    running.feed.set(|script| script.is_down = false);
    running.wait_for(Some(all.len())).await;
    assert_eq!(running.feed.get(|script| script.opened), 1, "the index is kept until the feed resumes");
}

#[tokio::test]
async fn feed_that_cannot_resume_is_loaded_while_the_old_index_answers() {
    let all = documents(&oracle(60));
    let running = Running::start(feed_with(&all), Duration::from_mins(1), None);
    running.wait_for(Some(all.len())).await;
    running.feed.set(|script| {
        script.batches.push_back(all[..7].to_vec());
        script.is_down = true;
    });
    tokio::time::sleep(Duration::from_millis(50)).await;
    running.feed.set(|script| script.is_down = false);
    running.wait_for(Some(7)).await;
    assert_eq!(running.feed.get(|script| script.opened), 2);
}

#[tokio::test]
async fn parts_of_a_read_are_published_together() {
    let all = documents(&oracle(60));
    let running = Running::start(feed_with(&all[..10]), Duration::from_mins(1), None);
    running.wait_for(Some(10)).await;
    running.feed.set(|script| {
        script.reads.extend([FeedRead::Part(part(&all[10..20])), FeedRead::Part(part(&all[20..30]))]);
        script.can_resume = true;
    });
    let started = Instant::now();
    loop {
        match running.found().await {
            Some(30) => break,
            found => assert!(found == Some(10) && started.elapsed() < Duration::from_secs(20), "{found:?}"),
        }
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
    assert_eq!(running.feed.get(|script| script.opened), 1);
}

#[tokio::test]
async fn parts_that_are_read_again_after_an_error_are_there_once() {
    let all = documents(&oracle(60));
    let running = Running::start(feed_with(&all[..10]), Duration::from_mins(1), None);
    running.wait_for(Some(10)).await;
    running.feed.set(|script| {
        script.reads.push_back(FeedRead::Part(part(&all[..20])));
        script.can_resume = true;
    });
    while running.feed.get(|script| !script.reads.is_empty()) {
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
    running.feed.set(|script| script.is_down = true);
    tokio::time::sleep(Duration::from_millis(50)).await;
    running.feed.set(|script| {
        script.is_down = false;
        script.reads.extend([FeedRead::Part(part(&all[..20])), FeedRead::Complete(part(&all[20..25]))]);
    });
    running.wait_for(Some(25)).await;
}

#[tokio::test]
async fn too_many_changes_build_a_new_index() {
    let all = documents(&oracle(60));
    let running = Running::start(feed_with(&all[..10]), Duration::from_mins(1), None);
    running.wait_for(Some(10)).await;
    running.feed.set(|script| {
        script.batches.extend([all[..20].to_vec(), all[20..].to_vec()]);
        script.reads.push_back(FeedRead::TooMany);
    });
    running.wait_for(Some(all.len())).await;
    assert_eq!(running.feed.get(|script| script.opened), 2);
}

#[tokio::test]
async fn file_is_loaded_with_the_changes_since_it_was_written() {
    let all = documents(&oracle(60));
    let folder = tempfile::tempdir().unwrap();
    let file = IndexFile::new(folder.path().join("search.index"), "one".to_owned());
    let running = Running::start(feed_with(&all[..20]), Duration::from_mins(1), None);
    running.wait_for(Some(20)).await;
    running.engine.wait_for_database_load().await;
    assert_eq!(file.save(&running.engine, Duration::from_mins(1)).unwrap().unwrap().listings, 20);
    drop(running);

    let feed = ScriptedFeed::default();
    feed.set(|script| {
        script.can_resume = true;
        script.is_down = true;
        script.reads.push_back(FeedRead::Complete(part(&all[10..30])));
    });
    let running = Running::start(feed, Duration::from_mins(1), Some(file.clone()));
    tokio::time::sleep(Duration::from_millis(100)).await;
    assert_eq!(running.found().await, None, "the changes are not known");
    assert!(running.engine.is_loading(Duration::from_mins(1)) && !running.engine.is_loading(Duration::ZERO));
    running.feed.set(|script| script.is_down = false);
    running.wait_for(Some(30)).await;
    assert!(!running.engine.is_loading(Duration::from_mins(1)));
    assert_eq!(running.feed.get(|script| script.opened), 0, "nothing is loaded from the database");
    let announced = tokio::time::timeout(Duration::from_millis(100), running.engine.wait_for_database_load());
    assert!(announced.await.is_err(), "the file is as new as the index");
    drop(running);

    // The feed cannot continue, and the file is damaged.
    for damage in [false, true] {
        if damage {
            let bytes = std::fs::read(folder.path().join("search.index")).unwrap();
            std::fs::write(folder.path().join("search.index"), &bytes[..bytes.len() - 1]).unwrap();
        }
        let feed = feed_with(&all[..5]);
        feed.set(|script| script.can_resume = damage);
        let running = Running::start(feed, Duration::from_mins(1), Some(file.clone()));
        running.wait_for(Some(5)).await;
        assert_eq!(running.feed.get(|script| (script.opened, script.resumed.len())), (1, 1));
    }
}
