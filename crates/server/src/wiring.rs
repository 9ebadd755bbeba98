//! The adapters behind the ports.

mod index_file;
mod reads;
mod search;
mod service_config;

use std::num::NonZeroU32;
use std::sync::Arc;
use std::time::Duration;

use portal_api::{
    Api, BodyLimits, LegalConfig, LegalPages, LimitRates, Origins, Readiness, RequestLimits, SecurityHeaders, Shutdown,
    TracingSecurityLog, TrustedProxies,
};
use portal_auth::{Argon2Config, Argon2Hasher, SealedCodes, SignedSubscriptions, SignedTokens, Webauthn};
use portal_mail::{FileMailer, MailFolder, MailIdentity, MailRenderer, SmtpMailer, SmtpTimeouts};
use portal_media::{ImageConfig, ObjectStorage, StoredAssets, StoredDocuments, StoredImages};
use portal_persistence::{CachedTrends, ConnectionConfig, PgStore, PgViewRecorder, Pool, PoolConfig};
use portal_search::InMemoryMatcher;
use portal_services::Ports;
use portal_services::ports::Mailer;
use portal_web::{FrontEnd, RESPONSE_TIMEOUT, Web};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

use crate::clock::{RandomIdentifiers, SystemClock};
use crate::config::{Config, PublicUrl};
use crate::database::Database;
use crate::failure::{Context, Failure};
use crate::keys::{self, KeyReloader};
use crate::pages::PageApi;
use crate::uploads;
use crate::worker::{KeptAssets, WorkerConfig};
pub use search::{IndexerTask, PendingIndexer};

/// How long the shutdown waits for the last listing views.
const LAST_VIEWS_TIMEOUT: Duration = Duration::from_secs(1);

/// The ports, and the tasks that must finish before the database closes.
pub struct Runtime {
    pub ports: Ports,
    pub view_writer: ViewWriterTask,
    /// `None` if `search_in_memory` is off.
    pub indexer: Option<PendingIndexer>,
    pub key_reloader: KeyReloader,
}

/// The running writer of listing views.
pub struct ViewWriterTask {
    stop: oneshot::Sender<()>,
    task: JoinHandle<()>,
}

impl ViewWriterTask {
    fn start(pool: Pool) -> (PgViewRecorder, Self) {
        let (recorder, writer) = PgViewRecorder::new(pool);
        let (stop, stopped) = oneshot::channel();
        let task = tokio::spawn(writer.run(async {
            // An error means that the sender was dropped, which stops the writer too.
            let _ = stopped.await;
        }));
        (recorder, Self { stop, task })
    }

    /// Writes the remaining views and stops; loses them if the database does not respond.
    pub async fn finish(self) {
        let _ = self.stop.send(());
        match tokio::time::timeout(LAST_VIEWS_TIMEOUT, self.task).await {
            Ok(Ok(())) => {}
            Ok(Err(error)) => tracing::error!(error = %error, "listing view writer panicked"),
            Err(_) => tracing::error!("timed out writing the last listing views; they are lost"),
        }
    }
}

