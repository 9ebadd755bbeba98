//! Logs of changes that copies in memory read: which rows each transaction has changed.

use diesel::sql_types::BigInt;
use diesel_async::AsyncPgConnection;
use portal_services::ports::StoreError;

use crate::statements::RunStatement;

/// How long changes are kept.
pub(crate) const KEPT_MINUTES: i64 = 60;

/// Rows per DELETE, so that no statement takes long.
const PRUNE_BATCH: i64 = 20_000;

/// Deletes changes that every reader has read: a reader that falls behind by half of this time
/// starts over. Rows are roughly ordered by age, so those with the lowest numbers are deleted first.
pub(crate) async fn prune(connection: &mut AsyncPgConnection, log: &'static str) -> Result<u64, StoreError> {
    let delete_old = format!(
        "DELETE FROM {log} WHERE number IN ( \
         SELECT number FROM {log} WHERE changed_at < now() - interval '{KEPT_MINUTES} minutes' \
         ORDER BY number LIMIT $1 FOR UPDATE SKIP LOCKED)"
    );
    let mut total = 0;
    loop {
        let delete = diesel::sql_query(&delete_old).bind::<BigInt, _>(PRUNE_BATCH);
        let deleted = delete.run(connection).await? as u64;
        total += deleted;
        if deleted < PRUNE_BATCH.unsigned_abs() {
            return Ok(total);
        }
    }
}
