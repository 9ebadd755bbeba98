//! Where a reader can continue after its connection, or its process, has ended.
//!
//! A crash of the database can lose the end of its write-ahead log, and then use the transaction
//! ids of that end again. A snapshot is therefore a position only once the log up to it has been
//! flushed. Listings that were read since then are named with the position, and read again.

use std::collections::VecDeque;

use chrono::{DateTime, TimeDelta, Utc};
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Bool, Nullable, Text, Timestamptz};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use portal_services::error_chain::ErrorChain;
use portal_services::ports::{FeedPosition, StoreError};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::change_logs::KEPT_MINUTES;
use crate::statements::RunStatement;

/// Snapshots that wait until they are flushed; each normally waits for one read.
const MAX_PENDING: usize = 16;

/// Of more listings that would have to be read again, there is no position for a moment.
const MAX_REPEATED: usize = 10_000;

/// What must be the same for a position to be valid: the server's data (a promoted replica has
/// another timeline), the database, the files of the tables (`TRUNCATE` and a restore make new
/// ones) and the migrations.
const IDENTITY: &str = "SELECT concat_ws(' ', \
     (SELECT system_identifier FROM pg_control_system()), \
     left(pg_walfile_name(pg_current_wal_insert_lsn()), 8), \
     (SELECT oid FROM pg_database WHERE datname = current_database()), \
     pg_relation_filenode('listings'), pg_relation_filenode('listing_images'), pg_relation_filenode('users'), \
     pg_relation_filenode('listing_changes'), \
     (SELECT concat_ws('+', max(version), count(*)) FROM __diesel_schema_migrations)) AS identity";

#[derive(QueryableByName)]
struct IdentityRow {
    #[diesel(sql_type = Text)]
    identity: String,
}

/// Outside of a transaction, which a failure would abort. `None` if the server does not tell.
pub(super) async fn identity(connection: &mut AsyncPgConnection) -> Option<String> {
    match diesel::sql_query(IDENTITY).get_result::<IdentityRow>(connection).await {
        Ok(row) => Some(row.identity),
        Err(error) => {
            tracing::info!(error = %ErrorChain(&error), "failed to identify the database, the search feed cannot be resumed");
            None
        }
    }
}

/// A snapshot that was read.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Mark {
    /// In PostgreSQL's text form.
    pub(super) snapshot: String,
    /// The time of the snapshot, by the database's clock.
    pub(super) read_at: DateTime<Utc>,
    /// Bytes of the write-ahead log when the snapshot existed.
    wal: i64,
    /// The newest row of the log of changes at that time: its number and its time.
    newest: Option<(i64, DateTime<Utc>)>,
}

#[derive(QueryableByName)]
struct WalRow {
    #[diesel(sql_type = BigInt)]
    inserted: i64,
    #[diesel(sql_type = BigInt)]
    flushed: i64,
    #[diesel(sql_type = Nullable<BigInt>)]
    number: Option<i64>,
    #[diesel(sql_type = Nullable<Timestamptz>)]
    changed_at: Option<DateTime<Utc>>,
}

const WAL: &str = "SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::bigint AS inserted, \
     pg_wal_lsn_diff(pg_current_wal_flush_lsn(), '0/0')::bigint AS flushed, newest.number, newest.changed_at \
     FROM (SELECT 1) AS row LEFT JOIN LATERAL \
     (SELECT number, changed_at FROM listing_changes ORDER BY number DESC LIMIT 1) AS newest ON true";

/// The content of a [`FeedPosition`].
#[derive(Serialize, Deserialize)]
pub(super) struct StoredPosition {
    identity: String,
    pub(super) mark: Mark,
    /// To be read again.
    pub(super) listings: Vec<Uuid>,
}

