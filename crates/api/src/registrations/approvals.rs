//! Several requests to join approved together.

use actix_web::{post, web};
use portal_domain::policy::Actor;
use portal_domain::user::Role;
use portal_services::registrations;

use super::ApprovalsEnvelope;
use super::requests::ApproveRegistrationsRequest;
use crate::envelope::ErrorResponse;
use crate::error::ApiError;
use crate::extract::{As, Body, OnlyAdministrator};
use crate::state::Api;

/// Approves several landlords' requests, each in its own transaction and with the mail, the event and the audit entry of a
/// single approval.
#[utoipa::path(
    operation_id = "approveLandlordRegistrations",
    tag = "registration",
    security(("bearer" = [])),
    request_body = ApproveRegistrationsRequest,
    responses(
        (status = 200, description = "What became of each request, also when none could be approved",
            body = ApprovalsEnvelope),
        (status = 400, description = "No ids, more than 50, an id twice, what is no UUID; a foreign `Origin`",
            body = ErrorResponse),
    )
)]
#[post("/users/landlords/registrations/approve")]
pub async fn approve_landlords(
    administrator: As<OnlyAdministrator>,
    api: web::Data<Api>,
    body: Body<ApproveRegistrationsRequest>,
) -> Result<web::Json<ApprovalsEnvelope>, ApiError> {
    approve(&api, administrator.actor, Role::Landlord, body.0).await
}

/// Approves several students' requests, each in its own transaction and with the mail, the event and the audit entry of a
/// single approval.
#[utoipa::path(
    operation_id = "approveStudentRegistrations",
    tag = "registration",
    security(("bearer" = [])),
    request_body = ApproveRegistrationsRequest,
    responses(
        (status = 200, description = "What became of each request, also when none could be approved",
            body = ApprovalsEnvelope),
        (status = 400, description = "No ids, more than 50, an id twice, what is no UUID; a foreign `Origin`",
            body = ErrorResponse),
    )
)]
#[post("/users/students/registrations/approve")]
pub async fn approve_students(
    administrator: As<OnlyAdministrator>,
    api: web::Data<Api>,
    body: Body<ApproveRegistrationsRequest>,
) -> Result<web::Json<ApprovalsEnvelope>, ApiError> {
    approve(&api, administrator.actor, Role::Student, body.0).await
}

async fn approve(
    api: &Api,
    actor: Actor,
    role: Role,
    body: ApproveRegistrationsRequest,
) -> Result<web::Json<ApprovalsEnvelope>, ApiError> {
    let approvals = registrations::approve_many(&api.ports, actor, role, body.into_ids()?).await;
    Ok(web::Json(ApprovalsEnvelope { payload: approvals.into() }))
}
