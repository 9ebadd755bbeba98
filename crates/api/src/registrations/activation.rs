//! Handlers of the activation link, which sets the first password. Checking a link must not use it
//! up, because mail scanners open links, too.

use actix_web::{HttpRequest, HttpResponse, post, web};
use portal_services::registrations::{self, LinkState};
use serde::Serialize;
use utoipa::ToSchema;

use super::requests::{ActivationRequest, FinishRegistrationRequest};
use crate::Api;
use crate::error::ApiError;
use crate::extract::Body;
use crate::response::envelope::envelope;

/// The state of an activation link.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct ActivationCheckResponse {
    /// Whether the link can set a password.
    activation_possible: bool,
    /// Whether the link has set the password of an account that is active now.
    account_active: bool,
}

envelope!(ActivationCheckEnvelope(ActivationCheckResponse));

/// Checks an activation link.
///
/// The response does not distinguish a link that has expired, belongs to another email address or
/// was never issued.
#[utoipa::path(
    operation_id = "checkActivation",
    tag = "user",
    request_body = ActivationRequest,
    responses(
        (status = 200, description = "The state of the link.", body = ActivationCheckEnvelope),
        (status = 429),
    )
)]
#[post("/users/check-activation")]
pub(crate) async fn check_activation(
    api: web::Data<Api>,
    request: HttpRequest,
    body: Body<ActivationRequest>,
) -> Result<web::Json<ActivationCheckEnvelope>, ApiError> {
    api.limits.check_login(api.client_address(&request))?;
    let state = registrations::check_activation(&api.ports, &body.0.into()).await?;
    let payload = ActivationCheckResponse {
        activation_possible: state == LinkState::Usable,
        account_active: state == LinkState::AccountActive,
    };
    Ok(web::Json(ActivationCheckEnvelope { payload }))
}

/// Sends a new activation link in exchange for an older one.
///
/// The response does not reveal whether the older link was issued.
#[utoipa::path(
    operation_id = "resendActivation",
    tag = "user",
    request_body = ActivationRequest,
    responses(
        (status = 204),
        (status = 429),
    )
)]
#[post("/users/resend-activation")]
pub(crate) async fn resend_activation(
    api: web::Data<Api>,
    request: HttpRequest,
    body: Body<ActivationRequest>,
) -> Result<HttpResponse, ApiError> {
    api.limits.check_login(api.client_address(&request))?;
    registrations::resend_activation(&api.ports, &body.0.into()).await?;
    Ok(HttpResponse::NoContent().finish())
}

/// Sets the first password of a user.
///
/// An activation link can be used once.
#[utoipa::path(
    operation_id = "finishRegistration",
    tag = "user",
    request_body = FinishRegistrationRequest,
    responses(
        (status = 204),
        (status = 400, description = "The request is invalid, or the link was used, has expired, or was never issued."),
        (status = 429),
    )
)]
#[post("/users/finish-registration")]
pub(crate) async fn finish_registration(
    api: web::Data<Api>,
    request: HttpRequest,
    body: Body<FinishRegistrationRequest>,
) -> Result<HttpResponse, ApiError> {
    api.limits.check_login(api.client_address(&request))?;
    let FinishRegistrationRequest { link, password } = body.0;
    registrations::finish_registration(&api.ports, &link.into(), password.0).await?;
    Ok(HttpResponse::NoContent().finish())
}
