//! Logging in, refreshing, logging out.

use actix_web::cookie::time::Duration;
use actix_web::cookie::{Cookie, SameSite};
use actix_web::{HttpRequest, HttpResponse, post, web};
use portal_services::ports::RefreshToken;
use portal_services::sessions::{self, Issued, LogIn};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use validator::Validate;

use crate::envelope::{ErrorResponse, envelope};
use crate::error::ApiError;
use crate::extract::{Body, Identity};
use crate::state::Api;
use crate::text::{Line, Password, required};

const REFRESH_COOKIE: &str = "portal_refresh";
/// Marks a browser from which somebody has logged in before: it gets in while strangers have to wait.
const DEVICE_COOKIE: &str = "portal_device";
/// How long a browser keeps that cookie.
pub(crate) const DEVICE_COOKIE_DAYS: i64 = 365;
const COOKIE_PATH: &str = "/api/v1";

/// E-mail and password.
#[derive(Deserialize, Validate, ToSchema)]
pub struct AuthenticateRequest {
    #[validate(custom(function = "required"))]
    #[schema(inline)]
    email: Line<254>,
    #[validate(custom(function = "required"))]
    #[schema(inline)]
    password: Password,
}

/// An access token, valid for 15 minutes.
#[derive(Debug, Serialize, ToSchema)]
pub struct TokenResponse {
    token: String,
}

envelope!(TokenEnvelope(TokenResponse));

/// Logs in. The refresh token comes in the cookie `portal_refresh`.
#[utoipa::path(
    operation_id = "authenticate",
    tag = "session",
    request_body = AuthenticateRequest,
    responses(
        (status = 200, description = "The access token, and the refresh token as a cookie.", body = TokenEnvelope),
        (status = 401, description = "Wrong password, unknown e-mail, or a user who is not active.", body = ErrorResponse),
        (status = 429, body = ErrorResponse),
    )
)]
#[post("/authenticate")]
pub async fn authenticate(
    api: web::Data<Api>,
    request: HttpRequest,
    body: Body<AuthenticateRequest>,
) -> Result<HttpResponse, ApiError> {
    api.limits.log_in(api.client_address(&request))?;
    let (email, password) = (body.0.email.required()?, body.0.password.required()?);
    let device = request.cookie(DEVICE_COOKIE).map(|cookie| cookie.value().to_owned());
    let (issued, device) = sessions::authenticate(&api.ports, LogIn { email, password, device }).await?;
    let mut response = hand_out(&api, issued);
    // A failure to add a cookie could only be one of its characters; tokens have none that is special.
    let _ = response.add_cookie(&cookie(&api, DEVICE_COOKIE, device, Duration::days(DEVICE_COOKIE_DAYS)));
    Ok(response)
}

/// Exchanges the refresh cookie for a new access token and a new cookie.
#[utoipa::path(
    operation_id = "refreshSession",
    tag = "session",
    responses((status = 200, description = "A new access token, and a new refresh token as a cookie.", body = TokenEnvelope), (status = 401, description = "The refresh token is missing, expired or revoked.", body = ErrorResponse))
)]
#[post("/refresh")]
pub async fn refresh(api: web::Data<Api>, request: HttpRequest) -> Result<HttpResponse, ApiError> {
    let token = refresh_token(&request).unwrap_or(RefreshToken(String::new()));
    match sessions::refresh(&api.ports, &token).await {
        Ok(issued) => Ok(hand_out(&api, issued)),
        Err(error) => Err(error.into()),
    }
}

/// Ends the session of the cookie, or of the access token. Works without either.
#[utoipa::path(operation_id = "logout", tag = "session", responses((status = 204)))]
#[post("/logout")]
pub async fn logout(api: web::Data<Api>, request: HttpRequest) -> Result<HttpResponse, ApiError> {
    let session = match Identity::of(&request) {
        Identity::Known(session, _) => Some(session),
        Identity::Nobody | Identity::Refused => None,
    };
    sessions::logout(&api.ports, refresh_token(&request).as_ref(), session).await?;
    let mut response = HttpResponse::NoContent().finish();
    let _ = response.add_removal_cookie(&cookie(&api, REFRESH_COOKIE, String::new(), Duration::ZERO));
    Ok(response)
}

fn refresh_token(request: &HttpRequest) -> Option<RefreshToken> {
    request.cookie(REFRESH_COOKIE).map(|cookie| RefreshToken(cookie.value().to_owned()))
}

fn hand_out(api: &Api, issued: Issued) -> HttpResponse {
    let idle = api.ports.rules.session.idle.num_seconds();
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
