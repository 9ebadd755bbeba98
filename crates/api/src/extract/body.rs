//! JSON bodies.

use std::future::Future;
use std::pin::Pin;

use actix_web::dev::Payload;
use actix_web::http::header;
use actix_web::web::BytesMut;
use actix_web::{FromRequest, HttpMessage, HttpRequest, web};
use futures_util::StreamExt;

use super::payload::refuse_beyond;
use super::request::{FromFields, read_json};
use crate::Api;
use crate::error::ApiError;
use crate::middleware::count_limit_hit;

/// The size limit of a JSON body, in bytes. The largest listing is below 100 kB.
pub(crate) const MAX_BYTES: usize = 256 * 1024;

/// A request in a JSON body.
pub(crate) struct Body<T>(pub T);

impl<T: FromFields + 'static> FromRequest for Body<T> {
    type Error = ApiError;
    type Future = Pin<Box<dyn Future<Output = Result<Self, ApiError>>>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let is_json = is_plain_json(request);
        let body = read(request, payload);
        Box::pin(async move {
            let body = body.await?;
            if !is_json {
                return Err(ApiError::unsupported_media_type());
            }
            read_json(&body).map(Self)
        })
    }
}

/// A request whose body may be missing, like one without fields.
pub(crate) struct OptionalBody<T>(pub T);

impl<T: FromFields + 'static> FromRequest for OptionalBody<T> {
    type Error = ApiError;
    type Future = Pin<Box<dyn Future<Output = Result<Self, ApiError>>>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let is_json = is_plain_json(request);
        let body = read(request, payload);
        Box::pin(async move {
            let body = body.await?;
            match (body.is_empty(), is_json) {
                (true, _) => read_json(b"{}").map(Self),
                (false, true) => read_json(&body).map(Self),
                (false, false) => Err(ApiError::unsupported_media_type()),
            }
        })
    }
}

/// Uncompressed JSON: a compressed body could exceed the limit after decompression.
fn is_plain_json(request: &HttpRequest) -> bool {
    let is_json = matches!(request.mime_type(), Ok(Some(mime)) if mime.essence_str() == "application/json");
    is_json && request.headers().get(header::CONTENT_ENCODING).is_none_or(|coding| coding == "identity")
}

/// Reads a body within the time and the size for it.
fn read(request: &HttpRequest, payload: &mut Payload) -> impl Future<Output = Result<BytesMut, ApiError>> + use<> {
    let limit = request.app_data::<web::Data<Api>>().map(|api| api.bodies.json);
    let size = refuse_beyond(MAX_BYTES as u64, request);
    let body = read_all(payload.take());
    async move {
        size?;
        let limit = limit.ok_or_else(ApiError::internal)?;
        tokio::time::timeout(limit, body).await.unwrap_or_else(|_| {
            count_limit_hit("body_time");
            Err(ApiError::timeout())
        })
    }
}

async fn read_all(mut payload: Payload) -> Result<BytesMut, ApiError> {
    let mut body = BytesMut::new();
    while let Some(chunk) = payload.next().await {
        let chunk = chunk.map_err(|_| ApiError::invalid())?;
        if body.len() + chunk.len() > MAX_BYTES {
            return Err(ApiError::payload_too_large());
        }
        body.extend_from_slice(&chunk);
    }
    Ok(body)
}
