//! One reader of the feed, on a dedicated connection: LISTEN belongs to a session.

use std::collections::HashSet;
use std::pin::pin;
use std::time::Duration;

use async_trait::async_trait;
use chrono::{DateTime, TimeDelta, Utc};
use diesel::dsl::sql;
use diesel::prelude::*;
use diesel::sql_types::{Text, Timestamptz};
use diesel_async::{AsyncPgConnection, RunQueryDsl, SimpleAsyncConnection};
use futures_util::future::try_join;
use futures_util::{FutureExt, StreamExt};
use portal_domain::ids::ListingId;
use portal_services::ports::{SearchChanges, SearchDocument, SearchFeedReader, StoreError};
use uuid::Uuid;

use super::change_log::{ChangesSince, LogEntries};
use super::with_timeout;
use crate::connection::ConnectionConfig;
use crate::errors::store_error;
use crate::listings::search_documents::{self, RowStream, Searchable};
use crate::pool;
use crate::schema::listings;

/// Listings per statement.
const BATCH_SIZE: u16 = 2_000;

/// A batch takes about ten milliseconds, on a busy machine perhaps a second.
const STATEMENT_TIMEOUT: Duration = Duration::from_secs(30);

/// Limit for processing one batch: the open snapshot prevents VACUUM from removing dead rows.
const IDLE_IN_TRANSACTION_TIMEOUT: Duration = Duration::from_mins(1);

/// Log rows are kept twice as long.
const MAX_READ_INTERVAL: TimeDelta = TimeDelta::minutes(30);

const BEGIN_SNAPSHOT: &str = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY";

pub(super) struct Reader {
    connection: AsyncPgConnection,
    /// Whether a transaction is open: while batches are read, and after a call that was cancelled.
    in_transaction: bool,
    /// The next batch, queried while the previous one is processed.
    prefetched: Option<RowStream>,
    /// The last snapshot that was read, in PostgreSQL's text form.
    snapshot: String,
    /// The time of the snapshot, by the database's clock.
    read_at: DateTime<Utc>,
}

impl Reader {
    pub(crate) async fn open(config: &ConnectionConfig) -> Result<Self, StoreError> {
        let mut connection = pool::connect_unpooled(config, STATEMENT_TIMEOUT, IDLE_IN_TRANSACTION_TIMEOUT).await?;
        // Before the snapshot, so that no change between the two is missed.
        connection.batch_execute("LISTEN listing_changes").await.map_err(store_error)?;
        connection.batch_execute(BEGIN_SNAPSHOT).await.map_err(store_error)?;
        let now = diesel::select(sql::<(Text, Timestamptz)>("pg_current_snapshot()::text, now()"));
        let (snapshot, read_at) = now.get_result(&mut connection).await.map_err(store_error)?;
        Ok(Self { connection, in_transaction: true, prefetched: None, snapshot, read_at })
    }

    async fn begin(&mut self) -> Result<(), StoreError> {
        self.in_transaction = true;
        self.connection.batch_execute(BEGIN_SNAPSHOT).await.map_err(store_error)
    }

    /// A read-only transaction: COMMIT fails only if the connection is lost.
    async fn end(&mut self) -> Result<(), StoreError> {
        if self.in_transaction {
            self.connection.batch_execute("COMMIT").await.map_err(store_error)?;
            self.in_transaction = false;
        }
        Ok(())
    }
}

#[async_trait]
impl SearchFeedReader for Reader {
    async fn next_batch(&mut self) -> Result<Vec<SearchDocument>, StoreError> {
        with_timeout(self.read_batch()).await
    }

    async fn changes(&mut self) -> Result<SearchChanges, StoreError> {
        with_timeout(self.read_changes()).await
    }

    async fn wait(&mut self, at_most: Duration) -> Result<(), StoreError> {
        let mut notifications = pin!(self.connection.notifications_stream());
        match tokio::time::timeout(at_most, notifications.next()).await {
            Ok(Some(notification)) => notification.map(|_| ()).map_err(store_error),
            Ok(None) => Err(connection_closed()),
            Err(_) => Ok(()),
        }
    }
}

impl Reader {
    async fn read_batch(&mut self) -> Result<Vec<SearchDocument>, StoreError> {
        if !self.in_transaction {
            return Ok(Vec::new());
        }
        loop {
            let stream = match self.prefetched.take() {
                Some(stream) => stream,
                None => search_documents::send(&self.connection, batch_after(Uuid::nil())).await?,
            };
            let rows = stream.collect().await?;
            let Some(last) = rows.last_id() else {
                self.end().await?;
                return Ok(Vec::new());
            };
            let next = search_documents::send(&self.connection, batch_after(last));
            let (documents, next) = try_join(rows.documents(&self.connection), next).await?;
            self.prefetched = Some(next);
            // Listings with unknown values are left out, and an empty batch would be the end.
            if !documents.is_empty() {
                return Ok(documents);
            }
        }
    }

    async fn read_changes(&mut self) -> Result<SearchChanges, StoreError> {
        // An open snapshot would hide all new changes.
        self.prefetched = None;
        self.end().await?;
        // The changes of notifications that have arrived are visible to the next statement.
        self.drain_notifications()?;
        // Outside of a transaction: usually there are no changes, and this is the only statement.
        let entries = self.read_log().await?;
        if entries.changed.is_empty() {
            self.advance(entries);
            return Ok(SearchChanges::default());
        }
        self.begin().await?;
        let changes = self.read_changed().await;
        self.end().await?;
        let (entries, changes) = changes?;
        self.advance(entries);
        Ok(changes)
    }

    async fn read_log(&mut self) -> Result<LogEntries, StoreError> {
        let query = ChangesSince(self.snapshot.clone());
        let entries: LogEntries = query.get_result(&mut self.connection).await.map_err(store_error)?;
        if entries.at - self.read_at > MAX_READ_INTERVAL {
            return Err(StoreError::Unavailable("changes since the last read may have been pruned".into()));
        }
        Ok(entries)
    }

    fn advance(&mut self, entries: LogEntries) {
        self.snapshot = entries.snapshot;
        self.read_at = entries.at;
    }

    /// Reads the log again together with the changed listings, in one snapshot.
    async fn read_changed(&mut self) -> Result<(LogEntries, SearchChanges), StoreError> {
        let entries = self.read_log().await?;
        let mut changes = SearchChanges::default();
        for batch in entries.changed.chunks(BATCH_SIZE.into()) {
            let query = search_documents::searchable().filter(listings::id.eq_any(batch));
            let rows = search_documents::send(&self.connection, query).await?.collect().await?;
            let found = rows.documents(&self.connection).await?;
            let present: HashSet<Uuid> = found.iter().map(|document| document.card.id.0).collect();
            changes.removed.extend(batch.iter().filter(|id| !present.contains(id)).copied().map(ListingId));
            changes.upserted.extend(found);
        }
        Ok((entries, changes))
    }

    fn drain_notifications(&mut self) -> Result<(), StoreError> {
        let mut notifications = pin!(self.connection.notifications_stream());
        while let Some(next) = notifications.next().now_or_never() {
            next.ok_or_else(connection_closed)?.map_err(store_error)?;
        }
        Ok(())
    }
}

fn batch_after(last: Uuid) -> Searchable<'static> {
    search_documents::searchable().filter(listings::id.gt(last)).order(listings::id).limit(BATCH_SIZE.into())
}

fn connection_closed() -> StoreError {
    StoreError::Unavailable("the connection that listens for changes was closed".into())
}
