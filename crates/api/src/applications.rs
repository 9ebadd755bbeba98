//! Applications over HTTP.

mod responses;

pub use responses::ApplicationResponse;

use actix_web::{HttpRequest, HttpResponse, delete, get, post, put, web};
use portal_domain::application::{Decision, Verdict};
use portal_domain::ids::{ApplicationId, ListingId};
use portal_domain::user::Role;
use portal_services::applications::{self, ApplicationView, ListRequest};
use portal_services::ports::ApplicationSortField;
use portal_services::reply_clock::ReplyClock;
use serde::Deserialize;
use utoipa::ToSchema;
use validator::Validate;

use crate::closed_set;
use crate::envelope::{ErrorResponse, envelope, page};
use crate::error::{ApiError, FieldRule};
use crate::extract::{
    As, Body, FromParams, Id, ListParams, OnlyAdministrator, OnlyLandlord, OnlyStudent, Params, ParamsReader, Person,
};
use crate::state::Api;
use crate::text::trimmed;

envelope!(ApplicationEnvelope(ApplicationResponse));
page!(ApplicationPage(ApplicationResponse));

fn envelope_of(api: &Api, view: ApplicationView) -> ApplicationEnvelope {
    ApplicationEnvelope { payload: (view, ReplyClock::of(&api.ports)).into() }
}

/// What the list of applications is asked for.
pub struct ListQuery(ListRequest);

impl FromParams for ListQuery {
    fn read(reader: &mut ParamsReader) -> Self {
        let common = ListParams::read(reader, ApplicationSortField::LastModified, |field| match field {
            "student.firstName" => Some(ApplicationSortField::StudentFirstName),
            "student.lastName" => Some(ApplicationSortField::StudentLastName),
            "student.email" => Some(ApplicationSortField::StudentEmail),
            "listing.title" => Some(ApplicationSortField::ListingTitle),
            "dateCreated" => Some(ApplicationSortField::DateCreated),
            "lastModified" => Some(ApplicationSortField::LastModified),
            _ => None,
        });
        Self(ListRequest {
            keyword: common.keyword,
            statuses: reader.choices(&["status", "statuses"], Decision::parse),
            administrator_decisions: reader.choices(&["adminStatus"], Decision::parse),
            landlord_decisions: reader.choices(&["landlordStatus"], Decision::parse),
            sort: common.sort,
            page: common.page,
        })
    }
}

/// Nothing that is hidden from a role can be sorted by.
const fn may_sort(role: Role, field: ApplicationSortField) -> bool {
    match field {
        ApplicationSortField::StudentEmail => matches!(role, Role::Admin),
        ApplicationSortField::StudentFirstName | ApplicationSortField::StudentLastName => {
            !matches!(role, Role::Student)
        }
        ApplicationSortField::ListingTitle | ApplicationSortField::DateCreated | ApplicationSortField::LastModified => {
            true
        }
    }
}

/// A student's own applications; those passed on to a landlord; all for an administrator.
#[utoipa::path(
    operation_id = "listApplications",
    tag = "application",
    security(("bearer" = [])),
    params(
        crate::openapi::ListParameters,
        ("sortField" = Option<String>, Query, description = "student.firstName, student.lastName, student.email, \
            listing.title, dateCreated, lastModified (default); students and landlords have fewer"),
        ("status" = Option<Vec<closed_set::Decision>>, Query,
            description = "A landlord's own decision; the badge's status for the others. May be repeated"),
        ("adminStatus" = Option<Vec<closed_set::Decision>>, Query, description = "May be repeated"),
        ("landlordStatus" = Option<Vec<closed_set::Decision>>, Query, description = "May be repeated"),
    ),
    responses((status = 200, body = ApplicationPage), (status = 400, body = ErrorResponse), (status = 403, body = ErrorResponse))
)]
#[get("/applications")]
pub async fn list(
    person: As<Person>,
    query: Params<ListQuery>,
    api: web::Data<Api>,
) -> Result<web::Json<ApplicationPage>, ApiError> {
    let request = query.0.0;
    if !may_sort(person.actor.role, request.sort.by) {
        return Err(ApiError::field("sortField", FieldRule::Invalid));
    }
    let page = request.page;
    let clock = ReplyClock::of(&api.ports);
    let found = applications::list(&api.ports, person.actor, request).await?.map(|view| (view, clock));
    Ok(web::Json(ApplicationPage::new(found, page)))
}

