//! The configuration: compiled-in defaults, then a file, then `PORTAL_` variables and files of
//! secrets.
//!
//! All keys are flat, and an unknown one is an error: a misspelt limit that silently keeps its
//! default is worse than a portal that does not start.

mod effective;
mod operator;
mod otlp;
mod public_url;
mod range;
mod secret_files;

use std::net::SocketAddr;
use std::num::NonZeroU32;
use std::path::PathBuf;

use chrono_tz::Tz;
use figment::Figment;
use figment::providers::{Env, Format, Toml};
use portal_api::ProxyNetwork;
use portal_domain::suspicion::MAX_IMAGE_DISTANCE;
use secrecy::SecretString;
use serde::{Deserialize, Deserializer};

pub use effective::effective_config;
pub(crate) use effective::without_password;
pub use operator::{OperatorAddress, OperatorName, PageUrl};
pub use otlp::OtlpEndpoint;
pub use public_url::PublicUrl;
use range::{optional_range, range};

use crate::failure::{Context, Failure};

const DEFAULTS: &str = include_str!("../../../config/default.toml");
const PREFIX: &str = "PORTAL_";
/// Names the file; not a key itself.
const CONFIG_FILE: &str = "PORTAL_CONFIG_FILE";

/// The keys, documented in `config/default.toml`.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(clippy::struct_excessive_bools, reason = "each is a key of its own")]
pub struct Config {
    pub data_dir: PathBuf,
    pub http_address: SocketAddr,
    pub public_url: Option<PublicUrl>,
    pub metrics_address: SocketAddr,
    #[serde(default, deserialize_with = "optional_range::<_, _, 1, 1024>")]
    pub http_workers: Option<usize>,
    #[serde(deserialize_with = "range::<_, _, 1, 1_000_000>")]
    pub http_connections: u32,
    #[serde(deserialize_with = "range::<_, _, 1, 1_000_000>")]
    pub http_connections_per_address: u32,
    #[serde(deserialize_with = "range::<_, _, 1, 3600>")]
    pub http_head_seconds: u32,
    #[serde(deserialize_with = "range::<_, _, 1, 3600>")]
    pub http_keep_alive_seconds: u32,
    #[serde(deserialize_with = "range::<_, _, 1, 3600>")]
    pub http_stall_seconds: u32,
    #[serde(deserialize_with = "range::<_, _, 1, 3600>")]
    pub http_body_seconds: u32,
    #[serde(deserialize_with = "range::<_, _, 0, 100_000_000>")]
    pub upload_bytes_per_second: u32,
    #[serde(deserialize_with = "range::<_, _, 1, 3600>")]
    pub upload_rate_seconds: u32,
    #[serde(deserialize_with = "range::<_, _, 1, 86_400>")]
    pub upload_seconds: u32,
    #[serde(deserialize_with = "range::<_, _, 0, 600>")]
    pub shutdown_delay_seconds: u32,
    #[serde(deserialize_with = "range::<_, _, 1, 3600>")]
    pub shutdown_drain_seconds: u32,
    #[serde(deserialize_with = "range::<_, _, 1, 365>")]
    pub assets_kept_days: u32,
    pub database_url: Option<SecretString>,
    pub database_replica_url: Option<SecretString>,
    #[serde(deserialize_with = "range::<_, _, 1, 3600>")]
    pub replica_lag_seconds: NonZeroU32,
    #[serde(deserialize_with = "range::<_, _, 1, 10000>")]
    pub database_connections: NonZeroU32,
    #[serde(deserialize_with = "range::<_, _, 1, 60>")]
    pub database_timeout_seconds: NonZeroU32,
    pub database_encryption: DatabaseEncryption,
    pub search_in_memory: bool,
    pub search_index_file: bool,
    #[serde(deserialize_with = "range::<_, _, 1, 15>")]
    pub search_index_file_minutes: u32,
    #[serde(deserialize_with = "range::<_, _, 3, 3600>")]
    pub search_stale_seconds: u32,
    #[serde(deserialize_with = "range::<_, _, 0, 3600>")]
    pub search_ready_seconds: u32,
    #[serde(default, deserialize_with = "optional_range::<_, _, 1, 1000>")]
    pub searches_in_sql: Option<NonZeroU32>,
    #[serde(deserialize_with = "range::<_, _, 1, 10000>")]
    pub saved_search_cache_mb: NonZeroU32,
    pub pg_bin: Option<PathBuf>,
    pub storage_url: Option<String>,
    pub smtp_url: Option<SecretString>,
    pub mail_from: String,
    #[serde(deserialize_with = "range::<_, _, 1, 365>")]
    pub mail_patience_days: u32,
    #[serde(deserialize_with = "range::<_, _, 1, 600>")]
    pub mail_delivery_seconds: NonZeroU32,
    #[serde(deserialize_with = "range::<_, _, 1, 100>")]
    pub mail_connections: NonZeroU32,
    pub brand_name: String,
    pub contact_email: String,
    pub operator_name: Option<OperatorName>,
    pub operator_address: Option<OperatorAddress>,
    pub terms_url: Option<PageUrl>,
    pub privacy_url: Option<PageUrl>,
    pub imprint_url: Option<PageUrl>,
    pub accessibility_url: Option<PageUrl>,
    #[serde(deserialize_with = "locale")]
    pub default_locale: portal_domain::locale::Locale,
    #[serde(deserialize_with = "time_zone")]
    pub time_zone: Tz,
    pub signing_secret: Option<SecretString>,
    pub signing_secret_previous: Option<SecretString>,
    pub encryption_secret: Option<SecretString>,
    #[serde(deserialize_with = "range::<_, _, 1, 3650>")]
    pub session_idle_days: u32,
    #[serde(deserialize_with = "range::<_, _, 1, 3650>")]
    pub session_absolute_days: u32,
    #[serde(deserialize_with = "range::<_, _, 0, 3600>")]
    pub refresh_grace_seconds: u32,
    pub require_second_factor: SecondFactorRequirement,
    #[serde(deserialize_with = "range::<_, _, 1, 60>")]
    pub second_factor_minutes: NonZeroU32,
    #[serde(deserialize_with = "range::<_, _, 1, 100>")]
    pub second_factor_tries: NonZeroU32,
    #[serde(deserialize_with = "range::<_, _, 1, 1440>")]
    pub proof_minutes: NonZeroU32,
    #[serde(default, deserialize_with = "optional_range::<_, _, 1, 1024>")]
    pub hashing_threads: Option<NonZeroU32>,
    #[serde(deserialize_with = "range::<_, _, 1, 600>")]
    pub hashing_timeout_seconds: NonZeroU32,
    #[serde(default, deserialize_with = "optional_range::<_, _, 1, 10000>")]
    pub image_renderings_waiting: Option<NonZeroU32>,
    pub allowed_origins: Vec<String>,
    #[serde(deserialize_with = "proxies")]
    pub trusted_proxies: Vec<ProxyNetwork>,
    pub rate_limit_enabled: bool,
    #[serde(deserialize_with = "range::<_, _, 1, 1000000>")]
    pub log_in_per_minute: NonZeroU32,
    #[serde(deserialize_with = "range::<_, _, 1, 1000000>")]
    pub search_per_minute: NonZeroU32,
    #[serde(deserialize_with = "range::<_, _, 1, 1000000>")]
    pub images_per_minute: NonZeroU32,
    #[serde(deserialize_with = "range::<_, _, 1, 1000000>")]
    pub uploads_per_minute: NonZeroU32,
    #[serde(deserialize_with = "range::<_, _, 1, 1_000_000>")]
    pub listings_per_minute: NonZeroU32,
    #[serde(deserialize_with = "range::<_, _, 1, 1_000_000>")]
    pub pages_per_minute: NonZeroU32,
    #[serde(deserialize_with = "range::<_, _, 1, 1_000_000>")]
    pub sitemaps_per_minute: NonZeroU32,
    #[serde(deserialize_with = "range::<_, _, 1, 1_000_000>")]
    pub refused_refreshes_per_minute: NonZeroU32,
    #[serde(deserialize_with = "range::<_, _, 1, 1000000>")]
    pub log_in_failures: u32,
    #[serde(deserialize_with = "range::<_, _, 1, 1440>")]
    pub log_in_window_minutes: u32,
    #[serde(deserialize_with = "range::<_, _, 1, 86400>")]
    pub log_in_delay_seconds: u32,
    #[serde(deserialize_with = "range::<_, _, 1, 1000000>")]
    pub applications_per_hour: u32,
    #[serde(deserialize_with = "range::<_, _, 1, 1000000>")]
    pub listings_per_landlord: u32,
    #[serde(deserialize_with = "range::<_, _, 1, 1000000>")]
    pub sign_ups_per_hour: NonZeroU32,
    #[serde(deserialize_with = "range::<_, _, 1, 1000000>")]
    pub reports_per_hour: NonZeroU32,
    #[serde(deserialize_with = "range::<_, _, 1, 1000000>")]
    pub mails_per_hour: u32,
    #[serde(deserialize_with = "range::<_, _, 1, 1_000_000>")]
    pub exports_per_hour: NonZeroU32,
    #[serde(deserialize_with = "range::<_, _, 1, 1_000_000>")]
    pub changes_per_hour: NonZeroU32,
    #[serde(deserialize_with = "range::<_, _, 1, 365>")]
    pub reply_days: u32,
    #[serde(deserialize_with = "range::<_, _, 0, 100>")]
    pub suspicious_rent_percent: u32,
    #[serde(deserialize_with = "range::<_, _, 2, 1000000>")]
    pub suspicious_rent_listings: u32,
    pub suspicious_texts: bool,
    pub suspicious_images: bool,
    #[serde(deserialize_with = "range::<_, _, 0, MAX_IMAGE_DISTANCE>")]
    pub suspicious_image_distance: u32,
    #[serde(deserialize_with = "range::<_, _, 0, 1000000>")]
    pub suspicious_publications_per_day: u32,
    #[serde(deserialize_with = "range::<_, _, 1, 8760>")]
    pub activation_hours: u32,
    #[serde(deserialize_with = "range::<_, _, 1, 168>")]
    pub password_reset_hours: u32,
    #[serde(deserialize_with = "range::<_, _, 0, 3650>")]
    pub retention_documents_days: u32,
    #[serde(deserialize_with = "range::<_, _, 1, 3650>")]
    pub retention_undecided_registrations_days: u32,
    #[serde(deserialize_with = "range::<_, _, 1, 3650>")]
    pub retention_unactivated_users_days: u32,
    #[serde(deserialize_with = "range::<_, _, 0, 3650>")]
    pub retention_rejected_people_days: u32,
    #[serde(deserialize_with = "range::<_, _, 0, 3650>")]
    pub retention_letters_days: u32,
    #[serde(deserialize_with = "range::<_, _, 0, 3650>")]
    pub retention_open_letters_days: u32,
    #[serde(deserialize_with = "range::<_, _, 0, 3650>")]
    pub retention_reports_days: u32,
    #[serde(deserialize_with = "range::<_, _, 0, 3650>")]
    pub retention_audit_addresses_days: u32,
    #[serde(deserialize_with = "range::<_, _, 1, 3650>")]
    pub retention_saved_searches_days: u32,
    #[serde(deserialize_with = "range::<_, _, 1, 3650>")]
    pub retention_erasures_days: u32,
    pub backup_recipient: Option<String>,
    #[serde(deserialize_with = "range::<_, _, 1, 100>")]
    pub backup_connections: NonZeroU32,
    #[serde(deserialize_with = "range::<_, _, 1, 1440>")]
    pub backup_lease_minutes: NonZeroU32,
    #[serde(deserialize_with = "range::<_, _, 1, 720>")]
    pub backup_max_hours: NonZeroU32,
    pub log_filter: String,
    pub log_format: LogFormat,
    #[serde(deserialize_with = "range::<_, _, 1, 1_048_576>")]
    pub log_buffer_kib: NonZeroU32,
    pub otlp_endpoint: Option<OtlpEndpoint>,
    #[serde(deserialize_with = "range::<_, _, 0, 100>")]
    pub otlp_sample_percent: u32,
    #[serde(deserialize_with = "range::<_, _, 1, 1_000_000>")]
    pub otlp_queue_spans: NonZeroU32,
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

/// Who must have a second factor.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SecondFactorRequirement {
    None,
    Administrators,
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

    /// The defaults, overridden by a file with this text.
    #[cfg(test)]
    pub(crate) fn of_text(file: &str) -> Result<Self, Failure> {
        Self::read(&Figment::from(Toml::string(DEFAULTS)).merge(Toml::string(file)))
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
    let file_keys: Vec<String> = secret_files::file_keys().chain(["config_file".to_owned()]).collect();
    let ignored: Vec<&str> = file_keys.iter().map(String::as_str).collect();
    layers = layers.merge(Env::prefixed(PREFIX).ignore(&ignored));
    Ok(secret_files::read(|name| std::env::var_os(name))?.into_iter().fold(layers, Figment::merge))
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

fn proxies<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<ProxyNetwork>, D::Error> {
    let texts = Vec::<String>::deserialize(deserializer)?;
    texts.iter().map(|text| text.parse().map_err(serde::de::Error::custom)).collect()
}

#[cfg(test)]
mod tests;
