//! Handlers that change and reset passwords.

use actix_web::{HttpRequest, HttpResponse, post, put, web};
use portal_services::ports::AccountSecret;
use portal_services::{AccountLink, users};

use super::requests::{ChangePasswordRequest, ForgotPasswordRequest, ResetPasswordRequest};
use crate::Api;
use crate::error::ApiError;
use crate::extract::{AnyUser, Authenticated, Body};

/// Changes the password, and ends all other sessions of the user.
#[utoipa::path(
    operation_id = "changePassword",
    tag = "user",
    security(("bearer" = [])),
    request_body = ChangePasswordRequest,
    responses(
        (status = 204),
        (status = 400, description = "The request is invalid, or the old password is wrong."),
        (status = 429),
    )
)]
#[put("/auth/change-password")]
pub(crate) async fn change_password(
    user: Authenticated<AnyUser>,
    api: web::Data<Api>,
    body: Body<ChangePasswordRequest>,
) -> Result<HttpResponse, ApiError> {
    let ChangePasswordRequest { old_password, new_password } = body.0;
    users::change_password(&api.ports, user.actor, user.session, old_password.0, new_password.0).await?;
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
        (status = 429),
    )
)]
#[post("/auth/forgot-password")]
pub(crate) async fn forgot_password(
    api: web::Data<Api>,
    request: HttpRequest,
    body: Body<ForgotPasswordRequest>,
) -> Result<HttpResponse, ApiError> {
    api.limits.check_login(api.client_address(&request))?;
    users::forgot_password(&api.ports, body.0.email).await?;
    Ok(HttpResponse::NoContent().finish())
}

/// Resets the password by the link of the mail, and ends all sessions of the user.
#[utoipa::path(
    operation_id = "resetPassword",
    tag = "user",
    request_body = ResetPasswordRequest,
    responses(
        (status = 204),
        (status = 400, description = "The request is invalid, or the link was used, has expired, or was never issued."),
        (status = 429),
    )
)]
#[post("/auth/reset-password")]
pub(crate) async fn reset_password(
    api: web::Data<Api>,
    request: HttpRequest,
    body: Body<ResetPasswordRequest>,
) -> Result<HttpResponse, ApiError> {
    let address = api.client_address(&request);
    api.limits.check_login(address)?;
    let ResetPasswordRequest { email, token, password } = body.0;
    let link = AccountLink { email, token: AccountSecret(token.0) };
    users::reset_password(&api.ports, &link, password.0, address).await?;
    Ok(HttpResponse::NoContent().finish())
}
