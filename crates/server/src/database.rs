//! The database connection: an embedded PostgreSQL, or the configured server.

mod args;
mod copying;
mod moving;
mod shell;
mod upgrade;

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use portal_embedded_postgres::{EmbeddedConfig, EmbeddedServer};
use portal_persistence::migrate::{self, SERVING_ROLE};
use portal_persistence::{
    ConnectionConfig, ConnectionConfigError, DatabaseFacts, PlainText, inspect, refuse_transaction_pooling,
};
use secrecy::{ExposeSecret, SecretString};

pub use args::DatabaseArgs;
pub(crate) use args::run;
pub(crate) use moving::refuse_programs;

use crate::clock::SystemClock;
use crate::config::{Config, DatabaseEncryption};
use crate::failure::{Context, Failure};

/// The interval of the checks whether the embedded server is running.
const WATCH_INTERVAL: Duration = Duration::from_secs(2);

/// An open database.
pub struct Database {
    connection: ConnectionConfig,
    /// Of the embedded server: for migrations, by the role that owns the schema.
    owner: Option<ConnectionConfig>,
    /// `None` for a configured server, and once it is closed.
    embedded: Embedded,
}

type Embedded = Arc<Mutex<Option<EmbeddedServer>>>;

impl Database {
    /// For `serve`: fails if the embedded server is running already.
    pub async fn serve(config: &Config) -> Result<Self, Failure> {
        Self::with(config, EmbeddedServer::start).await
    }

    /// For commands: attaches to the running embedded server, or starts one until `close`.
    pub async fn open(config: &Config) -> Result<Self, Failure> {
        Self::with(config, EmbeddedServer::attach_or_start).await
    }

    async fn with<E>(
        config: &Config,
        start: impl FnOnce(&EmbeddedConfig) -> Result<EmbeddedServer, E> + Send + 'static,
    ) -> Result<Self, Failure>
    where
        E: std::error::Error + Send + Sync + 'static,
    {
        if let Some(url) = &config.database_url {
            let connection = parse_url(config, url).context("failed to use database_url")?;
            return Ok(Self { connection, owner: None, embedded: Embedded::default() });
        }
        let config = EmbeddedConfig::new(&config.data_dir, config.pg_bin.clone());
        let server = tokio::task::spawn_blocking(move || start(&config))
            .await
            .context("the task that starts PostgreSQL panicked")?
            .context("failed to start the embedded PostgreSQL")?;
        let local = |url: &str| {
            ConnectionConfig::parse(url, PlainText::LocalOnly)
                .context("failed to use the URL of the embedded PostgreSQL")
        };
        let (connection, owner) = (local(&server.url_of(SERVING_ROLE))?, local(server.url())?);
        Ok(Self { connection, owner: Some(owner), embedded: Arc::new(Mutex::new(Some(server))) })
    }

    /// The connection for serving requests.
    pub fn connection(&self) -> &ConnectionConfig {
        &self.connection
    }

    /// The connection of the role that owns the schema.
    pub(crate) fn owner(&self) -> &ConnectionConfig {
        self.owner.as_ref().unwrap_or(&self.connection)
    }

    /// A server of the portal's own has no pooler.
    async fn refuse_transaction_pooling(&self) -> Result<(), Failure> {
        if self.owner.is_some() {
            return Ok(());
        }
        refuse_transaction_pooling(&self.connection).await.context("failed to use database_url")
    }

    /// Applies missing migrations and returns how many there were.
    pub async fn migrate(&self) -> Result<usize, Failure> {
        self.refuse_transaction_pooling().await?;
        let owner = self.owner();
        let applied = migrate::migrate(owner).await.context("failed to migrate the database")?;
        if let Some(owner) = &self.owner {
            migrate::prepare_serving_role(owner).await.context("failed to prepare the database's serving role")?;
        }
        Ok(applied.len())
    }

    /// Checks that no migration is missing and that the schema is not too new, and changes nothing.
    pub async fn verify_schema(&self) -> Result<(), Failure> {
        self.refuse_transaction_pooling().await?;
        migrate::verify(self.owner()).await.context("failed to use the database")
    }

    /// The state of the server.
    pub async fn inspect(&self) -> Result<DatabaseFacts, Failure> {
        inspect(self.owner(), &SystemClock).await.context("failed to inspect the database")
    }

    /// Restarts an embedded server that exited, until the database is closed.
    pub fn watch(&self) {
        let embedded = Arc::clone(&self.embedded);
        tokio::spawn(async move {
            loop {
                tokio::time::sleep(WATCH_INTERVAL).await;
                let embedded = Arc::clone(&embedded);
                match tokio::task::spawn_blocking(move || {
                    lock(&embedded).as_mut().map(EmbeddedServer::restart_if_exited)
                })
                .await
                {
                    Ok(Some(Ok(false))) => {}
                    Ok(Some(Ok(true))) => tracing::error!("embedded PostgreSQL exited; restarted"),
                    Ok(Some(Err(error))) => {
                        tracing::error!(error = %error, "failed to restart embedded PostgreSQL");
                    }
                    Ok(None) | Err(_) => return,
                }
            }
        });
    }

    /// Stops an embedded server that this process started.
    pub async fn close(self) -> Result<(), Failure> {
        tokio::task::spawn_blocking(move || lock(&self.embedded).take().map(EmbeddedServer::stop).transpose())
            .await
            .context("the task that stops PostgreSQL panicked")?
            .context("failed to stop the embedded PostgreSQL")?;
        Ok(())
    }
}

/// Reads the URL of a configured server.
pub(crate) fn parse_url(config: &Config, url: &SecretString) -> Result<ConnectionConfig, ConnectionConfigError> {
    let plain_text = match config.database_encryption {
        DatabaseEncryption::Required => PlainText::LocalOnly,
        DatabaseEncryption::Optional => PlainText::Allowed,
    };
    ConnectionConfig::parse(url.expose_secret(), plain_text)
}

/// A panic cannot leave the option in an invalid state, so poisoning is ignored.
fn lock(embedded: &Embedded) -> MutexGuard<'_, Option<EmbeddedServer>> {
    embedded.lock().unwrap_or_else(PoisonError::into_inner)
}
