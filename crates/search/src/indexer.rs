//! Loads an engine's index from a file or a feed and applies the feed's changes to it.

mod loading;
mod report;

use std::convert::Infallible;
use std::sync::Arc;
use std::time::{Duration, Instant};

use portal_services::ports::{
    CardSerializer, FeedPosition, FeedRead, SearchFeed, SearchFeedReader, Source, StoreError,
};
use tokio::task::{JoinHandle, spawn_blocking};

use crate::engine::SearchEngine;
use crate::index_file::IndexFile;
use crate::index_writer::IndexWriter;
use crate::segment::Segment;

/// The feed is polled this often even without a notification.
const POLL_INTERVAL: Duration = Duration::from_secs(1);
/// Changes within this time are applied together.
const DEBOUNCE: Duration = Duration::from_millis(50);
const MIN_BACKOFF: Duration = Duration::from_millis(500);
/// Between attempts to reach the feed.
const MAX_BACKOFF: Duration = Duration::from_secs(4);
/// Between loads, which take a processor of the database.
const MAX_LOAD_BACKOFF: Duration = Duration::from_secs(30);

/// More changes than this and than half of the listings are not applied: a new index is built.
const MIN_REBUILD: usize = 50_000;

#[derive(Debug, thiserror::Error)]
enum IndexError {
    #[error("failed to read the search feed: {0}")]
    Feed(#[from] StoreError),
    #[error("failed to build the search index: {0}")]
    Build(Source),
}

impl From<fst::Error> for IndexError {
    fn from(error: fst::Error) -> Self {
        Self::Build(error.into())
    }
}

/// Loads the index and applies changes, forever. After an error it reconnects with backoff and
/// continues where it was; the index answers as long as it is fresh enough, then the engine's
/// fallback. The first load is from `file`, if that is valid.
pub async fn run_indexer(
    engine: SearchEngine,
    feed: Arc<dyn SearchFeed>,
    serializer: Arc<dyn CardSerializer>,
    file: Option<IndexFile>,
) {
    engine.shared().begin_first_load();
    let indexer =
        Indexer { engine: engine.clone(), feed, serializer, file, live: None, has_loaded: true, is_announced: true };
    tokio::join!(indexer.run(), report::run(&engine));
}

struct Indexer {
    engine: SearchEngine,
    feed: Arc<dyn SearchFeed>,
    serializer: Arc<dyn CardSerializer>,
    /// Until it has been tried.
    file: Option<IndexFile>,
    /// Kept when the feed is lost.
    live: Option<LiveIndex>,
    /// Whether the last attempt reached the end of its load, if it had one.
    has_loaded: bool,
    /// Whether the engine knows that the index was read from the database, if it was.
    is_announced: bool,
}

/// The index that changes are applied to. It may be ahead of the published one by some parts of a
/// read, but not by all.
struct LiveIndex {
    writer: IndexWriter,
    merging: Option<JoinHandle<Result<Segment, fst::Error>>>,
}

impl LiveIndex {
    fn new(writer: IndexWriter) -> Self {
        Self { writer, merging: None }
    }
}

impl Indexer {
    async fn run(mut self) {
        let mut backoff = MIN_BACKOFF;
        loop {
            let started = Instant::now();
            let Err(error) = self.run_until_error().await;
            if started.elapsed() > MAX_LOAD_BACKOFF {
                backoff = MIN_BACKOFF;
            }
            metrics::counter!("portal_search_feed_failures_total").increment(1);
            if let Some(listings) = self.engine.count_indexed() {
                tracing::warn!(%error, listings, "search feed lost, the last index answers");
            } else {
                tracing::warn!(%error, "search index unavailable, falling back to SQL");
            }
            tokio::time::sleep(backoff).await;
            let longest = if self.has_loaded { MAX_BACKOFF } else { MAX_LOAD_BACKOFF };
            backoff = (backoff * 2).min(longest);
        }
    }

