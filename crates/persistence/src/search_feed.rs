//! Feeds listings and their changes to the in-memory search.
//!
//! Triggers log into `listing_changes` which listings a transaction changed, with the transaction's
//! id. A reader keeps the last snapshot that it has read. Changes are the log rows that are visible
//! now and were not visible in that snapshot, in any order of begin and commit
//! (`docs/adr/0009-the-log-of-listing-changes.md`).

mod change_log;
mod load_turn;
mod position;
mod reader;

use std::time::Duration;

use async_trait::async_trait;
use portal_services::ports::{FeedPosition, SearchFeed, SearchFeedReader, StoreError};

use crate::connection::ConnectionConfig;
use reader::Reader;

/// Reads the primary database, because replicas do not support LISTEN.
#[derive(Debug, Clone)]
pub struct PgSearchFeed {
    config: ConnectionConfig,
}

impl PgSearchFeed {
    pub fn new(config: ConnectionConfig) -> Self {
        Self { config }
    }
}

#[async_trait]
impl SearchFeed for PgSearchFeed {
    async fn open(&self) -> Result<Box<dyn SearchFeedReader>, StoreError> {
        let reader = with_timeout(Reader::open(&self.config)).await?;
        Ok(Box::new(reader))
    }

    async fn resume(&self, position: &FeedPosition) -> Result<Option<Box<dyn SearchFeedReader>>, StoreError> {
        let reader = with_timeout(Reader::resume(&self.config, position)).await?;
        Ok(reader.map(|reader| Box::new(reader) as Box<dyn SearchFeedReader>))
    }
}

/// Limit for one call to a reader: a network that drops packets reports no error.
const CALL_TIMEOUT: Duration = Duration::from_mins(2);

async fn with_timeout<T>(call: impl Future<Output = Result<T, StoreError>>) -> Result<T, StoreError> {
    let timed_out = |_| StoreError::Unavailable("timed out waiting for the database".into());
    tokio::time::timeout(CALL_TIMEOUT, call).await.map_err(timed_out)?
}
