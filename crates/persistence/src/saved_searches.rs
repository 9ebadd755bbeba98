//! The searches that students have saved.

mod deletions;
mod feed;
mod filters;
mod matches;
mod queue;
mod recipients;
mod record;
mod unused;

use std::collections::HashMap;

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel::sql_types::{Array, BigInt, Timestamptz, Uuid as SqlUuid};
use diesel_async::AsyncPgConnection;
use portal_domain::ids::{SavedSearchId, UserId};
use portal_domain::saved_search::{FALLEN_RENT_PERCENT, Frequency, SavedSearch};
use portal_services::ports::{SavedSearchDetails, SavedSearchQueries, SavedSearchRepository, SearchQuery, StoreError};
use serde_json::Value;
use uuid::Uuid;

use crate::errors::parse_column;
use crate::page;
use crate::schema::{saved_search_matches, saved_searches};
use crate::search;
use crate::statements::RunStatement;
use crate::store::{PgStore, PgUnitOfWork};
use crate::unknown_values::known_rows;

/// The most listings that are recorded as known when a search is saved. Of a search that finds
/// more, what was created before counts as known.
const MAX_KNOWN: i64 = 5_000;

/// Listings may be deleted since they were read.
const INSERT_KNOWN: &str = "
    INSERT INTO saved_search_matches (search_id, listing_id, rent_cents, matched_at, due)
    SELECT $1, known.id, known.rent, $4, false FROM unnest($2::uuid[], $3::bigint[]) AS known (id, rent)
    JOIN listings ON listings.id = known.id";

/// Before the known listings are read: all that is published after this is matched again when the
/// search is committed.
const QUEUE_PUBLISHED_SINCE: &str = "INSERT INTO unmatched_listings (snapshot) VALUES (pg_current_snapshot()::text)";

/// Where the count of new listings ends, so that it is fast for any number of matches.
const MAX_NEW: i64 = 1_000;

/// Search by search, up to `MAX_NEW`: the subquery that reads the listing prevents a join of all.
const COUNT_NEW: &str = "
    SELECT saved_searches.id, counted.new_count FROM saved_searches, LATERAL (
        SELECT count(*) AS new_count FROM (
            SELECT matches.listing_id FROM saved_search_matches AS matches
            WHERE matches.search_id = saved_searches.id AND matches.matched_at > saved_searches.seen_at
              AND (SELECT listings.searchable FROM listings WHERE listings.id = matches.listing_id)
            LIMIT $2
        ) AS found
    ) AS counted
    WHERE saved_searches.id = ANY ($1)";

/// The condition of `portal_domain::saved_search::has_rent_fallen` for two columns; null if one of them
/// is null.
fn has_fallen(told: &str, current: &str) -> String {
    format!("{current} * 100 <= {told} * {FALLEN_RENT_PERCENT}")
}

/// A row of a statement that returns ids only.
#[derive(QueryableByName)]
struct IdRow {
    #[diesel(sql_type = SqlUuid)]
    id: Uuid,
}

#[derive(QueryableByName)]
struct NewCountRow {
    #[diesel(sql_type = SqlUuid)]
    id: Uuid,
    #[diesel(sql_type = BigInt)]
    new_count: i64,
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = saved_searches, check_for_backend(diesel::pg::Pg))]
struct SavedSearchRow {
    id: Uuid,
    student_id: Uuid,
    name: String,
    filters: Value,
    frequency: String,
    collects_since: DateTime<Utc>,
    next_mail_at: Option<DateTime<Utc>>,
    seen_at: DateTime<Utc>,
    used_at: DateTime<Utc>,
    told_at: Option<DateTime<Utc>>,
    date_created: DateTime<Utc>,
    last_modified: DateTime<Utc>,
}

impl TryFrom<SavedSearchRow> for SavedSearch {
    type Error = StoreError;

