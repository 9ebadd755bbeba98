//! Which adapter stands behind which port.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use chrono::TimeDelta;
use portal_api::pages::FrontEnd;
use portal_api::{
    AddressLimits, Api, Headers, JsonCards, LegalFacts, LegalPage, LegalPages, LimitRates, Origins, TrustedProxies,
};
use portal_auth::{Argon2Hasher, Argon2Settings, SignedTokens, SigningKey};
use portal_domain::session::SessionLimits;
use portal_mail::{FileMailer, MailIdentity, MailRenderer, SmtpMailer};
use portal_media::{ImagePictures, ObjectStorage, PictureSettings, StoredDocuments};
use portal_persistence::{PgSearch, PgSearchFeed, PgStore, PgViewRecorder, Pool, PoolSettings};
use portal_search::SearchEngine;
use portal_services::Ports;
use portal_services::ports::{Clock, ListingSearch, Mailer};
use portal_services::settings::{PublicFacts, Retention, Rules};
use secrecy::ExposeSecret;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

use crate::chance::{RandomIdentifiers, SystemClock};
use crate::database::Database;
use crate::failure::{Attempt, Failure};
use crate::settings::{PublicUrl, Settings};

/// The name of the signing key in the database.
const SIGNING_KEY: &str = "signing";

/// The ports, and what has to be finished before the database closes.
pub struct Wired {
    pub ports: Ports,
    pub views: Views,
    /// Where searches are to be answered from memory.
    pub index: Option<Unfed>,
}

/// The search in memory while nobody feeds it.
pub struct Unfed {
    engine: SearchEngine,
    feed: PgSearchFeed,
}

impl Unfed {
    /// Feeds it from now on.
    pub fn follow(self) -> SearchIndex {
        SearchIndex(tokio::spawn(portal_search::follow(self.engine, Arc::new(self.feed), Arc::new(JsonCards))))
    }
}

/// The task that keeps the search's index true.
pub struct SearchIndex(JoinHandle<()>);

impl SearchIndex {
    /// At once: there is nothing in an index that the database lacks.
    pub fn stop(self) {
        self.0.abort();
    }
}

/// The running writer of views.
pub struct Views {
    stop: oneshot::Sender<()>,
    task: JoinHandle<()>,
}

impl Views {
    fn start(pool: Pool) -> (PgViewRecorder, Self) {
        let (recorder, writer) = PgViewRecorder::new(pool);
        let (stop, stopped) = oneshot::channel();
        let task = tokio::spawn(writer.run(async {
            // Either told to stop, or nobody is left who could tell.
            let _ = stopped.await;
        }));
        (recorder, Self { stop, task })
    }

    /// Writes what is still waiting.
    pub async fn finish(self) {
        let _ = self.stop.send(());
        if let Err(error) = self.task.await {
            tracing::error!(error = %error, "the writer of views ended badly");
        }
    }
}

