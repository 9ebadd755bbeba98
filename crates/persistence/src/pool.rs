//! Connections to the database, shared by all adapters of a process.

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

/// How long a request waits for a free connection before it is told to come back later.
const FREE_WITHIN: Duration = Duration::from_secs(4);

/// A transaction holds locks; whoever began one and then waits for something else loses it.
const IDLE_IN_TRANSACTION: Duration = Duration::from_secs(10);

/// How soon the server notices that nobody waits for a statement any more.
const NOTICE_GONE_CLIENT: Duration = Duration::from_secs(2);

#[derive(Debug, Clone)]
pub struct PoolSettings {
    pub url: String,
    pub max_connections: u32,
    /// The longest that one statement may take; after that the store is `Unavailable`.
    pub statement_timeout: Duration,
}

impl PoolSettings {
    /// What serving requests needs: a search takes milliseconds, so five seconds mean that something is wrong.
    pub fn new(url: impl Into<String>) -> Self {
        Self { url: url.into(), max_connections: 10, statement_timeout: Duration::from_secs(5) }
    }
}

/// A pool of connections. Copies share the same connections.
#[derive(Debug, Clone)]
pub struct Pool {
    connections: bb8::Pool<AsyncPgConnection>,
}

pub(crate) type Connection<'a> = PooledConnection<'a, AsyncPgConnection>;

impl Pool {
    /// Connects when somebody needs a connection, not before: a database that is down when the portal starts is no
    /// reason not to start.
    pub fn new(settings: &PoolSettings) -> Self {
        let mut config = ManagerConfig::default();
        // Notices a closed connection without asking the server at every checkout.
        config.recycling_method = RecyclingMethod::CustomFunction(Box::new(|connection: &mut AsyncPgConnection| {
            let broken = PoolableConnection::is_broken(connection);
            std::future::ready(if broken { Err(closed()) } else { Ok(()) }).boxed()
        }));
        let setup = setup(settings.statement_timeout, IDLE_IN_TRANSACTION);
        config.custom_setup = Box::new(move |url| connect(url, setup.clone()).boxed());
        let manager = AsyncDieselConnectionManager::new_with_config(&settings.url, config);
        let connections = bb8::Pool::builder()
            .max_size(settings.max_connections)
            .connection_timeout(FREE_WITHIN)
            .error_sink(Box::new(Logged))
            .build_unchecked(manager);
        Self { connections }
    }

    pub(crate) async fn get(&self) -> Result<Connection<'_>, StoreError> {
        self.connections.get().await.map_err(errors::unreachable)
    }

    /// A connection that may outlive the borrow of the pool: for a transaction.
    pub(crate) async fn get_owned(&self) -> Result<Connection<'static>, StoreError> {
        self.connections.get_owned().await.map_err(errors::unreachable)
    }

    /// Connections open at this moment, and how many of them nobody uses; for the metrics.
    pub fn state(&self) -> (u32, u32) {
        let state = self.connections.state();
        (state.connections, state.idle_connections)
    }
}

/// Whoever waits for a connection learns only that none came in time; the reason stands in the log.
#[derive(Debug, Clone, Copy)]
struct Logged;

impl ErrorSink<PoolError> for Logged {
    fn sink(&self, error: PoolError) {
        tracing::warn!(%error, "a connection to the database failed");
    }

    fn boxed_clone(&self) -> Box<dyn ErrorSink<PoolError>> {
        Box::new(*self)
    }
}

fn closed() -> Error {
    Error::DatabaseError(DatabaseErrorKind::ClosedConnection, Box::new("the connection was closed".to_owned()))
}

/// A connection beside the pools, for who keeps one and has long transactions.
pub(crate) async fn connect_alone(
    url: &str,
    statement_timeout: Duration,
    idle_in_transaction: Duration,
) -> Result<AsyncPgConnection, StoreError> {
    let connection = connect(url, setup(statement_timeout, idle_in_transaction)).await;
    connection.map_err(|error| StoreError::Unavailable(error.into()))
}

/// Set by statements and not by the address, because poolers between portal and server refuse the latter.
fn setup(statement_timeout: Duration, idle_in_transaction: Duration) -> String {
    format!(
        "SET application_name = 'portal'; \
         SET statement_timeout = {}; \
         SET idle_in_transaction_session_timeout = {}; \
         SET client_connection_check_interval = {}",
        statement_timeout.as_millis(),
        idle_in_transaction.as_millis(),
        NOTICE_GONE_CLIENT.as_millis(),
    )
}

async fn connect(url: &str, setup: String) -> ConnectionResult<AsyncPgConnection> {
    let mut connection = AsyncPgConnection::establish(url).await?;
    connection.batch_execute(&setup).await.map_err(ConnectionError::CouldntSetupConfiguration)?;
    Ok(connection)
}
