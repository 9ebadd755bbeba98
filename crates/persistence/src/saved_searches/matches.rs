//! Records what saved searches have found.
//!
//! Lock order: listings, then searches, each by ascending id, then matches. A deletion of a listing
//! or of a student locks in the same order.

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel::sql_types::{Array, Nullable, Text, Timestamptz, Uuid as SqlUuid};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use portal_domain::ids::{MailId, UserId};
use portal_domain::saved_search::Frequency;
use portal_services::ports::{SavedSearchMatch, SavedSearchMatchRepository, SavedSearchPosition, StoreError};
use uuid::Uuid;

use super::recipients;
use crate::errors::store_error;
use crate::schema::{listings, saved_searches, unmatched_listings};
use crate::store::PgUnitOfWork;
use crate::unknown_values::known;

/// Matches per statement, so that none takes long.
const PORTION: usize = 5_000;

/// The last condition repeats `portal_domain::saved_search::has_rent_fallen`. Searches that were
/// changed since the matcher read them may not find the listing any more; if they do, the change
/// has queued it.
const RECORD: &str = "
    INSERT INTO saved_search_matches AS known (search_id, listing_id, rent_cents, matched_at, due)
    SELECT saved_searches.id, listings.id, listings.total_rent_cents, $3, saved_searches.frequency <> 'NEVER'
    FROM unnest($1::uuid[], $2::uuid[]) AS found (search_id, listing_id)
    JOIN saved_searches ON saved_searches.id = found.search_id
    JOIN listings ON listings.id = found.listing_id
    WHERE listings.searchable
      AND (
        saved_searches.known_until IS NULL OR listings.date_created > saved_searches.known_until
        OR EXISTS (
            SELECT FROM saved_search_matches AS recorded
            WHERE recorded.search_id = found.search_id AND recorded.listing_id = found.listing_id
        )
      )
      AND saved_searches.id <> ALL (ARRAY(
        SELECT search_id FROM saved_search_changes
        WHERE transaction >= pg_snapshot_xmin($4::pg_snapshot)
          AND NOT pg_visible_in_snapshot(transaction, $4::pg_snapshot)
      ))
    ON CONFLICT (search_id, listing_id) DO UPDATE
    SET previous_rent_cents = known.rent_cents, rent_cents = excluded.rent_cents, matched_at = excluded.matched_at,
        due = excluded.due, mail_id = NULL
    WHERE NOT known.due AND excluded.rent_cents * 100 <= known.rent_cents * 95";

/// The searches with something to tell and no time for it.
const UNSCHEDULED: &str = "
    SELECT saved_searches.id, saved_searches.frequency, saved_searches.collects_since, told.mailed_at
    FROM saved_searches
    LEFT JOIN saved_search_recipients AS told ON told.student_id = saved_searches.student_id
    WHERE saved_searches.id = ANY ($1) AND saved_searches.next_mail_at IS NULL
      AND EXISTS (
        SELECT FROM saved_search_matches AS found JOIN listings ON listings.id = found.listing_id
        WHERE found.search_id = saved_searches.id AND found.due AND listings.searchable
      )";

const SCHEDULE: &str = "
    UPDATE saved_searches SET next_mail_at = scheduled.due_at
    FROM unnest($1::uuid[], $2::timestamptz[]) AS scheduled (id, due_at) WHERE saved_searches.id = scheduled.id";

#[derive(QueryableByName)]
struct UnscheduledRow {
    #[diesel(sql_type = SqlUuid)]
    id: Uuid,
    #[diesel(sql_type = Text)]
    frequency: String,
    #[diesel(sql_type = Timestamptz)]
    collects_since: DateTime<Utc>,
    #[diesel(sql_type = Nullable<Timestamptz>)]
    mailed_at: Option<DateTime<Utc>>,
}

impl UnscheduledRow {
    /// `None` without mails, or for a frequency of a newer version.
    fn next_mail(&self, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
        let frequency: Frequency = known("saved_searches.frequency", &self.frequency)?;
        frequency.next_mail(self.collects_since, self.mailed_at, now)
    }
}

