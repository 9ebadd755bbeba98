//! The application, wired as in the binary, except for the clock, the mailer and the cost of
//! password hashing.

use std::borrow::Cow;
use std::net::TcpListener;
use std::num::NonZeroU32;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use actix_web::dev::ServerHandle;
use chrono::{NaiveDate, TimeDelta};
use portal_auth::{Argon2Config, Argon2Hasher};
use portal_domain::event::EventType;
use portal_domain::ids::{ListingId, UserId};
use portal_domain::user::{Email, Role, UserStatus};
use portal_persistence::testing::TestDatabase;
use portal_server::config::{Config, PublicUrl};
use portal_server::database::Database;
use portal_server::http::{self, ConnectionLimits};
use portal_server::keys::KeyReloader;
use portal_server::wiring::{self, PendingIndexer, Runtime, ViewWriterTask};
use portal_services::ports::{ListingView, MailMessage, Mailer};
use portal_services::{Ports, outbox};
use portal_web::FrontEnd;
use reqwest::Method;
use serde_json::json;

use super::client::{self, Client};
use super::clock::TestClock;
use super::eventually::eventually;
use super::mailbox::Mailbox;
use super::openapi_check::{UndescribedResponses, check_responses};
use super::requests::listing;
use super::search::SEARCH;

/// A minimal index page.
const INDEX_PAGE: &str = concat!(
    r#"<!doctype html><html lang="de-DE"><head><title>Portal</title><meta name="description" content="Zimmer" />"#,
    "<script>go()</script></head><body></body></html>"
);

/// The index responds faster; a database with locked listings does not respond.
const INDEX_TIMEOUT: Duration = Duration::from_millis(500);

pub(crate) struct Portal {
    pub url: String,
    pub ports: Ports,
    pub database: TestDatabase,
    pub data: tempfile::TempDir,
    /// The mailer without an SMTP server.
    pub file_mailer: Arc<dyn Mailer>,
    clock: Arc<TestClock>,
    mailbox: Arc<Mailbox>,
    server: ServerHandle,
    indexer: Option<PendingIndexer>,
    _view_writer: ViewWriterTask,
    _key_reloader: KeyReloader,
    undescribed: Arc<UndescribedResponses>,
}

impl Portal {
    pub(crate) async fn start() -> Self {
        Self::start_with(|_| {}).await
    }

    /// A portal with a minimal front end, independent of the build.
    pub(crate) async fn start_with_front_end() -> Self {
        Self::start_with_front_end_and(|_| {}).await
    }

    /// The same, with a changed configuration.
    pub(crate) async fn start_with_front_end_and(change: impl FnOnce(&mut Config)) -> Self {
        let files =
            [("index.html", INDEX_PAGE), ("assets/app-1a2b.js", "export {}"), ("locales/en-US/errors.json", "{}")];
        let files = files.map(|(path, text)| (path.to_owned(), Cow::Borrowed(text.as_bytes())));
        Self::start_as(change, Some(FrontEnd::from_files(files))).await
    }

    /// A portal whose requests may run in the database at the same time.
    pub(crate) async fn start_with_pool() -> Self {
        Self::start_with(use_pool).await
    }

    /// A portal with a changed configuration and one connection to the database. Rate limits are
    /// off, since all clients of a test have one address.
    pub(crate) async fn start_with(change: impl FnOnce(&mut Config)) -> Self {
        Self::start_as(change, None).await
    }

    async fn start_as(change: impl FnOnce(&mut Config), front_end: Option<FrontEnd>) -> Self {
        let database = TestDatabase::create().await;
        let data = tempfile::tempdir().unwrap();
        let mut config = Config::defaults().unwrap();
        config.data_dir = data.path().to_owned();
        config.database_url = Some(database.serving_url().into());
        config.rate_limit_enabled = false;
        // A request that needs a second connection while it holds one would wait for itself.
        config.database_connections = NonZeroU32::MIN;
        change(&mut config);

        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let url = config.public_url.clone().unwrap_or(PublicUrl::of_address(listener.local_addr().unwrap()));
        let opened = Database::open(&config).await.unwrap();
        let mut runtime = wiring::wire(&config, &url, &opened).await.unwrap();
        let (clock, mailbox) = (Arc::new(TestClock::new()), Arc::new(Mailbox::default()));
        runtime.ports.clock = clock.clone();
        let file_mailer = std::mem::replace(&mut runtime.ports.mailer, mailbox.clone());
        let cheap = Argon2Config { memory_kib: 8, passes: 1, ..Argon2Config::default() };
        runtime.ports.passwords = Arc::new(Argon2Hasher::new(cheap).unwrap());
        let front_end = front_end.unwrap_or_else(FrontEnd::embedded);
        let (api, mut web) = wiring::http(&config, &url, &runtime, front_end).unwrap();
        web.response_timeout = Duration::from_secs(20);
        let address = listener.local_addr().unwrap();
        let undescribed = Arc::new(UndescribedResponses::default());
        let checked = undescribed.clone();
        let state = api.clone();
        let app = move || {
            let app = portal_api::app(api.clone()).configure(|services| web.configure(services));
            app.wrap_fn(check_responses(checked.clone()))
        };
        let server = http::start(listener, Some(1), ConnectionLimits::new(&config), &state, app).unwrap();
        let handle = server.handle();
        tokio::spawn(server);
        let url = format!("http://{address}");
        let Runtime { ports, view_writer, indexer, key_reloader } = runtime;
        Self {
            url,
            ports,
            database,
            data,
            file_mailer,
            clock,
            mailbox,
            server: handle,
            indexer,
            _view_writer: view_writer,
            _key_reloader: key_reloader,
            undescribed,
        }
    }

