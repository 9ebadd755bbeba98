//! Changes of many rows in portions: each statement is short, for any number of rows.
//!
//! A portion is `id = ANY(ARRAY(SELECT … LIMIT … FOR UPDATE SKIP LOCKED))`. Not `IN`: PostgreSQL may
//! run its query once for each row of an outer scan, and each run then locks and takes other rows
//! than the one before, so that all rows are taken at once. An array is computed once.

use chrono::{DateTime, Utc};
use diesel::sql_types::{Array, BigInt, Integer, SingleValue, SqlType, Timestamptz};
use diesel::{QueryResult, define_sql_function, select};
use diesel_async::{AsyncConnection, AsyncPgConnection, RunQueryDsl};
use portal_services::ports::StoreError;

use crate::errors::store_error;
use crate::store::PgStore;

define_sql_function! {
    /// Equality with it is equality with any of the elements.
    #[sql_name = "ANY"]
    fn any_of<ST: SqlType + SingleValue>(elements: Array<ST>) -> ST;
}

define_sql_function! {
    /// A lock of the transaction, so that it works through a pooler too. False if it is held.
    fn pg_try_advisory_xact_lock(class: Integer, lock: Integer) -> Bool;
}

/// The class of these advisory locks; every version of the portal must use the same.
const LOCK_CLASS: i32 = 0x706f_7274;

/// What one process at a time does. The numbers are locks, and so never change.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Job {
    Sessions = 1,
    Attempts = 2,
    ResetTokens = 3,
    ActivationTokens = 4,
    LoginChallenges = 5,
    Devices = 6,
    DonationRequests = 7,
    DeadLetters = 8,
    ListingViews = 9,
    RowCounts = 10,
    ViewDays = 11,
}

/// Whether this transaction is the only one with this job, until it ends.
pub(crate) async fn lock(connection: &mut AsyncPgConnection, job: Job) -> QueryResult<bool> {
    select(pg_try_advisory_xact_lock(LOCK_CLASS, job as i32)).get_result(connection).await
}

/// The statement that deletes a portion of a table, whose rows `key` identifies. `due` is a
/// condition on `$1` with the order of an index, of which only the first rows are read.
pub(crate) fn delete(table: &str, key: &str, due: &str) -> String {
    format!(
        "DELETE FROM {table} WHERE {key} = ANY(ARRAY( \
            SELECT {key} FROM {table} WHERE {due} LIMIT $2 FOR UPDATE SKIP LOCKED))"
    )
}

/// Deletes at most `limit` rows that are due before this time, by a statement from [`delete`].
/// Returns how many; none while another process does the same.
pub(crate) async fn run(
    store: &PgStore,
    job: Job,
    statement: &str,
    before: DateTime<Utc>,
    limit: i64,
) -> Result<u64, StoreError> {
    let connection = &mut *store.pool.get().await?;
    let deleted =
        connection.transaction(async |connection| run_locked(connection, job, statement, before, limit).await).await;
    Ok(deleted.map_err(store_error)? as u64)
}

async fn run_locked(
    connection: &mut AsyncPgConnection,
    job: Job,
    statement: &str,
    before: DateTime<Utc>,
    limit: i64,
) -> QueryResult<usize> {
    if !lock(connection, job).await? {
        return Ok(0);
    }
    let delete = diesel::sql_query(statement).bind::<Timestamptz, _>(before).bind::<BigInt, _>(limit);
    delete.execute(connection).await
}
