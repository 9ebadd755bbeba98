//! The real application, wired as the binary wires it, but for the clock, the mailbox and the cost of a
//! password.

use std::borrow::Cow;
use std::net::TcpListener;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use actix_web::HttpServer;
use actix_web::dev::ServerHandle;
use chrono::{NaiveDate, TimeDelta};
use portal_api::Headers;
use portal_api::pages::FrontEnd;
use portal_auth::{Argon2Hasher, Argon2Settings};
use portal_domain::event::EventType;
use portal_domain::ids::UserId;
use portal_domain::user::{Email, Role, UserStatus};
use portal_persistence::testing::TestDatabase;
use portal_server::database::Database;
use portal_server::settings::{PublicUrl, Settings};
use portal_server::wiring::{self, Unfed, Views, Wired};
use portal_services::Ports;
use portal_services::outbox;
use portal_services::ports::{MailMessage, Mailer};
use reqwest::Method;
use serde_json::json;

use super::clock::TestClock;
use super::described::{Undescribed, checking};
use super::mailbox::Mailbox;
use super::people::{self, Client};
use super::searches::SEARCH;

/// The shortest shell that the server can write into.
const SHELL: &str = concat!(
    r#"<!doctype html><html lang="de-DE"><head><title>Portal</title><meta name="description" content="Zimmer" />"#,
    "<script>go()</script></head><body></body></html>"
);

/// An index answers sooner, and a database whose listings are barred does not.
const HARDLY_SQL: Duration = Duration::from_millis(500);

pub struct Portal {
    pub url: String,
    pub ports: Ports,
    pub database: TestDatabase,
    pub data: tempfile::TempDir,
    /// What sends mails where no server is set.
    pub file_mailer: Arc<dyn Mailer>,
    clock: Arc<TestClock>,
    mailbox: Arc<Mailbox>,
    server: ServerHandle,
    index: Option<Unfed>,
    _views: Views,
    undescribed: Arc<Undescribed>,
}

impl Portal {
    pub async fn start() -> Self {
        Self::start_with(|_| {}).await
    }

    /// A portal with a small front end, whatever was built.
    pub async fn start_with_front_end() -> Self {
        Self::start_with_front_end_and(|_| {}).await
    }

    /// The same, with the settings changed.
    pub async fn start_with_front_end_and(change: impl FnOnce(&mut Settings)) -> Self {
        let files = [("index.html", SHELL), ("assets/app-1a2b.js", "export {}"), ("locales/en-US/errors.json", "{}")];
        let files = files.map(|(path, text)| (path.to_owned(), Cow::Borrowed(text.as_bytes())));
        Self::start_as(change, Some(FrontEnd::from_files(files))).await
    }

    /// A portal whose operator has changed the settings. Limits by address are off, since all of a
    /// test's people come from one.
    pub async fn start_with(change: impl FnOnce(&mut Settings)) -> Self {
        Self::start_as(change, None).await
    }

    async fn start_as(change: impl FnOnce(&mut Settings), front_end: Option<FrontEnd>) -> Self {
        let database = TestDatabase::create().await;
        let data = tempfile::tempdir().unwrap();
        let mut settings = Settings::defaults().unwrap();
        settings.data_dir = data.path().to_owned();
        settings.database_url = Some(database.url().into());
        settings.rate_limit_enabled = false;
        change(&mut settings);

        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let url = settings.public_url.clone().unwrap_or(PublicUrl::of_address(listener.local_addr().unwrap()));
        let opened = Database::open(&settings).await.unwrap();
        let mut wired = wiring::wire(&settings, &url, &opened).await.unwrap();
        let (clock, mailbox) = (Arc::new(TestClock::new()), Arc::new(Mailbox::default()));
        wired.ports.clock = clock.clone();
        let file_mailer = std::mem::replace(&mut wired.ports.mailer, mailbox.clone());
        let cheap = Argon2Settings { memory_kib: 8, passes: 1, ..Argon2Settings::default() };
        wired.ports.passwords = Arc::new(Argon2Hasher::new(cheap).unwrap());
        let mut api = wiring::api(&settings, &url, &wired).unwrap();
        if let Some(front_end) = front_end {
            let hashes = front_end.inline_hashes();
            api.headers = Arc::new(Headers::new(&hashes.scripts, &hashes.styles, false));
            api.front_end = Arc::new(front_end);
        }
        let address = listener.local_addr().unwrap();
        let undescribed = Arc::new(Undescribed::default());
        let checks = undescribed.clone();
        let server = HttpServer::new(move || portal_api::app(api.clone()).wrap_fn(checking(checks.clone())))
            .workers(1)
            .disable_signals()
            .listen(listener)
            .unwrap()
            .run();
        let handle = server.handle();
        tokio::spawn(server);
        let url = format!("http://{address}");
        let Wired { ports, views, index } = wired;
        Self {
            url,
            ports,
            database,
            data,
            file_mailer,
            clock,
            mailbox,
            server: handle,
            index,
            _views: views,
            undescribed,
        }
    }

