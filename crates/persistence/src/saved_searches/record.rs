//! Records what saved searches have found.
//!
//! Lock order: listings, then searches, each by ascending id, then matches. A deletion of a listing
//! or of a student locks in the same order. Matches have no foreign keys: the locks keep what they
//! refer to until the commit, and triggers delete them with it.
//!
//! Those who record wait neither for each other nor for those who queue mails: both leave a search
//! its time for a mail or set a later one. Who takes the time away, or changes the search, locks it
//! `FOR UPDATE` and so waits for all who record.

use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel::sql_types::{Array, BigInt, Bool, Nullable, Text, Timestamptz, Uuid as SqlUuid};
use diesel_async::AsyncPgConnection;
use portal_domain::saved_search::Frequency;
use portal_services::ports::{SavedSearchMatch, SavedSearchPosition, StoreError};
use uuid::Uuid;

use super::{IdRow, has_fallen};
use crate::schema::{listings, saved_searches};
use crate::statements::RunStatement;
use crate::unknown_values::known;

/// Matches per statement, so that none takes long.
const PORTION: usize = 5_000;

/// Searches that were changed since the matcher read them may not find the listing any more; if they
/// do, the change has queued it. The last condition leaves out restored rows, see `feed`: they would
/// count as changed until they are pruned.
const CHANGED_SINCE: &str = "
    SELECT DISTINCT search_id AS id FROM saved_search_changes
    WHERE transaction >= pg_snapshot_xmin($1::pg_snapshot)
      AND NOT pg_visible_in_snapshot(transaction, $1::pg_snapshot)
      AND pg_visible_in_snapshot(transaction, pg_current_snapshot())";

/// Which of these pairs are recorded.
const RECORDED: &str = "
    SELECT recorded.search_id, recorded.listing_id
    FROM unnest($1::uuid[], $2::uuid[]) AS found (search_id, listing_id)
    JOIN saved_search_matches AS recorded
        ON recorded.search_id = found.search_id AND recorded.listing_id = found.listing_id";

static RECORD: LazyLock<String> = LazyLock::new(|| {
    let has_fallen = has_fallen("known.rent_cents", "excluded.rent_cents");
    format!(
        "INSERT INTO saved_search_matches AS known (search_id, listing_id, rent_cents, matched_at, due)
        SELECT search_id, listing_id, rent_cents, $5, due
        FROM unnest($1::uuid[], $2::uuid[], $3::bigint[], $4::boolean[])
            AS found (search_id, listing_id, rent_cents, due)
        ON CONFLICT (search_id, listing_id) DO UPDATE
        SET previous_rent_cents = known.rent_cents, rent_cents = excluded.rent_cents,
            matched_at = excluded.matched_at, due = excluded.due, mail_id = NULL
        WHERE NOT known.due AND {has_fallen}"
    )
});

/// Of searches without a time for a mail, those whose matches are to be told.
const UNSCHEDULED: &str = "
    SELECT DISTINCT saved_searches.id, saved_searches.frequency, saved_searches.collects_since, told.mailed_at
    FROM unnest($1::uuid[], $2::uuid[]) AS found (search_id, listing_id)
    JOIN saved_search_matches AS matches
        ON matches.search_id = found.search_id AND matches.listing_id = found.listing_id
    JOIN listings ON listings.id = found.listing_id
    JOIN saved_searches ON saved_searches.id = found.search_id
    LEFT JOIN saved_search_recipients AS told ON told.student_id = saved_searches.student_id
    WHERE matches.due AND listings.searchable";

const SCHEDULE: &str = "
    UPDATE saved_searches SET next_mail_at = scheduled.due_at
    FROM unnest($1::uuid[], $2::timestamptz[]) AS scheduled (id, due_at) WHERE saved_searches.id = scheduled.id";

#[derive(QueryableByName)]
struct PairRow {
    #[diesel(sql_type = SqlUuid)]
    search_id: Uuid,
    #[diesel(sql_type = SqlUuid)]
    listing_id: Uuid,
}

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

struct LockedSearch {
    is_told: bool,
    has_time: bool,
    known_until: Option<DateTime<Utc>>,
}

