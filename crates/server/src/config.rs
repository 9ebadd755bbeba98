//! The configuration: compiled-in defaults, then a file, then `PORTAL_` variables.
//!
//! All keys are flat, and an unknown one is an error: a misspelt limit that silently keeps its
//! default is worse than a portal that does not start.

mod effective;
mod operator;
mod public_url;

use std::net::{IpAddr, SocketAddr};
use std::num::{NonZeroU32, NonZeroUsize};
use std::path::PathBuf;

use chrono_tz::Tz;
use figment::Figment;
use figment::providers::{Env, Format, Toml};
use secrecy::SecretString;
use serde::{Deserialize, Deserializer};

pub use effective::effective_config;
pub use operator::{OperatorAddress, OperatorName, PageUrl};
pub use public_url::PublicUrl;

use crate::failure::{Context, Failure};

const DEFAULTS: &str = include_str!("../../../config/default.toml");
const PREFIX: &str = "PORTAL_";
/// Names the file; not a key itself.
const CONFIG_FILE: &str = "PORTAL_CONFIG_FILE";

/// The keys, documented in `config/default.toml`.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Config {
    pub data_dir: PathBuf,
    pub http_address: SocketAddr,
    pub public_url: Option<PublicUrl>,
    pub metrics_address: SocketAddr,
    pub http_workers: Option<usize>,
    pub database_url: Option<SecretString>,
    pub database_replica_url: Option<SecretString>,
    pub database_connections: NonZeroU32,
    pub database_timeout_seconds: NonZeroU32,
    pub database_encryption: DatabaseEncryption,
    pub search_in_memory: bool,
    pub pg_bin: Option<PathBuf>,
    pub storage_url: Option<String>,
    pub smtp_url: Option<SecretString>,
    pub mail_from: String,
    pub mail_patience_days: u32,
    pub brand_name: String,
    pub contact_email: String,
    pub operator_name: Option<OperatorName>,
    pub operator_address: Option<OperatorAddress>,
    pub terms_url: Option<PageUrl>,
    pub privacy_url: Option<PageUrl>,
    pub imprint_url: Option<PageUrl>,
    #[serde(deserialize_with = "locale")]
    pub default_locale: portal_domain::locale::Locale,
    #[serde(deserialize_with = "time_zone")]
    pub time_zone: Tz,
    pub signing_secret: Option<SecretString>,
    pub session_idle_days: u32,
    pub session_absolute_days: u32,
    pub refresh_grace_seconds: u32,
    pub hashing_threads: Option<NonZeroUsize>,
    pub allowed_origins: Vec<String>,
    pub trusted_proxies: Vec<IpAddr>,
    pub rate_limit_enabled: bool,
    pub log_in_per_minute: NonZeroU32,
    pub search_per_minute: NonZeroU32,
    pub images_per_minute: NonZeroU32,
    pub uploads_per_minute: NonZeroU32,
    pub log_in_failures: u32,
    pub log_in_window_minutes: u32,
    pub log_in_delay_seconds: u32,
    pub applications_per_hour: u32,
    pub sign_ups_per_hour: NonZeroU32,
    pub reports_per_hour: NonZeroU32,
    pub mails_per_hour: u32,
    pub reply_days: u32,
    pub activation_hours: u32,
    pub password_reset_hours: u32,
    pub retention_documents_days: u32,
    pub retention_undecided_registrations_days: u32,
    pub retention_rejected_people_days: u32,
    pub retention_letters_days: u32,
    pub retention_audit_addresses_days: u32,
    pub log_filter: String,
    pub log_format: LogFormat,
    /// Set by `serve --demo`; not a key.
    #[serde(skip)]
    pub demo: bool,
}

/// Of connections to a database on another machine.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum DatabaseEncryption {
    Required,
    Optional,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum LogFormat {
    Text,
    Json,
}

impl Config {
    /// Reads defaults, file and environment.
    pub fn load() -> Result<Self, Failure> {
        Self::read(&layers()?)
    }

    /// The compiled-in defaults.
    pub fn defaults() -> Result<Self, Failure> {
        Self::read(&Figment::from(Toml::string(DEFAULTS)))
    }

    fn read(layers: &Figment) -> Result<Self, Failure> {
        layers.extract().context("invalid configuration")
    }
}

/// The sources; later ones override earlier ones.
pub(crate) fn layers() -> Result<Figment, Failure> {
    let mut layers = Figment::from(Toml::string(DEFAULTS));
    if let Some(file) = std::env::var_os(CONFIG_FILE) {
        let text = std::fs::read_to_string(&file)
            .context(format!("failed to read {}, named by {CONFIG_FILE}", PathBuf::from(&file).display()))?;
        layers = layers.merge(Toml::string(&text));
    }
    Ok(layers.merge(Env::prefixed(PREFIX).ignore(&["config_file"])))
}

fn locale<'de, D: Deserializer<'de>>(deserializer: D) -> Result<portal_domain::locale::Locale, D::Error> {
    let text = String::deserialize(deserializer)?;
    portal_domain::locale::Locale::parse(&text)
        .ok_or_else(|| serde::de::Error::custom(format!("`{text}` is not one of de-DE, en-US")))
}

fn time_zone<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Tz, D::Error> {
    let text = String::deserialize(deserializer)?;
    text.parse().map_err(|_| serde::de::Error::custom(format!("`{text}` is not a time zone of the tz database")))
}

#[cfg(test)]
mod tests;
