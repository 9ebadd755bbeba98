//! One reader of the feed, on a connection of its own: listening needs one that stays.

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

use super::in_time;
use super::log::{Entries, Since};
use crate::errors::failed;
use crate::listings::documents::{self, Rows, Searchable};
use crate::pool;
use crate::schema::listings;

/// Listings that are read at once.
const PORTION: u16 = 2_000;

/// A portion takes some ten milliseconds, on a busy machine perhaps a second.
const STATEMENT_TIMEOUT: Duration = Duration::from_secs(30);

/// What a reader may do with one portion before it asks for the next. Its snapshot keeps the database from tidying up.
const IDLE_IN_TRANSACTION: Duration = Duration::from_mins(1);

/// Rows of the log are kept twice as long.
const LONGEST_PAUSE: TimeDelta = TimeDelta::minutes(30);

const ONE_SNAPSHOT: &str = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY";

pub(super) struct Reader {
    connection: AsyncPgConnection,
    /// Whether a transaction is open: while portions are read, and after a call that nobody has waited for.
    in_transaction: bool,
    /// The portion that was asked for while the one before was being made ready, so that the database need not wait.
    ahead: Option<Rows>,
    /// The snapshot that has been looked through, as PostgreSQL writes it, and when that was by its clock.
    snapshot: String,
    looked_at: DateTime<Utc>,
}

impl Reader {
    pub async fn open(url: &str) -> Result<Self, StoreError> {
        let mut connection = pool::connect_alone(url, STATEMENT_TIMEOUT, IDLE_IN_TRANSACTION).await?;
        // Before the snapshot, so that nobody can be between the two.
        connection.batch_execute("LISTEN listing_changes").await.map_err(failed)?;
        connection.batch_execute(ONE_SNAPSHOT).await.map_err(failed)?;
        let now = diesel::select(sql::<(Text, Timestamptz)>("pg_current_snapshot()::text, now()"));
        let (snapshot, looked_at) = now.get_result(&mut connection).await.map_err(failed)?;
        Ok(Self { connection, in_transaction: true, ahead: None, snapshot, looked_at })
    }

    async fn begin(&mut self) -> Result<(), StoreError> {
        self.in_transaction = true;
        self.connection.batch_execute(ONE_SNAPSHOT).await.map_err(failed)
    }

    /// Nothing was written: this cannot fail for any reason but a lost connection.
    async fn end(&mut self) -> Result<(), StoreError> {
        if self.in_transaction {
            self.connection.batch_execute("COMMIT").await.map_err(failed)?;
            self.in_transaction = false;
        }
        Ok(())
    }
}

#[async_trait]
impl SearchFeedReader for Reader {
    async fn next_portion(&mut self) -> Result<Vec<SearchDocument>, StoreError> {
        in_time(self.read_portion()).await
    }

    async fn changes(&mut self) -> Result<SearchChanges, StoreError> {
        in_time(self.read_changes()).await
    }

    async fn wait(&mut self, at_most: Duration) -> Result<(), StoreError> {
        let mut notifications = pin!(self.connection.notifications_stream());
        match tokio::time::timeout(at_most, notifications.next()).await {
            Ok(Some(notification)) => notification.map(|_| ()).map_err(failed),
            Ok(None) => Err(closed()),
            Err(_) => Ok(()),
        }
    }
}

impl Reader {
    async fn read_portion(&mut self) -> Result<Vec<SearchDocument>, StoreError> {
        if !self.in_transaction {
            return Ok(Vec::new());
        }
        let rows = match self.ahead.take() {
            Some(rows) => rows,
            None => documents::ask(&self.connection, portion_after(Uuid::nil())).await?,
        };
        let found = rows.read().await?;
        let Some(last) = found.last() else {
            self.end().await?;
            return Ok(Vec::new());
        };
        let ahead = documents::ask(&self.connection, portion_after(last));
        let (documents, ahead) = try_join(found.documents(&self.connection), ahead).await?;
        self.ahead = Some(ahead);
        Ok(documents)
    }

    async fn read_changes(&mut self) -> Result<SearchChanges, StoreError> {
        // A snapshot that is still open would show nothing new, for ever.
        self.ahead = None;
        self.end().await?;
        // What has been notified by now will be seen.
        self.forget_notifications()?;
        // Alone, because most of the time there is nothing: then this is all that is sent.
        let entries = self.entries().await?;
        if entries.changed.is_empty() {
            self.seen(entries);
            return Ok(SearchChanges::default());
        }
        self.begin().await?;
        let changes = self.read_changed().await;
        self.end().await?;
        let (entries, changes) = changes?;
        self.seen(entries);
        Ok(changes)
    }

    async fn entries(&mut self) -> Result<Entries, StoreError> {
        let entries: Entries = Since(self.snapshot.clone()).get_result(&mut self.connection).await.map_err(failed)?;
        if entries.at - self.looked_at > LONGEST_PAUSE {
            return Err(StoreError::Unavailable("what has changed since the last look may be forgotten".into()));
        }
        Ok(entries)
    }

    fn seen(&mut self, entries: Entries) {
        self.snapshot = entries.snapshot;
        self.looked_at = entries.at;
    }

    /// Reads the log again, and what has changed, both as of the same moment.
    async fn read_changed(&mut self) -> Result<(Entries, SearchChanges), StoreError> {
        let entries = self.entries().await?;
        let mut changes = SearchChanges::default();
        for portion in entries.changed.chunks(PORTION.into()) {
            let present = documents::searchable().filter(listings::id.eq_any(portion));
            let found = documents::ask(&self.connection, present).await?.read().await?;
            let found = found.documents(&self.connection).await?;
            let there: HashSet<Uuid> = found.iter().map(|document| document.card.id.0).collect();
            changes.gone.extend(portion.iter().filter(|id| !there.contains(id)).copied().map(ListingId));
            changes.found.extend(found);
        }
        Ok((entries, changes))
    }

    fn forget_notifications(&mut self) -> Result<(), StoreError> {
        let mut notifications = pin!(self.connection.notifications_stream());
        while let Some(next) = notifications.next().now_or_never() {
            next.ok_or_else(closed)?.map_err(failed)?;
        }
        Ok(())
    }
}

/// In the order of ids.
fn portion_after(last: Uuid) -> Searchable<'static> {
    documents::searchable().filter(listings::id.gt(last)).order(listings::id).limit(PORTION.into())
}

fn closed() -> StoreError {
    StoreError::Unavailable("the connection that listens for changes was closed".into())
}
