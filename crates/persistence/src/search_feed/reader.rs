//! One reader of the feed, on a dedicated connection: LISTEN belongs to a session.

use std::collections::HashSet;
use std::pin::pin;
use std::time::Duration;

use async_trait::async_trait;
use chrono::{DateTime, TimeDelta, Utc};
use diesel::dsl::sql;
use diesel::prelude::*;
use diesel::sql_types::{Text, Timestamptz};
use diesel_async::{AsyncPgConnection, SimpleAsyncConnection};
use futures_util::future::try_join;
use futures_util::{FutureExt, StreamExt};
use portal_domain::ids::ListingId;
use portal_services::ports::{FeedPosition, FeedRead, SearchChanges, SearchDocument, SearchFeedReader, StoreError};
use uuid::Uuid;

use super::change_log::{ChangesSince, LogEntries};
use super::position::{self, Progress, StoredPosition};
use super::{load_turn, with_timeout};
use crate::change_logs::KEPT_MINUTES;
use crate::connection::ConnectionConfig;
use crate::errors::store_error;
use crate::listings::search_documents::{self, RowStream, Searchable};
use crate::pool;
use crate::schema::listings;
use crate::statements::RunStatement;

/// Listings per statement, and of one part of the changes.
const BATCH_SIZE: u16 = 2_000;

/// A batch takes about ten milliseconds, on a busy machine perhaps a second.
const STATEMENT_TIMEOUT: Duration = Duration::from_secs(30);

/// Limit for processing one batch: the open snapshot prevents VACUUM from removing dead rows.
const IDLE_IN_TRANSACTION_TIMEOUT: Duration = Duration::from_mins(1);

/// Log rows are kept twice as long.
const MAX_READ_INTERVAL: TimeDelta = TimeDelta::minutes(KEPT_MINUTES / 2);

const BEGIN_SNAPSHOT: &str = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY";

pub(super) struct Reader {
    connection: AsyncPgConnection,
    /// Whether a transaction is open: while batches or parts are read, and after a call that was
    /// cancelled.
    in_transaction: bool,
    /// The next batch, queried while the previous one is processed.
    prefetched: Option<RowStream>,
    /// Changes of which not all parts are read.
    unfinished: Option<Unfinished>,
    /// The last snapshot that was read, in PostgreSQL's text form.
    snapshot: String,
    /// The time of the snapshot, by the database's clock.
    read_at: DateTime<Utc>,
    progress: Progress,
}

/// Changed listings that are read in parts, in one snapshot.
struct Unfinished {
    entries: LogEntries,
    /// How many of them are read.
    read: usize,
}

impl Reader {
    pub(crate) async fn open(config: &ConnectionConfig) -> Result<Self, StoreError> {
        let mut connection = listen(config).await?;
        let progress = Progress::new(position::identity(&mut connection).await);
        load_turn::begin(&mut connection, BEGIN_SNAPSHOT).await?;
        let now = diesel::select(sql::<(Text, Timestamptz)>("pg_current_snapshot()::text, now()"));
        let (snapshot, read_at) = now.load_row(&mut connection).await?;
        let mut reader = Self { in_transaction: true, ..Self::at(connection, snapshot, read_at, progress) };
        reader.advance(Vec::new()).await?;
        Ok(reader)
    }

    /// `None` if the changes since this position are not known for certain.
    pub(crate) async fn resume(config: &ConnectionConfig, at: &FeedPosition) -> Result<Option<Self>, StoreError> {
        let mut connection = listen(config).await?;
        let (Some(stored), Some(identity)) = (StoredPosition::parse(at), position::identity(&mut connection).await)
        else {
            return Ok(None);
        };
        if let Some(obstacle) = stored.obstacle(&mut connection, &identity, MAX_READ_INTERVAL).await? {
            tracing::info!(obstacle, "the search feed cannot be resumed");
            return Ok(None);
        }
        let (snapshot, read_at) = (stored.mark.snapshot.clone(), stored.mark.read_at);
        Ok(Some(Self::at(connection, snapshot, read_at, Progress::resumed(stored))))
    }

