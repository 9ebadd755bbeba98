//! The connection pool that all adapters of a process share.

use std::time::Duration;

use ::bb8::ErrorSink;
use diesel::result::{ConnectionError, ConnectionResult, DatabaseErrorKind, Error};
use diesel_async::pooled_connection::bb8::{self, PooledConnection};
use diesel_async::pooled_connection::{
    AsyncDieselConnectionManager, ManagerConfig, PoolError, PoolableConnection, RecyclingMethod,
};
use diesel_async::{AsyncConnection, AsyncPgConnection, SimpleAsyncConnection};
use futures_util::FutureExt;
use portal_services::ports::StoreError;

use crate::errors;

/// How long a request waits for a free connection before it fails as `Unavailable`.
const CHECKOUT_TIMEOUT: Duration = Duration::from_secs(4);

/// An idle transaction holds locks, so the server ends it.
const IDLE_IN_TRANSACTION_TIMEOUT: Duration = Duration::from_secs(10);

/// How often the server checks during a statement whether the client is still connected.
const CLIENT_CHECK_INTERVAL: Duration = Duration::from_secs(2);

#[derive(Debug, Clone)]
pub struct PoolConfig {
    pub url: String,
    pub max_connections: u32,
    /// A statement that takes longer fails as `Unavailable`.
    pub statement_timeout: Duration,
}

impl PoolConfig {
    /// Defaults for serving requests: a search takes milliseconds, so five seconds mean a fault.
    pub fn new(url: impl Into<String>) -> Self {
        Self { url: url.into(), max_connections: 10, statement_timeout: Duration::from_secs(5) }
    }
}

/// Clones share the same connections.
#[derive(Debug, Clone)]
pub struct Pool {
    connections: bb8::Pool<AsyncPgConnection>,
}

pub(crate) type Connection<'a> = PooledConnection<'a, AsyncPgConnection>;

impl Pool {
    /// Connects on first use: the portal must start while the database is down.
    pub fn new(settings: &PoolConfig) -> Self {
        let mut config = ManagerConfig::default();
        // Detects a closed connection without a round trip at every checkout.
        config.recycling_method = RecyclingMethod::CustomFunction(Box::new(|connection: &mut AsyncPgConnection| {
            let broken = PoolableConnection::is_broken(connection);
            std::future::ready(if broken { Err(connection_closed()) } else { Ok(()) }).boxed()
        }));
        let set_parameters = set_parameters(settings.statement_timeout, IDLE_IN_TRANSACTION_TIMEOUT);
        config.custom_setup = Box::new(move |url| connect(url, set_parameters.clone()).boxed());
        let manager = AsyncDieselConnectionManager::new_with_config(&settings.url, config);
        let connections = bb8::Pool::builder()
            .max_size(settings.max_connections)
            .connection_timeout(CHECKOUT_TIMEOUT)
            .error_sink(Box::new(LoggingErrorSink))
            .build_unchecked(manager);
        Self { connections }
    }

    pub(crate) async fn get(&self) -> Result<Connection<'_>, StoreError> {
        self.connections.get().await.map_err(errors::checkout_error)
    }

    /// A connection that may outlive the borrow of the pool, for a transaction.
    pub(crate) async fn get_owned(&self) -> Result<Connection<'static>, StoreError> {
        self.connections.get_owned().await.map_err(errors::checkout_error)
    }

    /// The numbers of open and of idle connections, for the metrics.
    pub fn state(&self) -> (u32, u32) {
        let state = self.connections.state();
        (state.connections, state.idle_connections)
    }
}

/// Callers of `get` see only a timeout; the cause is logged here.
#[derive(Debug, Clone, Copy)]
struct LoggingErrorSink;

impl ErrorSink<PoolError> for LoggingErrorSink {
    fn sink(&self, error: PoolError) {
        tracing::warn!(%error, "failed to connect to the database");
    }

    fn boxed_clone(&self) -> Box<dyn ErrorSink<PoolError>> {
        Box::new(*self)
    }
}

fn connection_closed() -> Error {
    Error::DatabaseError(DatabaseErrorKind::ClosedConnection, Box::new("the connection was closed".to_owned()))
}

/// A connection outside of the pool, for long-lived use with long transactions.
pub(crate) async fn connect_unpooled(
    url: &str,
    statement_timeout: Duration,
    idle_in_transaction_timeout: Duration,
) -> Result<AsyncPgConnection, StoreError> {
    let connection = connect(url, set_parameters(statement_timeout, idle_in_transaction_timeout)).await;
    connection.map_err(|error| StoreError::Unavailable(error.into()))
}

/// Errors are classified by their English messages. A role that may not choose the language gets the
/// server's.
const ENGLISH_MESSAGES: &str =
    "DO $$ BEGIN SET lc_messages = 'C'; EXCEPTION WHEN insufficient_privilege THEN NULL; END $$";

/// Session parameters as statements: poolers such as `PgBouncer` reject them in the connection
/// string.
fn set_parameters(statement_timeout: Duration, idle_in_transaction_timeout: Duration) -> String {
    format!(
        "SET application_name = 'portal'; \
         SET statement_timeout = {}; \
         SET idle_in_transaction_session_timeout = {}; \
         SET client_connection_check_interval = {}; \
         {ENGLISH_MESSAGES}",
        statement_timeout.as_millis(),
        idle_in_transaction_timeout.as_millis(),
        CLIENT_CHECK_INTERVAL.as_millis(),
    )
}

async fn connect(url: &str, set_parameters: String) -> ConnectionResult<AsyncPgConnection> {
    let mut connection = AsyncPgConnection::establish(url).await?;
    connection.batch_execute(&set_parameters).await.map_err(ConnectionError::CouldntSetupConfiguration)?;
    Ok(connection)
}
