//! Traces by OTLP, with a collector that only stores what it receives.
#![cfg(feature = "otlp")]

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use crate::monitoring::{scrape, scrape_until_complete, start};
use crate::running::{get, migrated_folder};

const TRACE: &str = "4bf92f3577b34da6a3ce929d0e0e4736";
const PARENT: &str = "00f067aa0ba902b7";

/// What a portal has sent.
#[derive(Default)]
struct Sent {
    /// The first line, in lower case.
    line: String,
    body: Vec<u8>,
}

#[derive(Clone, Default)]
struct Received(Arc<Mutex<Vec<Sent>>>);

impl Received {
    /// Waits until the bodies contain all of these bytes.
    fn wait_for(&self, wanted: &[&[u8]]) -> Vec<u8> {
        let started = Instant::now();
        loop {
            let bodies: Vec<u8> = self.0.lock().unwrap().iter().flat_map(|sent| sent.body.clone()).collect();
            let missing = wanted.iter().find(|part| !contains(&bodies, part));
            let Some(missing) = missing else { return bodies };
            let text = String::from_utf8_lossy(&bodies);
            let name = String::from_utf8_lossy(missing);
            assert!(started.elapsed() < Duration::from_secs(20), "{name} in {text}");
            std::thread::sleep(Duration::from_millis(50));
        }
    }
}

fn contains(bytes: &[u8], part: &[u8]) -> bool {
    bytes.windows(part.len()).any(|window| window == part)
}

fn bytes(hexadecimal: &str) -> Vec<u8> {
    (0..hexadecimal.len()).step_by(2).map(|at| u8::from_str_radix(&hexadecimal[at..at + 2], 16).unwrap()).collect()
}

/// Accepts spans, and returns its URL.
fn start_collector() -> (String, Received) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let (url, received) = (format!("http://{}", listener.local_addr().unwrap()), Received::default());
    let stored = received.clone();
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            let stored = stored.clone();
            std::thread::spawn(
                move || while receive(&mut BufReader::new(stream.as_ref().unwrap()), &stored).is_some() {},
            );
        }
    });
    (url, received)
}

/// One request of a connection; `None` at its end.
fn receive(stream: &mut BufReader<&TcpStream>, stored: &Received) -> Option<()> {
    let (mut head, mut length) = (Vec::new(), 0);
    loop {
        let mut line = String::new();
        if stream.read_line(&mut line).ok()? == 0 {
            return None;
        }
        let line = line.trim_end().to_lowercase();
        if line.is_empty() {
            break;
        }
        if let Some(text) = line.strip_prefix("content-length: ") {
            length = text.parse().unwrap();
        }
        head.push(line);
    }
    let mut body = vec![0; length];
    stream.read_exact(&mut body).ok()?;
    assert!(head.contains(&"content-type: application/x-protobuf".to_owned()), "{head:?}");
    stored.0.lock().unwrap().push(Sent { line: head[0].clone(), body });
    stream.get_mut().write_all(b"HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n").ok()
}

/// A GET with headers, and the status.
fn get_with(url: &str, path: &str, headers: &str) -> String {
    let host = url.strip_prefix("http://").unwrap();
    let mut stream = TcpStream::connect(host.trim_end_matches('/')).unwrap();
    write!(stream, "GET {path} HTTP/1.0\r\nhost: {host}\r\n{headers}\r\n").unwrap();
    let mut response = String::new();
    stream.read_to_string(&mut response).unwrap();
    response
}

#[test]
fn trace_of_a_proxy_is_continued_with_statements_and_without_values() {
    let (data, (collector, received)) = (migrated_folder(), start_collector());
    let (serving, metrics) = start(
        data.path(),
        &[
            ("PORTAL_OTLP_ENDPOINT", &collector),
            ("PORTAL_OTLP_SAMPLE_PERCENT", "0"),
            ("PORTAL_TRUSTED_PROXIES", "[\"127.0.0.1\"]"),
            ("PORTAL_SEARCH_IN_MEMORY", "false"),
        ],
    );
    let headers = format!("traceparent: 00-{TRACE}-{PARENT}-01\r\nx-request-id: proxy-7\r\n");
    let path = "/api/v1/listings/suggest?q=Geheimstadt";
    let response = get_with(&serving.url, path, &headers);
    assert!(response.contains("x-request-id: proxy-7"), "{response}");
    // Not sampled: neither by the caller nor by the ratio of zero.
    let other = "11111111111111111111111111111111";
    get_with(&serving.url, path, &format!("traceparent: 00-{other}-{PARENT}-00\r\n"));
    assert_eq!(get(&format!("{}/health/live", serving.url)), Some(200));

    let (trace, parent) = (bytes(TRACE), bytes(PARENT));
    let bodies = received.wait_for(&[
        &trace,
        &parent,
        b"GET /api/v1/listings/suggest",
        b"proxy-7",
        b"SELECT",
        b"db.operation.name",
        b"fensterplatz",
    ]);
    assert!(!contains(&bodies, b"Geheimstadt") && !contains(&bodies, b"/health/live"));
    assert!(!contains(&bodies, &bytes(other)));
    let paths: Vec<String> = received.0.lock().unwrap().iter().map(|sent| sent.line.clone()).collect();
    assert!(paths.iter().all(|line| line.starts_with("post /v1/traces ")), "{paths:?}");
    // Spans are counted after the collector's response.
    let series = scrape_until_complete(&metrics, |series| {
        Some(series["portal_trace_spans_sent_total"]).filter(|sent| *sent < 2.0)
    });
    assert!(series["portal_trace_spans_dropped_total{reason=\"collector\"}"].abs() < 0.1);
    assert!(serving.stop("TERM").0);
}

#[test]
fn last_spans_are_sent_at_the_stop() {
    let (data, (collector, received)) = (migrated_folder(), start_collector());
    let (serving, _) =
        start(data.path(), &[("PORTAL_OTLP_ENDPOINT", &collector), ("PORTAL_OTLP_SAMPLE_PERCENT", "100")]);
    assert_eq!(get(&format!("{}/health/live", serving.url)), Some(200));
    assert!(serving.stop("TERM").0);
    received.wait_for(&[b"GET /health/live"]);
}

#[test]
fn collector_that_never_responds_delays_neither_requests_nor_the_stop() {
    // Connections wait in the backlog of the listener.
    let silent = TcpListener::bind("127.0.0.1:0").unwrap();
    let endpoint = format!("http://{}", silent.local_addr().unwrap());
    let data = migrated_folder();
    let variables = [
        ("PORTAL_OTLP_ENDPOINT", endpoint.as_str()),
        ("PORTAL_OTLP_SAMPLE_PERCENT", "100"),
        ("PORTAL_OTLP_QUEUE_SPANS", "5"),
    ];
    let (serving, metrics) = start(data.path(), &variables);
    let started = Instant::now();
    for _ in 0..100 {
        assert_eq!(get(&format!("{}/health/live", serving.url)), Some(200));
    }
    assert!(started.elapsed() < Duration::from_secs(5), "{:?}", started.elapsed());
    let dropped = scrape(&metrics)["portal_trace_spans_dropped_total{reason=\"queue\"}"];
    assert!(dropped > 50.0, "{dropped}");
    let (success, took) = serving.stop("TERM");
    assert!(success && took < Duration::from_secs(10), "{took:?}");
}