#[derive(QueryableByName)]
struct ReachRow {
    #[diesel(sql_type = Timestamptz)]
    now: DateTime<Utc>,
    /// Whether the server has issued all transaction ids of the snapshot.
    #[diesel(sql_type = Bool)]
    has_snapshot: bool,
    #[diesel(sql_type = BigInt)]
    flushed: i64,
    /// The time of the row that was the newest.
    #[diesel(sql_type = Nullable<Timestamptz>)]
    changed_at: Option<DateTime<Utc>>,
}

const REACH: &str = "SELECT now() AS now, \
     pg_snapshot_xmax(pg_current_snapshot()) >= pg_snapshot_xmax($1::pg_snapshot) AS has_snapshot, \
     pg_wal_lsn_diff(pg_current_wal_flush_lsn(), '0/0')::bigint AS flushed, \
     (SELECT changed_at FROM listing_changes WHERE number = $2) AS changed_at";

impl StoredPosition {
    /// `None` if it has another form.
    pub(super) fn parse(position: &FeedPosition) -> Option<Self> {
        serde_json::from_str(position.as_str()).ok()
    }

    /// Why the changes since this position are not known for certain, if so.
    pub(super) async fn obstacle(
        &self,
        connection: &mut AsyncPgConnection,
        identity: &str,
        max_age: TimeDelta,
    ) -> Result<Option<&'static str>, StoreError> {
        if identity != self.identity {
            return Ok(Some("another database, timeline or schema"));
        }
        let number = self.mark.newest.map_or(0, |(number, _)| number);
        let query = diesel::sql_query(REACH).bind::<Text, _>(&self.mark.snapshot).bind::<BigInt, _>(number);
        let reach: ReachRow = query.load_row(connection).await?;
        Ok(self.obstacle_of(&reach, max_age))
    }

    fn obstacle_of(&self, reach: &ReachRow, max_age: TimeDelta) -> Option<&'static str> {
        let age = reach.now - self.mark.read_at;
        if age > max_age || age < -max_age {
            return Some("the log of changes does not reach back");
        }
        let was_reset = !reach.has_snapshot || reach.flushed < self.mark.wal;
        let has_newest = match (self.mark.newest, reach.changed_at) {
            (Some((_, expected)), Some(found)) => expected == found,
            // Old rows are pruned.
            (Some((_, expected)), None) => reach.now - expected > TimeDelta::minutes(KEPT_MINUTES),
            (None, _) => true,
        };
        (was_reset || !has_newest).then_some("an earlier state of the database was restored")
    }
}

/// What a reader has read.
pub(super) struct Progress {
    identity: Option<String>,
    /// The last snapshot that a crash cannot lose.
    durable: Option<Mark>,
    /// Later ones, oldest first, each with the listings that were read after the one before.
    pending: VecDeque<(Mark, Vec<Uuid>)>,
    /// Of the position where the reader resumed, to be read again.
    pub(super) repeated: Vec<Uuid>,
}

impl Progress {
    pub(super) fn new(identity: Option<String>) -> Self {
        Self { identity, durable: None, pending: VecDeque::new(), repeated: Vec::new() }
    }

    pub(super) fn resumed(position: StoredPosition) -> Self {
        let StoredPosition { identity, mark, listings } = position;
        Self { identity: Some(identity), durable: Some(mark), pending: VecDeque::new(), repeated: listings }
    }

    /// Records that everything up to a snapshot is read, with these listings.
    pub(super) async fn advance(
        &mut self,
        connection: &mut AsyncPgConnection,
        (snapshot, read_at): (&str, DateTime<Utc>),
        listings: Vec<Uuid>,
    ) -> Result<(), StoreError> {
        if self.identity.is_none() {
            return Ok(());
        }
        // After the snapshot, so that the log includes all that the snapshot shows.
        let wal: WalRow = diesel::sql_query(WAL).load_row(connection).await?;
        let newest = wal.number.zip(wal.changed_at);
        let mark = Mark { snapshot: snapshot.to_owned(), read_at, wal: wal.inserted, newest };
        self.repeated.clear();
        self.add(mark, listings, wal.flushed);
        Ok(())
    }

