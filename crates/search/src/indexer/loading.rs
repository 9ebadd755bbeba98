//! Where the first state of an index comes from: the file that an earlier process left, or all
//! listings of the feed.

use std::sync::Arc;
use std::time::Instant;

use portal_services::ports::{CardSerializer, SearchDocument, SearchFeedReader};
use tokio::sync::mpsc;
use tokio::task::spawn_blocking;

use super::{IndexError, Indexer, LiveIndex, join};
use crate::index_file::{IndexFile, IndexFileError, OpenedFile};
use crate::index_writer::{IndexLoader, IndexWriter};

/// Batches that wait to be indexed: building one part takes as long as reading a few batches.
const MAX_QUEUED_BATCHES: usize = 2;

/// Of the metric and the log.
const FILE: &str = "file";
const DATABASE: &str = "database";

impl Indexer {
    /// Reads all listings. The index that is published answers in the meantime, while it is fresh enough.
    pub(super) async fn load_from_feed(&mut self) -> Result<Box<dyn SearchFeedReader>, IndexError> {
        // The changed parts of it are not published, and its memory is needed.
        self.live = None;
        if self.engine.count_indexed().is_none() {
            self.engine.shared().clear();
        }
        let mut reader = self.feed.open().await?;
        let started = Instant::now();
        self.has_loaded = false;
        let writer = read_batches(reader.as_mut(), Arc::clone(&self.serializer)).await?;
        self.has_loaded = true;
        self.is_announced = false;
        self.set_loaded(writer, started, DATABASE);
        Ok(reader)
    }

    /// Reads the file, and returns a reader of the changes since then. `None` if there is no file, or
    /// none that can be used.
    pub(super) async fn load_file(&mut self) -> Result<Option<Box<dyn SearchFeedReader>>, IndexError> {
        let Some(file) = self.file.clone() else { return Ok(None) };
        let started = Instant::now();
        let opened = match open(&file).await {
            Ok(Some(opened)) => opened,
            Ok(None) => {
                self.file = None;
                return Ok(None);
            }
            Err(error) => {
                self.refuse_file(&error);
                return Ok(None);
            }
        };
        // Before the listings are read, which takes longer. If the database cannot be reached, the
        // file is tried again.
        let Some(reader) = self.resume(opened.position()).await? else {
            self.refuse_file(&IndexFileError::OtherDatabase);
            return Ok(None);
        };
        let serializer = Arc::clone(&self.serializer);
        let reading = spawn_blocking(move || opened.read().map(|stored| IndexWriter::restored(serializer, stored)));
        match reading.await.map_err(|error| IndexError::Build(error.into()))? {
            Ok(writer) => {
                self.file = None;
                self.set_loaded(writer, started, FILE);
                Ok(Some(reader))
            }
            Err(error) => {
                self.refuse_file(&error);
                Ok(None)
            }
        }
    }

    fn refuse_file(&mut self, error: &IndexFileError) {
        metrics::counter!("portal_search_index_files_refused_total", "reason" => error.reason()).increment(1);
        tracing::warn!(%error, "search index file refused, loading from the database");
        self.file = None;
    }

    fn set_loaded(&mut self, writer: IndexWriter, started: Instant, source: &'static str) {
        let index = writer.snapshot();
        let bytes = index.memory_bytes();
        tracing::info!(
            source,
            listings = index.len(),
            ms = started.elapsed().as_millis(),
            columns_kb = bytes.columns / 1_000,
            terms_kb = bytes.terms / 1_000,
            cards_kb = bytes.cards / 1_000,
            "search index loaded"
        );
        metrics::counter!("portal_search_loads_total", "source" => source).increment(1);
        self.live = Some(LiveIndex::new(writer));
    }
}

async fn open(file: &IndexFile) -> Result<Option<OpenedFile>, IndexFileError> {
    let file = file.clone();
    spawn_blocking(move || file.open()).await.map_err(|error| IndexFileError::Io(error.into()))?
}

/// Indexes batches while the next ones are being read.
async fn read_batches(
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
