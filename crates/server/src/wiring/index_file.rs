//! The file of the search index. It is written while the process runs, so that the process after a
//! crash need not read all listings either, and when the process stops.

use std::env;
use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, UNIX_EPOCH};

use portal_search::{IndexFile, SavedFile, SearchEngine};
use tokio::sync::oneshot;
use tokio::task::{JoinHandle, spawn_blocking};
use tokio::time::Instant;

use crate::config::Config;
use crate::data_dir::disk_space;

/// In the data folder.
const FILE: &str = "search.index";

/// How long writing the file may take: a supervisor kills a process that takes ten seconds to stop.
const MAX_SAVE: Duration = Duration::from_secs(4);

/// Writes the index to its file.
pub(super) struct FileWriter {
    engine: SearchEngine,
    file: IndexFile,
    folder: PathBuf,
    interval: Duration,
}

/// The running writer.
pub(super) struct FileWriterTask {
    stop: oneshot::Sender<()>,
    task: JoinHandle<()>,
}

impl FileWriter {
    /// `None` if the file is switched off, or this program cannot be told from another one.
    pub(super) fn new(config: &Config, engine: &SearchEngine) -> Option<Self> {
        if !config.search_index_file {
            remove_file(config);
            return None;
        }
        let program = env::current_exe().and_then(|path| program(&path));
        let program = program
            .inspect_err(|error| {
                tracing::warn!(error = %error, "failed to identify the program, the search index file is not used");
                remove_file(config);
            })
            .ok()?;
        let file = IndexFile::new(config.data_dir.join(FILE), program);
        let interval = Duration::from_secs(60 * u64::from(config.search_index_file_minutes));
        Some(Self { engine: engine.clone(), file, folder: config.data_dir.clone(), interval })
    }

    pub(super) fn file(&self) -> &IndexFile {
        &self.file
    }

    pub(super) fn spawn(self) -> FileWriterTask {
        let (stop, stopped) = oneshot::channel();
        FileWriterTask { stop, task: tokio::spawn(self.run(stopped)) }
    }

    /// Writes the file after each load from the database, in intervals and when told to stop.
    async fn run(self, mut stopped: oneshot::Receiver<()>) {
        let mut latest = None;
        loop {
            tokio::select! {
                // An error means that the sender was dropped, which stops the writer too.
                _ = &mut stopped => break,
                () = self.engine.wait_for_database_load() => {}
                () = tokio::time::sleep(self.interval) => {}
            }
            latest = Some(Instant::now());
            self.write().await;
        }
        // A file of a moment ago is nearly as good, and the process may have been waiting for it.
        if latest.is_none_or(|began| began.elapsed() > MAX_SAVE) {
            self.write().await;
        }
    }

    /// Without the file the next start takes longer; nothing is lost.
    async fn write(&self) {
        let (engine, file, folder) = (self.engine.clone(), self.file.clone(), self.folder.clone());
        let outcome = match spawn_blocking(move || save(&engine, &file, &folder)).await {
            Ok(Ok(Some(saved))) => {
                tracing::info!(listings = saved.listings, bytes = saved.bytes, "search index file written");
                "written"
            }
            Ok(Ok(None)) => {
                tracing::info!("search index file not written: no index, or no position of its feed");
                "no_index"
            }
            Ok(Err(error)) => {
                tracing::warn!(error = %error, "failed to write the search index file");
                "failed"
            }
            Err(error) => {
                tracing::error!(error = %error, "the task that writes the search index file panicked");
                "failed"
            }
        };
        metrics::counter!("portal_search_index_file_writes_total", "outcome" => outcome).increment(1);
    }
}

impl FileWriterTask {
    /// Returns when the last file is written, or was not in time.
    pub(super) async fn finish(self) {
        let _ = self.stop.send(());
        if let Err(error) = self.task.await {
            tracing::error!(error = %error, "the writer of the search index file panicked");
        }
    }
}

/// Removes the file of an earlier run: if none is written, listings that are deleted would stay in it.
pub(super) fn remove_file(config: &Config) {
    if let Err(error) = IndexFile::remove(&config.data_dir.join(FILE)) {
        tracing::warn!(error = %error, "failed to remove the search index file");
    }
}

fn save(
    engine: &SearchEngine,
    file: &IndexFile,
    folder: &Path,
) -> Result<Option<SavedFile>, Box<dyn Error + Send + Sync>> {
    // In case that this fails, too.
    file.remove_outdated();
    if let Ok(space) = disk_space(folder) {
        check_space(space.free, engine.memory_bytes() as u64)?;
    }
    Ok(file.save(engine, MAX_SAVE)?)
}