    fn at(connection: AsyncPgConnection, snapshot: String, read_at: DateTime<Utc>, progress: Progress) -> Self {
        Self { connection, in_transaction: false, prefetched: None, unfinished: None, snapshot, read_at, progress }
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

/// A connection that is notified of changes: before the snapshot, so that no change between the two
/// is missed.
async fn listen(config: &ConnectionConfig) -> Result<AsyncPgConnection, StoreError> {
    let mut connection = pool::connect_unpooled(config, STATEMENT_TIMEOUT, IDLE_IN_TRANSACTION_TIMEOUT).await?;
    connection.batch_execute("LISTEN listing_changes").await.map_err(store_error)?;
    Ok(connection)
}

#[async_trait]
impl SearchFeedReader for Reader {
    async fn next_batch(&mut self) -> Result<Vec<SearchDocument>, StoreError> {
        with_timeout(self.read_batch()).await
    }

    async fn changes(&mut self, at_most: usize) -> Result<FeedRead, StoreError> {
        with_timeout(self.read_changes(at_most)).await
    }

    fn position(&self) -> Option<FeedPosition> {
        self.progress.position()
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

    async fn read_changes(&mut self, at_most: usize) -> Result<FeedRead, StoreError> {
        if let Some(unfinished) = self.unfinished.take() {
            return self.read_part(unfinished).await;
        }
        // An open snapshot would hide all new changes.
        self.prefetched = None;
        self.end().await?;
        // The changes of notifications that have arrived are visible to the next statement.
        self.drain_notifications()?;
        // Outside of a transaction: usually there are no changes.
        let entries = self.read_log(at_most).await?;
        if entries.changed.len() > at_most {
            return Ok(FeedRead::TooMany);
        }
        if entries.changed.is_empty() {
            (self.snapshot, self.read_at) = (entries.snapshot, entries.at);
            self.advance(Vec::new()).await?;
            return Ok(FeedRead::Complete(SearchChanges::default()));
        }
        // The log is read again together with the changed listings, in one snapshot.
        self.begin().await?;
        let entries = self.read_log(at_most).await?;
        if entries.changed.len() > at_most {
            self.end().await?;
            return Ok(FeedRead::TooMany);
        }
        self.read_part(Unfinished { entries, read: 0 }).await
    }

    /// The changed listings, up to one more than `at_most`.
    async fn read_log(&mut self, at_most: usize) -> Result<LogEntries, StoreError> {
        let limit = i64::try_from(at_most).unwrap_or(i64::MAX).saturating_add(1);
        let query = ChangesSince { snapshot: self.snapshot.clone(), limit };
        let mut entries: LogEntries = query.load_row(&mut self.connection).await?;
        if entries.at - self.read_at > MAX_READ_INTERVAL {
            return Err(StoreError::Unavailable("changes since the last read may have been pruned".into()));
        }
        entries.changed.extend(&self.progress.repeated);
        entries.changed.sort_unstable();
        entries.changed.dedup();
        Ok(entries)
    }

    async fn read_part(&mut self, unfinished: Unfinished) -> Result<FeedRead, StoreError> {
        let Unfinished { entries, read } = unfinished;
        let part = entries.changed.iter().skip(read).take(BATCH_SIZE.into()).copied().collect::<Vec<_>>();
        let changes = self.read_listings(&part).await?;
        let read = read + part.len();
        if read < entries.changed.len() {
            self.unfinished = Some(Unfinished { entries, read });
            return Ok(FeedRead::Part(changes));
        }
        self.end().await?;
        (self.snapshot, self.read_at) = (entries.snapshot, entries.at);
        self.advance(entries.changed).await?;
        Ok(FeedRead::Complete(changes))
    }

    async fn read_listings(&mut self, ids: &[Uuid]) -> Result<SearchChanges, StoreError> {
        let query = search_documents::searchable().filter(listings::id.eq_any(ids));
        let rows = search_documents::send(&self.connection, query).await?.collect().await?;
        let upserted = rows.documents(&self.connection).await?;
        let present: HashSet<Uuid> = upserted.iter().map(|document| document.card.id.0).collect();
        let removed = ids.iter().filter(|id| !present.contains(id)).copied().map(ListingId).collect();
        Ok(SearchChanges { upserted, removed })
    }

    /// Records that everything up to the snapshot is read, with these listings.
    async fn advance(&mut self, listings: Vec<Uuid>) -> Result<(), StoreError> {
        self.progress.advance(&mut self.connection, (&self.snapshot, self.read_at), listings).await
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
