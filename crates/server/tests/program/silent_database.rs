//! A database that accepts connections and never answers: all of its processes are suspended.

use std::fs;
use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::process::Command;
use std::thread;
use std::time::{Duration, Instant};

use crate::running::{Serving, get, migrated_folder, portal_command, request};

const MAX_RESPONSE: Duration = Duration::from_secs(5);
const MAX_RECOVERY: Duration = Duration::from_secs(10);
const MAX_SHUTDOWN: Duration = Duration::from_secs(10);

/// So long the test waits for a response before it calls it missing.
const PATIENCE: Duration = Duration::from_secs(12);

/// More than the pool has connections.
const ROUNDS: usize = 4;

const SEARCH: &str = r#"{"page":0,"size":10}"#;
const LOGIN: &str = r#"{"email":"ada@portal.test","password":"correct horse battery"}"#;
const FORGOTTEN: &str = r#"{"email":"ada@portal.test"}"#;

const UNKNOWN_LISTING: (&str, &str, &str) = ("GET", "/api/v1/listings/01a1f640-bc00-7000-8000-000000000001", "");

/// Method, path and body of requests that need the database. Pages are shown without it.
const REQUESTS: [(&str, &str, &str); 6] = [
    ("POST", "/api/v1/listings/search", SEARCH),
    ("POST", "/api/v1/authenticate", LOGIN),
    ("POST", "/api/v1/auth/forgot-password", FORGOTTEN),
    UNKNOWN_LISTING,
    ("GET", "/health/ready", ""),
    ("GET", "/", ""),
];

/// The processes of the embedded server, suspended until they are resumed or this is dropped.
struct Suspended {
    pids: Vec<String>,
}

impl Suspended {
    fn new(data: &Path) -> Self {
        let suspended = Self { pids: server_processes(data) };
        assert!(suspended.pids.len() > 3, "{:?}", suspended.pids);
        suspended.signal("STOP");
        suspended
    }

    fn signal(&self, name: &str) {
        // Fails if one of them has ended.
        let _ = Command::new("kill").arg(format!("-{name}")).args(&self.pids).status();
    }
}

impl Drop for Suspended {
    fn drop(&mut self) {
        self.signal("CONT");
    }
}

/// The postmaster and its children.
fn server_processes(data: &Path) -> Vec<String> {
    let cluster = data.join("postgres/cluster").canonicalize().unwrap();
    let processes = fs::read_dir("/proc").unwrap().flatten();
    let serving = processes.filter(|entry| fs::read_link(entry.path().join("cwd")).is_ok_and(|cwd| cwd == cluster));
    serving.map(|entry| entry.file_name().into_string().unwrap()).collect()
}

/// The response, if there is one in time, and how long it took.
fn send(url: &str, (method, path, body): (&str, &str, &str)) -> (Option<String>, Duration) {
    let host = url.strip_prefix("http://").unwrap();
    let started = Instant::now();
    let mut stream = TcpStream::connect(host).unwrap();
    stream.set_read_timeout(Some(PATIENCE)).unwrap();
    let head = "content-type: application/json\r\nconnection: close";
    let length = body.len();
    write!(stream, "{method} {path} HTTP/1.1\r\nhost: {host}\r\n{head}\r\ncontent-length: {length}\r\n\r\n{body}")
        .unwrap();
    let mut response = String::new();
    let read = stream.read_to_string(&mut response);
    (read.ok().map(|_| response), started.elapsed())
}

#[test]
fn requests_are_answered_while_the_database_is_silent() {
    let data = migrated_folder();
    let metrics = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let mut command = portal_command(data.path(), &["serve"]);
    command.env("PORTAL_METRICS_ADDRESS", metrics.to_string());
    let serving = Serving::start(command);
    let url = &serving.url;
    assert_eq!(get(&format!("{url}/health/ready")), Some(200));

    let suspended = Suspended::new(data.path());
    // A check of the readiness counts for a second.
    thread::sleep(Duration::from_millis(1100));
    let responses: Vec<_> = thread::scope(|scope| {
        let senders = REQUESTS.iter().flat_map(|request| (0..ROUNDS).map(move |_| request));
        let senders: Vec<_> = senders.map(|request| (request, scope.spawn(move || send(url, *request)))).collect();
        senders.into_iter().map(|(request, sender)| (request.1, sender.join().unwrap())).collect()
    });
    for (path, (response, took)) in responses {
        let response = response.unwrap_or_else(|| panic!("{path}: no response within {PATIENCE:?}"));
        assert!(took < MAX_RESPONSE, "{path}: {took:?}");
        // The index in memory answers searches for as long as it is fresh.
        if path != "/" && path != REQUESTS[0].1 {
            assert!(response.starts_with("HTTP/1.1 503 ") && response.ends_with('}'), "{path}: {response}");
        }
    }

    let text = request("GET", &format!("http://{metrics}/metrics")).unwrap();
    assert!(text.contains("portal_database_timeouts_total{kind=\"statement\"}"), "{text}");

    let resumed = Instant::now();
    drop(suspended);
    while !send(url, UNKNOWN_LISTING).0.is_some_and(|response| response.starts_with("HTTP/1.1 404 ")) {
        assert!(resumed.elapsed() < MAX_RECOVERY, "the portal has not recovered");
    }
    assert!(resumed.elapsed() < MAX_RECOVERY, "{:?}", resumed.elapsed());

    let _suspended = Suspended::new(data.path());
    let (success, took) = serving.stop("TERM");
    assert!(took < MAX_SHUTDOWN, "{took:?}");
    assert!(success);
    assert_eq!(server_processes(data.path()), Vec::<String>::new(), "processes of PostgreSQL are left");
}
