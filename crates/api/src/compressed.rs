//! Answers that are compressed where that pays.

use std::io::Write;

use actix_web::http::header::{self, ContentType};
use actix_web::{HttpRequest, HttpResponse};
use flate2::Compression;
use flate2::write::GzEncoder;

use crate::accept::accepts;

/// Below this many bytes an answer fits into one packet anyway.
const SMALLEST: usize = 1024;

/// The fastest level, because searches are asked for more often than pages: 16.1 kB become 3.9.
const ANSWER: Compression = Compression::new(1);

/// A middle level: on a listing's page (8 KB) it takes a sixth of a millisecond, the best level saves a hundredth more,
/// and brotli, where it saves a tenth, takes three times as long.
pub(crate) const PAGE: Compression = Compression::new(4);

/// A 200 with this JSON, as gzip for a client that takes it.
///
/// Only for answers without secrets: the length of a compressed answer tells about its content.
pub(crate) fn json(request: &HttpRequest, body: Vec<u8>) -> HttpResponse {
    let mut response = HttpResponse::Ok();
    response.content_type(ContentType::json()).insert_header((header::VARY, "Accept-Encoding"));
    if body.len() < SMALLEST || !accepts(request.headers(), header::ACCEPT_ENCODING, "gzip") {
        return response.body(body);
    }
    match gzip(&body, ANSWER) {
        Ok(compressed) => response.insert_header((header::CONTENT_ENCODING, "gzip")).body(compressed),
        Err(_) => response.body(body),
    }
}

/// Compresses what is made for one request.
pub(crate) fn gzip(body: &[u8], level: Compression) -> std::io::Result<Vec<u8>> {
    let mut encoder = GzEncoder::new(Vec::with_capacity(body.len() / 2), level);
    encoder.write_all(body)?;
    encoder.finish()
}

#[cfg(test)]
mod tests {
    use actix_web::body::to_bytes;
    use actix_web::test::TestRequest;

    use super::*;

    async fn answer(accepted: Option<&str>, body: &[u8]) -> (Option<String>, Vec<u8>) {
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
    async fn json_is_compressed_for_clients_that_accept_gzip_only() {
        let body = br#"{"title":"Zimmer"}"#.repeat(100);
        let (encoding, compressed) = answer(Some("br, gzip;q=0.5"), &body).await;
        assert_eq!(encoding.as_deref(), Some("gzip"));
        assert!(compressed.len() < body.len() / 4, "{}", compressed.len());
        let mut plain = Vec::new();
        std::io::Read::read_to_end(&mut flate2::read::GzDecoder::new(compressed.as_slice()), &mut plain).unwrap();
        assert_eq!(plain, body);
        for accepted in [None, Some("br"), Some("gzip;q=0"), Some("identity")] {
            assert_eq!(answer(accepted, &body).await, (None, body.clone()), "{accepted:?}");
        }
    }

    #[actix_web::test]
    async fn json_below_a_packet_is_sent_as_it_is() {
        let body = b"[]".to_vec();
        assert_eq!(answer(Some("gzip"), &body).await, (None, body));
    }
}
