//! Handlers that change and reset passwords.

use actix_web::{HttpRequest, HttpResponse, post, put, web};
use portal_services::ports::AccountSecret;
use portal_services::users::{self, ResetLink};

use super::requests::{ChangePasswordRequest, ForgotPasswordRequest, ResetPasswordRequest};
use crate::envelope::ErrorResponse;
use crate::error::ApiError;
use crate::extract::{AnyRole, Authenticated, Body};
use crate::state::Api;

/// Changes the password, and ends all other sessions of the user.
#[utoipa::path(
    operation_id = "changePassword",
    tag = "user",
    security(("bearer" = [])),
    request_body = ChangePasswordRequest,
    responses(
        (status = 204),
        (status = 400, description = "The request is invalid, or the old password is wrong.", body = ErrorResponse),
        (status = 429, body = ErrorResponse),
    )
)]
#[put("/auth/change-password")]
pub async fn change_password(
    user: Authenticated<AnyRole>,
    api: web::Data<Api>,
    body: Body<ChangePasswordRequest>,
) -> Result<HttpResponse, ApiError> {
    let (old, new) = (body.0.old_password.required()?, body.0.new_password.required()?);
    users::change_password(&api.ports, user.actor, user.session, old, new).await?;
    Ok(HttpResponse::NoContent().finish())
}

/// Sends a password reset link to the email address if it belongs to a user.
///
/// The response does not reveal whether it does.
#[utoipa::path(
    operation_id = "forgotPassword",
    tag = "user",
    request_body = ForgotPasswordRequest,
    responses(
        (status = 204),
        (status = 429, body = ErrorResponse),
    )
)]
#[post("/auth/forgot-password")]
pub async fn forgot_password(
    api: web::Data<Api>,
    request: HttpRequest,
    body: Body<ForgotPasswordRequest>,
) -> Result<HttpResponse, ApiError> {
    api.limits.check_login(api.client_address(&request))?;
    let email = body.0.email.required()?;
    users::forgot_password(&api.ports, email).await?;
    Ok(HttpResponse::NoContent().finish())
}

/// Resets the password by the link of the mail, and ends all sessions of the user.
#[utoipa::path(
    operation_id = "resetPassword",
    tag = "user",
    request_body = ResetPasswordRequest,
    responses(
        (status = 204),
        (status = 400, description = "The request is invalid, or the link was used, has expired, or was never issued.",
            body = ErrorResponse),
        (status = 429, body = ErrorResponse),
    )
)]
#[post("/auth/reset-password")]
pub async fn reset_password(
    api: web::Data<Api>,
    request: HttpRequest,
    body: Body<ResetPasswordRequest>,
) -> Result<HttpResponse, ApiError> {
    let address = api.client_address(&request);
    api.limits.check_login(address)?;
    let ResetPasswordRequest { email, token, password } = body.0;
    let link = ResetLink { email: email.required()?, token: AccountSecret(token.required()?) };
    users::reset_password(&api.ports, &link, password.required()?, address).await?;
    Ok(HttpResponse::NoContent().finish())
}
