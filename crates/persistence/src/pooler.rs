//! Refuses connection poolers in transaction mode.
//!
//! There each transaction may run in another session of the server. Session parameters (the time
//! limits of statements) would apply to the statements of other clients, the lock of the migrations
//! would stay in a session that the pooler keeps, and notifications and prepared statements would get
//! lost.

use std::time::Duration;

use diesel_async::{AsyncPgConnection, SimpleAsyncConnection};

use crate::connection::{ConnectionConfig, OpenError};

const SETUP: &str = "SET application_name = 'portal'";

/// Some statements that read no table. In transaction mode, several processes that start at once can
/// wait for each other.
const TIMEOUT: Duration = Duration::from_secs(5);

/// Other clients of the pooler may take the marked session once, but hardly each time.
const ROUNDS: usize = 3;

const OTHER_SESSION: &str = "the session of another connection";

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

/// Two connections are open. The first one marks its session, then the second one begins a
/// transaction: if a pooler assigns sessions for a transaction only, the second one gets the marked
/// session, or the first one gets another than before.
pub async fn refuse_transaction_pooling(config: &ConnectionConfig) -> Result<(), PoolingError> {
    let (first, second) = (config.open(SETUP).await?, config.open(SETUP).await?);
    tokio::time::timeout(TIMEOUT, compare_sessions(first, second)).await.unwrap_or(Err(PoolingError::TimedOut))
}

/// Simple statements only: after a prepared one the client sends another message, which takes a
/// session for a moment and hides the pooler.
async fn compare_sessions(mut first: AsyncPgConnection, mut second: AsyncPgConnection) -> Result<(), PoolingError> {
    for round in 0..ROUNDS {
        let mark = format!("{}-{round}", std::process::id());
        run(&mut first, &format!("SET portal.session = '{mark}'")).await?;
        run(&mut second, "BEGIN").await?;
        let marked = format!("current_setting('portal.session', true) IS NOT DISTINCT FROM '{mark}'");
        run(&mut second, &refuse_if(&marked)).await?;
        // Only then: a pooler with a single session would wait for the second connection.
        run(&mut first, &refuse_if(&format!("NOT ({marked})"))).await?;
        run(&mut second, "ROLLBACK").await?;
    }
    Ok(())
}

fn refuse_if(condition: &str) -> String {
    format!("DO $$ BEGIN IF {condition} THEN RAISE EXCEPTION '{OTHER_SESSION}'; END IF; END $$")
}

async fn run(connection: &mut AsyncPgConnection, statement: &str) -> Result<(), PoolingError> {
    connection.batch_execute(statement).await.map_err(|error| {
        let text = error.to_string();
        let is_pooled =
            [OTHER_SESSION, "not allowed in statement pooling mode"].iter().any(|known| text.contains(known));
        if is_pooled { PoolingError::TransactionMode } else { PoolingError::Query(error) }
    })
}
