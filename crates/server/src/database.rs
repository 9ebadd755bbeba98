//! Which database: the portal's own, or the one that it was given.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use portal_persistence::embedded::{EmbeddedConfig, EmbeddedServer};
use portal_persistence::migrate;
use secrecy::ExposeSecret;

use crate::failure::{Attempt, Failure};
use crate::settings::Settings;

/// How soon an own server that has died is started again.
const WATCH_EVERY: Duration = Duration::from_secs(2);

/// An open database. An own server that this process started stops with it.
pub struct Database {
    url: String,
    /// Empty when the database was given, and once it is closed.
    own: OwnServer,
}

type OwnServer = Arc<Mutex<Option<EmbeddedServer>>>;

impl Database {
    /// For serving: an own server is this process's alone.
    pub async fn serve(settings: &Settings) -> Result<Self, Failure> {
        Self::with(settings, EmbeddedServer::start).await
    }

    /// For commands: the own server that runs already, or one for as long as the command takes.
    pub async fn open(settings: &Settings) -> Result<Self, Failure> {
        Self::with(settings, EmbeddedServer::attach_or_start).await
    }

    async fn with<E>(
        settings: &Settings,
        own: impl FnOnce(&EmbeddedConfig) -> Result<EmbeddedServer, E> + Send + 'static,
    ) -> Result<Self, Failure>
    where
        E: std::error::Error + Send + Sync + 'static,
    {
        if let Some(url) = &settings.database_url {
            return Ok(Self { url: url.expose_secret().to_owned(), own: OwnServer::default() });
        }
        let config = EmbeddedConfig::new(&settings.data_dir, settings.pg_bin.clone());
        let server = tokio::task::spawn_blocking(move || own(&config))
            .await
            .attempt("the database server's task failed")?
            .attempt("the portal's own database server does not run")?;
        Ok(Self { url: server.url().to_owned(), own: Arc::new(Mutex::new(Some(server))) })
    }

    pub fn url(&self) -> &str {
        &self.url
    }

    /// Brings the schema up to date and says how many migrations that took.
    pub async fn migrate(&self) -> Result<usize, Failure> {
        Ok(migrate::migrate(&self.url).await.attempt("the database's schema could not be brought up to date")?.len())
    }

    /// Starts an own server again whenever it has died, until the database is closed.
    pub fn watch(&self) {
        let own = Arc::clone(&self.own);
        tokio::spawn(async move {
            loop {
                tokio::time::sleep(WATCH_EVERY).await;
                let own = Arc::clone(&own);
                match tokio::task::spawn_blocking(move || lock(&own).as_mut().map(EmbeddedServer::revive)).await {
                    Ok(Some(Ok(false))) => {}
                    Ok(Some(Ok(true))) => tracing::error!("the own database server had died and was started again"),
                    Ok(Some(Err(error))) => {
                        tracing::error!(error = %error, "the own database server has died and does not start again");
                    }
                    Ok(None) | Err(_) => return,
                }
            }
        });
    }

    /// Stops an own server that this process started.
    pub async fn close(self) -> Result<(), Failure> {
        tokio::task::spawn_blocking(move || lock(&self.own).take().map(EmbeddedServer::stop).transpose())
            .await
            .attempt("the database server's task failed")?
            .attempt("the portal's own database server did not stop")?;
        Ok(())
    }
}

/// A thread that panicked holding the lock has changed nothing in part: the server is there, or it is not.
fn lock(own: &OwnServer) -> MutexGuard<'_, Option<EmbeddedServer>> {
    own.lock().unwrap_or_else(PoisonError::into_inner)
}
