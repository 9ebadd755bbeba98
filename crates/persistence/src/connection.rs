//! Connections to a database server: where it is, how they are encrypted, and how long they may be
//! silent.

mod activity;
mod certificates;
mod client_environment;
mod encryption;
mod statements;

use std::ffi::OsString;
use std::fmt::{self, Debug, Formatter};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use diesel::connection::{Instrumentation, InstrumentationEvent, get_default_instrumentation};
use diesel::result::ConnectionError;
use diesel_async::{AsyncConnection, AsyncPgConnection, SimpleAsyncConnection};
use portal_services::error_chain::ErrorChain;
use tokio::time::timeout;
use tokio_postgres::Config;
use tokio_postgres_rustls::MakeRustlsConnect;

pub(crate) use activity::Activity;
pub use encryption::PlainText;
use encryption::{Requested, Trust};
use statements::StatementSpan;

use crate::database_metrics::{Timeout, count_timeout};

/// Defaults of parameters of the URL. A lost network is noticed within ten seconds, by the kernel
/// where the connection is idle.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(3);
const TCP_USER_TIMEOUT: Duration = Duration::from_secs(6);
const KEEPALIVES_IDLE: Duration = Duration::from_secs(5);
const KEEPALIVES_INTERVAL: Duration = Duration::from_secs(2);
const KEEPALIVES_RETRIES: u32 = 2;

/// Longest time for the setup of a connection that no request waits for.
const SETUP_TIMEOUT: Duration = Duration::from_secs(10);

/// A database server and how to connect to it.
#[derive(Clone)]
pub struct ConnectionConfig {
    server: Config,
    tls: MakeRustlsConnect,
    trust: Trust,
}

#[derive(Debug, thiserror::Error)]
pub enum ConnectionConfigError {
    #[error("invalid database URL: {}", ErrorChain(.0))]
    Url(tokio_postgres::Error),
    #[error("unknown sslmode `{0}`: use disable, prefer, require, verify-ca or verify-full")]
    Mode(String),
    #[error(
        "sslmode=disable would send passwords and personal data unencrypted to {host}: use require, verify-ca or \
         verify-full, or set database_encryption to \"optional\""
    )]
    PlainText { host: String },
    #[error("failed to read the certificates of sslrootcert in {}: {reason}", path.display())]
    RootCertificate { path: PathBuf, reason: String },
    #[error("failed to use the certificates of sslrootcert: {0}")]
    Authorities(rustls::client::VerifierBuilderError),
    #[error("failed to set up TLS: {0}")]
    Tls(rustls::Error),
}

/// Why a connection could not be opened.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    #[error("timed out after {} ms connecting to the database", .0.as_millis())]
    TimedOut(Duration),
    // The driver's message says at most "db error".
    #[error("{}", ErrorChain(.0))]
    Connect(tokio_postgres::Error),
    #[error("failed to set up the connection: {0}")]
    Setup(ConnectionError),
    #[error("the connection was closed")]
    Closed,
}

impl Debug for ConnectionConfig {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        // Without the password.
        self.server.fmt(formatter)
    }
}

impl ConnectionConfig {
    /// Reads a URL (`postgres://user:password@host/database`) with the parameters of libpq for
    /// encryption, timeouts and keepalives.
    pub fn parse(url: &str, plain_text: PlainText) -> Result<Self, ConnectionConfigError> {
        let (url, requested) = Requested::split_from(url);
        let mut server: Config = url.parse().map_err(ConnectionConfigError::Url)?;
        let (mode, trust) = requested.resolve(&server, plain_text)?;
        server.ssl_mode(mode);
        if server.get_connect_timeout().is_none() {
            server.connect_timeout(CONNECT_TIMEOUT);
        }
        if server.get_tcp_user_timeout().is_none() {
            server.tcp_user_timeout(TCP_USER_TIMEOUT);
        }
        if server.get_keepalives_idle() == Config::new().get_keepalives_idle() {
            server.keepalives_idle(KEEPALIVES_IDLE);
        }
        if server.get_keepalives_interval().is_none() {
            server.keepalives_interval(KEEPALIVES_INTERVAL);
        }
        if server.get_keepalives_retries().is_none() {
            server.keepalives_retries(KEEPALIVES_RETRIES);
        }
        Ok(Self { server, tls: certificates::tls_client(&trust)?, trust })
    }

    /// The same connection for PostgreSQL's own programs: variables of their environment, because
    /// other users can read their arguments.
    pub fn client_environment(&self) -> Vec<(&'static str, OsString)> {
        client_environment::variables(&self.server, &self.trust)
    }

    /// A connection that reports notifications, without a limit for its statements. `setup` is
    /// executed first.
    pub(crate) async fn open(&self, setup: &str) -> Result<AsyncPgConnection, OpenError> {
        let opening = async {
            let (client, connection) = self.server.connect(self.tls.clone()).await.map_err(OpenError::Connect)?;
            let opened = AsyncPgConnection::try_from_client_and_connection(client, connection).await;
            execute_setup(opened.map_err(OpenError::Setup)?, setup).await
        };
        within(SETUP_TIMEOUT, Box::pin(opening)).await
    }

    /// A connection that is closed if, while it is in use, no statement begins or ends for `limit`;
    /// its setup may take as long.
    pub(crate) async fn open_limited(
        &self,
        setup: &str,
        limit: Duration,
    ) -> Result<(AsyncPgConnection, Arc<Activity>), OpenError> {
        let opening = async {
            let (client, connection) = self.server.connect(self.tls.clone()).await.map_err(OpenError::Connect)?;
            let activity = Activity::new();
            tokio::spawn(activity::drive(connection, Arc::downgrade(&activity), limit));
            let mut opened = AsyncPgConnection::try_from(client).await.map_err(OpenError::Setup)?;
            let statements = Arc::downgrade(&activity);
            let mut default = get_default_instrumentation();
            let mut span = StatementSpan::default();
            opened.set_instrumentation(move |event: InstrumentationEvent<'_>| {
                let begins = match &event {
                    InstrumentationEvent::StartQuery { query, .. } => {
                        span.begin(query);
                        Some(true)
                    }
                    InstrumentationEvent::FinishQuery { error, .. } => {
                        span.end(error.is_some());
                        Some(false)
                    }
                    _ => None,
                };
                if let (Some(activity), Some(begins)) = (statements.upgrade(), begins) {
                    activity.record_statement(begins);
                }
                if let Some(default) = &mut default {
                    default.on_connection_event(event);
                }
            });
            Ok((execute_setup(opened, setup).await?, activity))
        };
        within(limit, Box::pin(opening)).await
    }
}

async fn execute_setup(mut connection: AsyncPgConnection, setup: &str) -> Result<AsyncPgConnection, OpenError> {
    let executed = connection.batch_execute(setup).await;
    executed.map_err(|error| OpenError::Setup(ConnectionError::CouldntSetupConfiguration(error)))?;
    Ok(connection)
}

async fn within<T>(limit: Duration, opening: impl Future<Output = Result<T, OpenError>>) -> Result<T, OpenError> {
    timeout(limit, opening).await.unwrap_or_else(|_| {
        count_timeout(Timeout::Connect);
        Err(OpenError::TimedOut(limit))
    })
}