#[async_trait]
impl SavedSearchMatchRepository for PgUnitOfWork {
    async fn record(
        &mut self,
        matches: &[SavedSearchMatch],
        as_of: &SavedSearchPosition,
        now: DateTime<Utc>,
    ) -> Result<u64, StoreError> {
        let connection = self.connection()?;
        let mut matches = matches.to_vec();
        matches.sort_unstable();
        // A statement changes a row once.
        matches.dedup();
        lock_listings(connection, matches.iter().map(|found| found.listing.0).collect()).await?;
        lock_searches(connection, matches.iter().map(|found| found.search.0).collect()).await?;
        let mut recorded = 0;
        for portion in matches.chunks(PORTION) {
            recorded += record_portion(connection, portion, as_of, now).await?;
        }
        Ok(recorded)
    }

    async fn remove_from_queue(&mut self, numbers: &[i64]) -> Result<(), StoreError> {
        let rows = unmatched_listings::table.filter(unmatched_listings::number.eq_any(numbers));
        diesel::delete(rows).execute(self.connection()?).await.map_err(store_error)?;
        Ok(())
    }

    async fn claim_recipients(&mut self, now: DateTime<Utc>, limit: i64) -> Result<Vec<UserId>, StoreError> {
        recipients::claim(self.connection()?, now, limit).await
    }

    async fn assign_mails(
        &mut self,
        mails: &[(UserId, MailId)],
        now: DateTime<Utc>,
    ) -> Result<Vec<MailId>, StoreError> {
        recipients::assign_mails(self.connection()?, mails, now).await
    }
}

/// Prevents the deletion of these listings until the transaction ends.
pub(super) async fn lock_listings(connection: &mut AsyncPgConnection, ids: Vec<Uuid>) -> Result<(), StoreError> {
    let locked = listings::table.filter(listings::id.eq_any(ids)).order(listings::id).select(listings::id);
    locked.for_key_share().load::<Uuid>(connection).await.map_err(store_error)?;
    Ok(())
}

async fn lock_searches(connection: &mut AsyncPgConnection, ids: Vec<Uuid>) -> Result<(), StoreError> {
    let locked = saved_searches::table
        .filter(saved_searches::id.eq_any(ids))
        .order(saved_searches::id)
        .select(saved_searches::id);
    locked.for_no_key_update().load::<Uuid>(connection).await.map_err(store_error)?;
    Ok(())
}

/// Records matches of locked listings with locked searches, and returns how many are new.
async fn record_portion(
    connection: &mut AsyncPgConnection,
    matches: &[SavedSearchMatch],
    as_of: &SavedSearchPosition,
    now: DateTime<Utc>,
) -> Result<u64, StoreError> {
    let (searches, listings): (Vec<Uuid>, Vec<Uuid>) =
        matches.iter().map(|found| (found.search.0, found.listing.0)).unzip();
    let recorded = diesel::sql_query(RECORD)
        .bind::<Array<SqlUuid>, _>(searches.clone())
        .bind::<Array<SqlUuid>, _>(listings)
        .bind::<Timestamptz, _>(now)
        .bind::<Text, _>(&as_of.snapshot)
        .execute(connection)
        .await
        .map_err(store_error)?;
    schedule(connection, searches, now).await?;
    Ok(recorded as u64)
}

/// Sets when these locked searches tell what they have found. They are sorted.
async fn schedule(
    connection: &mut AsyncPgConnection,
    mut searches: Vec<Uuid>,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    searches.dedup();
    let unscheduled: Vec<UnscheduledRow> = diesel::sql_query(UNSCHEDULED)
        .bind::<Array<SqlUuid>, _>(searches)
        .load(connection)
        .await
        .map_err(store_error)?;
    let (ids, times): (Vec<Uuid>, Vec<DateTime<Utc>>) =
        unscheduled.iter().filter_map(|row| Some((row.id, row.next_mail(now)?))).unzip();
    if ids.is_empty() {
        return Ok(());
    }
    diesel::sql_query(SCHEDULE)
        .bind::<Array<SqlUuid>, _>(ids)
        .bind::<Array<Timestamptz>, _>(times)
        .execute(connection)
        .await
        .map_err(store_error)?;
    Ok(())
}
