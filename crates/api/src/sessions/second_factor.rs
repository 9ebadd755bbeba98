//! The handler of the second step of a login.

use actix_web::{HttpRequest, HttpResponse, post, web};
use portal_domain::limits::MAX_CODE_CHARS;
use portal_services::ports::AccountSecret;
use portal_services::second_factor::Factor;
use portal_services::sessions;

use super::passkeys::PasskeyCredential;
use super::{TokenEnvelope, TokenResponse, add_login_cookies, device};
use crate::Api;
use crate::error::{ApiError, FieldRule};
use crate::extract::text::{Line, LinkToken};
use crate::extract::{Body, request};

/// A code of a second factor.
pub(crate) type Code = Line<MAX_CODE_CHARS>;

request! {
    /// The second step of a login: exactly one of `code`, `assertion` and `recoveryCode`.
    pub(crate) struct AuthenticateSecondFactorRequest {
        /// From the response of `authenticate`.
        challenge: LinkToken,
        /// Six digits of the TOTP app.
        code: Option<Code>,
        /// What `navigator.credentials.get` returned, as JSON.
        assertion: Option<PasskeyCredential>,
        /// Works once.
        recovery_code: Option<Code>,
    }
}

/// Finishes a login with the second factor.
///
/// A challenge has 5 tries. Sets the same cookies as `authenticate`.
#[utoipa::path(
    operation_id = "authenticateSecondFactor",
    tag = "session",
    request_body = AuthenticateSecondFactorRequest,
    responses(
        (status = 200, description = "The access token.", body = TokenEnvelope),
        (status = 401, description = "The code is wrong or was used, or the challenge is unknown, expired or used up."),
        (status = 429),
    )
)]
#[post("/authenticate/second-factor")]
pub(crate) async fn authenticate_second_factor(
    api: web::Data<Api>,
    request: HttpRequest,
    body: Body<AuthenticateSecondFactorRequest>,
) -> Result<HttpResponse, ApiError> {
    api.limits.check_login(api.client_address(&request))?;
    let AuthenticateSecondFactorRequest { challenge, code, assertion, recovery_code } = body.0;
    let factor = match (code, assertion, recovery_code) {
        (Some(code), None, None) => Factor::Code(code.0),
        (None, Some(assertion), None) => Factor::Passkey(assertion.into()),
        (None, None, Some(code)) => Factor::RecoveryCode(code.0),
        (None, None, None) => return Err(ApiError::field("code", FieldRule::Required)),
        _ => return Err(ApiError::field("code", FieldRule::Invalid)),
    };
    let device = device(&api, &request);
    let session =
        sessions::authenticate_second_factor(&api.ports, &AccountSecret(challenge.0), &factor, device).await?;
    let payload = TokenResponse { token: session.tokens.access };
    let mut response = HttpResponse::Ok().json(TokenEnvelope { payload });
    add_login_cookies(&api, &mut response, session.tokens.refresh, session.device.0);
    Ok(response)
}
