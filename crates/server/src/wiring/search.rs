//! The search in memory: its index, the file between two runs, and the searches that SQL answers.

use std::env;
use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, UNIX_EPOCH};

use portal_api::JsonCardSerializer;
use portal_persistence::{PgSearch, PgSearchFeed};
use portal_search::{IndexFile, LimitedSearch, SearchEngine};
use portal_services::ports::ListingSearch;
use tokio::task::{JoinHandle, spawn_blocking};

use crate::config::Config;
use crate::database::Database;

/// In the data folder.
const FILE: &str = "search.index";

/// How long writing the file may take: a supervisor kills a process that takes ten seconds to stop.
const MAX_SAVE: Duration = Duration::from_secs(4);

/// The search index whose indexer has not been started.
pub struct PendingIndexer {
    engine: SearchEngine,
    feed: PgSearchFeed,
    file: Option<IndexFile>,
}

impl PendingIndexer {
    /// Starts loading and updating the index.
    pub fn spawn(self) -> IndexerTask {
        let Self { engine, feed, file } = self;
        let serializer = Arc::new(JsonCardSerializer);
        let indexer = portal_search::run_indexer(engine.clone(), Arc::new(feed), serializer, file.clone());
        IndexerTask { task: tokio::spawn(indexer), engine, file }
    }

    /// Tells whether the first load is under way, for less than `search_ready_seconds`.
    pub(super) fn is_loading(&self, config: &Config) -> impl Fn() -> bool + Send + Sync + use<> {
        let (engine, limit) = (self.engine.clone(), Duration::from_secs(config.search_ready_seconds.into()));
        move || engine.is_loading(limit)
    }
}

/// The running indexer.
pub struct IndexerTask {
    task: JoinHandle<()>,
    engine: SearchEngine,
    file: Option<IndexFile>,
}

impl IndexerTask {
    /// Stops updating the index, which keeps answering, and stores it for the next start. Without
    /// the file that start takes longer; nothing is lost.
    pub async fn finish(self) {
        self.task.abort();
        let Some(file) = self.file else { return };
        let engine = self.engine;
        match spawn_blocking(move || file.save(&engine, MAX_SAVE)).await {
            Ok(Ok(Some(saved))) => {
                tracing::info!(listings = saved.listings, bytes = saved.bytes, "search index file written");
            }
            Ok(Ok(None)) => tracing::info!("search index file not written: no index, or no position of its feed"),
            Ok(Err(error)) => tracing::warn!(error = %error, "failed to write the search index file"),
            Err(error) => tracing::error!(error = %error, "the task that writes the search index file panicked"),
        }
    }
}

/// The in-memory search with SQL as its fallback, or SQL only.
pub(super) fn search(
    config: &Config,
    database: &Database,
    sql: PgSearch,
) -> (Arc<dyn ListingSearch>, Option<PendingIndexer>) {
    let sql = Arc::new(LimitedSearch::new(Arc::new(sql), searches_in_sql(config)));
    if !config.search_in_memory {
        return (sql, None);
    }
    let max_staleness = Duration::from_secs(config.search_stale_seconds.into());
    let engine = SearchEngine::with_max_staleness(sql, max_staleness);
    // Not the replica: only the primary sends notifications.
    let feed = PgSearchFeed::new(database.connection().clone());
    let file = config.search_index_file.then(|| index_file(&config.data_dir)).flatten();
    (Arc::new(engine.clone()), Some(PendingIndexer { engine, feed, file }))
}

/// How many searches SQL answers at a time: with an index a quarter of the connections, which leaves
/// the others to all that only the database can do; without one three quarters.
fn searches_in_sql(config: &Config) -> usize {
    let connections = config.database_connections.get();
    let default = if config.search_in_memory { connections / 4 } else { connections * 3 / 4 };
    let limit = config.searches_in_sql.map_or(default, std::num::NonZeroU32::get);
    usize::try_from(limit.max(1)).unwrap_or(usize::MAX)
}

/// `None` if this program cannot be told from another one.
fn index_file(data_dir: &Path) -> Option<IndexFile> {
    let program = env::current_exe().and_then(|path| program(&path));
    match program {
        Ok(program) => Some(IndexFile::new(data_dir.join(FILE), program)),
        Err(error) => {
            tracing::warn!(error = %error, "failed to identify the program, the search index file is not used");
            None
        }
    }
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
    use super::*;

    #[test]
    fn searches_in_sql_is_derived_from_the_connections() {
        let limit = |file: &str| searches_in_sql(&Config::of_text(file).unwrap());
        assert_eq!(limit(""), 4);
        assert_eq!(limit("database_connections = 1"), 1);
        assert_eq!(limit("search_in_memory = false"), 12);
        assert_eq!(limit("searches_in_sql = 7"), 7);
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
}
