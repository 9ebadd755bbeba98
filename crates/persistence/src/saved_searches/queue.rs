//! The queue of listings that wait to be matched with saved searches. Triggers fill it.

use std::collections::BTreeMap;

use async_trait::async_trait;
use chrono::{DateTime, TimeDelta, Utc};
use diesel::dsl::{count_star, min, now};
use diesel::prelude::*;
use diesel::sql_types::{Array, BigInt, Interval, Nullable, Text, Timestamptz, Uuid as SqlUuid};
use diesel_async::AsyncPgConnection;
use portal_domain::ids::ListingId;
use portal_services::ports::{
    ClaimedListing, ClaimedListings, SearchDocument, StoreError, UnmatchedBacklog, UnmatchedListings,
};
use uuid::Uuid;

use super::IdRow;
use crate::listings::search_documents;
use crate::page;
use crate::schema::{listings, unmatched_listings};
use crate::statements::RunStatement;
use crate::store::PgStore;

/// Not `IN`, see `portions`. Plain SQL, whose plan is made for each claim: a prepared plan from the
/// time when the table was empty would read all rows.
const CLAIM: &str = "
    UPDATE unmatched_listings SET due_at = now() + $1
    WHERE number = ANY (ARRAY(
        SELECT number FROM unmatched_listings WHERE due_at <= now()
        ORDER BY due_at, number LIMIT $2 FOR UPDATE SKIP LOCKED
    ))
    RETURNING number, listing_id, snapshot";

/// The listings that were changed after any of these snapshots, without restored rows, see `feed`.
const CHANGED_SINCE: &str = "
    SELECT DISTINCT listing_id AS id FROM listing_changes
    WHERE transaction >= (
        SELECT pg_snapshot_xmin(taken::pg_snapshot) FROM unnest($1::text[]) AS taken ORDER BY 1 LIMIT 1
      )
      AND EXISTS (
        SELECT FROM unnest($1::text[]) AS taken WHERE NOT pg_visible_in_snapshot(transaction, taken::pg_snapshot)
      )
      AND pg_visible_in_snapshot(transaction, pg_current_snapshot())";

#[derive(QueryableByName)]
struct QueueRow {
    #[diesel(sql_type = BigInt)]
    number: i64,
    #[diesel(sql_type = Nullable<SqlUuid>)]
    listing_id: Option<Uuid>,
    #[diesel(sql_type = Nullable<Text>)]
    snapshot: Option<String>,
}

#[async_trait]
impl UnmatchedListings for PgStore {
    async fn claim(&self, lease: TimeDelta, limit: i64) -> Result<ClaimedListings, StoreError> {
        let connection = &mut *self.pool.get().await?;
        let rows: Vec<QueueRow> =
            diesel::sql_query(CLAIM).bind::<Interval, _>(lease).bind::<BigInt, _>(limit).load_rows(connection).await?;
        let is_full = rows.len() as u64 >= limit.unsigned_abs();
        let (mut numbers, mut other_numbers, mut snapshots) =
            (BTreeMap::<Uuid, Vec<i64>>::new(), Vec::new(), Vec::new());
        for QueueRow { number, listing_id, snapshot } in rows {
            match listing_id {
                Some(id) => numbers.entry(id).or_default().push(number),
                None => other_numbers.push(number),
            }
            snapshots.extend(snapshot);
        }
        for id in changed_since(connection, snapshots).await? {
            numbers.entry(id).or_default();
        }
        let listings = numbers.into_iter().map(|(id, numbers)| ClaimedListing { id: ListingId(id), numbers }).collect();
        Ok(ClaimedListings { listings, other_numbers, is_full })
    }

    async fn load(&self, ids: &[ListingId]) -> Result<Vec<SearchDocument>, StoreError> {
        let connection = &*self.pool.get().await?;
        let ids: Vec<Uuid> = ids.iter().map(|id| id.0).collect();
        let query = search_documents::searchable().filter(listings::id.eq_any(ids));
        let rows = search_documents::send(connection, query).await?.collect().await?;
        rows.documents(connection).await
    }

    async fn backlog(&self) -> Result<UnmatchedBacklog, StoreError> {
        let (waiting, oldest, measured_at): (i64, Option<DateTime<Utc>>, DateTime<Utc>) = unmatched_listings::table
            .select((count_star(), min(unmatched_listings::since), now.into_sql::<Timestamptz>()))
            .first_row(&mut *self.pool.get().await?)
            .await?;
        let oldest = oldest.map_or(TimeDelta::zero(), |oldest| measured_at - oldest);
        Ok(UnmatchedBacklog { waiting: page::to_count(waiting), oldest: oldest.max(TimeDelta::zero()) })
    }
}

async fn changed_since(connection: &mut AsyncPgConnection, snapshots: Vec<String>) -> Result<Vec<Uuid>, StoreError> {
    if snapshots.is_empty() {
        return Ok(Vec::new());
    }
    let changed = diesel::sql_query(CHANGED_SINCE).bind::<Array<Text>, _>(snapshots);
    let rows: Vec<IdRow> = changed.load_rows(connection).await?;
    Ok(rows.into_iter().map(|row| row.id).collect())
}
