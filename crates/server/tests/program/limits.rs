//! The metrics of limits that were hit.

use std::io::{Read, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::time::{Duration, Instant};

use tokio::net::TcpSocket;

use crate::running::{Serving, migrated_folder, portal_command, request};

/// A connection from another address of loopback than that of proxies.
async fn connect_from_other_address(portal: SocketAddr) -> TcpStream {
    let socket = TcpSocket::new_v4().unwrap();
    socket.bind((Ipv4Addr::new(127, 0, 0, 2), 0).into()).unwrap();
    let stream = socket.connect(portal).await.unwrap().into_std().unwrap();
    stream.set_nonblocking(false).unwrap();
    stream
}

/// Sends a text and reads until the portal ends the connection.
fn send(stream: &mut TcpStream, text: &str) -> String {
    let _ = stream.write_all(text.as_bytes());
    let mut response = Vec::new();
    // A reset may follow the response.
    let _ = stream.read_to_end(&mut response);
    String::from_utf8(response).unwrap()
}

#[tokio::test]
async fn limit_hits_are_counted() {
    let data = migrated_folder();
    let metrics = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let mut command = portal_command(data.path(), &["serve"]);
    command.env("PORTAL_METRICS_ADDRESS", metrics.to_string());
    for key in ["HTTP_CONNECTIONS_PER_ADDRESS", "HTTP_BODY_SECONDS", "SITEMAPS_PER_MINUTE"] {
        command.env(format!("PORTAL_{key}"), "1");
    }
    // Long enough for the second connection while the first is open.
    command.env("PORTAL_HTTP_HEAD_SECONDS", "3");
    let serving = Serving::start(command);
    let portal: SocketAddr = serving.url.strip_prefix("http://").unwrap().parse().unwrap();

    let mut admitted = connect_from_other_address(portal).await;
    // Workers admit connections in parallel: the response shows that this one is the first.
    admitted.write_all(b"GET /health/live HTTP/1.1\r\nHost: p\r\n\r\n").unwrap();
    admitted.read_exact(&mut [0; 12]).unwrap();
    assert!(send(&mut connect_from_other_address(portal).await, "").starts_with("HTTP/1.1 429 "));
    drop(admitted);
    assert!(send(&mut TcpStream::connect(portal).unwrap(), "GET /").starts_with("HTTP/1.1 408 "));
    let body = "POST /api/v1/authenticate HTTP/1.1\r\nHost: p\r\nContent-Length: 9\r\n\r\n{";
    assert!(send(&mut TcpStream::connect(portal).unwrap(), body).starts_with("HTTP/1.1 408 "));
    assert!(send(&mut TcpStream::connect(portal).unwrap(), "nonsense\r\n\r\n").starts_with("HTTP/1.1 400 "));
    for status in [200, 429] {
        let response = request("GET", &format!("{}/sitemap.xml", serving.url)).unwrap();
        assert!(response.contains(&format!(" {status} ")), "{response}");
    }

    let expected = [
        "portal_limit_hits_total{limit=\"connections_per_address\"} 1",
        "portal_limit_hits_total{limit=\"head_time\"} 1",
        "portal_limit_hits_total{limit=\"body_time\"} 1",
        "portal_limit_hits_total{limit=\"sitemap\"} 1",
        "portal_http_requests_total{method=\"OTHER\",path=\"unparsed\",status=\"400\"} 1",
        "portal_http_requests_total{method=\"OTHER\",path=\"unparsed\",status=\"408\"} 1",
        "portal_http_connections 0",
    ];
    let started = Instant::now();
    loop {
        let shown = request("GET", &format!("http://{metrics}/metrics")).unwrap();
        let missing: Vec<_> = expected.iter().filter(|line| !shown.contains(**line)).collect();
        if missing.is_empty() {
            break;
        }
        // Connections end a moment after their responses.
        assert!(started.elapsed() < Duration::from_secs(10), "{missing:?} not in {shown}");
        std::thread::sleep(Duration::from_millis(50));
    }
    assert!(serving.stop("TERM").0);
}
