//! The connection pool that all adapters of a process share.

use std::ops::{Deref, DerefMut};
use std::sync::Arc;
use std::time::Duration;

use bb8::{ErrorSink, ManageConnection, PooledConnection, RunError};
use diesel_async::AsyncPgConnection;
use diesel_async::pooled_connection::PoolableConnection;
use portal_services::ports::StoreError;

use crate::connection::{Activity, ConnectionConfig, OpenError};
use crate::database_metrics::{RaisedGauge, Timeout, Waiting, add_max_connections, count_timeout};
use crate::errors;

/// An idle transaction holds locks, so the server ends it.
const IDLE_IN_TRANSACTION_TIMEOUT: Duration = Duration::from_secs(10);

/// How often the server checks during a statement whether the client is still connected.
const CLIENT_CHECK_INTERVAL: Duration = Duration::from_secs(2);

#[derive(Debug, Clone)]
pub struct PoolConfig {
    pub connection: ConnectionConfig,
    pub max_connections: u32,
    /// The longest wait for a free connection, for a new one, and for the response to a statement;
    /// what takes longer fails as `Unavailable`. The server itself cancels statements a little
    /// earlier, so that only a silent one costs the connection.
    pub timeout: Duration,
}

impl PoolConfig {
    /// Defaults for serving requests: a search takes milliseconds, so four seconds mean a fault.
    pub fn new(connection: ConnectionConfig) -> Self {
        Self { connection, max_connections: 10, timeout: Duration::from_secs(4) }
    }

    fn statement_timeout(&self) -> Duration {
        self.timeout.mul_f32(0.875)
    }
}

/// Clones share the same connections.
#[derive(Debug, Clone)]
pub struct Pool {
    connections: bb8::Pool<Manager>,
}

impl Pool {
    /// Connects on first use: the portal must start while the database is down.
    pub fn new(config: &PoolConfig) -> Self {
        let manager = Manager {
            config: config.connection.clone(),
            setup: set_parameters(config.statement_timeout(), IDLE_IN_TRANSACTION_TIMEOUT),
            timeout: config.timeout,
        };
        add_max_connections(config.max_connections);
        let connections = bb8::Pool::builder()
            .max_size(config.max_connections)
            .connection_timeout(config.timeout)
            .error_sink(Box::new(LoggingErrorSink))
            .build_unchecked(manager);
        Self { connections }
    }

    pub(crate) async fn get(&self) -> Result<Connection<'_>, StoreError> {
        let _waiting = Waiting::start();
        self.connections.get().await.map(Connection::new).map_err(checkout_error)
    }

    /// A connection that may outlive the borrow of the pool, for a transaction.
    pub(crate) async fn get_owned(&self) -> Result<Connection<'static>, StoreError> {
        let _waiting = Waiting::start();
        self.connections.get_owned().await.map(Connection::new).map_err(checkout_error)
    }
}

fn checkout_error(error: RunError<OpenError>) -> StoreError {
    if matches!(error, RunError::TimedOut) {
        count_timeout(Timeout::Checkout);
    }
    errors::checkout_error(error)
}

/// A connection in use, until it is dropped.
pub(crate) struct Connection<'a> {
    connection: PooledConnection<'a, Manager>,
    _in_use: RaisedGauge,
}

impl<'a> Connection<'a> {
    fn new(connection: PooledConnection<'a, Manager>) -> Self {
        connection.activity.record();
        Self { connection, _in_use: RaisedGauge::new("portal_database_connections_in_use") }
    }
}

impl Drop for Connection<'_> {
    fn drop(&mut self) {
        self.connection.activity.end();
    }
}

impl Deref for Connection<'_> {
    type Target = AsyncPgConnection;

    fn deref(&self) -> &AsyncPgConnection {
        &self.connection.connection
    }
}

impl DerefMut for Connection<'_> {
    fn deref_mut(&mut self) -> &mut AsyncPgConnection {
        &mut self.connection.connection
    }
}

/// Opens and checks the connections of a pool.
#[derive(Debug)]
pub(crate) struct Manager {
    config: ConnectionConfig,
    setup: String,
    timeout: Duration,
}

/// An open connection of a pool.
pub(crate) struct Open {
    connection: AsyncPgConnection,
    activity: Arc<Activity>,
}

impl ManageConnection for Manager {
    type Connection = Open;
    type Error = OpenError;

    async fn connect(&self) -> Result<Open, OpenError> {
        let (connection, activity) = self.config.open_limited(&self.setup, self.timeout).await?;
        activity.end();
        Ok(Open { connection, activity })
    }

    /// Detects a closed connection without a round trip at every checkout.
    async fn is_valid(&self, open: &mut Open) -> Result<(), OpenError> {
        if open.connection.is_broken() { Err(OpenError::Closed) } else { Ok(()) }
    }

    fn has_broken(&self, open: &mut Open) -> bool {
        std::thread::panicking() || open.connection.is_broken() || open.activity.is_in_statement()
    }
}

/// Callers of `get` see only a timeout; the cause is logged here.
#[derive(Debug, Clone, Copy)]
struct LoggingErrorSink;

impl ErrorSink<OpenError> for LoggingErrorSink {
    fn sink(&self, error: OpenError) {
        tracing::warn!(%error, "failed to connect to the database");
    }

    fn boxed_clone(&self) -> Box<dyn ErrorSink<OpenError>> {
        Box::new(*self)
    }
}

/// A connection outside of the pool, for long-lived use with long transactions.
pub(crate) async fn connect_unpooled(
    config: &ConnectionConfig,
    statement_timeout: Duration,
    idle_in_transaction_timeout: Duration,
) -> Result<AsyncPgConnection, StoreError> {
    let connection = config.open(&set_parameters(statement_timeout, idle_in_transaction_timeout)).await;
    connection.map_err(|error| StoreError::Unavailable(error.into()))
}

/// Errors are classified by their English messages. A role that may not choose the language gets the
/// server's.
pub(crate) const ENGLISH_MESSAGES: &str =
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