    fn try_from(row: SavedSearchRow) -> Result<Self, StoreError> {
        Ok(Self {
            id: SavedSearchId(row.id),
            student_id: UserId(row.student_id),
            name: row.name,
            filters: filters::from_json(row.filters)?,
            frequency: parse_column(&row.frequency, Frequency::parse)?,
            collects_since: row.collects_since,
            next_mail_at: row.next_mail_at,
            seen_at: row.seen_at,
            used_at: row.used_at,
            told_at: row.told_at,
            date_created: row.date_created,
            last_modified: row.last_modified,
        })
    }
}

#[derive(Insertable, AsChangeset)]
#[diesel(table_name = saved_searches, treat_none_as_null = true)]
struct SavedSearchValues<'a> {
    id: Uuid,
    student_id: Uuid,
    name: &'a str,
    filters: Value,
    frequency: &'a str,
    collects_since: DateTime<Utc>,
    next_mail_at: Option<DateTime<Utc>>,
    seen_at: DateTime<Utc>,
    used_at: DateTime<Utc>,
    told_at: Option<DateTime<Utc>>,
    date_created: DateTime<Utc>,
    last_modified: DateTime<Utc>,
}

impl<'a> SavedSearchValues<'a> {
    fn new(search: &'a SavedSearch) -> Result<Self, StoreError> {
        Ok(Self {
            id: search.id.0,
            student_id: search.student_id.0,
            name: &search.name,
            filters: filters::to_json(&search.filters)?,
            frequency: search.frequency.as_str(),
            collects_since: search.collects_since,
            next_mail_at: search.next_mail_at,
            seen_at: search.seen_at,
            used_at: search.used_at,
            told_at: search.told_at,
            date_created: search.date_created,
            last_modified: search.last_modified,
        })
    }
}

#[async_trait]
impl SavedSearchRepository for PgUnitOfWork {
    async fn find_for_update(&mut self, id: SavedSearchId) -> Result<Option<SavedSearch>, StoreError> {
        let search = saved_searches::table.find(id.0).select(SavedSearchRow::as_select()).for_update();
        search.find_entity(self.connection()?).await
    }

    async fn list_of_for_update(&mut self, student: UserId) -> Result<Vec<SavedSearch>, StoreError> {
        let rows: Vec<SavedSearchRow> = saved_searches::table
            .filter(saved_searches::student_id.eq(student.0))
            .order(saved_searches::id)
            .select(SavedSearchRow::as_select())
            .for_update()
            .load_rows(self.connection()?)
            .await?;
        rows.into_iter().map(SavedSearch::try_from).collect()
    }

    async fn count_of(&mut self, student: UserId) -> Result<u64, StoreError> {
        let saved = saved_searches::table.filter(saved_searches::student_id.eq(student.0)).count();
        Ok(page::to_count(saved.load_row(self.connection()?).await?))
    }

    async fn insert(&mut self, search: &SavedSearch) -> Result<(), StoreError> {
        let insert = diesel::insert_into(saved_searches::table).values(SavedSearchValues::new(search)?);
        insert.run(self.connection()?).await?;
        Ok(())
    }

    async fn save(&mut self, search: &SavedSearch) -> Result<(), StoreError> {
        let update = diesel::update(saved_searches::table.find(search.id.0)).set(SavedSearchValues::new(search)?);
        update.change_row(self.connection()?).await
    }

    async fn delete(&mut self, id: SavedSearchId) -> Result<(), StoreError> {
        let connection = self.connection()?;
        deletions::delete_matches(connection, &[id.0]).await?;
        diesel::delete(saved_searches::table.find(id.0)).run(connection).await?;
        Ok(())
    }

    async fn delete_of(&mut self, student: UserId) -> Result<(), StoreError> {
        let connection = self.connection()?;
        // In the order in which all transactions lock them.
        let ids: Vec<Uuid> = saved_searches::table
            .filter(saved_searches::student_id.eq(student.0))
            .order(saved_searches::id)
            .select(saved_searches::id)
            .for_update()
            .load_rows(connection)
            .await?;
        deletions::delete_matches(connection, &ids).await?;
        let own = saved_searches::table.filter(saved_searches::id.eq_any(ids));
        diesel::delete(own).run(connection).await?;
        Ok(())
    }

