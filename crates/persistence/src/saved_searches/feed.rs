//! Feeds the saved searches and their changes to the matchers of all processes, from snapshot to
//! snapshot like the feed of listings (`docs/adr/0009-the-log-of-listing-changes.md`).

use std::collections::HashSet;

use async_trait::async_trait;
use chrono::{DateTime, TimeDelta, Utc};
use diesel::prelude::*;
use diesel::sql_types::{Array, BigInt, Bool, Text, Timestamptz, Uuid as SqlUuid};
use diesel_async::AsyncPgConnection;
use portal_domain::ids::SavedSearchId;
use portal_services::ports::{
    SavedSearchChange, SavedSearchFeed, SavedSearchPart, SavedSearchPosition, SavedSearchRead, StoreError,
};
use serde_json::Value;
use uuid::Uuid;

use super::filters;
use crate::change_logs::KEPT_MINUTES;
use crate::schema::saved_searches;
use crate::statements::RunStatement;
use crate::store::PgStore;

/// Changes are kept twice as long.
const MAX_AGE: TimeDelta = TimeDelta::minutes(KEPT_MINUTES / 2);

/// Changes that one statement reads. After more of them all searches are read, whose parts take a bounded
/// time each.
const MAX_CHANGES: i64 = 10_000;

const POSITION: &str = "
    SELECT pg_current_snapshot()::text AS snapshot, left(pg_walfile_name(pg_current_wal_insert_lsn()), 8) AS timeline,
        now() AS read_at, true AS is_later, '{}'::uuid[] AS changed";

/// A server that was set back has not issued all transaction ids of the snapshot. Restored rows
/// carry transaction ids of another server, which may be far ahead of this one's.
const CHANGES: &str = "
    SELECT pg_current_snapshot()::text AS snapshot, left(pg_walfile_name(pg_current_wal_insert_lsn()), 8) AS timeline,
        now() AS read_at,
        pg_snapshot_xmax(pg_current_snapshot()) >= pg_snapshot_xmax($1::pg_snapshot) AS is_later,
        ARRAY(
            SELECT search_id FROM saved_search_changes
            WHERE transaction >= pg_snapshot_xmin($1::pg_snapshot)
              AND NOT pg_visible_in_snapshot(transaction, $1::pg_snapshot)
              AND pg_visible_in_snapshot(transaction, pg_current_snapshot())
            LIMIT $2
        ) AS changed";

#[derive(QueryableByName)]
struct LogRow {
    #[diesel(sql_type = Text)]
    snapshot: String,
    #[diesel(sql_type = Text)]
    timeline: String,
    #[diesel(sql_type = Timestamptz)]
    read_at: DateTime<Utc>,
    #[diesel(sql_type = Bool)]
    is_later: bool,
    /// A search is there as often as it was changed.
    #[diesel(sql_type = Array<SqlUuid>)]
    changed: Vec<Uuid>,
}

impl LogRow {
    fn position(self) -> SavedSearchPosition {
        SavedSearchPosition { snapshot: self.snapshot, timeline: self.timeline, read_at: self.read_at }
    }
}

#[async_trait]
impl SavedSearchFeed for PgStore {
    async fn position(&self) -> Result<SavedSearchPosition, StoreError> {
        let row: LogRow = diesel::sql_query(POSITION).load_row(&mut *self.pool.get().await?).await?;
        Ok(row.position())
    }

    async fn read_part(&self, after: Option<SavedSearchId>, limit: i64) -> Result<SavedSearchPart, StoreError> {
        let after = after.map_or(Uuid::nil(), |id| id.0);
        let rows: Vec<(Uuid, Value)> = saved_searches::table
            .filter(saved_searches::id.gt(after))
            .order(saved_searches::id)
            .limit(limit)
            .select((saved_searches::id, saved_searches::filters))
            .load_rows(&mut *self.pool.get().await?)
            .await?;
        let is_full = rows.len() as u64 >= limit.unsigned_abs();
        let last = rows.last().filter(|_| is_full).map(|(id, _)| SavedSearchId(*id));
        Ok(SavedSearchPart { searches: rows.into_iter().map(change).collect(), last })
    }

    async fn changes_since(&self, position: &SavedSearchPosition) -> Result<Option<SavedSearchRead>, StoreError> {
        let connection = &mut *self.pool.get().await?;
        let query = diesel::sql_query(CHANGES).bind::<Text, _>(&position.snapshot);
        let mut log: LogRow = query.bind::<BigInt, _>(MAX_CHANGES + 1).load_row(connection).await?;
        let is_known = log.is_later && log.timeline == position.timeline && log.read_at - position.read_at <= MAX_AGE;
        if !is_known || log.changed.len() as u64 > MAX_CHANGES.unsigned_abs() {
            return Ok(None);
        }
        let mut ids = std::mem::take(&mut log.changed);
        ids.sort_unstable();
        ids.dedup();
        // They may be newer than the snapshot, and are read again then.
        let rows: Vec<(Uuid, Value)> = if ids.is_empty() { Vec::new() } else { load(connection, &ids).await? };
        let found: HashSet<Uuid> = rows.iter().map(|(id, _)| *id).collect();
        let deleted = ids.iter().filter(|id| !found.contains(id));
        let deleted = deleted.map(|id| SavedSearchChange { id: SavedSearchId(*id), filters: None });
        let changes = deleted.chain(rows.into_iter().map(change)).collect();
        Ok(Some(SavedSearchRead { changes, position: log.position() }))
    }
}

async fn load(connection: &mut AsyncPgConnection, ids: &[Uuid]) -> Result<Vec<(Uuid, Value)>, StoreError> {
    let changed = saved_searches::table.filter(saved_searches::id.eq_any(ids));
    changed.select((saved_searches::id, saved_searches::filters)).load_rows(connection).await
}

/// Filters in a form of a newer version match nothing.
fn change((id, json): (Uuid, Value)) -> SavedSearchChange {
    let filters = filters::from_json(json)
        .inspect_err(|error| tracing::warn!(search = %id, %error, "failed to read the filters of a saved search"));
    SavedSearchChange { id: SavedSearchId(id), filters: filters.ok() }
}
