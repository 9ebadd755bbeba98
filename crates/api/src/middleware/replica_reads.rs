//! Decides which requests may read from a replica of the database.
//!
//! A user always sees their own changes: after one the browser has a cookie for as long as the replica
//! may lag, and its requests read from the primary database. So no process must remember it, and any
//! process can answer the next request. The cookie needs no signature: without it, or with a forged
//! one, a client sees no other data, only older or newer.

use std::time::Duration;

use actix_web::body::MessageBody;
use actix_web::cookie::{Cookie, SameSite};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::{Method, header};
use actix_web::middleware::Next;
use actix_web::{Error, HttpRequest, web};
use portal_services::replica_reads;

use crate::Api;
use crate::sessions::REFRESH_COOKIE;

/// Present for a while after a change.
const CHANGED_COOKIE: &str = "portal_changed";

/// Sent by POST because of its length; it changes nothing.
const SEARCH_PATH: &str = "/api/v1/listings/search";

/// The end of the path that counts a view of a listing: the count is written later anyway.
const VIEWS: &str = "/views";

/// The time from the response of a change to the arrival of its cookie.
const MARGIN: Duration = Duration::from_secs(1);

pub(crate) async fn choose_database<B: MessageBody>(
    api: web::Data<Api>,
    request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<B>, Error> {
    let Some(max_lag) = api.max_replica_lag else { return next.call(request).await };
    if changes(request.method(), request.path()) {
        let mut response = next.call(request).await?;
        // Also after an error: it may have occurred after the commit.
        if !response.status().is_client_error() {
            let cookie = changed_cookie(&api, max_lag);
            // Fails only for invalid characters.
            let _ = response.response_mut().add_cookie(&cookie);
        }
        return Ok(response);
    }
    if keeps_cookies(request.request()) && request.cookie(CHANGED_COOKIE).is_none() {
        replica_reads::permitting_replica_reads(next.call(request)).await
    } else {
        next.call(request).await
    }
}

fn changes(method: &Method, path: &str) -> bool {
    !method.is_safe() && path != SEARCH_PATH && !path.ends_with(VIEWS)
}

/// Whether the client would have the cookie after a change. Visitors change nothing that they could
/// read; programs that send a token but no cookies always read from the primary database.
fn keeps_cookies(request: &HttpRequest) -> bool {
    !request.headers().contains_key(header::AUTHORIZATION) || request.cookie(REFRESH_COOKIE).is_some()
}

fn changed_cookie(api: &Api, max_lag: Duration) -> Cookie<'static> {
    let max_age = (max_lag + MARGIN).as_secs();
    Cookie::build(CHANGED_COOKIE, "1")
        // Pages contain first responses of the API.
        .path("/")
        .http_only(true)
        .same_site(SameSite::Lax)
        .secure(api.secure_cookies)
        .max_age(actix_web::cookie::time::Duration::seconds(i64::try_from(max_age).unwrap_or(i64::MAX)))
        .finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_is_true_for_all_but_reads_and_searches() {
        assert!(changes(&Method::POST, "/api/v1/listings") && changes(&Method::DELETE, "/api/v1/users/profile"));
        for (method, path) in [
            (Method::GET, "/api/v1/listings/1"),
            (Method::POST, SEARCH_PATH),
            (Method::POST, "/api/v1/listings/1/views"),
        ] {
            assert!(!changes(&method, path), "{path}");
        }
    }
}