    /// Lets searches be answered from memory, as the program does. Until then the database answers, which shows a change
    /// at once.
    pub fn search_in_memory(&mut self) {
        self.index.take().expect("an index that nobody feeds yet").follow();
    }

    /// The same, and bars the database's listings until what is given back is dropped: what is answered meanwhile, an
    /// index answers.
    pub async fn search_in_memory_alone(&mut self) -> impl Sized + use<> {
        self.search_in_memory();
        let began = Instant::now();
        loop {
            let bar = self.database.client().await;
            bar.batch_execute("BEGIN; LOCK TABLE listings IN ACCESS EXCLUSIVE MODE").await.unwrap();
            let search = self.anonymous().request(Method::POST, SEARCH).json(&json!({})).timeout(HARDLY_SQL);
            if search.send().await.is_ok_and(|answer| answer.status() == 200) {
                return bar;
            }
            assert!(began.elapsed() < Duration::from_secs(30), "no index answers");
            // It may want to read the listings first.
            drop(bar);
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }

    /// Somebody who is not logged in.
    pub fn anonymous(&self) -> Client {
        Client::new(&self.url)
    }

    /// A new active person of a role, logged in.
    pub async fn person(&self, role: Role) -> Client {
        let (email, _) = people::insert(&self.ports, role).await;
        let mut client = self.anonymous();
        client.log_in(&email, people::PASSWORD).await;
        client
    }

    pub async fn student(&self) -> Client {
        self.person(Role::Student).await
    }

    pub async fn landlord(&self) -> Client {
        self.person(Role::Landlord).await
    }

    pub async fn administrator(&self) -> Client {
        self.person(Role::Admin).await
    }

    /// A new active person of a role: e-mail and id.
    pub async fn insert(&self, role: Role) -> (String, UserId) {
        people::insert(&self.ports, role).await
    }

    pub async fn id_of(&self, client: &Client) -> UserId {
        let email = Email::parse(&client.email).unwrap();
        self.ports.users.find_credentials(&email).await.unwrap().unwrap().user_id
    }

    pub async fn set_status(&self, id: UserId, status: UserStatus) {
        let mut work = self.ports.store.begin().await.unwrap();
        let mut user = work.users().find_for_update(id).await.unwrap().unwrap();
        user.status = status;
        work.users().save(&user).await.unwrap();
        work.commit().await.unwrap();
    }

    /// A browser that has only this cookie.
    pub fn with_cookie(&self, name: &str, value: &str) -> Client {
        let client = self.anonymous();
        client.set_cookie(name, value);
        client
    }

    /// Lets time pass.
    pub fn wait(&self, time: TimeDelta) {
        self.clock.advance(time);
    }

    /// The present day of the portal's calendar.
    pub fn today(&self) -> NaiveDate {
        self.ports.clock.now().with_timezone(&self.ports.rules.time_zone).date_naive()
    }

    /// Works the outbox off and returns what was sent, oldest first.
    pub async fn mails(&self) -> Vec<MailMessage> {
        while outbox::send_mails(&self.ports).await.unwrap().was_full() {}
        self.mailbox.take()
    }

    /// Works off the files to be removed.
    pub async fn remove_discarded(&self) {
        while outbox::remove_discarded(&self.ports).await.unwrap() > 0 {}
    }

    /// Files in the object store, sizes and masters alike.
    pub fn stored_files(&self) -> usize {
        fn count(folder: &Path) -> usize {
            let Ok(entries) = std::fs::read_dir(folder) else { return 0 };
            entries.map(|entry| entry.unwrap().path()).map(|path| if path.is_dir() { count(&path) } else { 1 }).sum()
        }
        count(&self.data.path().join("objects"))
    }

    /// Waits for so many files: the sizes of an uploaded image are converted in the background.
    pub async fn until_stored_files(&self, expected: usize) {
        let began = Instant::now();
        while self.stored_files() != expected {
            assert!(began.elapsed() < Duration::from_secs(30), "{} files, not {expected}", self.stored_files());
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }

    pub async fn count_events(&self, event_type: EventType) -> i64 {
        let client = self.database.client().await;
        let statement = "SELECT count(*) FROM events WHERE event_type = $1";
        client.query_one(statement, &[&event_type.as_str()]).await.unwrap().get(0)
    }

    /// Waits for the writer of views, which writes every second.
    pub async fn write_views(&self) {
        tokio::time::sleep(Duration::from_millis(1200)).await;
    }
}

impl Drop for Portal {
    fn drop(&mut self) {
        // Connections end with the runtime; waiting for them here would need one of its own.
        drop(self.server.stop(false));
        if !std::thread::panicking() {
            self.undescribed.assert_none();
        }
    }
}