    async fn reset_matches(
        &mut self,
        id: SavedSearchId,
        query: &SearchQuery,
        now: DateTime<Utc>,
    ) -> Result<(), StoreError> {
        let connection = self.connection()?;
        diesel::sql_query(QUEUE_PUBLISHED_SINCE).run(connection).await?;
        let known = search::load_rents(connection, query, MAX_KNOWN + 1).await?;
        record::lock_listings(connection, known.iter().map(|(listing, _)| *listing).collect()).await?;
        deletions::delete_matches(connection, &[id.0]).await?;
        // What another transaction has locked.
        let left = saved_search_matches::table.filter(saved_search_matches::search_id.eq(id.0));
        diesel::delete(left).run(connection).await?;
        let known_until = (known.len() as u64 > MAX_KNOWN.unsigned_abs()).then_some(now);
        diesel::update(saved_searches::table.find(id.0))
            .set(saved_searches::known_until.eq(known_until))
            .run(connection)
            .await?;
        let (ids, rents): (Vec<Uuid>, Vec<i64>) = known.into_iter().unzip();
        diesel::sql_query(INSERT_KNOWN)
            .bind::<SqlUuid, _>(id.0)
            .bind::<Array<SqlUuid>, _>(ids)
            .bind::<Array<BigInt>, _>(rents)
            .bind::<Timestamptz, _>(now)
            .run(connection)
            .await?;
        Ok(())
    }

    async fn cancel_mails(&mut self, id: SavedSearchId) -> Result<(), StoreError> {
        recipients::cancel(self.connection()?, id).await
    }

    async fn count_new(&mut self, id: SavedSearchId) -> Result<u64, StoreError> {
        let counts = count_new(self.connection()?, vec![id.0]).await?;
        Ok(counts.get(&id.0).copied().unwrap_or(0))
    }

    async fn claim_unused(
        &mut self,
        unused_since: DateTime<Utc>,
        now: DateTime<Utc>,
        limit: i64,
    ) -> Result<Vec<UserId>, StoreError> {
        unused::claim(self.connection()?, unused_since, now, limit).await
    }

    async fn delete_unused(&mut self, marked_before: DateTime<Utc>, limit: i64) -> Result<u64, StoreError> {
        unused::delete(self.connection()?, marked_before, limit).await
    }
}

#[async_trait]
impl SavedSearchQueries for PgStore {
    async fn list_saved_searches(&self, student: UserId) -> Result<Vec<SavedSearchDetails>, StoreError> {
        let connection = &mut *self.pool.get().await?;
        let rows: Vec<SavedSearchRow> = saved_searches::table
            .filter(saved_searches::student_id.eq(student.0))
            .order((saved_searches::date_created.desc(), saved_searches::id.desc()))
            .select(SavedSearchRow::as_select())
            .load_rows(connection)
            .await?;
        let searches = known_rows("saved_searches", rows, SavedSearch::try_from)?;
        let counts = count_new(connection, searches.iter().map(|search| search.id.0).collect()).await?;
        let details = |search: SavedSearch| SavedSearchDetails {
            new_count: counts.get(&search.id.0).copied().unwrap_or(0),
            search,
        };
        Ok(searches.into_iter().map(details).collect())
    }
}

/// The numbers of new listings of these searches, at most `MAX_NEW` each.
async fn count_new(connection: &mut AsyncPgConnection, ids: Vec<Uuid>) -> Result<HashMap<Uuid, u64>, StoreError> {
    let count = diesel::sql_query(COUNT_NEW).bind::<Array<SqlUuid>, _>(ids).bind::<BigInt, _>(MAX_NEW);
    let counts: Vec<NewCountRow> = count.load_rows(connection).await?;
    Ok(counts.into_iter().map(|row| (row.id, page::to_count(row.new_count))).collect())
}
