//! Refuses connection poolers in transaction mode.
//!
//! There each transaction may run in another session of the server. Session parameters (the time
//! limits of statements) would apply to the statements of other clients, the lock of the migrations
//! would stay in a session that the pooler keeps, and notifications and prepared statements would get
//! lost.

use std::time::Duration;

use diesel::QueryableByName;
use diesel::sql_types::Integer;
use diesel_async::{AsyncPgConnection, RunQueryDsl, SimpleAsyncConnection};

use crate::connection::{ConnectionConfig, OpenError};

const SETUP: &str = "SET application_name = 'portal'";

/// Some statements that read no table. In transaction mode, several processes that start at once can
/// wait for each other.
const TIMEOUT: Duration = Duration::from_secs(5);

/// A pooler assigns its idle sessions in turn, or the one that was used last first.
const ASKED_AGAIN: usize = 4;

#[derive(Debug, thiserror::Error)]
pub enum PoolingError {
    #[error("failed to connect to the database: {0}")]
    Connect(#[from] OpenError),
    #[error("failed to query the database: {0}")]
    Query(#[from] diesel::result::Error),
    #[error(
        "a connection pooler in transaction or statement mode (PgBouncer: pool_mode) is between the portal and its \
         database: use session mode, or connect to the server itself"
    )]
    TransactionMode,
    #[error("timed out after {} s asking the database for its sessions", TIMEOUT.as_secs())]
    TimedOut,
}

#[derive(QueryableByName)]
struct SessionRow {
    #[diesel(sql_type = Integer)]
    pid: i32,
}

async fn session(connection: &mut AsyncPgConnection) -> Result<i32, PoolingError> {
    let row: SessionRow = diesel::sql_query("SELECT pg_backend_pid() AS pid").get_result(connection).await?;
    Ok(row.pid)
}

/// Two connections are open, and the second one is in a transaction: if a pooler assigns sessions for
/// a transaction only, the second one gets the session that the first one has just used, or the first
/// one gets another than before. With idle sessions left over from other clients neither has to be so;
/// then the end of the transaction puts its session back among those that the first one gets in turn.
pub async fn refuse_transaction_pooling(config: &ConnectionConfig) -> Result<(), PoolingError> {
    let (first, second) = (config.open(SETUP).await?, config.open(SETUP).await?);
    tokio::time::timeout(TIMEOUT, compare_sessions(first, second)).await.unwrap_or(Err(PoolingError::TimedOut))
}

async fn compare_sessions(mut first: AsyncPgConnection, mut second: AsyncPgConnection) -> Result<(), PoolingError> {
    let before = session(&mut first).await?;
    second.batch_execute("BEGIN").await.map_err(|error| {
        let is_statement_mode = error.to_string().contains("not allowed in statement pooling mode");
        if is_statement_mode { PoolingError::TransactionMode } else { PoolingError::Query(error) }
    })?;
    let other = session(&mut second).await?;
    // Asked only then: a pooler with a single session would wait for the second connection.
    if before == other || session(&mut first).await? != before {
        return Err(PoolingError::TransactionMode);
    }
    second.batch_execute("ROLLBACK").await?;
    for _ in 0..ASKED_AGAIN {
        if session(&mut first).await? != before {
            return Err(PoolingError::TransactionMode);
        }
    }
    Ok(())
}