/// Puts the adapters behind their ports.
pub async fn wire(settings: &Settings, url: &PublicUrl, database: &Database) -> Result<Wired, Failure> {
    let pool = |url: &str| {
        Pool::new(&PoolSettings { max_connections: settings.database_connections.get(), ..PoolSettings::new(url) })
    };
    let primary = pool(database.url());
    let searched = match &settings.database_replica_url {
        Some(replica) => pool(replica.expose_secret()),
        None => primary.clone(),
    };
    let (search, index) = search(settings, database, PgSearch::new(searched));
    let store = Arc::new(PgStore::new(primary.clone()));
    let tokens = SignedTokens::new(&signing_key(settings, &store).await?);
    let hashing = Argon2Settings::default();
    let threads = settings.hashing_threads.unwrap_or(hashing.threads);
    let passwords = Argon2Hasher::new(Argon2Settings { threads, ..hashing }).attempt("passwords cannot be hashed")?;
    let (recorder, views) = Views::start(primary);
    let storage = storage(settings)?;
    let pictures = ImagePictures::new(storage.clone(), PictureSettings::default());
    let ports = Ports {
        store: store.clone(),
        users: store.clone(),
        registrations: store.clone(),
        account_tokens: store.clone(),
        sessions: store.clone(),
        listings: store.clone(),
        search,
        applications: store.clone(),
        events: store.clone(),
        audit: store.clone(),
        settings: store.clone(),
        notifications: store.clone(),
        stats: store.clone(),
        attempts: store.clone(),
        views: Arc::new(recorder),
        outbox: store.clone(),
        discards: store,
        documents: Arc::new(StoredDocuments::beside(&pictures)),
        pictures: Arc::new(pictures),
        files: Arc::new(storage),
        mailer: mailer(settings, url)?,
        passwords: Arc::new(passwords),
        tokens: Arc::new(tokens),
        clock: Arc::new(SystemClock),
        identifiers: Arc::new(RandomIdentifiers),
        rules: Arc::new(rules(settings)),
    };
    Ok(Wired { ports, views, index })
}

/// The search in memory over the one in SQL, or that alone.
fn search(settings: &Settings, database: &Database, sql: PgSearch) -> (Arc<dyn ListingSearch>, Option<Unfed>) {
    if !settings.search_in_memory {
        return (Arc::new(sql), None);
    }
    let engine = SearchEngine::new(Arc::new(sql));
    // Not the replica: only the primary tells of changes.
    let feed = PgSearchFeed::new(database.url());
    (Arc::new(engine.clone()), Some(Unfed { engine, feed }))
}

/// The operator's secret, or the one that the portal's first process made in the database.
async fn signing_key(settings: &Settings, store: &PgStore) -> Result<SigningKey, Failure> {
    if let Some(secret) = &settings.signing_secret {
        return SigningKey::from_secret_text(secret.expose_secret()).attempt("signing_secret cannot be used");
    }
    let proposal = SigningKey::generate();
    let kept = store.shared_secret(SIGNING_KEY, proposal.expose(), SystemClock.now()).await;
    let kept = kept.attempt("the signing key cannot be read from the database")?;
    let bytes = kept.try_into().map_err(|_| Failure::new("the signing key in the database has not 32 bytes"))?;
    Ok(SigningKey::from_bytes(bytes))
}

fn storage(settings: &Settings) -> Result<ObjectStorage, Failure> {
    match &settings.storage_url {
        Some(url) => ObjectStorage::bucket(url, variables()),
        None => ObjectStorage::folder(&settings.data_dir.join("objects")),
    }
    .attempt("the object store cannot be used")
}

/// The environment. Variables that are no text are none of ours.
fn variables() -> impl Iterator<Item = (String, String)> {
    std::env::vars_os().filter_map(|(name, value)| Some((name.into_string().ok()?, value.into_string().ok()?)))
}

/// The mailer that the settings ask for.
pub fn mailer(settings: &Settings, url: &PublicUrl) -> Result<Arc<dyn Mailer>, Failure> {
    let identity = MailIdentity {
        brand_name: settings.brand_name.clone(),
        public_url: url.as_str().to_owned(),
        contact_email: settings.contact_email.clone(),
        from_address: settings.mail_from.clone(),
    };
    let renderer = MailRenderer::new(identity).attempt("mails cannot be worded")?;
    Ok(match &settings.smtp_url {
        Some(server) => {
            Arc::new(SmtpMailer::new(renderer, server, SmtpMailer::PATIENCE).attempt("smtp_url cannot be used")?)
        }
        None => Arc::new(FileMailer::new(renderer, settings.data_dir.join("mail")).attempt("mails cannot be kept")?),
    })
}

