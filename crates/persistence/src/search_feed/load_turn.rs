//! Processes that start, or reconnect, at the same time read all listings one after the other: each
//! load takes a processor of the database.

use std::time::{Duration, Instant};

use diesel::dsl::sql;
use diesel::sql_types::Bool;
use diesel_async::{AsyncPgConnection, SimpleAsyncConnection};
use portal_services::ports::StoreError;

use crate::errors::store_error;
use crate::statements::RunStatement;

/// Key of the advisory lock of the process that loads.
const LOCK: i64 = 0x0070_6f72_7461_6c02;

/// A process that waits longer loads beside the others: it must not wait for one that hangs.
const MAX_WAIT: Duration = Duration::from_secs(30);
const POLL_INTERVAL: Duration = Duration::from_millis(200);

/// Begins a transaction by this statement once no other process loads, or after the longest wait.
/// The transaction holds the lock until its end.
pub(super) async fn begin(connection: &mut AsyncPgConnection, statement: &str) -> Result<(), StoreError> {
    let started = Instant::now();
    loop {
        connection.batch_execute(statement).await.map_err(store_error)?;
        let lock = diesel::select(sql::<Bool>(&format!("pg_try_advisory_xact_lock({LOCK})")));
        if lock.load_row(connection).await? {
            return Ok(());
        }
        if started.elapsed() >= MAX_WAIT {
            tracing::warn!("timed out after {} s waiting for the loads of other processes", MAX_WAIT.as_secs());
            return Ok(());
        }
        connection.batch_execute("ROLLBACK").await.map_err(store_error)?;
        tokio::time::sleep(POLL_INTERVAL).await;
    }
}
