//! What log lines and errors say about the request that they belong to.

use std::net::IpAddr;

use actix_web::HttpRequest;
use actix_web::http::header::{HeaderMap, HeaderName};

use crate::Api;

pub(super) const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");
/// A longer id is replaced.
const MAX_ID_LENGTH: usize = 64;

/// What the logs say about the source of a request.
#[derive(Debug, Clone)]
pub struct RequestContext {
    /// Letters, digits, `-`, `_` and `.` only.
    pub id: String,
    /// The client's IPv4 address, or the /64 of its IPv6 address. `None` if its head could not be
    /// read.
    pub network: Option<IpAddr>,
    /// The trace that records the request.
    pub trace_id: Option<String>,
}

tokio::task_local! {
    pub(super) static REQUEST: RequestContext;
}

/// Reads the request of this task; `None` outside of a request.
pub fn with_current_request<T>(read: impl FnOnce(&RequestContext) -> T) -> Option<T> {
    REQUEST.try_with(read).ok()
}

/// The request of this task; `None` outside of a request.
pub(crate) fn current_request() -> Option<RequestContext> {
    with_current_request(Clone::clone)
}

/// The id of the request of this task; empty outside of a request.
pub(crate) fn current_request_id() -> String {
    with_current_request(|request| request.id.clone()).unwrap_or_default()
}

/// Runs `work` as part of a request that no route handles.
pub(crate) fn within_request<T>(id: String, work: impl FnOnce() -> T) -> T {
    REQUEST.sync_scope(RequestContext { id, network: None, trace_id: None }, work)
}

/// The id that a trusted proxy has given the request, or a new one.
pub(super) fn request_id(api: &Api, request: &HttpRequest) -> String {
    let given = header_of_proxy(api, request, &REQUEST_ID).filter(|id| is_request_id(id));
    given.map_or_else(|| api.ports.identifiers.next().to_string(), str::to_owned)
}

/// A header that only a trusted proxy may set. Ignored if it is repeated: a proxy that appends its
/// value leaves that of the client in front of it.
pub(super) fn header_of_proxy<'a>(api: &Api, request: &'a HttpRequest, name: &HeaderName) -> Option<&'a str> {
    let peer = request.peer_addr()?.ip();
    if api.proxies.trusts(peer) { single(request.headers(), name) } else { None }
}

fn single<'a>(headers: &'a HeaderMap, name: &HeaderName) -> Option<&'a str> {
    let mut values = headers.get_all(name);
    let value = values.next()?.to_str().ok()?;
    values.next().is_none().then_some(value)
}

/// The id is written into headers, logs and JSON as it is.
fn is_request_id(text: &str) -> bool {
    let is_allowed = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.');
    (1..=MAX_ID_LENGTH).contains(&text.len()) && text.bytes().all(is_allowed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn is_request_id_accepts_64_letters_digits_and_separators() {
        for id in ["a", "0198f1c2-0000-7000-8000-000000000000", "Root_1.2-x", &"x".repeat(64)] {
            assert!(is_request_id(id), "{id}");
        }
        for id in ["", " a", "a b", "a\"b", "ä", "a\n", "a=1", "a:b", &"x".repeat(65)] {
            assert!(!is_request_id(id), "{id}");
        }
    }

    #[test]
    fn single_ignores_repeated_headers() {
        let mut headers = HeaderMap::new();
        assert_eq!(single(&headers, &REQUEST_ID), None);
        headers.append(REQUEST_ID, "one".parse().unwrap());
        assert_eq!(single(&headers, &REQUEST_ID), Some("one"));
        headers.append(REQUEST_ID, "two".parse().unwrap());
        assert_eq!(single(&headers, &REQUEST_ID), None);
    }
}
