//! The access token of a request is turned into the person behind it.

use actix_web::body::MessageBody;
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::header::{self, HeaderMap};
use actix_web::middleware::Next;
use actix_web::{Error, HttpMessage, web};
use portal_services::sessions;

use super::{Answered, refuse};
use crate::extract::Identity;
use crate::state::Api;

/// Paths whose answer is the same for everybody: no look at the token, no question to the database.
const SAME_FOR_EVERYBODY: [&str; 6] = [
    "/api/v1/listings/search",
    "/api/v1/listings/suggest",
    "/api/v1/commons/amenities",
    "/api/v1/settings/public",
    "/api/v1/authenticate",
    "/api/v1/refresh",
];

pub(crate) async fn identify<B: MessageBody>(
    api: web::Data<Api>,
    request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<Answered<B>>, Error> {
    let path = request.path();
    if path.starts_with("/api/v1/") && !SAME_FOR_EVERYBODY.contains(&path) {
        let identity = match bearer(request.headers()) {
            None => Identity::Nobody,
            Some(token) => match sessions::identify(&api.ports, token).await {
                Ok(Some((session, actor))) => Identity::Known(session, actor.at(api.client_address(request.request()))),
                Ok(None) => Identity::Refused,
                Err(error) => return Ok(refuse(request, &error.into())),
            },
        };
        request.extensions_mut().insert(identity);
    }
    Ok(next.call(request).await?.map_into_left_body())
}

/// The token of the `Authorization` header; a header of another kind counts as a token that is refused.
fn bearer(headers: &HeaderMap) -> Option<&str> {
    let value = headers.get(header::AUTHORIZATION)?;
    let token = value.to_str().ok().and_then(|text| {
        let (scheme, token) = text.split_once(' ')?;
        scheme.eq_ignore_ascii_case("bearer").then_some(token.trim())
    });
    Some(token.unwrap_or_default())
}
