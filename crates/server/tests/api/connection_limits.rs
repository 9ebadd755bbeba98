//! The limits of connections and bodies, with slow clients and with many.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::time::{Duration, Instant};

use reqwest::Method;
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio::time::timeout;

use crate::harness::{Portal, STUDENT_REGISTRATIONS};

/// Much longer than every limit of these tests.
const PATIENCE: Duration = Duration::from_secs(20);
const LOOPBACK: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);
const GET: &str = "GET /health/live HTTP/1.1\r\nHost: portal\r\n\r\n";

/// A connection from an address of loopback.
async fn connect(portal: &Portal, from: IpAddr) -> TcpStream {
    let address: SocketAddr = portal.url.trim_start_matches("http://").parse().unwrap();
    let socket = TcpSocket::new_v4().unwrap();
    socket.bind((from, 0).into()).unwrap();
    socket.connect(address).await.unwrap()
}

async fn send(portal: &Portal, text: &str) -> TcpStream {
    let mut stream = connect(portal, LOOPBACK).await;
    stream.write_all(text.as_bytes()).await.unwrap();
    stream
}

/// What arrives until the server ends the connection.
async fn read_to_end(stream: &mut TcpStream) -> String {
    let mut received = Vec::new();
    let read = timeout(PATIENCE, stream.read_to_end(&mut received)).await;
    // A reset may follow the response if the server has not read everything.
    let _ = read.expect("the server ends the connection");
    String::from_utf8(received).unwrap()
}

/// Reads one response without a body of unknown length.
async fn read_response(stream: &mut TcpStream) -> String {
    let mut received = vec![0; 4096];
    let count = timeout(PATIENCE, stream.read(&mut received)).await.expect("a response arrives").unwrap();
    String::from_utf8(received[..count].to_vec()).unwrap()
}

