//! Follows a feed and keeps an engine's index true to it.

use std::sync::Arc;
use std::time::{Duration, Instant};

use portal_services::ports::{CardWriter, SearchDocument, SearchFeed, SearchFeedReader, Source, StoreError};
use tokio::sync::mpsc;
use tokio::task::{JoinHandle, spawn_blocking};

use crate::engine::SearchEngine;
use crate::keeper::{Keeper, Loader};
use crate::segment::Segment;

/// Changes are asked for at least so often, told of or not.
const AT_LEAST_EVERY: Duration = Duration::from_secs(1);
/// Changes that come within so long are taken together.
const TOGETHER: Duration = Duration::from_millis(50);
/// After a failure it begins anew, first soon and then ever later.
const FIRST_PAUSE: Duration = Duration::from_millis(500);
const LONGEST_PAUSE: Duration = Duration::from_secs(30);

/// Portions that may wait to be indexed: closing a part of the index takes as long as reading some of them.
const WAITING: usize = 2;

/// Why the index cannot be kept true any longer.
#[derive(Debug, thiserror::Error)]
enum Failed {
    #[error("the feed failed: {0}")]
    Feed(#[from] StoreError),
    #[error("the index could not be built: {0}")]
    Build(Source),
}

impl From<fst::Error> for Failed {
    fn from(error: fst::Error) -> Self {
        Self::Build(error.into())
    }
}

/// Loads everything from the feed and then follows its changes, for ever: whenever the feed fails, searches are answered
/// elsewhere, and it begins anew.
pub async fn follow(engine: SearchEngine, feed: Arc<dyn SearchFeed>, writer: Arc<dyn CardWriter>) {
    let mut pause = FIRST_PAUSE;
    loop {
        let began = Instant::now();
        let Err(failed) = follow_once(&engine, feed.as_ref(), &writer).await;
        engine.shared().forget();
        if began.elapsed() > LONGEST_PAUSE {
            pause = FIRST_PAUSE;
        }
        tracing::warn!(error = %failed, "the search has no index; the database answers");
        tokio::time::sleep(pause).await;
        pause = (pause * 2).min(LONGEST_PAUSE);
    }
}

async fn follow_once(
    engine: &SearchEngine,
    feed: &dyn SearchFeed,
    writer: &Arc<dyn CardWriter>,
) -> Result<std::convert::Infallible, Failed> {
    let began = Instant::now();
    let mut reader = feed.open().await?;
    let mut keeper = load(reader.as_mut(), Arc::clone(writer)).await?;
    report(&keeper, began);
    let mut merging: Option<JoinHandle<Result<Segment, fst::Error>>> = None;
    loop {
        let asked = Instant::now();
        let changes = reader.changes().await?;
        let mut is_new = !changes.is_empty();
        if is_new {
            keeper = aside(move || keeper.apply(changes).map(|()| keeper)).await?;
        }
        if let Some(done) = merging.take_if(|task| task.is_finished()) {
            keeper.merged(finished(done).await?);
            is_new = true;
        }
        if let Some(merge) = keeper.begin_merge() {
            merging = Some(spawn_blocking(move || merge.run()));
        }
        if is_new || engine.indexed().is_none() {
            engine.shared().publish(keeper.index());
        }
        engine.shared().is_true_at(asked);
        reader.wait(AT_LEAST_EVERY).await?;
        tokio::time::sleep(TOGETHER).await;
    }
}

/// Indexes portions while the next ones are being read.
async fn load(reader: &mut dyn SearchFeedReader, writer: Arc<dyn CardWriter>) -> Result<Keeper, Failed> {
    let (portions, arriving) = mpsc::channel(WAITING);
    let indexing = spawn_blocking(move || index(Loader::new(writer), arriving));
    loop {
        let portion = reader.next_portion().await?;
        let is_last = portion.is_empty();
        // The receiver is gone: indexing has failed, and returns the error.
        if portions.send(portion).await.is_err() || is_last {
            break;
        }
    }
    finished(indexing).await?.ok_or_else(|| Failed::Build("the last portion has not arrived".into()))
}

/// Indexes all portions up to an empty one; nothing if that does not come.
fn index(mut loader: Loader, mut portions: Portions) -> Result<Option<Keeper>, fst::Error> {
    while let Some(portion) = portions.blocking_recv() {
        if portion.is_empty() {
            return loader.finish().map(Some);
        }
        loader.add(portion)?;
    }
    Ok(None)
}

type Portions = mpsc::Receiver<Vec<SearchDocument>>;

fn report(keeper: &Keeper, began: Instant) {
    let index = keeper.index();
    let bytes = index.segments.iter().map(|live| live.segment.bytes());
    let [figures, words, cards] = bytes.fold([0; 3], |sum, bytes| std::array::from_fn(|part| sum[part] + bytes[part]));
    tracing::info!(
        listings = index.len(),
        ms = began.elapsed().as_millis(),
        figures_kb = figures / 1_000,
        words_kb = words / 1_000,
        cards_kb = cards / 1_000,
        "the search has its index"
    );
}

/// Runs what takes long beside the tasks of the runtime.
async fn aside<T: Send + 'static>(work: impl FnOnce() -> Result<T, fst::Error> + Send + 'static) -> Result<T, Failed> {
    finished(spawn_blocking(work)).await
}

async fn finished<T>(task: JoinHandle<Result<T, fst::Error>>) -> Result<T, Failed> {
    Ok(task.await.map_err(|error| Failed::Build(error.into()))??)
}
