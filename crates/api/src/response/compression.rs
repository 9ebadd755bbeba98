//! Compresses responses.

use std::cell::RefCell;

use actix_web::http::header::{self, HeaderValue};
use actix_web::{HttpRequest, HttpResponse};
use flate2::{Compress, Compression, FlushCompress, Status};

use crate::response::accept::accepts;

/// Responses below this size, in bytes, fit into one packet and are not compressed.
const MIN_SIZE: usize = 1024;

/// The fastest level, because searches are frequent. It shrinks 15.3 kB to 3.8 kB.
const LEVEL: Compression = Compression::new(1);

/// The base-2 logarithm of the window size: the most that gzip permits, 32 kB.
const WINDOW_BITS: u8 = 15;

thread_local! {
    // Kept, because allocating its tables takes a tenth of the time of compressing a response.
    static COMPRESS: RefCell<Compress> = RefCell::new(Compress::new_gzip(LEVEL, WINDOW_BITS));
}

/// A 200 response with this JSON, compressed with gzip if the client accepts it.
///
/// Only for responses without secrets: the compressed size leaks information about the content.
pub(crate) fn json(request: &HttpRequest, body: Vec<u8>) -> HttpResponse {
    let mut response = HttpResponse::Ok();
    response
        .insert_header((header::CONTENT_TYPE, HeaderValue::from_static("application/json")))
        .insert_header((header::VARY, HeaderValue::from_static("Accept-Encoding")));
    if body.len() < MIN_SIZE || !accepts(request.headers(), header::ACCEPT_ENCODING, "gzip") {
        return response.body(body);
    }
    match gzip(&body) {
        Some(compressed) => response.insert_header((header::CONTENT_ENCODING, "gzip")).body(compressed),
        None => response.body(body),
    }
}

/// `None` if the compressed text would not be shorter.
fn gzip(body: &[u8]) -> Option<Vec<u8>> {
    let mut compressed = Vec::with_capacity(body.len());
    let status = COMPRESS.with_borrow_mut(|compress| {
        compress.reset();
        compress.compress_vec(body, &mut compressed, FlushCompress::Finish)
    });
    (status.ok()? == Status::StreamEnd).then_some(compressed)
}

#[cfg(test)]
mod tests {
    use actix_web::body::to_bytes;
    use actix_web::test::TestRequest;

    use super::*;

    async fn respond(accepted: Option<&str>, body: &[u8]) -> (Option<String>, Vec<u8>) {
        let header = ("accept-encoding", accepted.unwrap_or_default());
        let request = TestRequest::default().insert_header(header);
        let response = json(&request.to_http_request(), body.to_vec());
        let header = |name| response.headers().get(name).map(|value| value.to_str().unwrap().to_owned());
        assert_eq!(header("vary").as_deref(), Some("Accept-Encoding"));
        assert_eq!(header("content-type").as_deref(), Some("application/json"));
        let encoding = header("content-encoding");
        (encoding, to_bytes(response.into_body()).await.unwrap().to_vec())
    }

    #[actix_web::test]
    async fn json_compresses_only_for_clients_that_accept_gzip() {
        let body = br#"{"title":"Zimmer"}"#.repeat(100);
        // The second one by the same tables.
        for body in [&body, &body[1..].to_vec()] {
            let (encoding, compressed) = respond(Some("br, gzip;q=0.5"), body).await;
            assert_eq!(encoding.as_deref(), Some("gzip"));
            assert!(compressed.len() < body.len() / 4, "{}", compressed.len());
            let mut plain = Vec::new();
            std::io::Read::read_to_end(&mut flate2::read::GzDecoder::new(compressed.as_slice()), &mut plain).unwrap();
            assert_eq!(&plain, body);
        }
        for accepted in [None, Some("br"), Some("gzip;q=0"), Some("identity")] {
            assert_eq!(respond(accepted, &body).await, (None, body.clone()), "{accepted:?}");
        }
    }

    #[actix_web::test]
    async fn json_that_does_not_become_shorter_is_not_compressed() {
        let body: Vec<u8> = (0..1000).flat_map(|_| uuid::Uuid::new_v4().into_bytes()).collect();
        assert_eq!(respond(Some("gzip"), &body).await, (None, body));
    }

    #[actix_web::test]
    async fn json_below_min_size_is_not_compressed() {
        let body = b"[]".to_vec();
        assert_eq!(respond(Some("gzip"), &body).await, (None, body));
    }
}