fn rules(settings: &Settings) -> Rules {
    Rules {
        session: SessionLimits {
            idle: TimeDelta::days(settings.session_idle_days.into()),
            absolute: TimeDelta::days(settings.session_absolute_days.into()),
            grace: TimeDelta::seconds(settings.refresh_grace_seconds.into()),
        },
        login_failures: settings.log_in_failures,
        login_window: TimeDelta::minutes(settings.log_in_window_minutes.into()),
        login_delay: TimeDelta::seconds(settings.log_in_delay_seconds.into()),
        applications_per_hour: settings.applications_per_hour,
        mails_per_hour: settings.mails_per_hour,
        activation_validity: TimeDelta::hours(settings.activation_hours.into()),
        reset_validity: TimeDelta::hours(settings.password_reset_hours.into()),
        retention: Retention {
            documents: TimeDelta::days(settings.retention_documents_days.into()),
            undecided_registrations: TimeDelta::days(settings.retention_undecided_registrations_days.into()),
            rejected_people: TimeDelta::days(settings.retention_rejected_people_days.into()),
            letters: TimeDelta::days(settings.retention_letters_days.into()),
            audit_addresses: TimeDelta::days(settings.retention_audit_addresses_days.into()),
        },
        limits_enabled: settings.rate_limit_enabled,
        mail_patience: TimeDelta::days(settings.mail_patience_days.into()),
        reply_time: TimeDelta::days(settings.reply_days.into()),
        public: PublicFacts {
            brand_name: settings.brand_name.clone(),
            contact_email: settings.contact_email.clone(),
            terms_url: settings.legal_url(LegalPage::Terms),
            privacy_url: settings.legal_url(LegalPage::Privacy),
            imprint_url: settings.legal_url(LegalPage::Imprint),
            default_locale: settings.default_locale,
        },
        time_zone: settings.time_zone,
    }
}

/// The API over these ports.
pub fn api(settings: &Settings, url: &PublicUrl, wired: &Wired) -> Result<Api, Failure> {
    let front_end = FrontEnd::embedded();
    let hashes = front_end.inline_hashes();
    let uploads = settings.data_dir.join("uploads");
    tidy(&uploads).attempt(format!("the folder {} for uploads cannot be used", uploads.display()))?;
    let rates = LimitRates {
        log_in: settings.log_in_per_minute,
        search: settings.search_per_minute,
        images: settings.images_per_minute,
        uploads: settings.uploads_per_minute,
        sign_ups: settings.sign_ups_per_hour,
        reports: settings.reports_per_hour,
    };
    let legal = LegalFacts {
        operator: settings.operator(),
        demo: settings.demo,
        access_validity: SignedTokens::ACCESS_VALIDITY,
    };
    let legal = LegalPages::new(&wired.ports.rules, &legal).attempt("the legal pages cannot be filled in")?;
    Ok(Api {
        ports: wired.ports.clone(),
        limits: Arc::new(AddressLimits::new(rates, settings.rate_limit_enabled)),
        origins: Arc::new(Origins::new(url.as_str(), settings.allowed_origins.clone())),
        proxies: Arc::new(TrustedProxies::new(settings.trusted_proxies.clone())),
        headers: Arc::new(Headers::new(&hashes.scripts, &hashes.styles, url.is_https())),
        front_end: Arc::new(front_end),
        legal: Arc::new(legal),
        public_url: url.as_str().into(),
        secure_cookies: !url.allows_plain_cookies(),
        upload_dir: uploads.into(),
    })
}

/// A request lives far shorter; what is older was left by a process that was killed.
const UPLOAD_LIFETIME: Duration = Duration::from_hours(1);

/// Makes the folder for uploads, and removes from it what nobody wants any more.
fn tidy(folder: &Path) -> std::io::Result<()> {
    std::fs::create_dir_all(folder)?;
    for entry in std::fs::read_dir(folder)? {
        let entry = entry?;
        if entry.metadata()?.modified()?.elapsed().is_ok_and(|age| age > UPLOAD_LIFETIME) {
            std::fs::remove_file(entry.path())?;
        }
    }
    Ok(())
}