/// A listing that is searchable.
struct FoundListing {
    rent_cents: i64,
    date_created: DateTime<Utc>,
}

/// A match with what is recorded of it.
struct Found {
    search: Uuid,
    listing: Uuid,
    rent_cents: i64,
    is_told: bool,
}

/// Returns how many of the matches are new.
pub(super) async fn record(
    connection: &mut AsyncPgConnection,
    matches: &[SavedSearchMatch],
    as_of: &SavedSearchPosition,
    now: DateTime<Utc>,
) -> Result<u64, StoreError> {
    let mut matches = matches.to_vec();
    matches.sort_unstable();
    // A statement changes a row once.
    matches.dedup();
    let listing_ids: Vec<Uuid> =
        matches.iter().map(|found| found.listing.0).collect::<HashSet<_>>().into_iter().collect();
    lock_listings(connection, listing_ids.clone()).await?;
    let mut searches = lock_searches(connection, matches.iter().map(|found| found.search.0).collect()).await?;
    let unscheduled = lock_unscheduled(connection, &searches).await?;
    for changed in changed_since(connection, as_of).await? {
        searches.remove(&changed);
    }
    let listings = load_searchable(connection, listing_ids).await?;
    let found = select(connection, &matches, &searches, &listings).await?;
    let mut recorded = 0;
    for portion in found.chunks(PORTION) {
        recorded += record_portion(connection, portion, now).await?;
    }
    // A search with a time tells all that is recorded until then.
    schedule(connection, found.iter().filter(|found| unscheduled.contains(&found.search)), now).await?;
    Ok(recorded)
}

/// Prevents the deletion of these listings until the transaction ends.
pub(super) async fn lock_listings(connection: &mut AsyncPgConnection, ids: Vec<Uuid>) -> Result<(), StoreError> {
    let locked = listings::table.filter(listings::id.eq_any(ids)).order(listings::id).select(listings::id);
    locked.for_key_share().load_rows::<Uuid>(connection).await?;
    Ok(())
}

/// Prevents the deletion and the change of these searches until the transaction ends; one that has a
/// time for a mail keeps one.
async fn lock_searches(
    connection: &mut AsyncPgConnection,
    ids: Vec<Uuid>,
) -> Result<HashMap<Uuid, LockedSearch>, StoreError> {
    let locked: Vec<(Uuid, bool, bool, Option<DateTime<Utc>>)> = saved_searches::table
        .filter(saved_searches::id.eq_any(ids))
        .order(saved_searches::id)
        .select((
            saved_searches::id,
            saved_searches::frequency.ne(Frequency::Never.as_str()),
            saved_searches::next_mail_at.is_not_null(),
            saved_searches::known_until,
        ))
        .for_key_share()
        .load_rows(connection)
        .await?;
    let search = |(id, is_told, has_time, known_until)| (id, LockedSearch { is_told, has_time, known_until });
    Ok(locked.into_iter().map(search).collect())
}

/// Locks those of the searches that have no time for a mail, so that one transaction sets it.
async fn lock_unscheduled(
    connection: &mut AsyncPgConnection,
    searches: &HashMap<Uuid, LockedSearch>,
) -> Result<HashSet<Uuid>, StoreError> {
    let ids = searches.iter().filter(|(_, search)| !search.has_time).map(|(id, _)| *id);
    let locked: Vec<Uuid> = saved_searches::table
        .filter(saved_searches::id.eq_any(ids))
        .filter(saved_searches::next_mail_at.is_null())
        .order(saved_searches::id)
        .select(saved_searches::id)
        .for_no_key_update()
        .load_rows(connection)
        .await?;
    Ok(locked.into_iter().collect())
}

async fn changed_since(
    connection: &mut AsyncPgConnection,
    as_of: &SavedSearchPosition,
) -> Result<Vec<Uuid>, StoreError> {
    let changed = diesel::sql_query(CHANGED_SINCE).bind::<Text, _>(&as_of.snapshot);
    let rows: Vec<IdRow> = changed.load_rows(connection).await?;
    Ok(rows.into_iter().map(|row| row.id).collect())
}

