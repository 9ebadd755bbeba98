//! The administrators' two lists of requests, and their decisions.

use actix_web::{HttpRequest, HttpResponse, get, put, web};
use portal_domain::ids::RegistrationId;
use portal_domain::policy::Actor;
use portal_domain::registration::RegistrationStatus;
use portal_domain::user::Role;
use portal_services::ports::RegistrationSortField as Field;
use portal_services::registrations::{self, ListRequest, RegistrationView};
use portal_services::reply_clock::ReplyClock;

use super::{
    LandlordRegistrationEnvelope, LandlordRegistrationPage, StudentRegistrationEnvelope, StudentRegistrationPage, csv,
};
use crate::closed_set;
use crate::envelope::ErrorResponse;
use crate::error::ApiError;
use crate::extract::{As, FromParams, Id, ListFormat, ListParams, OnlyAdministrator, Params, ParamsReader};
use crate::sort_field::sort_field;
use crate::state::Api;

sort_field! {
    RegistrationSortField: Field {
        FirstName = "firstName",
        LastName = "lastName",
        Email = "email",
        Status = "status",
        DateCreated = "dateCreated",
        LastModified = "lastModified",
    }
}

/// What a list of requests is asked for.
pub struct ListQuery(ListRequest);

impl FromParams for ListQuery {
    fn read(reader: &mut ParamsReader) -> Self {
        let common = ListParams::read(reader, Field::LastModified, RegistrationSortField::parse);
        Self(ListRequest {
            keyword: common.keyword,
            statuses: reader.choices(&["status", "statuses"], RegistrationStatus::parse),
            sort: common.sort,
            page: common.page,
        })
    }
}

/// Landlords who want to join. As a table, all pages of the list.
#[utoipa::path(
    operation_id = "listLandlordRegistrations",
    tag = "registration",
    security(("bearer" = [])),
    params(
        crate::openapi::ListParameters,
        ("sortField" = Option<RegistrationSortField>, Query, description = "lastModified unless given"),
        ("status" = Option<Vec<closed_set::RegistrationStatus>>, Query, description = "May be repeated"),
        ("statuses" = Option<Vec<closed_set::RegistrationStatus>>, Query, description = "Another name of `status`"),
    ),
    responses(
        (status = 200, description = "A page; with `Accept: text/csv` a table of at most 100,000 rows.", content(
            (LandlordRegistrationPage = "application/json"), (String = "text/csv"),
        )),
    )
)]
#[get("/users/landlords/registrations")]
pub async fn list_landlords(
    administrator: As<OnlyAdministrator>,
    format: ListFormat,
    query: Params<ListQuery>,
    api: web::Data<Api>,
) -> Result<HttpResponse, ApiError> {
    let request = query.0.0;
    if format == ListFormat::Csv {
        let rows = registrations::export_list(&api.ports, administrator.actor, Role::Landlord, request).await?;
        return csv::LANDLORDS.answer(&api.ports, rows).await;
    }
    let page = request.page;
    let clock = ReplyClock::of(&api.ports);
    let found = registrations::list(&api.ports, Role::Landlord, request).await?.map(|view| (view, clock));
    Ok(HttpResponse::Ok().json(LandlordRegistrationPage::new(found, page)))
}

/// Students who want to join. As a table, all pages of the list.
#[utoipa::path(
    operation_id = "listStudentRegistrations",
    tag = "registration",
    security(("bearer" = [])),
    params(
        crate::openapi::ListParameters,
        ("sortField" = Option<RegistrationSortField>, Query, description = "lastModified unless given"),
        ("status" = Option<Vec<closed_set::RegistrationStatus>>, Query, description = "May be repeated"),
        ("statuses" = Option<Vec<closed_set::RegistrationStatus>>, Query, description = "Another name of `status`"),
    ),
    responses(
        (status = 200, description = "A page; with `Accept: text/csv` a table of at most 100,000 rows.", content(
            (StudentRegistrationPage = "application/json"), (String = "text/csv"),
        )),
    )
)]
#[get("/users/students/registrations")]
pub async fn list_students(
    administrator: As<OnlyAdministrator>,
    format: ListFormat,
    query: Params<ListQuery>,
    api: web::Data<Api>,
) -> Result<HttpResponse, ApiError> {
    let request = query.0.0;
    if format == ListFormat::Csv {
        let rows = registrations::export_list(&api.ports, administrator.actor, Role::Student, request).await?;
        return csv::STUDENTS.answer(&api.ports, rows).await;
    }
    let page = request.page;
    let clock = ReplyClock::of(&api.ports);
    let found = registrations::list(&api.ports, Role::Student, request).await?.map(|view| (view, clock));
    Ok(HttpResponse::Ok().json(StudentRegistrationPage::new(found, page)))
}

/// Lets a landlord in, or says no. Happens once.
#[utoipa::path(
    operation_id = "reviewLandlordRegistration",
    tag = "registration",
    security(("bearer" = [])),
    params(("id" = Uuid, Path), ("approved" = bool, Query)),
    responses(
        (status = 200, description = "The request as it is now.", body = LandlordRegistrationEnvelope),
        (status = 409, body = ErrorResponse),
    )
)]
#[put("/users/landlords/registrations/{id}")]
pub async fn review_landlord(
    administrator: As<OnlyAdministrator>,
    id: Id,
    request: HttpRequest,
    api: web::Data<Api>,
) -> Result<web::Json<LandlordRegistrationEnvelope>, ApiError> {
    let view = review(&api, administrator.actor, Role::Landlord, &id, &request).await?;
    Ok(web::Json(LandlordRegistrationEnvelope { payload: (view, ReplyClock::of(&api.ports)).into() }))
}

/// Lets a student in, or says no. Happens once.
#[utoipa::path(
    operation_id = "reviewStudentRegistration",
    tag = "registration",
    security(("bearer" = [])),
    params(("id" = Uuid, Path), ("approved" = bool, Query)),
    responses(
        (status = 200, description = "The request as it is now.", body = StudentRegistrationEnvelope),
        (status = 409, body = ErrorResponse),
    )
)]
#[put("/users/students/registrations/{id}")]
pub async fn review_student(
    administrator: As<OnlyAdministrator>,
    id: Id,
    request: HttpRequest,
    api: web::Data<Api>,
) -> Result<web::Json<StudentRegistrationEnvelope>, ApiError> {
    let view = review(&api, administrator.actor, Role::Student, &id, &request).await?;
    Ok(web::Json(StudentRegistrationEnvelope { payload: (view, ReplyClock::of(&api.ports)).into() }))
}

async fn review(
    api: &Api,
    actor: Actor,
    role: Role,
    id: &Id,
    request: &HttpRequest,
) -> Result<RegistrationView, ApiError> {
    let approved = ParamsReader::new(request.query_string()).required_flag("approved")?;
    Ok(registrations::review(&api.ports, actor, role, RegistrationId(id.0[0]), approved).await?)
}
