//! Handlers of sessions: login, refresh, logout, the list of sessions, and proofs of identity.

mod list;
mod passkeys;
mod proof;
mod second_factor;

pub(crate) use list::{ExportedSession, end_other_sessions, end_session, list_sessions};
pub(crate) use passkeys::{AssertionResponse, PasskeyCredential};
pub(crate) use passkeys::{CredentialDescriptor, TIMEOUT_MILLISECONDS, USER_VERIFICATION, encoded};
pub(crate) use proof::{prepare_proof, prove_identity};
pub(crate) use second_factor::authenticate_second_factor;

use actix_web::cookie::time::Duration;
use actix_web::cookie::{Cookie, SameSite};
use actix_web::http::StatusCode;
use actix_web::http::header::{self, HeaderName};
use actix_web::{HttpRequest, HttpResponse, ResponseError, post, web};
use portal_domain::device_name::device_name;
use portal_domain::session::DEVICE_RETENTION;
use portal_domain::user::Email;
use portal_services::ports::RefreshToken;
use portal_services::sessions::{self, Authentication, IssuedTokens, Login, NewSession, RequestDevice};
use serde::Serialize;
use utoipa::ToSchema;

use crate::Api;
use crate::error::ApiError;
use crate::extract::enums::SecondFactorMethod;
use crate::extract::text::{Line, Password};
use crate::extract::{Body, Identity, request};
use crate::response::envelope::envelope;
use passkeys::PasskeyRequestOptions;

const CLEAR_SITE_DATA: HeaderName = HeaderName::from_static("clear-site-data");
pub(crate) const REFRESH_COOKIE: &str = "portal_refresh";
/// Marks a browser with an earlier login, which is exempt from the delay of an attacked account.
const DEVICE_COOKIE: &str = "portal_device";
/// The lifetime of that cookie.
pub(crate) const DEVICE_COOKIE_DAYS: i64 = DEVICE_RETENTION.num_days();
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

/// An access token, or what the second step of the login needs.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct LoginResponse {
    /// An access token, valid for 15 minutes. Null if the user has a second factor.
    #[schema(required)]
    token: Option<String>,
    /// Identifies this login in `authenticateSecondFactor`, for 5 minutes.
    #[schema(required)]
    challenge: Option<String>,
    /// With what the login can be finished.
    methods: Vec<SecondFactorMethod>,
    /// For `navigator.credentials.get`, if the user has a passkey.
    #[schema(required)]
    passkey: Option<PasskeyRequestOptions>,
}

envelope!(TokenEnvelope(TokenResponse), LoginEnvelope(LoginResponse));

/// Logs in.
///
/// Returns an access token, and sets the refresh token as the cookie `portal_refresh`. If the user
/// has a second factor, returns a challenge for `authenticateSecondFactor` instead.
#[utoipa::path(
    operation_id = "authenticate",
    tag = "session",
    request_body = AuthenticateRequest,
    responses(
        (status = 200, description = "The access token, or the challenge.", body = LoginEnvelope),
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
    let login = Login { email, password, device: device(&api, &request) };
    Ok(match sessions::authenticate(&api.ports, login).await? {
        Authentication::Session(NewSession { tokens, device }) => {
            let payload =
                LoginResponse { token: Some(tokens.access), challenge: None, methods: Vec::new(), passkey: None };
            let mut response = HttpResponse::Ok().json(LoginEnvelope { payload });
            add_login_cookies(&api, &mut response, tokens.refresh, device.0);
            response
        }
        Authentication::Challenge(challenge) => {
            let passkey = challenge.passkey.as_ref().map(|passkey| PasskeyRequestOptions::new(&api, passkey));
            let methods = challenge.methods.into_iter().map(SecondFactorMethod).collect();
            let payload = LoginResponse { token: None, challenge: Some(challenge.token.0), methods, passkey };
            HttpResponse::Ok().json(LoginEnvelope { payload })
        }
    })
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
    match sessions::refresh_session(&api.ports, &token, device(&api, &request)).await {
        Ok(issued) => Ok(respond_with_token(&api, issued)),
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
#[utoipa::path(
    operation_id = "logout",
    tag = "session",
    security((), ("bearer" = [])),
    responses((status = 204))
)]
#[post("/logout")]
pub(crate) async fn logout(api: web::Data<Api>, request: HttpRequest) -> Result<HttpResponse, ApiError> {
    let session = match Identity::of(&request) {
        Identity::Known(identified) => Some(identified.session),
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

/// The device of a request.
fn device(api: &Api, request: &HttpRequest) -> RequestDevice {
    let user_agent = request.headers().get(header::USER_AGENT).and_then(|value| value.to_str().ok());
    RequestDevice {
        token: request.cookie(DEVICE_COOKIE).map(|cookie| cookie.value().to_owned()),
        name: user_agent.and_then(device_name),
        address: Some(api.client_address(request)),
    }
}

fn respond_with_token(api: &Api, issued: IssuedTokens) -> HttpResponse {
    let mut response = HttpResponse::Ok().json(TokenEnvelope { payload: TokenResponse { token: issued.access } });
    add_refresh_cookie(api, &mut response, issued.refresh);
    response
}

/// Adds the cookies of a finished login.
fn add_login_cookies(api: &Api, response: &mut HttpResponse, refresh: RefreshToken, device: String) {
    add_refresh_cookie(api, response, refresh);
    // Adding a cookie fails only for invalid characters, which tokens do not contain.
    let _ = response.add_cookie(&cookie(api, DEVICE_COOKIE, device, Duration::days(DEVICE_COOKIE_DAYS)));
}

fn add_refresh_cookie(api: &Api, response: &mut HttpResponse, token: RefreshToken) {
    let idle = api.ports.config.session.idle.num_seconds();
    let _ = response.add_cookie(&cookie(api, REFRESH_COOKIE, token.0, Duration::seconds(idle)));
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