async fn load_searchable(
    connection: &mut AsyncPgConnection,
    ids: Vec<Uuid>,
) -> Result<HashMap<Uuid, FoundListing>, StoreError> {
    let rows: Vec<(Uuid, i64, DateTime<Utc>)> = listings::table
        .filter(listings::id.eq_any(ids))
        .filter(listings::searchable)
        .select((listings::id, listings::total_rent_cents, listings::date_created))
        .load_rows(connection)
        .await?;
    Ok(rows.into_iter().map(|(id, rent_cents, date_created)| (id, FoundListing { rent_cents, date_created })).collect())
}

/// The matches of these searches and listings, without those that count as known though they are not
/// recorded.
async fn select(
    connection: &mut AsyncPgConnection,
    matches: &[SavedSearchMatch],
    searches: &HashMap<Uuid, LockedSearch>,
    listings: &HashMap<Uuid, FoundListing>,
) -> Result<Vec<Found>, StoreError> {
    let (mut found, mut known) = (Vec::with_capacity(matches.len()), Vec::new());
    for &SavedSearchMatch { search, listing } in matches {
        let (Some(of), Some(listed)) = (searches.get(&search.0), listings.get(&listing.0)) else { continue };
        if of.known_until.is_some_and(|until| listed.date_created <= until) {
            known.push((search.0, listing.0));
        }
        let rent_cents = listed.rent_cents;
        found.push(Found { search: search.0, listing: listing.0, rent_cents, is_told: of.is_told });
    }
    if !known.is_empty() {
        let recorded = load_recorded(connection, known.iter().copied().unzip()).await?;
        let known: HashSet<(Uuid, Uuid)> = known.into_iter().filter(|pair| !recorded.contains(pair)).collect();
        found.retain(|found| !known.contains(&(found.search, found.listing)));
    }
    Ok(found)
}

async fn load_recorded(
    connection: &mut AsyncPgConnection,
    (searches, listings): (Vec<Uuid>, Vec<Uuid>),
) -> Result<HashSet<(Uuid, Uuid)>, StoreError> {
    let rows: Vec<PairRow> = diesel::sql_query(RECORDED)
        .bind::<Array<SqlUuid>, _>(searches)
        .bind::<Array<SqlUuid>, _>(listings)
        .load_rows(connection)
        .await?;
    Ok(rows.into_iter().map(|row| (row.search_id, row.listing_id)).collect())
}

async fn record_portion(
    connection: &mut AsyncPgConnection,
    portion: &[Found],
    now: DateTime<Utc>,
) -> Result<u64, StoreError> {
    let recorded = diesel::sql_query(RECORD.as_str())
        .bind::<Array<SqlUuid>, _>(portion.iter().map(|found| found.search).collect::<Vec<_>>())
        .bind::<Array<SqlUuid>, _>(portion.iter().map(|found| found.listing).collect::<Vec<_>>())
        .bind::<Array<BigInt>, _>(portion.iter().map(|found| found.rent_cents).collect::<Vec<_>>())
        .bind::<Array<Bool>, _>(portion.iter().map(|found| found.is_told).collect::<Vec<_>>())
        .bind::<Timestamptz, _>(now)
        .run(connection)
        .await?;
    Ok(recorded as u64)
}

/// Sets when the unscheduled searches of these matches tell what they have found.
async fn schedule(
    connection: &mut AsyncPgConnection,
    matches: impl Iterator<Item = &Found>,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    let (searches, listings): (Vec<Uuid>, Vec<Uuid>) = matches.map(|found| (found.search, found.listing)).unzip();
    if searches.is_empty() {
        return Ok(());
    }
    let unscheduled: Vec<UnscheduledRow> = diesel::sql_query(UNSCHEDULED)
        .bind::<Array<SqlUuid>, _>(searches)
        .bind::<Array<SqlUuid>, _>(listings)
        .load_rows(connection)
        .await?;
    let (ids, times): (Vec<Uuid>, Vec<DateTime<Utc>>) =
        unscheduled.iter().filter_map(|row| Some((row.id, row.next_mail(now)?))).unzip();
    diesel::sql_query(SCHEDULE)
        .bind::<Array<SqlUuid>, _>(ids)
        .bind::<Array<Timestamptz>, _>(times)
        .run(connection)
        .await?;
    Ok(())
}
