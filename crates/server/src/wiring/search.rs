//! The search in memory: its index, the file between two runs, and the searches that SQL answers.

use std::sync::Arc;
use std::time::Duration;

use portal_api::JsonCardSerializer;
use portal_persistence::{PgSearch, PgSearchFeed, WithReplica};
use portal_search::{LimitedSearch, SearchEngine};
use portal_services::ports::ListingSearch;
use tokio::task::JoinHandle;

use crate::config::Config;
use crate::database::Database;
use crate::wiring::index_file::{self, FileWriter, FileWriterTask};

/// The search index whose indexer has not been started.
pub struct PendingIndexer {
    engine: SearchEngine,
    feed: PgSearchFeed,
    /// `None` if the index is not kept in a file.
    writer: Option<FileWriter>,
}

impl PendingIndexer {
    /// Starts loading and updating the index.
    pub fn spawn(self) -> IndexerTask {
        let Self { engine, feed, writer } = self;
        let file = writer.as_ref().map(|writer| writer.file().clone());
        let indexer = portal_search::run_indexer(engine, Arc::new(feed), Arc::new(JsonCardSerializer), file);
        IndexerTask { task: tokio::spawn(indexer), writer: writer.map(FileWriter::spawn) }
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
    writer: Option<FileWriterTask>,
}

impl IndexerTask {
    /// Stops updating the index, which keeps answering, and stores it for the next start.
    pub async fn finish(self) {
        self.task.abort();
        if let Some(writer) = self.writer {
            writer.finish().await;
        }
    }
}

/// The in-memory search with SQL as its fallback, or SQL only.
pub(super) fn search(
    config: &Config,
    database: &Database,
    sql: WithReplica<PgSearch>,
) -> (Arc<dyn ListingSearch>, Option<PendingIndexer>) {
    let sql = Arc::new(LimitedSearch::new(Arc::new(sql), searches_in_sql(config)));
    if !config.search_in_memory {
        index_file::remove_file(config);
        return (sql, None);
    }
    let max_staleness = Duration::from_secs(config.search_stale_seconds.into());
    let engine = SearchEngine::with_max_staleness(sql, max_staleness);
    // Not the replica: only the primary sends notifications.
    let feed = PgSearchFeed::new(database.connection().clone());
    let writer = FileWriter::new(config, &engine);
    (Arc::new(engine.clone()), Some(PendingIndexer { engine, feed, writer }))
}

/// How many searches SQL answers at a time: with an index a quarter of the connections, which leaves
/// the others to all that only the database can do; without one three quarters.
fn searches_in_sql(config: &Config) -> usize {
    let connections = config.database_connections.get();
    let default = if config.search_in_memory { connections / 4 } else { connections * 3 / 4 };
    let limit = config.searches_in_sql.map_or(default, std::num::NonZeroU32::get);
    usize::try_from(limit.max(1)).unwrap_or(usize::MAX)
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
}
