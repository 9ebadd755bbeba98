//! The orderly end of a process behind a load balancer.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::process::Command;
use std::time::{Duration, Instant};

use crate::running::{Serving, get, migrated_folder, portal_command, wait_until};

fn serving(data: &std::path::Path, delay: u32, drain: u32) -> Serving {
    let mut command = portal_command(data, &["serve"]);
    command
        .env("PORTAL_SHUTDOWN_DELAY_SECONDS", delay.to_string())
        .env("PORTAL_SHUTDOWN_DRAIN_SECONDS", drain.to_string());
    Serving::start(command)
}

fn terminate(serving: &Serving) {
    let sent = Command::new("kill").args(["-TERM", &serving.pid().to_string()]).status().unwrap();
    assert!(sent.success());
}

/// Waits until the delay has begun.
fn wait_until_not_ready(serving: &Serving) {
    let ready = format!("{}/health/ready", serving.url);
    wait_until(Duration::from_secs(3), "the process is still ready", || get(&ready) == Some(503));
}

/// A connection that is kept between requests.
struct Connection(TcpStream);

impl Connection {
    fn open(url: &str) -> Self {
        let stream = TcpStream::connect(url.strip_prefix("http://").unwrap()).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
        Self(stream)
    }

    /// The head of the response, in lower case.
    fn get(&mut self, path: &str) -> String {
        write!(self.0, "GET {path} HTTP/1.1\r\nhost: portal.test\r\n\r\n").unwrap();
        self.response_head()
    }

    fn response_head(&mut self) -> String {
        let mut response = Vec::new();
        let mut byte = [0];
        while !response.ends_with(b"\r\n\r\n") {
            assert_eq!(self.0.read(&mut byte).unwrap(), 1, "{}", String::from_utf8_lossy(&response));
            response.extend(byte);
        }
        let head = String::from_utf8(response).unwrap().to_lowercase();
        let length =
            head.split("content-length: ").nth(1).map_or(0, |rest| rest.split("\r\n").next().unwrap().parse().unwrap());
        let mut body = vec![0; length];
        self.0.read_exact(&mut body).unwrap();
        head
    }

    fn is_closed(&mut self) -> bool {
        matches!(self.0.read(&mut [0]), Ok(0) | Err(_))
    }
}

#[test]
fn delayed_shutdown_is_not_ready_but_serves_and_closes_connections() {
    let data = migrated_folder();
    let serving = serving(data.path(), 4, 4);
    let (mut kept, mut idle) = (Connection::open(&serving.url), Connection::open(&serving.url));
    assert!(!kept.get("/health/live").contains("connection: close"));
    assert!(idle.get("/health/live").starts_with("http/1.1 200"));
    terminate(&serving);
    let started = Instant::now();
    wait_until_not_ready(&serving);
    let head = kept.get("/api/v1/settings/public");
    assert!(head.starts_with("http/1.1 200") && head.contains("connection: close"), "{head}");
    assert!(kept.is_closed());
    assert_eq!(get(&format!("{}/health/live", serving.url)), Some(200), "new connections are accepted");
    assert!(started.elapsed() < Duration::from_millis(3_900), "within the delay");
    assert!(idle.is_closed(), "idle connections are closed after the delay");
    let url = serving.url.clone();
    let (success, took) = serving.wait();
    assert!(success && took < Duration::from_secs(9), "{took:?}");
    assert_eq!(get(&url), None);
}

#[test]
fn second_signal_ends_the_delay() {
    let data = migrated_folder();
    let serving = serving(data.path(), 300, 4);
    terminate(&serving);
    wait_until_not_ready(&serving);
    let (success, took) = serving.stop("TERM");
    assert!(success && took < Duration::from_secs(10), "{took:?}");
}

#[test]
fn upload_finishes_within_the_drain_time() {
    let data = migrated_folder();
    let serving = serving(data.path(), 0, 20);
    let body = r#"{"email":"ada@portal.test"}"#;
    let mut upload = Connection::open(&serving.url);
    // The connection is served, so that the next request begins at once.
    assert!(upload.get("/health/live").starts_with("http/1.1 200"));
    write!(
        upload.0,
        "POST /api/v1/auth/forgot-password HTTP/1.1\r\nhost: portal.test\r\ncontent-type: application/json\r\n\
         content-length: {}\r\n\r\n",
        body.len()
    )
    .unwrap();
    upload.0.write_all(&body.as_bytes()[..10]).unwrap();
    std::thread::sleep(Duration::from_secs(2));
    terminate(&serving);
    // Longer than the drain time without the setting.
    std::thread::sleep(Duration::from_secs(6));
    upload.0.write_all(&body.as_bytes()[10..]).unwrap();
    let head = upload.response_head();
    assert!(head.starts_with("http/1.1 204") && head.contains("connection: close"), "{head}");
    let (success, took) = serving.wait();
    assert!(success && took < Duration::from_secs(10), "{took:?}");
}
