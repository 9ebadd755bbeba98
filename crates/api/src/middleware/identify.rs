//! Resolves the access token of a request to its user.

use actix_web::body::MessageBody;
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::header::{self, HeaderMap};
use actix_web::middleware::Next;
use actix_web::{Error, HttpMessage, web};
use portal_services::sessions::{self, Identified};

use super::{MaybeReplaced, respond_with_error};
use crate::Api;
use crate::extract::Identity;

/// Paths whose response does not depend on the user: the token is ignored, to save a database
/// query.
const PUBLIC_PATHS: [&str; 8] = [
    "/api/v1/listings/search",
    "/api/v1/listings/suggest",
    "/api/v1/listings/towns",
    "/api/v1/commons/amenities",
    "/api/v1/settings/public",
    "/api/v1/authenticate",
    "/api/v1/authenticate/second-factor",
    "/api/v1/refresh",
];

pub(crate) async fn identify<B: MessageBody>(
    api: web::Data<Api>,
    request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<MaybeReplaced<B>>, Error> {
    let path = request.path();
    if path.starts_with("/api/v1/") && !PUBLIC_PATHS.contains(&path) {
        let identity = match bearer_token(request.headers()) {
            None => Identity::Anonymous,
            Some(token) => match sessions::identify(&api.ports, token).await {
                Ok(Some(identified)) => {
                    let actor = identified.actor.at(api.client_address(request.request()));
                    Identity::Known(Identified { actor, ..identified })
                }
                Ok(None) => Identity::Invalid,
                Err(error) => return Ok(respond_with_error(request, &error.into())),
            },
        };
        request.extensions_mut().insert(identity);
    }
    Ok(next.call(request).await?.map_into_left_body())
}

/// The token of the `Authorization` header. Another scheme counts as an invalid token.
fn bearer_token(headers: &HeaderMap) -> Option<&str> {
    let value = headers.get(header::AUTHORIZATION)?;
    let token = value.to_str().ok().and_then(|text| {
        let (scheme, token) = text.split_once(' ')?;
        scheme.eq_ignore_ascii_case("bearer").then_some(token.trim())
    });
    Some(token.unwrap_or_default())
}
