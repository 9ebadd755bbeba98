//! A portal with a replica: what a user has changed is seen at once, by the same browser.

use std::net::TcpListener;
use std::process::Command;

use portal_persistence::testing::ReplicatedServer;
use reqwest::header::{AUTHORIZATION, COOKIE, SET_COOKIE};
use serde_json::{Value, json};

use crate::monitoring::scrape_until_complete;
use crate::running::{Serving, output, portal_command};

/// What a browser sends after the login.
struct Session {
    url: String,
    token: String,
    refresh_cookie: String,
    http: reqwest::Client,
}

impl Session {
    async fn log_in(url: &str) -> Self {
        let http = reqwest::Client::new();
        let body = json!({ "email": "ada@portal.test", "password": "secret word" });
        let response = http.post(format!("{url}/api/v1/authenticate")).json(&body).send().await.unwrap();
        assert_eq!(response.status(), 200);
        let cookies: Vec<String> =
            response.headers().get_all(SET_COOKIE).iter().map(|cookie| cookie.to_str().unwrap().to_owned()).collect();
        let changed = cookies.iter().find(|cookie| cookie.starts_with("portal_changed=1")).expect("a change");
        assert!(changed.contains("Max-Age=61") && changed.contains("HttpOnly"), "{changed}");
        let refresh = cookies.iter().find(|cookie| cookie.starts_with("portal_refresh=")).unwrap();
        let refresh_cookie = refresh.split(';').next().unwrap().to_owned();
        let body: Value = response.json().await.unwrap();
        let token = body["payload"]["token"].as_str().unwrap().to_owned();
        Self { url: url.to_owned(), token, refresh_cookie, http }
    }

    /// The number of users in the list, with these cookies.
    async fn users(&self, cookies: &str) -> u64 {
        let request = self.http.get(format!("{}/api/v1/users", self.url)).header(COOKIE, cookies);
        let response = request.header(AUTHORIZATION, format!("Bearer {}", self.token)).send().await.unwrap();
        assert_eq!(response.status(), 200);
        let body: Value = response.json().await.unwrap();
        body["totalSize"].as_u64().unwrap()
    }
}

fn wait_until_replica_used(metrics: &str, expected: f64) {
    tokio::task::block_in_place(|| {
        scrape_until_complete(metrics, |series| {
            let used = series.get("portal_database_replica_used").copied();
            (used != Some(expected)).then_some(used)
        });
    });
}

#[tokio::test(flavor = "multi_thread")]
async fn own_changes_are_read_from_primary_and_lists_from_replica() {
    rustls::crypto::ring::default_provider().install_default().ok();
    let (folder, data) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let path = folder.path().to_owned();
    let mut server = tokio::task::spawn_blocking(move || ReplicatedServer::start(&path)).await.unwrap();
    let metrics = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().to_string();
    let command = |arguments: &[&str]| -> Command {
        let mut command = portal_command(data.path(), arguments);
        command
            .env("PORTAL_DATABASE_URL", server.primary_url("portal"))
            .env("PORTAL_DATABASE_REPLICA_URL", server.replica_url("portal"))
            .env("PORTAL_REPLICA_LAG_SECONDS", "60")
            .env("PORTAL_METRICS_ADDRESS", &metrics);
        command
    };
    let administrator = |email: &str| {
        let name = ["--first-name", "Ada", "--last-name", "L", "--password", "secret word"];
        let (success, _, stderr) = output(command(&[&["create-admin", "--email", email], &name[..]].concat()));
        assert!(success, "{stderr}");
    };
    administrator("ada@portal.test");
    let serving = Serving::start(command(&["serve"]));
    wait_until_replica_used(&metrics, 1.0);
    let session = Session::log_in(&serving.url).await;

    server.delay_replica("1h").await;
    administrator("grace@portal.test");
    let refresh = session.refresh_cookie.clone();
    assert_eq!(session.users(&refresh).await, 1, "from the replica, which lags");
    assert_eq!(session.users(&format!("{refresh}; portal_changed=1")).await, 2, "after an own change");
    assert_eq!(session.users("").await, 2, "a client that keeps no cookies");

    server.stop_replica();
    assert_eq!(session.users(&refresh).await, 2, "the replica is away");
    wait_until_replica_used(&metrics, 0.0);
    assert!(serving.stop("TERM").0);
}
