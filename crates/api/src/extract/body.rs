//! JSON bodies.

use std::future::{Future, poll_fn};
use std::pin::{Pin, pin};
use std::task::Poll;
use std::time::Duration;

use actix_web::dev::Payload;
use actix_web::http::header;
use actix_web::web::BytesMut;
use actix_web::{FromRequest, HttpMessage, HttpRequest, web};
use futures_util::StreamExt;
use tokio::time::error::Elapsed;
use tokio::time::timeout;

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
        let body = read_plain_json(request, payload);
        Box::pin(async move { read_json(&body.await?).map(Self) })
    }
}

/// A JSON body that the handler parses, because its fields depend on the user.
pub(crate) struct UnparsedBody(pub BytesMut);

impl FromRequest for UnparsedBody {
    type Error = ApiError;
    type Future = Pin<Box<dyn Future<Output = Result<Self, ApiError>>>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let body = read_plain_json(request, payload);
        Box::pin(async move { body.await.map(Self) })
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
    // Most clients send no parameters, so that there is nothing to parse.
    let is_json = request.headers().get(header::CONTENT_TYPE).is_some_and(|content| content == "application/json")
        || matches!(request.mime_type(), Ok(Some(mime)) if mime.essence_str() == "application/json");
    is_json && request.headers().get(header::CONTENT_ENCODING).is_none_or(|coding| coding == "identity")
}

fn read_plain_json(
    request: &HttpRequest,
    payload: &mut Payload,
) -> impl Future<Output = Result<BytesMut, ApiError>> + use<> {
    let is_json = is_plain_json(request);
    let body = read(request, payload);
    async move {
        let body = body.await?;
        if is_json { Ok(body) } else { Err(ApiError::unsupported_media_type()) }
    }
}

/// Reads a body within the time and the size for it.
fn read(request: &HttpRequest, payload: &mut Payload) -> impl Future<Output = Result<BytesMut, ApiError>> + use<> {
    let limit = request.app_data::<web::Data<Api>>().map(|api| api.bodies.json);
    let size = refuse_beyond(MAX_BYTES as u64, request);
    let body = read_all(payload.take());
    async move {
        size?;
        let limit = limit.ok_or_else(ApiError::internal)?;
        within(limit, body).await.unwrap_or_else(|_| {
            count_limit_hit("body_time");
            Err(ApiError::timeout())
        })
    }
}

/// Like [`timeout`], but the timer starts with the second poll. The server hands over a body that it
/// received with its head after the handler was polled once, so most bodies need no timer.
async fn within<T>(limit: Duration, future: impl Future<Output = T>) -> Result<T, Elapsed> {
    let mut future = pin!(future);
    let mut is_first_poll = true;
    let early = poll_fn(|context| match future.as_mut().poll(context) {
        Poll::Ready(value) => Poll::Ready(Some(value)),
        Poll::Pending if is_first_poll => {
            is_first_poll = false;
            context.waker().wake_by_ref();
            Poll::Pending
        }
        Poll::Pending => Poll::Ready(None),
    });
    match early.await {
        Some(value) => Ok(value),
        None => timeout(limit, future).await,
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

#[cfg(test)]
mod tests {
    use std::future::pending;

    use tokio::task::yield_now;

    use super::*;

    #[tokio::test]
    async fn within_starts_no_timer_for_a_value_of_the_second_poll() {
        assert_eq!(within(Duration::ZERO, async { 1 }).await, Ok(1));
        let second = async {
            yield_now().await;
            2
        };
        assert_eq!(within(Duration::ZERO, second).await, Ok(2));
    }

    #[tokio::test]
    async fn within_ends_at_the_limit_and_not_before() {
        assert!(within(Duration::from_millis(1), pending::<()>()).await.is_err());
        let late = tokio::time::sleep(Duration::from_millis(2));
        assert_eq!(within(Duration::from_mins(1), late).await, Ok(()));
    }
}