    async fn run_until_error(&mut self) -> Result<Infallible, IndexError> {
        self.has_loaded = true;
        let mut reader = self.open().await?;
        let mut is_published = false;
        loop {
            let polled_at = Instant::now();
            let Some(is_changed) = self.apply_changes(reader.as_mut()).await? else {
                reader = self.load_again(reader).await?;
                is_published = false;
                continue;
            };
            let is_merged = self.merge().await?;
            let engine = &self.engine;
            if let Some(live) = &self.live
                && (is_changed || is_merged || !is_published || engine.count_indexed().is_none())
            {
                engine.shared().publish(live.writer.snapshot());
                is_published = true;
            }
            engine.shared().set_position(reader.position());
            if !self.is_announced && reader.position().is_some() {
                engine.shared().announce_database_load();
                self.is_announced = true;
            }
            engine.shared().mark_fresh(polled_at);
            reader.wait(POLL_INTERVAL).await?;
            tokio::time::sleep(DEBOUNCE).await;
        }
    }

    /// A reader that continues where the index is, or loads another index.
    async fn open(&mut self) -> Result<Box<dyn SearchFeedReader>, IndexError> {
        if self.live.is_some()
            && let Some(position) = self.engine.shared().position()
        {
            if let Some(reader) = self.resume(&position).await? {
                tracing::info!("search feed resumed");
                return Ok(reader);
            }
        } else if let Some(reader) = self.load_file().await? {
            return Ok(reader);
        }
        self.load_from_feed().await
    }

    /// `None` if the changes since this position are not known.
    async fn resume(&self, position: &FeedPosition) -> Result<Option<Box<dyn SearchFeedReader>>, StoreError> {
        match self.feed.resume(position).await {
            // The position cannot be used by this feed.
            Err(error) if !matches!(error, StoreError::Unavailable(_)) => {
                tracing::warn!(%error, "failed to resume the search feed");
                Ok(None)
            }
            resumed => resumed,
        }
    }

    async fn load_again(&mut self, reader: Box<dyn SearchFeedReader>) -> Result<Box<dyn SearchFeedReader>, IndexError> {
        tracing::info!("too many changes at once, building a new search index");
        drop(reader);
        self.load_from_feed().await
    }

    /// Applies all changes since the last read, part by part. Returns whether there were any; `None`
    /// if there are too many.
    async fn apply_changes(&mut self, reader: &mut dyn SearchFeedReader) -> Result<Option<bool>, IndexError> {
        let listings = self.live.as_ref().map_or(0, |live| live.writer.len());
        let at_most = MIN_REBUILD.max(listings / 2);
        let mut is_changed = false;
        loop {
            let (changes, is_last) = match reader.changes(at_most).await? {
                FeedRead::Part(changes) => (changes, false),
                FeedRead::Complete(changes) => (changes, true),
                FeedRead::TooMany => return Ok(None),
            };
            if !changes.is_empty()
                && let Some(LiveIndex { mut writer, merging }) = self.live.take()
            {
                // If this fails, the next attempt loads again.
                let writer = blocking(move || writer.apply(changes).map(|()| writer)).await?;
                self.live = Some(LiveIndex { writer, merging });
                is_changed = true;
            }
            if is_last {
                return Ok(Some(is_changed));
            }
        }
    }

    /// Finishes and begins merges in the background. Returns whether one is finished.
    async fn merge(&mut self) -> Result<bool, IndexError> {
        let Some(live) = &mut self.live else { return Ok(false) };
        let finished = live.merging.take_if(|task| task.is_finished());
        let is_merged = finished.is_some();
        if let Some(task) = finished {
            match join(task).await {
                Ok(segment) => live.writer.finish_merge(segment),
                Err(error) => {
                    // The writer waits for this merge and would begin no other.
                    self.live = None;
                    return Err(error);
                }
            }
        }
        if let Some(merge) = live.writer.begin_merge() {
            live.merging = Some(spawn_blocking(move || merge.run()));
        }
        Ok(is_merged)
    }
}

/// Runs long work on a blocking thread, so that it does not delay other tasks.
async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, fst::Error> + Send + 'static,
) -> Result<T, IndexError> {
    join(spawn_blocking(work)).await
}

async fn join<T>(task: JoinHandle<Result<T, fst::Error>>) -> Result<T, IndexError> {
    Ok(task.await.map_err(|error| IndexError::Build(error.into()))??)
}

#[cfg(test)]
mod tests;