    /// Starts the indexer. Before that, searches are answered by SQL, which shows a change at once.
    pub(crate) fn start_indexer(&mut self) {
        self.indexer.take().expect("the indexer is started once").spawn();
    }

    /// Starts the indexer and locks the listings until the returned guard is dropped, so that only
    /// the index can answer searches.
    pub(crate) async fn search_in_memory_only(&mut self) -> impl Sized + use<> {
        self.start_indexer();
        let started = Instant::now();
        loop {
            let lock = self.database.client().await;
            lock.batch_execute("BEGIN; LOCK TABLE listings IN ACCESS EXCLUSIVE MODE").await.unwrap();
            let search = self.anonymous().request(Method::POST, SEARCH).json(&json!({})).timeout(INDEX_TIMEOUT);
            if search.send().await.is_ok_and(|response| response.status() == 200) {
                return lock;
            }
            assert!(started.elapsed() < Duration::from_secs(30), "the index was not loaded");
            // Loading the index reads the listings.
            drop(lock);
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }

    /// A client without a user.
    pub(crate) fn anonymous(&self) -> Client {
        Client::new(&self.url)
    }

    /// Inserts an active user of a role and logs in.
    pub(crate) async fn user(&self, role: Role) -> Client {
        let (email, _) = client::insert_user(&self.ports, role).await;
        let mut client = self.anonymous();
        assert_eq!(client.log_in(&email, client::PASSWORD).await, 200, "{email}");
        client
    }

    pub(crate) async fn student(&self) -> Client {
        self.user(Role::Student).await
    }

    pub(crate) async fn landlord(&self) -> Client {
        self.user(Role::Landlord).await
    }

    pub(crate) async fn administrator(&self) -> Client {
        self.user(Role::Administrator).await
    }

    /// Inserts an active user of a role; returns the email address and the id.
    pub(crate) async fn insert_user(&self, role: Role) -> (String, UserId) {
        client::insert_user(&self.ports, role).await
    }

    pub(crate) async fn id_of(&self, client: &Client) -> UserId {
        let email = Email::parse(&client.email).unwrap();
        self.ports.users.find_credentials(&email).await.unwrap().unwrap().user_id
    }

    pub(crate) async fn set_status(&self, id: UserId, status: UserStatus) {
        let mut work = self.ports.store.begin().await.unwrap();
        let mut user = work.users().find_for_update(id).await.unwrap().unwrap();
        user.status = status;
        work.users().save(&user).await.unwrap();
        work.commit().await.unwrap();
    }

    /// A client with only this cookie.
    pub(crate) fn with_cookie(&self, name: &str, value: &str) -> Client {
        let client = self.anonymous();
        client.set_cookie(name, value);
        client
    }

    pub(crate) fn advance_clock(&self, time: TimeDelta) {
        self.clock.advance(time);
    }

    /// The current day in the portal's time zone.
    pub(crate) fn today(&self) -> NaiveDate {
        self.ports.clock.now().with_timezone(&self.ports.config.time_zone).date_naive()
    }

    /// Processes the outbox and returns the sent mails, oldest first: urgent ones are sent before.
    pub(crate) async fn deliver_mails(&self) -> Vec<MailMessage> {
        while outbox::send_mails(&self.ports).await.unwrap().has_more {}
        let mut mails = self.mailbox.take();
        mails.sort_by_key(|mail| mail.id);
        mails
    }

    /// Processes the queue of file removals.
    pub(crate) async fn remove_files(&self) {
        while outbox::remove_files(&self.ports).await.unwrap().removed > 0 {}
    }

    /// The number of files in the object store, masters and variants.
    pub(crate) fn stored_files(&self) -> usize {
        fn count(folder: &Path) -> usize {
            let Ok(entries) = std::fs::read_dir(folder) else { return 0 };
            entries.map(|entry| entry.unwrap().path()).map(|path| if path.is_dir() { count(&path) } else { 1 }).sum()
        }
        count(&self.data.path().join("objects"))
    }

    /// Waits for so many files: WebP variants of uploads are rendered in the background.
    pub(crate) async fn wait_for_stored_files(&self, expected: usize) {
        eventually(expected, async || self.stored_files()).await;
    }

    pub(crate) async fn count_events(&self, event_type: EventType) -> i64 {
        let client = self.database.client().await;
        let statement = "SELECT count(*) FROM events WHERE event_type = $1";
        client.query_one(statement, &[&event_type.as_str()]).await.unwrap().get(0)
    }

    /// Waits until recorded views are written, which happens every second, in their order: until a
    /// view that follows them is. It is of a draft of this landlord, which is deleted again.
    pub(crate) async fn flush_views(&self, landlord: &Client) {
        let id = landlord.create_listing(&listing()).await;
        self.ports.listing_views.record(ListingView {
            listing: ListingId(id.parse().unwrap()),
            address: "192.0.2.1".to_owned(),
            user_agent: "last".to_owned(),
            day: self.today(),
        });
        let client = self.database.client().await;
        let count = format!("SELECT count(*) FROM listing_views WHERE listing_id = '{id}'");
        eventually(1, async || client.query_one(&count, &[]).await.unwrap().get::<_, i64>(0)).await;
        assert_eq!(landlord.delete(&format!("/api/v1/listings/{id}")).await.0, 204);
    }
}

impl Drop for Portal {
    fn drop(&mut self) {
        // Connections end with the runtime; waiting for them would need another runtime.
        drop(self.server.stop(false));
        if !std::thread::panicking() {
            self.undescribed.assert_none();
        }
    }
}

/// As many connections to the database as by default.
pub(crate) fn use_pool(config: &mut Config) {
    config.database_connections = Config::defaults().unwrap().database_connections;
}