/// The response has the form and the headers of one of the app.
fn assert_complete(response: &str, status: u16, key: &str) {
    assert!(response.starts_with(&format!("HTTP/1.1 {status} ")), "{response}");
    for header in ["x-content-type-options: nosniff", "cache-control: no-store", "content-type: application/json"] {
        assert!(response.contains(header), "{header} in {response}");
    }
    let (_, rest) = response.split_once("x-request-id: ").unwrap_or_else(|| panic!("no request id in {response}"));
    let id = rest.split("\r\n").next().unwrap();
    assert!(
        response.ends_with(&format!("{{\"error\":{{\"message\":\"{key}\",\"requestId\":\"{id}\"}}}}")),
        "{response}"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn slow_requests_end_with_408() {
    let portal = Portal::start_with(|config| {
        config.http_head_seconds = 1;
        config.http_keep_alive_seconds = 1;
        config.http_body_seconds = 1;
        config.upload_rate_seconds = 1;
    })
    .await;
    let first_head = async { read_to_end(&mut send(&portal, "GET /health").await).await };
    let silence = async { read_to_end(&mut connect(&portal, LOOPBACK).await).await };
    let second_head = async {
        let mut stream = send(&portal, GET).await;
        assert!(read_response(&mut stream).await.starts_with("HTTP/1.1 200"));
        stream.write_all(b"G").await.unwrap();
        read_to_end(&mut stream).await
    };
    let json = async {
        let head = "POST /api/v1/authenticate HTTP/1.1\r\nHost: p\r\nContent-Type: application/json\r\n";
        read_to_end(&mut send(&portal, &format!("{head}Content-Length: 99\r\n\r\n{{\"em")).await).await
    };
    let upload = async {
        let head = format!("POST {STUDENT_REGISTRATIONS} HTTP/1.1\r\nHost: p\r\nContent-Length: 99999\r\n");
        let mut stream = send(&portal, &format!("{head}Content-Type: multipart/form-data; boundary=b\r\n\r\n")).await;
        let started = Instant::now();
        while started.elapsed() < PATIENCE && stream.write_all(b"x").await.is_ok() {
            if let Ok(count) = timeout(Duration::from_millis(200), stream.readable()).await {
                count.unwrap();
                break;
            }
        }
        read_to_end(&mut stream).await
    };
    let (first_head, silence, second_head, json, upload) = tokio::join!(first_head, silence, second_head, json, upload);
    for response in [first_head, silence, second_head, json, upload] {
        assert_complete(&response, 408, "exception.request.timeout");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn idle_connection_is_closed_after_the_keep_alive_time() {
    let portal = Portal::start_with(|config| config.http_keep_alive_seconds = 1).await;
    let mut stream = send(&portal, GET).await;
    for _ in 0..2 {
        assert!(read_response(&mut stream).await.starts_with("HTTP/1.1 200"));
        stream.write_all(GET.as_bytes()).await.unwrap();
    }
    let last = read_to_end(&mut stream).await;
    assert!(last.starts_with("HTTP/1.1 200") && last.matches("HTTP/1.1").count() == 1, "{last}");
}

#[tokio::test(flavor = "multi_thread")]
async fn reader_that_reads_nothing_is_cut() {
    let portal = Portal::start_with(|config| config.http_stall_seconds = 1).await;
    let mut stream = connect(&portal, LOOPBACK).await;
    // Requests whose responses fill all buffers, until the server reads no more of them.
    let request = "GET /api/openapi.json HTTP/1.1\r\nHost: portal\r\n\r\n".repeat(16);
    let cut = async { while stream.write_all(request.as_bytes()).await.is_ok() {} };
    timeout(PATIENCE, cut).await.expect("the server ends the connection");
}

#[tokio::test(flavor = "multi_thread")]
async fn connections_beyond_the_limit_of_their_address_are_refused() {
    let portal = Portal::start_with(|config| config.http_connections_per_address = 3).await;
    let [one, other] = [2, 3].map(|last| IpAddr::V4(Ipv4Addr::new(127, 0, 0, last)));
    let ask = async |mut stream: TcpStream| {
        // A refused connection may be reset before the request is sent.
        let _ = stream.write_all(GET.as_bytes()).await;
        let mut received = vec![0; 4096];
        let count =
            timeout(PATIENCE, stream.read(&mut received)).await.expect("a response arrives").unwrap_or_default();
        (String::from_utf8(received[..count].to_vec()).unwrap(), stream)
    };
    let mut open = Vec::new();
    for _ in 0..3 {
        let (response, stream) = ask(connect(&portal, one).await).await;
        assert!(response.starts_with("HTTP/1.1 200"), "{response}");
        open.push(stream);
    }
    let refused = read_to_end(&mut connect(&portal, one).await).await;
    assert_complete(&refused, 429, "exception.request.too-many");
    assert!(refused.contains("retry-after: 10"), "{refused}");
    let (response, _) = ask(connect(&portal, other).await).await;
    assert!(response.starts_with("HTTP/1.1 200"), "another address: {response}");
    let loopback: Vec<TcpStream> = futures_util::future::join_all((0..10).map(|_| connect(&portal, LOOPBACK))).await;
    assert_eq!(portal.anonymous().get("/health/live").await.0, 200, "proxies on this machine are exempt");
    drop(loopback);
    open.pop();
    let started = Instant::now();
    while !ask(connect(&portal, one).await).await.0.starts_with("HTTP/1.1 200") {
        assert!(started.elapsed() < PATIENCE, "a closed connection counts no longer");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn connections_beyond_the_total_are_refused() {
    let portal = Portal::start_with(|config| config.http_connections = 2).await;
    let mut open = Vec::new();
    for _ in 0..2 {
        let mut stream = send(&portal, GET).await;
        assert!(read_response(&mut stream).await.starts_with("HTTP/1.1 200"));
        open.push(stream);
    }
    let refused = read_to_end(&mut connect(&portal, LOOPBACK).await).await;
    assert_complete(&refused, 503, "exception.server.unavailable");
}

#[tokio::test(flavor = "multi_thread")]
async fn requests_are_answered_beside_a_thousand_slow_connections() {
    let limit = getrlimit(Resource::Nofile);
    setrlimit(Resource::Nofile, Rlimit { current: limit.maximum, ..limit }).unwrap();
    let portal = Portal::start().await;
    let slow = futures_util::future::join_all((0..1000).map(async |n| {
        let texts = ["GET /health", "POST /api/v1/authenticate HTTP/1.1\r\nHost: p\r\nContent-Length: 9\r\n\r\n{"];
        send(&portal, texts[n % 2]).await
    }))
    .await;
    for _ in 0..20 {
        let started = Instant::now();
        let response = portal.anonymous().request(Method::GET, "/api/v1/settings/public").send().await.unwrap();
        assert!(response.status() == 200 && started.elapsed() < Duration::from_secs(2), "{:?}", started.elapsed());
    }
    assert_eq!(slow.len(), 1000);
}

#[tokio::test(flavor = "multi_thread")]
async fn requests_that_are_not_http_get_complete_responses() {
    let portal = Portal::start().await;
    let long = "a".repeat(200_000);
    for (text, status, key) in [
        ("nonsense\r\n\r\n".to_owned(), 400, "exception.request.invalid"),
        (format!("GET /{long} HTTP/1.1\r\nHost: portal\r\n\r\n"), 431, "exception.request.too-large"),
        (format!("{GET}nonsense\r\n\r\n"), 400, "exception.request.invalid"),
    ] {
        let mut stream = connect(&portal, LOOPBACK).await;
        if let Some(second) = text.strip_prefix(GET) {
            stream.write_all(GET.as_bytes()).await.unwrap();
            assert!(read_response(&mut stream).await.starts_with("HTTP/1.1 200"));
            stream.write_all(second.as_bytes()).await.unwrap();
        } else {
            // The response may interrupt the sending.
            let _ = stream.write_all(text.as_bytes()).await;
        }
        assert_complete(&read_to_end(&mut stream).await, status, key);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn form_beyond_the_size_of_a_request_is_413_also_before_its_first_part() {
    let portal = Portal::start().await;
    let head = format!("POST {STUDENT_REGISTRATIONS} HTTP/1.1\r\nHost: p\r\n");
    let form = "Content-Type: multipart/form-data; boundary=b\r\n";
    let mut announced = send(&portal, &format!("{head}{form}Content-Length: 200000000\r\n\r\n")).await;
    assert_complete(&read_to_end(&mut announced).await, 413, "exception.request.too-large");

    let mut stream = send(&portal, &format!("{head}{form}Transfer-Encoding: chunked\r\n\r\n")).await;
    let lines = format!("{}\r\n", "x".repeat(998)).repeat(65);
    let chunk = format!("{:x}\r\n{lines}\r\n", lines.len());
    let mut sent = 0;
    while sent < 120 * 1024 * 1024 && stream.write_all(chunk.as_bytes()).await.is_ok() {
        sent += lines.len();
    }
    assert!((99..120).contains(&(sent / 1024 / 1024)), "{sent}");
    assert_complete(&read_to_end(&mut stream).await, 413, "exception.request.too-large");
}
