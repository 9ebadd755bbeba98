//! Loads an engine's index from a feed and applies the feed's changes to it.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::{Duration, Instant};

use portal_services::ports::{CardSerializer, SearchDocument, SearchFeed, SearchFeedReader, Source, StoreError};
use tokio::sync::mpsc;
use tokio::task::{JoinHandle, spawn_blocking};

use crate::engine::SearchEngine;
use crate::index_writer::{IndexLoader, IndexWriter};
use crate::segment::{Segment, SegmentBytes};

/// The feed is polled this often even without a notification.
const POLL_INTERVAL: Duration = Duration::from_secs(1);
/// Changes within this time are applied together.
const DEBOUNCE: Duration = Duration::from_millis(50);
const MIN_BACKOFF: Duration = Duration::from_millis(500);
const MAX_BACKOFF: Duration = Duration::from_secs(30);

/// Batches that wait to be indexed: building one part takes as long as reading a few batches.
const MAX_QUEUED_BATCHES: usize = 2;

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

/// Loads the index and applies changes, forever. After an error it clears the index, so that the
/// engine's fallback answers, and starts over with backoff.
pub async fn run_indexer(engine: SearchEngine, feed: Arc<dyn SearchFeed>, serializer: Arc<dyn CardSerializer>) {
    let mut backoff = MIN_BACKOFF;
    loop {
        let started = Instant::now();
        let Err(error) = run_until_error(&engine, feed.as_ref(), &serializer).await;
        engine.shared().clear();
        if started.elapsed() > MAX_BACKOFF {
            backoff = MIN_BACKOFF;
        }
        tracing::warn!(%error, "search index unavailable, falling back to SQL");
        tokio::time::sleep(backoff).await;
        backoff = (backoff * 2).min(MAX_BACKOFF);
    }
}

async fn run_until_error(
    engine: &SearchEngine,
    feed: &dyn SearchFeed,
    serializer: &Arc<dyn CardSerializer>,
) -> Result<Infallible, IndexError> {
    let started = Instant::now();
    let mut reader = feed.open().await?;
    let mut index = load(reader.as_mut(), Arc::clone(serializer)).await?;
    log_loaded(&index, started);
    let mut merge_task: Option<JoinHandle<Result<Segment, fst::Error>>> = None;
    loop {
        let polled_at = Instant::now();
        let changes = reader.changes().await?;
        let mut is_changed = !changes.is_empty();
        if is_changed {
            index = blocking(move || index.apply(changes).map(|()| index)).await?;
        }
        if let Some(task) = merge_task.take_if(|task| task.is_finished()) {
            index.finish_merge(join(task).await?);
            is_changed = true;
        }
        if let Some(merge) = index.begin_merge() {
            merge_task = Some(spawn_blocking(move || merge.run()));
        }
        if is_changed || engine.count_indexed().is_none() {
            engine.shared().publish(index.snapshot());
        }
        engine.shared().mark_fresh(polled_at);
        reader.wait(POLL_INTERVAL).await?;
        tokio::time::sleep(DEBOUNCE).await;
    }
}

/// Indexes batches while the next ones are being read.
async fn load(
    reader: &mut dyn SearchFeedReader,
    serializer: Arc<dyn CardSerializer>,
) -> Result<IndexWriter, IndexError> {
    let (sender, receiver) = mpsc::channel(MAX_QUEUED_BATCHES);
    let indexing = spawn_blocking(move || index_batches(IndexLoader::new(serializer), receiver));
    loop {
        let batch = reader.next_batch().await?;
        let is_last = batch.is_empty();
        // A closed channel means that indexing has failed; the join below returns the error.
        if sender.send(batch).await.is_err() || is_last {
            break;
        }
    }
    join(indexing).await?.ok_or_else(|| IndexError::Build("the last batch is missing".into()))
}

/// Indexes all batches up to an empty one; `None` if that is missing.
fn index_batches(mut loader: IndexLoader, mut batches: Batches) -> Result<Option<IndexWriter>, fst::Error> {
    while let Some(batch) = batches.blocking_recv() {
        if batch.is_empty() {
            return loader.finish().map(Some);
        }
        loader.add(batch)?;
    }
    Ok(None)
}

type Batches = mpsc::Receiver<Vec<SearchDocument>>;

fn log_loaded(index: &IndexWriter, started: Instant) {
    let index = index.snapshot();
    let bytes = index.segments.iter().map(|live| live.segment.memory_bytes());
    let bytes = bytes.fold(SegmentBytes::default(), |sum, bytes| SegmentBytes {
        columns: sum.columns + bytes.columns,
        terms: sum.terms + bytes.terms,
        cards: sum.cards + bytes.cards,
    });
    tracing::info!(
        listings = index.len(),
        ms = started.elapsed().as_millis(),
        columns_kb = bytes.columns / 1_000,
        terms_kb = bytes.terms / 1_000,
        cards_kb = bytes.cards / 1_000,
        "search index loaded"
    );
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
