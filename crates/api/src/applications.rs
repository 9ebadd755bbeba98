//! Handlers of applications.

mod csv;
mod responses;
mod reviews;

pub(crate) use responses::ApplicationResponse;
pub(crate) use reviews::{decline_open_applications, review_application, review_application_as_administrator};

use actix_web::{HttpResponse, delete, get, post, web};
use portal_domain::application::Decision;
use portal_domain::ids::{ApplicationId, ListingId};
use portal_domain::user::Role;
use portal_services::applications;
use portal_services::ports::{ApplicationDetails, ApplicationListQuery, ApplicationSortField as Field};
use portal_services::reply_clock::ReplyClock;
use uuid::Uuid;

use crate::Api;
use crate::error::{ApiError, FieldRule};
use crate::extract::enums;
use crate::extract::sort_field::sort_field;
use crate::extract::text::Letter;
use crate::extract::{
    AnyRole, Authenticated, Body, FromParams, ListFormat, ListParams, Params, ParamsReader, PathId, Student, request,
};
use crate::response::envelope::{envelope, page};

envelope!(ApplicationEnvelope(ApplicationResponse));
page!(ApplicationPage(ApplicationResponse));

fn envelope_of(api: &Api, view: ApplicationDetails) -> ApplicationEnvelope {
    ApplicationEnvelope { payload: (view, ReplyClock::of(&api.ports)).into() }
}

sort_field! {
    ApplicationSortField: Field {
        StudentFirstName = "student.firstName",
        StudentLastName = "student.lastName",
        StudentEmail = "student.email",
        ListingTitle = "listing.title",
        DateCreated = "dateCreated",
        LastModified = "lastModified",
    }
}

impl FromParams for ApplicationListQuery {
    fn read(reader: &mut ParamsReader) -> Option<Self> {
        let common = ListParams::read(reader, Field::LastModified, ApplicationSortField::parse);
        Some(Self {
            keyword: common.keyword,
            badges: reader.choices(&["status", "statuses"], Decision::parse),
            administrator_decisions: reader.choices(&["adminStatus"], Decision::parse),
            landlord_decisions: reader.choices(&["landlordStatus"], Decision::parse),
            listing: reader.choice("listing", |text| Uuid::try_parse(text).ok()).map(ListingId),
            sort: common.sort,
            page: common.page,
        })
    }
}

/// A role must not sort by fields that are hidden from it: the order would reveal them.
const fn may_sort(role: Role, field: Field) -> bool {
    match field {
        Field::StudentEmail => matches!(role, Role::Administrator),
        Field::StudentFirstName | Field::StudentLastName => !matches!(role, Role::Student),
        Field::ListingTitle | Field::DateCreated | Field::LastModified => true,
    }
}

/// Lists applications.
///
/// Students get their own applications, landlords those for their listings that an administrator
/// has approved, administrators all. Administrators can request CSV, which contains all pages but
/// no letters.
#[utoipa::path(
    operation_id = "listApplications",
    tag = "application",
    security(("bearer" = [])),
    params(
        crate::openapi::ListParameters,
        ("sortField" = Option<ApplicationSortField>, Query, description = "Default: `lastModified`. Landlords cannot \
            sort by `student.email`, students by no field of the student."),
        ("status" = Option<Vec<enums::Decision>>, Query,
            description = "For landlords their decision. For other roles the overall status: the administrator's \
                decision until it is `APPROVED`, then the landlord's. Repeatable."),
        ("statuses" = Option<Vec<enums::Decision>>, Query, description = "Alias of `status`."),
        ("adminStatus" = Option<Vec<enums::Decision>>, Query,
            description = "The administrator's decision. Repeatable."),
        ("landlordStatus" = Option<Vec<enums::Decision>>, Query, description = "The landlord's decision. Repeatable."),
        ("listing" = Option<Uuid>, Query,
            description = "The id of a listing. Of a listing whose applications the user may not see, the page is empty."),
    ),
    responses(
        (status = 200, description = "A page; with `Accept: text/csv` a CSV file of at most 100,000 rows.", content(
            (ApplicationPage = "application/json"), (String = "text/csv"),
        )),
    )
)]
#[get("/applications")]
pub(crate) async fn list_applications(
    user: Authenticated<AnyRole>,
    format: ListFormat,
    query: Params<ApplicationListQuery>,
    api: web::Data<Api>,
) -> Result<HttpResponse, ApiError> {
    let query = query.0;
    if !may_sort(user.actor.role, query.sort.by) {
        return Err(ApiError::field("sortField", FieldRule::Invalid));
    }
    if format == ListFormat::Csv {
        return csv::TABLE
            .respond(&api.ports, applications::export_applications(&api.ports, user.actor, query).await?)
            .await;
    }
    let page = query.page;
    let clock = ReplyClock::of(&api.ports);
    let rows = applications::list_applications(&api.ports, user.actor, query).await?.map(|view| (view, clock));
    Ok(HttpResponse::Ok().json(ApplicationPage::new(rows, page)))
}

request! {
    /// An application to a listing.
    pub(crate) struct SubmitApplicationRequest {
        /// The letter to the landlord.
        application_letter: Letter,
    }
}

/// Submits an application for a listing.
#[utoipa::path(
    operation_id = "submitApplication",
    tag = "application",
    security(("bearer" = [])),
    params(("id" = Uuid, Path, description = "The id of the listing.")),
    request_body = SubmitApplicationRequest,
    responses(
        (status = 201, description = "The new application.", body = ApplicationEnvelope),
        (status = 409),
        (status = 429),
    )
)]
#[post("/applications/listing/{id}")]
pub(crate) async fn submit_application(
    student: Authenticated<Student>,
    id: PathId<ListingId>,
    api: web::Data<Api>,
    body: Body<SubmitApplicationRequest>,
) -> Result<HttpResponse, ApiError> {
    let letter = body.0.application_letter.0;
    let view = applications::submit_application(&api.ports, student.actor, id.0, letter).await?;
    Ok(HttpResponse::Created().json(envelope_of(&api, view)))
}

/// Withdraws an application that is still open.
#[utoipa::path(
    operation_id = "withdrawApplication",
    tag = "application",
    security(("bearer" = [])),
    params(("id" = Uuid, Path)),
    responses(
        (status = 204),
        (status = 409),
    )
)]
#[delete("/applications/{id}")]
pub(crate) async fn withdraw_application(
    student: Authenticated<Student>,
    id: PathId<ApplicationId>,
    api: web::Data<Api>,
) -> Result<HttpResponse, ApiError> {
    applications::withdraw_application(&api.ports, student.actor, id.0).await?;
    Ok(HttpResponse::NoContent().finish())
}
