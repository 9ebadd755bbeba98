//! Handlers of the two reviews, and of declining everything that is pending for a listing.

use actix_web::{FromRequest, HttpRequest, post, put, web};
use portal_domain::application::{Decision, FinalDecision};
use portal_domain::ids::{ApplicationId, ListingId};
use portal_domain::rejection::Grounds;
use portal_services::applications;
use serde::Serialize;
use utoipa::ToSchema;

use super::{ApplicationEnvelope, envelope_of};
use crate::Api;
use crate::error::{ApiError, FieldRule};
use crate::extract::enums;
use crate::extract::text::RejectionNote;
use crate::extract::{
    Administrator, Authenticated, Body, FromParams, Landlord, OptionalBody, Params, ParamsReader, PathId, request,
};
use crate::response::envelope::envelope;

envelope!(DeclinedEnvelope(DeclinedResponse));

/// The decision of a review, which cannot be `PENDING`.
pub(crate) enum Verdict {
    Approved,
    Rejected,
}

impl FromParams for Verdict {
    fn read(reader: &mut ParamsReader) -> Option<Self> {
        reader.required("status", |text| match Decision::parse(text)? {
            Decision::Approved => Some(Self::Approved),
            Decision::Rejected => Some(Self::Rejected),
            Decision::Pending => None,
        })
    }
}

request! {
    /// What a rejection says to the student. An approval must have neither.
    pub(crate) struct ReviewApplicationRequest {
        reason: Option<enums::RejectionReason>,
        /// Visible to the student.
        note: Option<RejectionNote>,
    }

    /// Why all pending applications are declined.
    pub(crate) struct DeclineOpenApplicationsRequest {
        reason: enums::RejectionReason,
    }
}

impl ReviewApplicationRequest {
    fn decision(self, verdict: &Verdict) -> Result<FinalDecision, ApiError> {
        let Self { reason, note } = self;
        match verdict {
            Verdict::Rejected => {
                let (reason, note) = (reason.map(|reason| reason.0), note.map(|note| note.0));
                Ok(FinalDecision::Rejected(Grounds { reason, note }))
            }
            Verdict::Approved if reason.is_some() => Err(ApiError::field("reason", FieldRule::Invalid)),
            Verdict::Approved if note.is_some() => Err(ApiError::field("note", FieldRule::Invalid)),
            Verdict::Approved => Ok(FinalDecision::Approved),
        }
    }
}

/// The verdict of the query. No argument of the handlers: actix returns the error of an argument that
/// does not wait before that of a body, but 413 and 415 take precedence.
async fn verdict_of(request: &HttpRequest) -> Result<Verdict, ApiError> {
    let Params(verdict) = Params::<Verdict>::extract(request).await?;
    Ok(verdict)
}

/// Approves or rejects an application as an administrator.
///
/// The landlord sees it once it is approved. A rejection can carry a reason and a note for the student.
#[utoipa::path(
    operation_id = "reviewApplicationAsAdministrator",
    tag = "application",
    security(("bearer" = [])),
    params(("id" = Uuid, Path), ("status" = enums::Decision, Query, description = "`APPROVED` or `REJECTED`.")),
    request_body(content = Option<ReviewApplicationRequest>, content_type = "application/json"),
    responses(
        (status = 200, description = "The updated application.", body = ApplicationEnvelope),
        (status = 409),
    )
)]
#[put("/applications/{id}/admin-review")]
pub(crate) async fn review_application_as_administrator(
    administrator: Authenticated<Administrator>,
    id: PathId<ApplicationId>,
    request: HttpRequest,
    api: web::Data<Api>,
    body: OptionalBody<ReviewApplicationRequest>,
) -> Result<web::Json<ApplicationEnvelope>, ApiError> {
    let decision = body.0.decision(&verdict_of(&request).await?)?;
    let view =
        applications::review_application_as_administrator(&api.ports, administrator.actor, id.0, decision).await?;
    Ok(web::Json(envelope_of(&api, view)))
}

/// Approves or rejects an application as the landlord, after an administrator has approved it.
///
/// A rejection can carry a reason and a note for the student.
#[utoipa::path(
    operation_id = "reviewApplication",
    tag = "application",
    security(("bearer" = [])),
    params(("id" = Uuid, Path), ("status" = enums::Decision, Query, description = "`APPROVED` or `REJECTED`.")),
    request_body(content = Option<ReviewApplicationRequest>, content_type = "application/json"),
    responses(
        (status = 200, description = "The updated application.", body = ApplicationEnvelope),
        (status = 409),
    )
)]
#[put("/applications/{id}/review")]
pub(crate) async fn review_application(
    landlord: Authenticated<Landlord>,
    id: PathId<ApplicationId>,
    request: HttpRequest,
    api: web::Data<Api>,
    body: OptionalBody<ReviewApplicationRequest>,
) -> Result<web::Json<ApplicationEnvelope>, ApiError> {
    let decision = body.0.decision(&verdict_of(&request).await?)?;
    let view = applications::review_application(&api.ports, landlord.actor, id.0, decision).await?;
    Ok(web::Json(envelope_of(&api, view)))
}

/// What happened to the pending applications.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct DeclinedResponse {
    /// How many were rejected by this request.
    declined: u32,
}

/// Rejects all pending applications to a listing.
///
/// Also those that no administrator has checked yet. Each student gets a mail. At most 500 in one
/// request; applications that were decided before are not changed, so the request can be repeated.
#[utoipa::path(
    operation_id = "declineOpenApplications",
    tag = "application",
    security(("bearer" = [])),
    params(("id" = Uuid, Path, description = "The id of the listing.")),
    request_body = DeclineOpenApplicationsRequest,
    responses((status = 200, description = "How many were rejected.", body = DeclinedEnvelope))
)]
#[post("/listings/{id}/decline-open")]
pub(crate) async fn decline_open_applications(
    landlord: Authenticated<Landlord>,
    id: PathId<ListingId>,
    api: web::Data<Api>,
    body: Body<DeclineOpenApplicationsRequest>,
) -> Result<web::Json<DeclinedEnvelope>, ApiError> {
    let reason = body.0.reason.0;
    let declined = applications::decline_open_applications(&api.ports, landlord.actor, id.0, reason).await?;
    Ok(web::Json(DeclinedEnvelope { payload: DeclinedResponse { declined } }))
}