/// A letter to the landlord.
#[derive(Debug, Deserialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SubmitApplicationRequest {
    #[serde(default, deserialize_with = "trimmed")]
    #[validate(required, length(max = 5000))]
    #[schema(value_type = String, max_length = 5000)]
    application_letter: Option<String>,
}

/// Applies to a listing.
#[utoipa::path(
    operation_id = "submitApplication",
    tag = "application",
    security(("bearer" = [])),
    params(("id" = String, Path, description = "Of the listing")),
    request_body = SubmitApplicationRequest,
    responses(
        (status = 201, body = ApplicationEnvelope),
        (status = 400, body = ErrorResponse),
        (status = 403, body = ErrorResponse),
        (status = 404, body = ErrorResponse),
        (status = 409, body = ErrorResponse),
        (status = 413, body = ErrorResponse),
        (status = 415, body = ErrorResponse),
        (status = 429, body = ErrorResponse),
    )
)]
#[post("/applications/listing/{id}")]
pub async fn submit(
    student: As<OnlyStudent>,
    id: Id,
    api: web::Data<Api>,
    body: Body<SubmitApplicationRequest>,
) -> Result<HttpResponse, ApiError> {
    let letter = body.0.application_letter.ok_or_else(ApiError::invalid)?;
    let view = applications::submit(&api.ports, student.actor, ListingId(id.0[0]), letter).await?;
    Ok(HttpResponse::Created().json(envelope_of(&api, view)))
}

/// A decision as a review may set it.
fn verdict(text: &str) -> Option<Verdict> {
    match Decision::parse(text)? {
        Decision::Approved => Some(Verdict::Approve),
        Decision::Rejected => Some(Verdict::Reject),
        Decision::Pending => None,
    }
}

/// The administrator's review, before the landlord hears of the application.
#[utoipa::path(
    operation_id = "reviewApplicationAsAdministrator",
    tag = "application",
    security(("bearer" = [])),
    params(("id" = String, Path), ("status" = closed_set::Decision, Query, description = "APPROVED or REJECTED")),
    responses(
        (status = 200, body = ApplicationEnvelope),
        (status = 400, body = ErrorResponse),
        (status = 403, body = ErrorResponse),
        (status = 404, body = ErrorResponse),
        (status = 409, body = ErrorResponse),
    )
)]
#[put("/applications/{id}/admin-review")]
pub async fn check(
    administrator: As<OnlyAdministrator>,
    id: Id,
    request: HttpRequest,
    api: web::Data<Api>,
) -> Result<web::Json<ApplicationEnvelope>, ApiError> {
    let verdict = ParamsReader::new(request.query_string()).required("status", verdict)?;
    let view = applications::check(&api.ports, administrator.actor, ApplicationId(id.0[0]), verdict).await?;
    Ok(web::Json(envelope_of(&api, view)))
}

/// The landlord's review of an application that an administrator has passed on.
#[utoipa::path(
    operation_id = "reviewApplication",
    tag = "application",
    security(("bearer" = [])),
    params(("id" = String, Path), ("status" = closed_set::Decision, Query, description = "APPROVED or REJECTED")),
    responses(
        (status = 200, body = ApplicationEnvelope),
        (status = 400, body = ErrorResponse),
        (status = 403, body = ErrorResponse),
        (status = 404, body = ErrorResponse),
        (status = 409, body = ErrorResponse),
    )
)]
#[put("/applications/{id}/review")]
pub async fn review(
    landlord: As<OnlyLandlord>,
    id: Id,
    request: HttpRequest,
    api: web::Data<Api>,
) -> Result<web::Json<ApplicationEnvelope>, ApiError> {
    let verdict = ParamsReader::new(request.query_string()).required("status", verdict)?;
    let view = applications::review(&api.ports, landlord.actor, ApplicationId(id.0[0]), verdict).await?;
    Ok(web::Json(envelope_of(&api, view)))
}

/// Takes an application back while it is open.
#[utoipa::path(
    operation_id = "deleteApplication",
    tag = "application",
    security(("bearer" = [])),
    params(("id" = String, Path)),
    responses(
        (status = 204),
        (status = 403, body = ErrorResponse),
        (status = 404, body = ErrorResponse),
        (status = 409, body = ErrorResponse),
    )
)]
#[delete("/applications/{id}")]
pub async fn withdraw(student: As<OnlyStudent>, id: Id, api: web::Data<Api>) -> Result<HttpResponse, ApiError> {
    applications::withdraw(&api.ports, student.actor, ApplicationId(id.0[0])).await?;
    Ok(HttpResponse::NoContent().finish())
}
