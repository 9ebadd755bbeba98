//! Changing a password, and getting a new one.

use actix_web::{HttpRequest, HttpResponse, post, put, web};
use portal_domain::user::Email;
use portal_services::ports::AccountSecret;
use portal_services::users::{self, ResetLink};

use super::requests::{ChangePasswordRequest, ForgotPasswordRequest, ResetPasswordRequest};
use crate::envelope::ErrorResponse;
use crate::error::ApiError;
use crate::extract::{As, Body, Person};
use crate::state::Api;

/// Exchanges the password and ends every other session of the person.
#[utoipa::path(
    operation_id = "changePassword",
    tag = "user",
    security(("bearer" = [])),
    request_body = ChangePasswordRequest,
    responses(
        (status = 204),
        (status = 400, description = "Also for a wrong old password", body = ErrorResponse),
        (status = 403, body = ErrorResponse),
        (status = 413, body = ErrorResponse),
        (status = 415, body = ErrorResponse),
        (status = 429, body = ErrorResponse),
    )
)]
#[put("/auth/change-password")]
pub async fn change_password(
    person: As<Person>,
    api: web::Data<Api>,
    body: Body<ChangePasswordRequest>,
) -> Result<HttpResponse, ApiError> {
    let ChangePasswordRequest { old_password: Some(old), new_password: Some(new) } = body.0 else {
        return Err(ApiError::invalid());
    };
    users::change_password(&api.ports, person.actor, person.session, old, new).await?;
    Ok(HttpResponse::NoContent().finish())
}

/// Sends a link for a new password to the address, if somebody has an account there. Says the same
/// whether or not.
#[utoipa::path(
    operation_id = "forgotPassword",
    tag = "user",
    request_body = ForgotPasswordRequest,
    responses(
        (status = 204),
        (status = 400, body = ErrorResponse),
        (status = 413, body = ErrorResponse),
        (status = 415, body = ErrorResponse),
        (status = 429, body = ErrorResponse),
    )
)]
#[post("/auth/forgot-password")]
pub async fn forgot_password(
    api: web::Data<Api>,
    request: HttpRequest,
    body: Body<ForgotPasswordRequest>,
) -> Result<HttpResponse, ApiError> {
    api.limits.log_in(api.client_address(&request))?;
    let email = body.0.email.as_deref().and_then(Email::parse).ok_or_else(ApiError::invalid)?;
    users::forgot_password(&api.ports, email).await?;
    Ok(HttpResponse::NoContent().finish())
}

/// Sets a new password by the link in the mail, and ends every session of the person.
#[utoipa::path(
    operation_id = "resetPassword",
    tag = "user",
    request_body = ResetPasswordRequest,
    responses(
        (status = 204),
        (status = 400, description = "Also for a link that was used, is too old, or never was one",
            body = ErrorResponse),
        (status = 413, body = ErrorResponse),
        (status = 415, body = ErrorResponse),
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
    api.limits.log_in(address)?;
    let ResetPasswordRequest { email: Some(email), token: Some(token), password: Some(password) } = body.0 else {
        return Err(ApiError::invalid());
    };
    let email = Email::parse(&email).ok_or_else(ApiError::invalid)?;
    let link = ResetLink { email, token: AccountSecret(token) };
    users::reset_password(&api.ports, &link, password, address).await?;
    Ok(HttpResponse::NoContent().finish())
}
