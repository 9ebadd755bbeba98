//! Handlers that list and review registrations, for administrators.

use actix_web::{HttpResponse, get, put, web};
use portal_domain::ids::RegistrationId;
use portal_domain::policy::Actor;
use portal_domain::registration::RegistrationStatus;
use portal_domain::user::Role;
use portal_services::ports::{RegistrationDetails, RegistrationListQuery, RegistrationSortField as Field};
use portal_services::registrations;
use portal_services::reply_clock::ReplyClock;

use super::{
    LandlordRegistrationEnvelope, LandlordRegistrationPage, StudentRegistrationEnvelope, StudentRegistrationPage, csv,
};
use crate::Api;
use crate::error::ApiError;
use crate::extract::enums;
use crate::extract::sort_field::sort_field;
use crate::extract::{Administrator, Authenticated, FromParams, ListFormat, ListParams, Params, ParamsReader, PathId};

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

impl FromParams for RegistrationListQuery {
    fn read(reader: &mut ParamsReader) -> Option<Self> {
        let common = ListParams::read(reader, Field::LastModified, RegistrationSortField::parse);
        Some(Self {
            keyword: common.keyword,
            statuses: reader.choices(&["status", "statuses"], RegistrationStatus::parse),
            sort: common.sort,
            page: common.page,
        })
    }
}

/// Lists registrations of landlords.
///
/// A CSV file contains all pages of the list.
#[utoipa::path(
    operation_id = "listLandlordRegistrations",
    tag = "registration",
    security(("bearer" = [])),
    params(
        crate::openapi::ListParameters,
        ("sortField" = Option<RegistrationSortField>, Query, description = "Default: `lastModified`."),
        ("status" = Option<Vec<enums::RegistrationStatus>>, Query, description = "Repeatable."),
        ("statuses" = Option<Vec<enums::RegistrationStatus>>, Query, description = "Alias of `status`."),
    ),
    responses(
        (status = 200, description = "A page; with `Accept: text/csv` a CSV file of at most 100,000 rows.", content(
            (LandlordRegistrationPage = "application/json"), (String = "text/csv"),
        )),
    )
)]
#[get("/users/landlords/registrations")]
pub(crate) async fn list_landlord_registrations(
    administrator: Authenticated<Administrator>,
    format: ListFormat,
    query: Params<RegistrationListQuery>,
    api: web::Data<Api>,
) -> Result<HttpResponse, ApiError> {
    let query = query.0;
    if format == ListFormat::Csv {
        let rows = registrations::export_registrations(&api.ports, administrator.actor, Role::Landlord, &query).await?;
        return csv::LANDLORDS.respond(&api.ports, rows).await;
    }
    let clock = ReplyClock::of(&api.ports);
    let rows = registrations::list_registrations(&api.ports, Role::Landlord, &query).await?.map(|view| (view, clock));
    Ok(HttpResponse::Ok().json(LandlordRegistrationPage::new(rows, query.page)))
}

/// Lists registrations of students.
///
/// A CSV file contains all pages of the list.
#[utoipa::path(
    operation_id = "listStudentRegistrations",
    tag = "registration",
    security(("bearer" = [])),
    params(
        crate::openapi::ListParameters,
        ("sortField" = Option<RegistrationSortField>, Query, description = "Default: `lastModified`."),
        ("status" = Option<Vec<enums::RegistrationStatus>>, Query, description = "Repeatable."),
        ("statuses" = Option<Vec<enums::RegistrationStatus>>, Query, description = "Alias of `status`."),
    ),
    responses(
        (status = 200, description = "A page; with `Accept: text/csv` a CSV file of at most 100,000 rows.", content(
            (StudentRegistrationPage = "application/json"), (String = "text/csv"),
        )),
    )
)]
#[get("/users/students/registrations")]
pub(crate) async fn list_student_registrations(
    administrator: Authenticated<Administrator>,
    format: ListFormat,
    query: Params<RegistrationListQuery>,
    api: web::Data<Api>,
) -> Result<HttpResponse, ApiError> {
    let query = query.0;
    if format == ListFormat::Csv {
        let rows = registrations::export_registrations(&api.ports, administrator.actor, Role::Student, &query).await?;
        return csv::STUDENTS.respond(&api.ports, rows).await;
    }
    let clock = ReplyClock::of(&api.ports);
    let rows = registrations::list_registrations(&api.ports, Role::Student, &query).await?.map(|view| (view, clock));
    Ok(HttpResponse::Ok().json(StudentRegistrationPage::new(rows, query.page)))
}

/// The query of a review.
pub(super) struct Review(bool);

impl FromParams for Review {
    fn read(reader: &mut ParamsReader) -> Option<Self> {
        reader.required_flag("approved").map(Self)
    }
}

/// Approves or rejects the registration of a landlord.
///
/// A decision is final.
#[utoipa::path(
    operation_id = "reviewLandlordRegistration",
    tag = "registration",
    security(("bearer" = [])),
    params(("id" = Uuid, Path), ("approved" = bool, Query)),
    responses(
        (status = 200, description = "The updated registration.", body = LandlordRegistrationEnvelope),
        (status = 409),
    )
)]
#[put("/users/landlords/registrations/{id}")]
pub(crate) async fn review_landlord_registration(
    administrator: Authenticated<Administrator>,
    id: PathId<RegistrationId>,
    review: Params<Review>,
    api: web::Data<Api>,
) -> Result<web::Json<LandlordRegistrationEnvelope>, ApiError> {
    let view = review_registration(&api, administrator.actor, Role::Landlord, id.0, review.0).await?;
    Ok(web::Json(LandlordRegistrationEnvelope { payload: (view, ReplyClock::of(&api.ports)).into() }))
}

/// Approves or rejects the registration of a student.
///
/// A decision is final.
#[utoipa::path(
    operation_id = "reviewStudentRegistration",
    tag = "registration",
    security(("bearer" = [])),
    params(("id" = Uuid, Path), ("approved" = bool, Query)),
    responses(
        (status = 200, description = "The updated registration.", body = StudentRegistrationEnvelope),
        (status = 409),
    )
)]
#[put("/users/students/registrations/{id}")]
pub(crate) async fn review_student_registration(
    administrator: Authenticated<Administrator>,
    id: PathId<RegistrationId>,
    review: Params<Review>,
    api: web::Data<Api>,
) -> Result<web::Json<StudentRegistrationEnvelope>, ApiError> {
    let view = review_registration(&api, administrator.actor, Role::Student, id.0, review.0).await?;
    Ok(web::Json(StudentRegistrationEnvelope { payload: (view, ReplyClock::of(&api.ports)).into() }))
}

async fn review_registration(
    api: &Api,
    actor: Actor,
    role: Role,
    id: RegistrationId,
    Review(approved): Review,
) -> Result<RegistrationDetails, ApiError> {
    Ok(registrations::review_registration(&api.ports, actor, role, id, approved).await?)
}
