//! Handlers that approve several registrations.

use actix_web::{post, web};
use portal_domain::policy::Actor;
use portal_domain::user::Role;
use portal_services::registrations;

use super::ApprovalsEnvelope;
use super::requests::ApproveRegistrationsRequest;
use crate::Api;
use crate::error::ApiError;
use crate::extract::{Administrator, Authenticated, Body};

/// Approves several registrations of landlords.
///
/// Each has its own transaction, and the same effects as a single approval.
#[utoipa::path(
    operation_id = "approveLandlordRegistrations",
    tag = "registration",
    security(("bearer" = [])),
    request_body = ApproveRegistrationsRequest,
    responses(
        (status = 200, description = "The result of each registration, also if none could be approved.",
            body = ApprovalsEnvelope),
        (status = 400, description = "`ids` is empty, too long, or has a repeated or invalid id, or the origin is not \
            allowed."),
    )
)]
#[post("/users/landlords/registrations/approve")]
pub(crate) async fn approve_landlord_registrations(
    administrator: Authenticated<Administrator>,
    api: web::Data<Api>,
    body: Body<ApproveRegistrationsRequest>,
) -> Result<web::Json<ApprovalsEnvelope>, ApiError> {
    approve(&api, administrator.actor, Role::Landlord, body.0).await
}

/// Approves several registrations of students.
///
/// Each has its own transaction, and the same effects as a single approval.
#[utoipa::path(
    operation_id = "approveStudentRegistrations",
    tag = "registration",
    security(("bearer" = [])),
    request_body = ApproveRegistrationsRequest,
    responses(
        (status = 200, description = "The result of each registration, also if none could be approved.",
            body = ApprovalsEnvelope),
        (status = 400, description = "`ids` is empty, too long, or has a repeated or invalid id, or the origin is not \
            allowed."),
    )
)]
#[post("/users/students/registrations/approve")]
pub(crate) async fn approve_student_registrations(
    administrator: Authenticated<Administrator>,
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
    let approvals = registrations::approve_registrations(&api.ports, actor, role, body.ids.0).await;
    Ok(web::Json(ApprovalsEnvelope { payload: approvals.into() }))
}