/// Connects the adapters to the ports.
pub async fn wire(config: &Config, url: &PublicUrl, database: &Database) -> Result<Runtime, Failure> {
    let primary = pool(config, database.connection().clone());
    let reads = reads::reads(config, database, &primary)?;
    let (search, indexer) = search::search(config, database, reads.search);
    let store = Arc::new(PgStore::new(primary.clone()));
    let reads = Arc::new(reads.store);
    let tokens = Arc::new(keys::tokens(config, &store).await?);
    let encryption_key = keys::encryption_key(config, &store).await?;
    let codes = SealedCodes::new(&encryption_key);
    let hashing = Argon2Config::default();
    let configured_threads = config.hashing_threads.and_then(|threads| threads.try_into().ok());
    let threads = configured_threads.unwrap_or(hashing.threads);
    let timeout = Duration::from_secs(u64::from(config.hashing_timeout_seconds.get()));
    let passwords =
        Argon2Hasher::new(Argon2Config { threads, timeout, ..hashing }).context("failed to start password hashing")?;
    let (view_recorder, view_writer) = ViewWriterTask::start(primary);
    let storage = storage(config)?;
    let images = StoredImages::new(storage.clone(), image_config(config));
    let ports = Ports {
        store: store.clone(),
        users: reads.clone(),
        registrations: reads.clone(),
        account_tokens: store.clone(),
        sessions: store.clone(),
        second_factors: store.clone(),
        login_challenges: store.clone(),
        pruner: store.clone(),
        job_runs: store.clone(),
        listings: reads.clone(),
        search,
        applications: reads.clone(),
        letters: store.clone(),
        events: reads.clone(),
        favourites: store.clone(),
        saved_searches: store.clone(),
        saved_search_feed: store.clone(),
        saved_search_matcher: Arc::new(InMemoryMatcher::new(megabytes(config.saved_search_cache_mb))),
        unmatched_listings: store.clone(),
        audit: reads.clone(),
        settings: store.clone(),
        notifications: store.clone(),
        stats: Arc::new(CachedTrends::new((*reads).clone())),
        attempts: store.clone(),
        listing_views: Arc::new(view_recorder),
        outbox: store.clone(),
        file_removals: store.clone(),
        documents: Arc::new(StoredDocuments::new(&images)),
        images: Arc::new(images),
        assets: Arc::new(StoredAssets::new(storage.clone())),
        files: Arc::new(storage.clone()),
        erasure_queue: store.clone(),
        erasure_list: Arc::new(storage),
        backups: store.clone(),
        mailer: mailer(config, url)?,
        mail_files: Arc::new(MailFolder::new(config.mail_dir())),
        passwords: Arc::new(passwords),
        codes: Arc::new(codes),
        passkeys: Arc::new(Webauthn),
        security_log: Arc::new(TracingSecurityLog::new(tokens.clone())),
        tokens: tokens.clone(),
        unsubscribe_tokens: Arc::new(SignedSubscriptions::new(&encryption_key)),
        clock: Arc::new(SystemClock),
        identifiers: Arc::new(RandomIdentifiers),
        config: Arc::new(service_config::of(config, url)),
    };
    let key_reloader = KeyReloader::start(config.clone(), store, tokens);
    Ok(Runtime { ports, view_writer, indexer, key_reloader })
}

fn pool(config: &Config, connection: ConnectionConfig) -> Pool {
    Pool::new(&PoolConfig {
        connection,
        max_connections: config.database_connections.get(),
        timeout: Duration::from_secs(u64::from(config.database_timeout_seconds.get())),
    })
}

/// A store of its own, for commands.
pub(crate) fn store(config: &Config, database: &Database) -> PgStore {
    PgStore::new(pool(config, database.connection().clone()))
}

fn image_config(config: &Config) -> ImageConfig {
    let defaults = ImageConfig::default();
    let configured = config.image_renderings_waiting.and_then(|waiting| usize::try_from(waiting.get()).ok());
    let max_waiting = configured.unwrap_or(defaults.max_waiting);
    ImageConfig { max_waiting, ..defaults }
}

pub(crate) fn storage(config: &Config) -> Result<ObjectStorage, Failure> {
    match &config.storage_url {
        Some(url) => ObjectStorage::bucket(url, environment()),
        None => ObjectStorage::folder(&config.objects_dir()),
    }
    .context("failed to open the object store")
}

/// The environment variables that are UTF-8.
pub(crate) fn environment() -> impl Iterator<Item = (String, String)> {
    std::env::vars_os().filter_map(|(name, value)| Some((name.into_string().ok()?, value.into_string().ok()?)))
}

/// The configured mailer.
pub fn mailer(config: &Config, url: &PublicUrl) -> Result<Arc<dyn Mailer>, Failure> {
    if let Some(mailer) = smtp_mailer(config, url)? {
        return Ok(Arc::new(mailer));
    }
    let mailer = FileMailer::new(mail_renderer(config, url)?, config.mail_dir());
    Ok(Arc::new(mailer.context("failed to create the mail folder")?))
}

/// The mailer of the configured mail server, if there is one.
pub(crate) fn smtp_mailer(config: &Config, url: &PublicUrl) -> Result<Option<SmtpMailer>, Failure> {
    let Some(server) = &config.smtp_url else { return Ok(None) };
    let timeouts = SmtpTimeouts::of_delivery(Duration::from_secs(config.mail_delivery_seconds.get().into()));
    SmtpMailer::new(mail_renderer(config, url)?, server, timeouts).map(Some).context("invalid smtp_url")
}

