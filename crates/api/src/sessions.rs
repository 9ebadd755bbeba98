//! Handlers of sessions: login, refresh and logout.

use actix_web::cookie::time::Duration;
use actix_web::cookie::{Cookie, SameSite};
use actix_web::http::StatusCode;
use actix_web::http::header::HeaderName;
use actix_web::{HttpRequest, HttpResponse, ResponseError, post, web};
use portal_domain::user::Email;
use portal_services::ports::RefreshToken;
use portal_services::sessions::{self, IssuedTokens, Login};
use serde::Serialize;
use utoipa::ToSchema;

use crate::Api;
use crate::error::ApiError;
use crate::extract::text::{Line, Password};
use crate::extract::{Body, Identity, request};
use crate::response::envelope::envelope;

const CLEAR_SITE_DATA: HeaderName = HeaderName::from_static("clear-site-data");
const REFRESH_COOKIE: &str = "portal_refresh";
/// Marks a browser with an earlier login, which is exempt from the delay of an attacked account.
const DEVICE_COOKIE: &str = "portal_device";
/// The lifetime of that cookie.
pub(crate) const DEVICE_COOKIE_DAYS: i64 = 365;
const COOKIE_PATH: &str = "/api/v1";

request! {
    /// The credentials of a user.
    pub(crate) struct AuthenticateRequest {
        email: Line<{ Email::MAX_CHARS }>,
        password: Password,
    }
}

/// An access token, valid for 15 minutes.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct TokenResponse {
    token: String,
}

envelope!(TokenEnvelope(TokenResponse));

/// Logs in.
///
/// Returns an access token, and sets the refresh token as the cookie `portal_refresh`.
#[utoipa::path(
    operation_id = "authenticate",
    tag = "session",
    request_body = AuthenticateRequest,
    responses(
        (status = 200, description = "The access token.", body = TokenEnvelope),
        (status = 401, description = "The password is wrong, the email address is unknown, or the user is not active."),
        (status = 429),
    )
)]
#[post("/authenticate")]
pub(crate) async fn authenticate(
    api: web::Data<Api>,
    request: HttpRequest,
    body: Body<AuthenticateRequest>,
) -> Result<HttpResponse, ApiError> {
    let address = api.client_address(&request);
    api.limits.check_login(address)?;
    let (email, password) = (body.0.email.0, body.0.password.0);
    let device = request.cookie(DEVICE_COOKIE).map(|cookie| cookie.value().to_owned());
    let (issued, device) = sessions::authenticate(&api.ports, Login { email, password, device, address }).await?;
    let mut response = respond(&api, issued);
    // Adding a cookie fails only for invalid characters, which tokens do not contain.
    let _ = response.add_cookie(&cookie(&api, DEVICE_COOKIE, device, Duration::days(DEVICE_COOKIE_DAYS)));
    Ok(response)
}

/// Exchanges the refresh token of the cookie for a new access token and a new refresh token.
#[utoipa::path(
    operation_id = "refreshSession",
    tag = "session",
    responses(
        (status = 200, description = "The new access token.", body = TokenEnvelope),
        (status = 401, description = "The refresh token is missing, expired or revoked."),
        (status = 429),
    )
)]
#[post("/refresh")]
pub(crate) async fn refresh_session(api: web::Data<Api>, request: HttpRequest) -> Result<HttpResponse, ApiError> {
    let address = api.client_address(&request);
    api.limits.check_refresh(address)?;
    let token = refresh_token(&request).unwrap_or(RefreshToken(String::new()));
    match sessions::refresh_session(&api.ports, &token).await {
        Ok(issued) => Ok(respond(&api, issued)),
        Err(error) => {
            let error = ApiError::from(error);
            if error.status_code() == StatusCode::UNAUTHORIZED {
                api.limits.note_refused_refresh(address);
            }
            Err(error)
        }
    }
}

/// Logs out.
///
/// Ends the session of the cookie or of the access token, and succeeds without both.
#[utoipa::path(operation_id = "logout", tag = "session", responses((status = 204)))]
#[post("/logout")]
pub(crate) async fn logout(api: web::Data<Api>, request: HttpRequest) -> Result<HttpResponse, ApiError> {
    let session = match Identity::of(&request) {
        Identity::Known(session, _) => Some(session),
        Identity::Anonymous | Identity::Invalid => None,
    };
    sessions::logout(&api.ports, refresh_token(&request).as_ref(), session).await?;
    // Not `storage`: it holds theme and language, and the app removes its drafts and token itself.
    // Not `cookies`: it would remove the mark of a known browser.
    let mut response = HttpResponse::NoContent().insert_header((CLEAR_SITE_DATA, "\"cache\"")).finish();
    let _ = response.add_removal_cookie(&cookie(&api, REFRESH_COOKIE, String::new(), Duration::ZERO));
    Ok(response)
}

fn refresh_token(request: &HttpRequest) -> Option<RefreshToken> {
    request.cookie(REFRESH_COOKIE).map(|cookie| RefreshToken(cookie.value().to_owned()))
}

fn respond(api: &Api, issued: IssuedTokens) -> HttpResponse {
    let idle = api.ports.config.session.idle.num_seconds();
    let cookie = cookie(api, REFRESH_COOKIE, issued.refresh.0, Duration::seconds(idle));
    HttpResponse::Ok().cookie(cookie).json(TokenEnvelope { payload: TokenResponse { token: issued.access } })
}

fn cookie(api: &Api, name: &'static str, value: String, max_age: Duration) -> Cookie<'static> {
    Cookie::build(name, value)
        .path(COOKIE_PATH)
        .http_only(true)
        .same_site(SameSite::Lax)
        .secure(api.secure_cookies)
        .max_age(max_age)
        .finish()
}
