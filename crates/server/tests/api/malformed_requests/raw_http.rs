//! Bytes on a connection, for requests that an HTTP client does not send.

use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

const SEARCH: &str = "POST /api/v1/listings/search HTTP/1.1\r\nHost: portal\r\nConnection: close\r\n";
const JSON: &str = "Content-Type: application/json\r\n";

pub(crate) struct RawClient {
    address: String,
}

#[derive(Debug)]
pub(crate) struct RawResponse {
    /// `None` if the connection ended without a response.
    pub status: Option<u16>,
    pub body: String,
}

impl RawClient {
    pub(crate) fn to(url: &str) -> Self {
        Self { address: url.trim_start_matches("http://").to_owned() }
    }

    /// Sends the bytes and reads to the end of the connection.
    pub(crate) async fn send(&self, request: &[u8]) -> RawResponse {
        let (mut reading, mut writing) = TcpStream::connect(&self.address).await.unwrap().into_split();
        let mut received = Vec::new();
        let exchange = async {
            // An early response may interrupt the sending, so only the response counts.
            let (_, _) = tokio::join!(writing.write_all(request), reading.read_to_end(&mut received));
        };
        let ended = tokio::time::timeout(Duration::from_secs(20), exchange).await;
        assert!(ended.is_ok(), "no response to {:.200}", String::from_utf8_lossy(request));
        let text = String::from_utf8_lossy(&received);
        let status = text.strip_prefix("HTTP/1.1 ").and_then(|rest| rest.get(..3)?.parse().ok());
        let body = text.split_once("\r\n\r\n").map(|(_, body)| body.to_owned()).unwrap_or_default();
        RawResponse { status, body }
    }
}

/// Requests that are not HTTP, with their names.
pub(crate) fn invalid_requests() -> Vec<(&'static str, Vec<u8>)> {
    let get = "GET /health/live HTTP/1.1\r\nHost: portal\r\nConnection: close\r\n";
    vec![
        ("noise", vec![0x16, 0x03, 0x01, 0x00, 0xff, 0x0d, 0x0a, 0x0d, 0x0a]),
        ("no version", b"GET /health/live\r\n\r\n".to_vec()),
        ("an unknown version", b"GET / HTTP/9.9\r\nHost: portal\r\n\r\n".to_vec()),
        ("a line without a colon", format!("{get}nonsense\r\n\r\n").into_bytes()),
        ("NUL in a header", format!("{get}X-A: a\0b\r\n\r\n").into_bytes()),
        ("a space before the colon", format!("{get}X-A : b\r\n\r\n").into_bytes()),
        ("a header too long", format!("{get}X-A: {}\r\n\r\n", "a".repeat(200_000)).into_bytes()),
        ("too many headers", format!("{get}{}\r\n", "X-A: b\r\n".repeat(10_000)).into_bytes()),
        ("a path too long", format!("GET /{} HTTP/1.1\r\nHost: portal\r\n\r\n", "a".repeat(200_000)).into_bytes()),
        ("a negative length", format!("{SEARCH}{JSON}Content-Length: -1\r\n\r\n{{}}").into_bytes()),
        ("two lengths", format!("{SEARCH}{JSON}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{{}}").into_bytes()),
        (
            "a length and chunks",
            format!("{SEARCH}{JSON}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n").into_bytes(),
        ),
        ("a chunk without a size", format!("{SEARCH}{JSON}Transfer-Encoding: chunked\r\n\r\nzz\r\n\r\n").into_bytes()),
        (
            "a chunk size that overflows",
            format!("{SEARCH}{JSON}Transfer-Encoding: chunked\r\n\r\nffffffffffffffffff\r\n{{}}\r\n").into_bytes(),
        ),
    ]
}

/// Unusual HTTP requests, with their names and expected statuses.
pub(crate) fn unusual_requests() -> Vec<(&'static str, Vec<u8>, u16)> {
    let json = |headers: &str, body: &str| {
        format!("{SEARCH}{JSON}{headers}Content-Length: {}\r\n\r\n{body}", body.len()).into_bytes()
    };
    let string_of_10_mb = format!("{{\"keyword\":\"{}\"}}", "x".repeat(10_000_000));
    vec![
        ("10 MB in one string", json("", &string_of_10_mb), 413),
        ("two origins", json("Origin: http://portal\r\nOrigin: https://evil.example\r\n", "{}"), 400),
        ("an origin that is not text", json("Origin: \u{e4}\r\n", "{}"), 400),
        ("a body that is not compressed", json("Content-Encoding: gzip\r\n", "{}"), 415),
        ("a token that is not text", b"GET /api/v1/users/profile HTTP/1.1\r\nHost: portal\r\nConnection: close\r\nAuthorization: Bearer \xff\xfe\r\n\r\n".to_vec(), 403),
        ("a malformed cookie", b"POST /api/v1/refresh HTTP/1.1\r\nHost: portal\r\nConnection: close\r\nCookie: portal_refresh=%00%ff; =; ;;\r\nContent-Length: 0\r\n\r\n".to_vec(), 401),
        ("an absolute address", b"GET http://evil.example/api/v1/nothing HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n".to_vec(), 404),
        ("dots in the path", b"GET /api/v1/../../etc/passwd HTTP/1.1\r\nHost: portal\r\nConnection: close\r\n\r\n".to_vec(), 404),
        ("TRACE", b"TRACE /api/v1/listings/search HTTP/1.1\r\nHost: portal\r\nConnection: close\r\n\r\n".to_vec(), 405),
    ]
}
