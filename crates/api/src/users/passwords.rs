//! Changing a password, and getting a new one.

use actix_web::{HttpRequest, HttpResponse, post, put, web};
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
        (status = 400, description = "The request is invalid, or the old password is wrong.", body = ErrorResponse),
        (status = 429, body = ErrorResponse),
    )
)]
#[put("/auth/change-password")]
pub async fn change_password(
    person: As<Person>,
    api: web::Data<Api>,
    body: Body<ChangePasswordRequest>,
) -> Result<HttpResponse, ApiError> {
    let (old, new) = (body.0.old_password.required()?, body.0.new_password.required()?);
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
    let email = body.0.email.required()?;
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
        (status = 400, description = "The request is invalid, or the link was used, has expired, or was never sent.",
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
    api.limits.log_in(address)?;
    let ResetPasswordRequest { email, token, password } = body.0;
    let link = ResetLink { email: email.required()?, token: AccountSecret(token.required()?) };
    users::reset_password(&api.ports, &link, password.required()?, address).await?;
    Ok(HttpResponse::NoContent().finish())
}
