//! Exact totals of whole tables, which triggers keep in `row_counts`.
//!
//! A total is the sum of a few rows: one for each group, and those that were written since the last
//! fold. Where a list has another filter than the groups, it counts its rows instead.

use diesel::dsl::sql;
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Bool};
use diesel_async::{AsyncConnection, AsyncPgConnection, RunQueryDsl};
use portal_domain::application::Decision;
use portal_services::ports::StoreError;

use crate::errors::store_error;
use crate::page;
use crate::portions::{self, Job};
use crate::schema::row_counts;
use crate::statements::RunStatement;
use crate::store::PgStore;

/// Some groups of a table. Empty filters accept every group.
#[derive(Debug, Default)]
pub(crate) struct Groups<'a> {
    pub relation: &'static str,
    pub kinds: Vec<&'a str>,
    pub states: Vec<&'a str>,
    /// Badges of applications.
    pub badges: Vec<&'a str>,
}

/// The number of rows in these groups.
pub(crate) async fn count(connection: &mut AsyncPgConnection, groups: &Groups<'_>) -> Result<u64, StoreError> {
    let approved = Decision::Approved.as_str();
    let mut found = row_counts::table.filter(row_counts::relation.eq(groups.relation)).into_boxed();
    if !groups.kinds.is_empty() {
        found = found.filter(row_counts::kind.eq_any(groups.kinds.iter().copied()));
    }
    if !groups.states.is_empty() {
        found = found.filter(row_counts::state.eq_any(groups.states.iter().copied()));
    }
    if !groups.badges.is_empty() {
        let decided_by_landlord =
            row_counts::kind.eq(approved).and(row_counts::state.eq_any(groups.badges.iter().copied()));
        let by_administrator =
            row_counts::kind.ne(approved).and(row_counts::kind.eq_any(groups.badges.iter().copied()));
        found = found.filter(decided_by_landlord.or(by_administrator));
    }
    let sum = sql::<BigInt>("coalesce(sum(change), 0)::bigint");
    let total: i64 = found.select(sum).load_row(connection).await?;
    Ok(page::to_count(total))
}

/// Rows of the log that one statement replaces.
const FOLD_BATCH: i64 = 10_000;

/// One statement and so one snapshot: a reader sees the rows or their sum.
const FOLD: &str = "
    WITH folded AS (
        DELETE FROM row_counts WHERE number = ANY(ARRAY(
            SELECT number FROM row_counts ORDER BY number LIMIT $1 FOR UPDATE SKIP LOCKED))
        RETURNING relation, kind, state, change
    ), stored AS (
        INSERT INTO row_counts (relation, kind, state, change)
        SELECT relation, kind, state, sum(change) FROM folded
        GROUP BY relation, kind, state HAVING sum(change) <> 0
    )
    SELECT count(*) AS replaced FROM folded";

/// Whether a group has several rows, or rows that cancel each other out.
const IS_UNFOLDED: &str = "
    SELECT EXISTS (
        SELECT FROM (SELECT relation, kind, state FROM row_counts ORDER BY number DESC LIMIT $1) AS newest
        GROUP BY relation, kind, state HAVING count(*) > 1
    ) AS is_unfolded";

#[derive(QueryableByName)]
struct FoldedRow {
    #[diesel(sql_type = BigInt)]
    replaced: i64,
}

#[derive(QueryableByName)]
struct UnfoldedRow {
    #[diesel(sql_type = Bool)]
    is_unfolded: bool,
}

/// Replaces the rows of each group by their sum, at most one batch. Returns whether there may be
/// more; false while another process does the same.
pub(crate) async fn fold(store: &PgStore) -> Result<bool, StoreError> {
    let connection = &mut *store.pool.get().await?;
    let replaced = connection.transaction(async |connection| fold_batch(connection).await).await;
    Ok(replaced.map_err(store_error)? >= FOLD_BATCH)
}

async fn fold_batch(connection: &mut AsyncPgConnection) -> QueryResult<i64> {
    let unfolded = diesel::sql_query(IS_UNFOLDED).bind::<BigInt, _>(FOLD_BATCH);
    let unfolded: UnfoldedRow = unfolded.get_result(connection).await?;
    if !unfolded.is_unfolded || !portions::lock(connection, Job::RowCounts).await? {
        return Ok(0);
    }
    let fold = diesel::sql_query(FOLD).bind::<BigInt, _>(FOLD_BATCH);
    let folded: FoldedRow = fold.get_result(connection).await?;
    Ok(folded.replaced)
}
