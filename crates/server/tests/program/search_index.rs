//! The search index while PostgreSQL restarts, and from one run to the next.

use std::fs;
use std::net::TcpListener;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use crate::monitoring::scrape;
use crate::running::{Serving, get, portal_command, post, read_in_background, seeded_folder, wait_until};

const MAX_RECOVERY: Duration = Duration::from_secs(10);
/// The metric of the index's age is written each second.
const MAX_METRIC_AGE: Duration = Duration::from_secs(2);

struct Portal {
    serving: Serving,
    metrics: String,
    log: JoinHandle<String>,
}

impl Portal {
    fn start(data: &Path) -> Self {
        let metrics = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().to_string();
        let mut command = portal_command(data, &["serve"]);
        command.env("PORTAL_METRICS_ADDRESS", &metrics);
        let (serving, log) = Serving::start_with_log(command);
        let portal = Self { serving, metrics, log: read_in_background(log) };
        portal.wait_until_ready(Duration::from_mins(1));
        portal
    }

    fn wait_until_ready(&self, limit: Duration) {
        let ready = format!("{}/health/ready", self.serving.url);
        wait_until(limit, "not ready", || get(&ready) == Some(200));
    }

    /// The status and the body of a search.
    fn search(&self) -> (Option<u16>, String) {
        let response = post(&format!("{}/api/v1/listings/search", self.serving.url), r#"{"page":0,"size":10}"#);
        let response = response.unwrap_or_default();
        let (head, body) = response.split_once("\r\n\r\n").unwrap_or_default();
        (head.split(' ').nth(1).and_then(|status| status.parse().ok()), body.to_owned())
    }

    /// The sum of the series whose names begin with this.
    fn metric(&self, name: &str) -> f64 {
        scrape(&self.metrics).iter().filter(|(series, _)| series.starts_with(name)).map(|(_, value)| value).sum()
    }

    /// Stops it and returns its log.
    fn stop(self) -> String {
        let (success, took) = self.serving.stop("TERM");
        assert!(success && took < Duration::from_secs(10), "{took:?}");
        self.log.join().unwrap()
    }
}

/// Ends PostgreSQL as a crash does.
fn kill_postgresql(data: &Path) {
    let file = fs::read_to_string(data.join("postgres/cluster/postmaster.pid")).unwrap();
    let killed = Command::new("kill").args(["-QUIT", file.lines().next().unwrap()]).status().unwrap();
    assert!(killed.success());
}

#[test]
fn searches_are_answered_from_memory_while_postgresql_restarts() {
    let data = seeded_folder();
    let portal = Portal::start(data.path());
    let (status, expected) = portal.search();
    assert!(status == Some(200) && expected.contains("externalId"), "{expected}");
    // The position is known once it is flushed.
    thread::sleep(Duration::from_secs(3));
    let in_sql = portal.metric("portal_search_answers_total{by=\"sql\"}");
    kill_postgresql(data.path());
    let killed = Instant::now();
    while portal.metric("portal_search_feed_failures_total") < 1.0 {
        assert!(killed.elapsed() < MAX_RECOVERY);
        assert_eq!(portal.search(), (Some(200), expected.clone()));
    }
    let lost = Instant::now();
    portal.wait_until_ready(MAX_RECOVERY);
    // The portal writes again, and the index has continued: its state is younger than the loss.
    let index_age = || Duration::from_secs_f64(portal.metric("portal_search_index_age_seconds")) + MAX_METRIC_AGE;
    while index_age() >= lost.elapsed() {
        assert!(killed.elapsed() < MAX_RECOVERY * 2, "the feed is not resumed");
        assert_eq!(portal.search(), (Some(200), expected.clone()));
        thread::sleep(Duration::from_millis(50));
    }
    assert_eq!(portal.metric("portal_search_answers_total{by=\"sql\"}").to_bits(), in_sql.to_bits());
    let log = portal.stop();
    assert_eq!(log.matches("search index loaded").count(), 1, "{log}");
    assert!(log.contains("search feed lost") && log.contains("search feed resumed"), "{log}");
}

#[test]
fn index_is_loaded_from_a_file_after_a_kill() {
    let data = seeded_folder();
    let first = Portal::start(data.path());
    wait_until(Duration::from_secs(30), "no file", || data.path().join("search.index").exists());
    let (_, expected) = first.search();
    first.serving.kill();
    let log = first.log.join().unwrap();
    assert!(log.contains("source=\"database\""), "{log}");

    let second = Portal::start(data.path());
    assert_eq!(second.search(), (Some(200), expected));
    let log = second.stop();
    assert!(log.contains("source=\"file\"") && !log.contains("source=\"database\""), "{log}");
}

#[test]
fn index_is_loaded_from_the_file_of_the_last_run_unless_it_is_damaged() {
    let data = seeded_folder();
    let first = Portal::start(data.path());
    let (_, expected) = first.search();
    thread::sleep(Duration::from_secs(3));
    let log = first.stop();
    assert!(log.contains("source=\"database\"") && log.contains("search index file written"), "{log}");
    let file = data.path().join("search.index");
    assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600);

    let second = Portal::start(data.path());
    assert_eq!(second.search(), (Some(200), expected.clone()));
    assert!(second.metric("portal_search_loads_total{source=\"file\"}") > 0.0);
    second.serving.kill();
    let log = second.log.join().unwrap();
    assert!(log.contains("source=\"file\"") && !log.contains("source=\"database\""), "{log}");

    let mut bytes = fs::read(&file).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(&file, &bytes).unwrap();
    let third = Portal::start(data.path());
    assert_eq!(third.search(), (Some(200), expected));
    let log = third.stop();
    assert!(log.contains("search index file refused") && log.contains("source=\"database\""), "{log}");
}