fn mail_renderer(config: &Config, url: &PublicUrl) -> Result<MailRenderer, Failure> {
    let identity = MailIdentity {
        brand_name: config.brand_name.clone(),
        public_url: url.as_str().to_owned(),
        contact_email: config.contact_email.clone(),
        from_address: config.mail_from.clone(),
    };
    MailRenderer::new(identity).context("invalid mail templates")
}

/// What the worker's jobs need besides the ports.
pub fn worker(config: &Config, url: &PublicUrl, api: &Api, web: &Web) -> WorkerConfig {
    WorkerConfig {
        mail_connections: config.mail_connections.get().try_into().unwrap_or(usize::MAX),
        upload_dir: api.upload_dir.to_path_buf(),
        assets: KeptAssets::new(config, web),
        lacks_mail_server: config.smtp_url.is_none() && !url.is_loopback(),
    }
}

/// The API and the pages with these ports.
pub fn http(config: &Config, url: &PublicUrl, runtime: &Runtime, front_end: FrontEnd) -> Result<(Api, Web), Failure> {
    let hashes = front_end.inline_hashes();
    let upload_dir = config.uploads_dir();
    uploads::prepare(&upload_dir).context(format!("failed to prepare the upload folder {}", upload_dir.display()))?;
    let legal =
        LegalConfig { operator: config.operator(), demo: config.demo, access_validity: SignedTokens::ACCESS_VALIDITY };
    let legal = LegalPages::new(&runtime.ports.config, &legal).context("failed to render the legal pages")?;
    let readiness = match &runtime.indexer {
        Some(indexer) => Readiness::after_load(indexer.is_loading(config)),
        None => Readiness::default(),
    };
    let api = Api {
        ports: runtime.ports.clone(),
        limits: Arc::new(RequestLimits::new(limit_rates(config), config.rate_limit_enabled)),
        bodies: body_limits(config),
        readiness: Arc::new(readiness),
        shutdown: Shutdown::default(),
        origins: Arc::new(Origins::new(url.as_str(), config.allowed_origins.clone())),
        proxies: Arc::new(TrustedProxies::new(config.trusted_proxies.clone())),
        headers: Arc::new(SecurityHeaders::new(&hashes.scripts, &hashes.styles, url.is_https())),
        traces: None,
        legal: Arc::new(legal),
        secure_cookies: !url.allows_plain_cookies(),
        upload_dir: upload_dir.into(),
        max_replica_lag: reads::max_replica_lag(config),
    };
    let web = Web {
        api: Arc::new(PageApi(api.clone())),
        ports: api.ports.clone(),
        front_end: Arc::new(front_end),
        public_url: url.as_str().into(),
        sitemaps: Arc::default(),
        response_timeout: RESPONSE_TIMEOUT,
    };
    Ok((api, web))
}

const fn limit_rates(config: &Config) -> LimitRates {
    LimitRates {
        logins: config.log_in_per_minute,
        searches: config.search_per_minute,
        images: config.images_per_minute,
        uploads: config.uploads_per_minute,
        registrations: config.sign_ups_per_hour,
        reports: config.reports_per_hour,
        listings: config.listings_per_minute,
        pages: config.pages_per_minute,
        sitemaps: config.sitemaps_per_minute,
        refused_refreshes: config.refused_refreshes_per_minute,
        exports: config.exports_per_hour,
        changes: config.changes_per_hour,
    }
}

fn body_limits(config: &Config) -> BodyLimits {
    let seconds = |seconds: u32| Duration::from_secs(seconds.into());
    BodyLimits {
        json: seconds(config.http_body_seconds),
        upload: seconds(config.upload_seconds),
        upload_bytes_per_second: config.upload_bytes_per_second,
        upload_rate_period: seconds(config.upload_rate_seconds),
    }
}

fn megabytes(number: NonZeroU32) -> usize {
    usize::try_from(number.get()).unwrap_or(usize::MAX).saturating_mul(1_000_000)
}