    fn add(&mut self, mark: Mark, listings: Vec<Uuid>, flushed: i64) {
        self.pending.push_back((mark, listings));
        while let Some((mark, _)) = self.pending.pop_front_if(|(mark, _)| mark.wal <= flushed) {
            self.durable = Some(mark);
        }
        if self.pending.len() > MAX_PENDING
            && let Some((mark, listings)) = self.pending.pop_back()
            && let Some((last, all)) = self.pending.back_mut()
        {
            *last = mark;
            all.extend(listings);
        }
    }

    pub(super) fn position(&self) -> Option<FeedPosition> {
        let (identity, mark) = (self.identity.clone()?, self.durable.clone()?);
        let pending = self.pending.iter().flat_map(|(_, listings)| listings);
        let listings: Vec<Uuid> = self.repeated.iter().chain(pending).copied().take(MAX_REPEATED + 1).collect();
        if listings.len() > MAX_REPEATED {
            return None;
        }
        serde_json::to_string(&StoredPosition { identity, mark, listings }).ok().map(FeedPosition::new)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(second: i64) -> DateTime<Utc> {
        DateTime::from_timestamp(1_800_000_000 + second, 0).unwrap()
    }

    fn mark(number: i64) -> Mark {
        Mark { snapshot: format!("{number}:{number}:"), read_at: at(number), wal: number, newest: None }
    }

    fn stored(progress: &Progress) -> Option<(i64, usize)> {
        let position = StoredPosition::parse(&progress.position()?)?;
        Some((position.mark.wal, position.listings.len()))
    }

    #[test]
    fn position_is_the_last_flushed_snapshot_with_the_listings_read_since() {
        let mut progress = Progress::new(Some("one".to_owned()));
        let listing = || vec![Uuid::nil()];
        progress.add(mark(10), listing(), 9);
        assert_eq!(stored(&progress), None, "nothing is flushed");
        progress.add(mark(20), listing(), 15);
        assert_eq!(stored(&progress), Some((10, 1)));
        for number in 21..100 {
            progress.add(mark(number), listing(), 15);
        }
        assert!(progress.pending.len() <= MAX_PENDING);
        assert_eq!(stored(&progress), Some((10, 80)));
        progress.add(mark(100), vec![Uuid::nil(); MAX_REPEATED], 50);
        assert_eq!(stored(&progress), None, "too many listings");
        progress.add(mark(101), Vec::new(), 101);
        assert_eq!(stored(&progress), Some((101, 0)));
        progress.identity = None;
        assert_eq!(stored(&progress), None, "an unknown database");
    }

    #[test]
    fn obstacle_of_names_what_prevents_resuming() {
        let position = |newest| StoredPosition {
            identity: "one".to_owned(),
            mark: Mark { newest, ..mark(100) },
            listings: Vec::new(),
        };
        let reach = || ReachRow { now: at(160), has_snapshot: true, flushed: 100, changed_at: Some(at(5)) };
        let obstacle = |position: StoredPosition, reach| position.obstacle_of(&reach, TimeDelta::seconds(60));
        assert_eq!(obstacle(position(Some((7, at(5)))), reach()), None);
        assert_eq!(obstacle(position(None), reach()), None);
        let old = obstacle(position(None), ReachRow { now: at(161), ..reach() });
        assert_eq!(old, Some("the log of changes does not reach back"));
        let restored = Some("an earlier state of the database was restored");
        assert_eq!(obstacle(position(None), ReachRow { has_snapshot: false, ..reach() }), restored);
        assert_eq!(obstacle(position(None), ReachRow { flushed: 99, ..reach() }), restored);
        assert_eq!(obstacle(position(Some((7, at(6)))), reach()), restored, "another row has its number");
        let gone = || ReachRow { changed_at: None, ..reach() };
        assert_eq!(obstacle(position(Some((7, at(5)))), gone()), restored, "the row is missing");
        assert_eq!(obstacle(position(Some((7, at(-4_000)))), gone()), None, "the row was pruned");
    }
}
