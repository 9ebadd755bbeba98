//! The keys of tokens and of encrypted secrets, and their rotation while the portal runs.

use std::sync::Arc;
use std::time::Duration;

use chrono::TimeDelta;
use portal_auth::{PreviousKey, SignedTokens, SigningKey};
use portal_persistence::{PgStore, SharedSecret};
use portal_services::error_chain::ErrorChain;
use portal_services::ports::Clock;
use secrecy::{ExposeSecret, SecretString};
use tokio::task::JoinHandle;

use crate::clock::SystemClock;
use crate::config::Config;
use crate::failure::{Context, Failure};

/// The names of the keys in the database.
const SIGNING_KEY: &str = "signing";
const ENCRYPTION_KEY: &str = "encryption";

/// How often a process looks for a rotated key.
const RELOAD_INTERVAL: Duration = Duration::from_secs(20);

/// How long access tokens of the previous key are accepted after a rotation: until they expire, and
/// until every process has read the new key.
const PREVIOUS_KEY_VALIDITY: TimeDelta = TimeDelta::minutes(16);

/// Signs with the current key.
pub(crate) async fn tokens(config: &Config, store: &PgStore) -> Result<SignedTokens, Failure> {
    let (key, previous) = signing_keys(config, store).await?;
    Ok(SignedTokens::new(&key, previous.as_ref()))
}

/// The configured secrets, or those in the database, which the first process generates. A secret that
/// is configured later is another key: access tokens of the one in the database are refused, and
/// browsers exchange their refresh tokens for new ones.
async fn signing_keys(config: &Config, store: &PgStore) -> Result<(SigningKey, Option<PreviousKey>), Failure> {
    let now = SystemClock.now();
    if let Some(secret) = &config.signing_secret {
        let previous = config.signing_secret_previous.as_ref();
        let previous = previous.map(|secret| from_text(secret, "invalid signing_secret_previous")).transpose()?;
        // Accepted as long as it is configured.
        let accepted_until = now + TimeDelta::days(36_500);
        let previous = previous.map(|key| PreviousKey { key, accepted_until });
        return Ok((from_text(secret, "invalid signing_secret")?, previous));
    }
    let current = stored_key(store, SIGNING_KEY).await?;
    let previous = store.previous_secret(SIGNING_KEY).await.context("failed to read the previous signing key")?;
    let accepted_until = current.date_created + PREVIOUS_KEY_VALIDITY;
    let previous = previous.map(|key| to_key(key.secret)).transpose()?;
    let previous = previous.map(|key| PreviousKey { key, accepted_until });
    Ok((to_key(current.secret)?, previous))
}

/// The key of encrypted secrets: configured, or in the database. A secret that is configured later is
/// another key: what was encrypted or signed with the one in the database is refused, until the
/// configuration has no secret again.
pub(crate) async fn encryption_key(config: &Config, store: &PgStore) -> Result<SigningKey, Failure> {
    match &config.encryption_secret {
        Some(secret) => from_text(secret, "invalid encryption_secret"),
        None => to_key(stored_key(store, ENCRYPTION_KEY).await?.secret),
    }
}

/// Replaces the signing key in the database. Users stay logged in.
pub(crate) async fn rotate_signing_key(config: &Config, store: &PgStore) -> Result<(), Failure> {
    if config.signing_secret.is_some() {
        return Err(Failure::new(
            "the key is configured: move signing_secret to signing_secret_previous, set a new one, and restart",
        ));
    }
    let key = SigningKey::generate();
    let rotated = store.rotate_secret(SIGNING_KEY, key.expose(), SystemClock.now()).await;
    rotated.context("failed to store the new signing key")
}

async fn stored_key(store: &PgStore, name: &str) -> Result<SharedSecret, Failure> {
    let proposal = SigningKey::generate();
    let stored = store.shared_secret(name, proposal.expose(), SystemClock.now()).await;
    stored.context(format!("failed to read the {name} key from the database"))
}

fn from_text(secret: &SecretString, context: &'static str) -> Result<SigningKey, Failure> {
    SigningKey::from_secret_text(secret.expose_secret()).context(context)
}

fn to_key(bytes: Vec<u8>) -> Result<SigningKey, Failure> {
    let bytes = bytes.try_into().map_err(|_| Failure::new("a key in the database is not 32 bytes long"))?;
    Ok(SigningKey::from_bytes(bytes))
}

/// The task that reads rotated keys. It ends when this is dropped.
pub struct KeyReloader(JoinHandle<()>);

impl KeyReloader {
    pub(crate) fn start(config: Config, store: Arc<PgStore>, tokens: Arc<SignedTokens>) -> Self {
        Self(tokio::spawn(async move {
            loop {
                tokio::time::sleep(RELOAD_INTERVAL).await;
                match signing_keys(&config, &store).await {
                    Ok((key, previous)) => tokens.replace_keys(&key, previous.as_ref()),
                    Err(error) => {
                        tracing::warn!(error = %ErrorChain(&error), "failed to read the signing key, will retry");
                    }
                }
            }
        }))
    }
}

impl Drop for KeyReloader {
    fn drop(&mut self) {
        self.0.abort();
    }
}
