//! The link in the mail that sets the first password. Looking at it does not use it up.

use actix_web::{HttpRequest, HttpResponse, post, web};
use portal_services::registrations::{self, LinkState};
use serde::Serialize;
use utoipa::ToSchema;

use super::requests::{ActivationRequest, FinishRegistrationRequest};
use crate::envelope::{ErrorResponse, envelope};
use crate::error::ApiError;
use crate::extract::Body;
use crate::state::Api;

/// The state of an activation link.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ActivationCheckResponse {
    /// Whether it would set a password.
    activation_possible: bool,
    /// Whether it has set the password of an account that is active now.
    account_active: bool,
}

envelope!(ActivationCheckEnvelope(ActivationCheckResponse));

/// The state of an activation link. The answer is the same for a link that is too old, belongs to another address or was
/// never issued.
#[utoipa::path(
    operation_id = "checkActivation",
    tag = "user",
    request_body = ActivationRequest,
    responses(
        (status = 200, description = "Whether the link can be used, or has been.", body = ActivationCheckEnvelope),
        (status = 429, body = ErrorResponse),
    )
)]
#[post("/users/check-activation")]
pub async fn check_activation(
    api: web::Data<Api>,
    request: HttpRequest,
    body: Body<ActivationRequest>,
) -> Result<web::Json<ActivationCheckEnvelope>, ApiError> {
    api.limits.log_in(api.client_address(&request))?;
    let state = registrations::check_activation(&api.ports, &body.0.link()?).await?;
    let payload = ActivationCheckResponse {
        activation_possible: state == LinkState::Usable,
        account_active: state == LinkState::AccountActive,
    };
    Ok(web::Json(ActivationCheckEnvelope { payload }))
}

/// Sends a new link in place of an older one. Says the same whether or not there was one.
#[utoipa::path(
    operation_id = "resendActivation",
    tag = "user",
    request_body = ActivationRequest,
    responses(
        (status = 204),
        (status = 429, body = ErrorResponse),
    )
)]
#[post("/users/resend-activation")]
pub async fn resend_activation(
    api: web::Data<Api>,
    request: HttpRequest,
    body: Body<ActivationRequest>,
) -> Result<HttpResponse, ApiError> {
    api.limits.log_in(api.client_address(&request))?;
    registrations::resend_activation(&api.ports, &body.0.link()?).await?;
    Ok(HttpResponse::NoContent().finish())
}

/// Sets the first password. Works once.
#[utoipa::path(
    operation_id = "finishRegistration",
    tag = "user",
    request_body = FinishRegistrationRequest,
    responses(
        (status = 204),
        (status = 400, description = "Also for a link that was used, is too old, or never was one",
            body = ErrorResponse),
        (status = 429, body = ErrorResponse),
    )
)]
#[post("/users/finish-registration")]
pub async fn finish_registration(
    api: web::Data<Api>,
    request: HttpRequest,
    body: Body<FinishRegistrationRequest>,
) -> Result<HttpResponse, ApiError> {
    api.limits.log_in(api.client_address(&request))?;
    let (link, password) = body.0.link_and_password()?;
    registrations::activate(&api.ports, &link, password).await?;
    Ok(HttpResponse::NoContent().finish())
}
