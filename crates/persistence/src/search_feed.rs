//! What feeds a search that keeps a copy of the listings.
//!
//! Triggers write into `listing_changes` which listings a transaction has changed, together with the transaction's own
//! number. A reader remembers the last snapshot that it has looked through; what is visible now and was not visible in
//! that one is what happened in between, in whatever order transactions have begun and ended
//! (`docs/adr/0009-the-log-of-listing-changes.md`).

mod log;
mod reader;

use std::time::Duration;

use async_trait::async_trait;
use diesel::sql_types::BigInt;
use diesel_async::RunQueryDsl;
use portal_services::ports::{SearchFeed, SearchFeedReader, StoreError};

use crate::errors::failed;
use crate::store::PgStore;
use reader::Reader;

/// The listings of the primary database: a replica does not notify.
#[derive(Debug, Clone)]
pub struct PgSearchFeed {
    url: String,
}

impl PgSearchFeed {
    pub fn new(url: impl Into<String>) -> Self {
        Self { url: url.into() }
    }
}

#[async_trait]
impl SearchFeed for PgSearchFeed {
    async fn open(&self) -> Result<Box<dyn SearchFeedReader>, StoreError> {
        let reader = in_time(Reader::open(&self.url)).await?;
        Ok(Box::new(reader))
    }
}

/// The longest that one call to a reader may take. A network that swallows everything reports nothing by itself.
const ANSWER_WITHIN: Duration = Duration::from_mins(2);

async fn in_time<T>(answer: impl Future<Output = Result<T, StoreError>>) -> Result<T, StoreError> {
    let late = |_| StoreError::Unavailable("the database does not answer".into());
    tokio::time::timeout(ANSWER_WITHIN, answer).await.map_err(late)?
}

/// Rows that are forgotten in one statement, so that none takes long however many have come together.
const FORGOTTEN_AT_ONCE: i64 = 20_000;

impl PgStore {
    /// Forgets what every reader has either seen, or gives up on: they begin anew after half of this time. Old rows are
    /// those with the lowest numbers, or nearly so.
    pub(crate) async fn forget_changes(&self) -> Result<u64, StoreError> {
        let connection = &mut *self.pool.get().await?;
        let mut forgotten = 0;
        loop {
            let old = "DELETE FROM listing_changes WHERE number IN ( \
                       SELECT number FROM listing_changes WHERE changed_at < now() - interval '1 hour' \
                       ORDER BY number LIMIT $1 FOR UPDATE SKIP LOCKED)";
            let delete = diesel::sql_query(old).bind::<BigInt, _>(FORGOTTEN_AT_ONCE);
            let deleted = delete.execute(connection).await.map_err(failed)? as u64;
            forgotten += deleted;
            if deleted < FORGOTTEN_AT_ONCE.unsigned_abs() {
                return Ok(forgotten);
            }
        }
    }
}
