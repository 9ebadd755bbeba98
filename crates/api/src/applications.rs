//! Applications over HTTP.

mod csv;
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
    As, Body, FromParams, Id, ListFormat, ListParams, OnlyAdministrator, OnlyLandlord, OnlyStudent, Params,
    ParamsReader, Person,
};
use crate::sort_field::sort_field;
use crate::state::Api;
use crate::text::{Lines, required};

envelope!(ApplicationEnvelope(ApplicationResponse));
page!(ApplicationPage(ApplicationResponse));

fn envelope_of(api: &Api, view: ApplicationView) -> ApplicationEnvelope {
    ApplicationEnvelope { payload: (view, ReplyClock::of(&api.ports)).into() }
}

sort_field! {
    ApplicationSort: ApplicationSortField {
        StudentFirstName = "student.firstName",
        StudentLastName = "student.lastName",
        StudentEmail = "student.email",
        ListingTitle = "listing.title",
        DateCreated = "dateCreated",
        LastModified = "lastModified",
    }
}

/// What the list of applications is asked for.
pub struct ListQuery(ListRequest);

impl FromParams for ListQuery {
    fn read(reader: &mut ParamsReader) -> Self {
        let common = ListParams::read(reader, ApplicationSortField::LastModified, ApplicationSort::parse);
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

/// A student's own applications; those passed on to a landlord; all for an administrator, and for them as a table, all
/// pages of the list and without letters.
#[utoipa::path(
    operation_id = "listApplications",
    tag = "application",
    security(("bearer" = [])),
    params(
        crate::openapi::ListParameters,
        ("sortField" = Option<ApplicationSort>, Query, description = "`lastModified` unless given. Landlords cannot \
            sort by `student.email`, students by nothing of the student"),
        ("status" = Option<Vec<closed_set::Decision>>, Query,
            description = "A landlord's own decision; the badge's status for the others. May be repeated"),
        ("statuses" = Option<Vec<closed_set::Decision>>, Query, description = "Another name of `status`"),
        ("adminStatus" = Option<Vec<closed_set::Decision>>, Query, description = "May be repeated"),
        ("landlordStatus" = Option<Vec<closed_set::Decision>>, Query, description = "May be repeated"),
    ),
    responses(
        (status = 200, description = "A page; with `Accept: text/csv` a table of at most 100,000 rows.", content(
            (ApplicationPage = "application/json"), (String = "text/csv"),
        )),
    )
)]
#[get("/applications")]
pub async fn list(
    person: As<Person>,
    format: ListFormat,
    query: Params<ListQuery>,
    api: web::Data<Api>,
) -> Result<HttpResponse, ApiError> {
    let request = query.0.0;
    if !may_sort(person.actor.role, request.sort.by) {
        return Err(ApiError::field("sortField", FieldRule::Invalid));
    }
    if format == ListFormat::Csv {
        return csv::TABLE
            .answer(&api.ports, applications::export_list(&api.ports, person.actor, request).await?)
            .await;
    }
    let page = request.page;
    let clock = ReplyClock::of(&api.ports);
    let found = applications::list(&api.ports, person.actor, request).await?.map(|view| (view, clock));
    Ok(HttpResponse::Ok().json(ApplicationPage::new(found, page)))
}

/// A letter to the landlord.
#[derive(Debug, Deserialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SubmitApplicationRequest {
    #[validate(custom(function = "required"))]
    #[schema(inline)]
    application_letter: Lines<5000>,
}

/// Applies to a listing.
#[utoipa::path(
    operation_id = "submitApplication",
    tag = "application",
    security(("bearer" = [])),
    params(("id" = Uuid, Path, description = "Of the listing")),
    request_body = SubmitApplicationRequest,
    responses(
        (status = 201, description = "The new application.", body = ApplicationEnvelope),
        (status = 409, body = ErrorResponse),
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
    let letter = body.0.application_letter.required()?;
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
    params(("id" = Uuid, Path), ("status" = closed_set::Decision, Query, description = "APPROVED or REJECTED")),
    responses(
        (status = 200, description = "The application as it is now.", body = ApplicationEnvelope),
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
    params(("id" = Uuid, Path), ("status" = closed_set::Decision, Query, description = "APPROVED or REJECTED")),
    responses(
        (status = 200, description = "The application as it is now.", body = ApplicationEnvelope),
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
    params(("id" = Uuid, Path)),
    responses(
        (status = 204),
        (status = 409, body = ErrorResponse),
    )
)]
#[delete("/applications/{id}")]
pub async fn withdraw(student: As<OnlyStudent>, id: Id, api: web::Data<Api>) -> Result<HttpResponse, ApiError> {
    applications::withdraw(&api.ports, student.actor, ApplicationId(id.0[0])).await?;
    Ok(HttpResponse::NoContent().finish())
}