/// The database may be on the same disk and needs some of it too.
fn check_space(free: u64, index: u64) -> Result<(), String> {
    let needed = index.saturating_mul(2);
    if free < needed { Err(format!("{free} bytes are free, twice the size of the index is {needed}")) } else { Ok(()) }
}

/// The version alone does not tell two builds apart. Read at the start: later the file may be that
/// of an upgrade.
fn program(path: &Path) -> std::io::Result<String> {
    let metadata = fs::metadata(path)?;
    let modified = metadata.modified()?.duration_since(UNIX_EPOCH).unwrap_or_default();
    Ok(format!("{} {} {}", env!("CARGO_PKG_VERSION"), metadata.len(), modified.as_nanos()))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use async_trait::async_trait;
    use portal_api::JsonCardSerializer;
    use portal_search::run_indexer;
    use portal_services::ports::{
        FeedPosition, FeedRead, MockListingSearch, SearchChanges, SearchDocument, SearchFeed, SearchFeedReader,
        StoreError,
    };
    use tokio::time::sleep;

    use super::*;

    /// A feed without listings.
    struct EmptyFeed;

    #[async_trait]
    impl SearchFeed for EmptyFeed {
        async fn open(&self) -> Result<Box<dyn SearchFeedReader>, StoreError> {
            Ok(Box::new(Self))
        }

        async fn resume(&self, _: &FeedPosition) -> Result<Option<Box<dyn SearchFeedReader>>, StoreError> {
            Ok(None)
        }
    }

    #[async_trait]
    impl SearchFeedReader for EmptyFeed {
        async fn next_batch(&mut self) -> Result<Vec<SearchDocument>, StoreError> {
            Ok(Vec::new())
        }

        async fn changes(&mut self, _: usize) -> Result<FeedRead, StoreError> {
            Ok(FeedRead::Complete(SearchChanges::default()))
        }

        fn position(&self) -> Option<FeedPosition> {
            Some(FeedPosition::new("here".to_owned()))
        }

        async fn wait(&mut self, _: Duration) -> Result<(), StoreError> {
            sleep(Duration::from_millis(5)).await;
            Ok(())
        }
    }

    #[tokio::test]
    async fn run_writes_again_after_each_interval() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(FILE);
        let engine = SearchEngine::new(Arc::new(MockListingSearch::new()));
        let writer = FileWriter {
            engine: engine.clone(),
            file: IndexFile::new(path.clone(), "one".to_owned()),
            folder: folder.path().to_owned(),
            interval: Duration::from_millis(20),
        };
        let indexer = tokio::spawn(run_indexer(engine, Arc::new(EmptyFeed), Arc::new(JsonCardSerializer), None));
        let task = writer.spawn();
        // The first may be the one after the load; there is no other load.
        for _ in 0..3 {
            let began = Instant::now();
            while !path.exists() {
                assert!(began.elapsed() < Duration::from_secs(20), "the file is not written");
                sleep(Duration::from_millis(5)).await;
            }
            fs::remove_file(&path).unwrap();
        }
        task.finish().await;
        indexer.abort();
    }

    #[test]
    fn new_with_the_file_switched_off_removes_an_earlier_one() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(FILE);
        fs::write(&path, "of an earlier run").unwrap();
        let config = |is_on: bool| format!("search_index_file = {is_on}\ndata_dir = {:?}", folder.path());
        let engine = SearchEngine::new(Arc::new(MockListingSearch::new()));
        assert!(FileWriter::new(&Config::of_text(&config(true)).unwrap(), &engine).is_some());
        assert!(path.exists());
        assert!(FileWriter::new(&Config::of_text(&config(false)).unwrap(), &engine).is_none());
        assert!(!path.exists());
    }

    #[test]
    fn program_of_another_file_is_another() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("portal");
        fs::write(&path, "one").unwrap();
        let first = program(&path).unwrap();
        assert_eq!(program(&path).unwrap(), first);
        fs::write(&path, "other").unwrap();
        assert_ne!(program(&path).unwrap(), first);
        assert!(program(&folder.path().join("missing")).is_err());
    }

    #[test]
    fn check_space_wants_twice_the_size_of_the_index() {
        assert!(check_space(200, 100).is_ok());
        let error = check_space(199, 100).unwrap_err();
        assert_eq!(error, "199 bytes are free, twice the size of the index is 200");
    }
}
