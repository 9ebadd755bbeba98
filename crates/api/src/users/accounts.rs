//! The administrators' list of people.

use actix_web::{HttpRequest, HttpResponse, delete, get, post, put, web};
use portal_domain::ids::UserId;
use portal_domain::user::{Role, UserStatus};
use portal_services::ports::UserSortField as Field;
use portal_services::users::{self, ListRequest};

use super::requests::CreateAdministratorRequest;
use super::{UserEnvelope, UserPage};
use crate::closed_set;
use crate::envelope::ErrorResponse;
use crate::error::ApiError;
use crate::extract::{As, Body, FromParams, Id, ListParams, OnlyAdministrator, Params, ParamsReader};
use crate::sort_field::sort_field;
use crate::state::Api;

sort_field! {
    UserSortField: Field {
        FirstName = "firstName",
        LastName = "lastName",
        Email = "email",
        Role = "role",
        Status = "status",
        DateCreated = "dateCreated",
        LastModified = "lastModified",
    }
}

/// What the list of people is asked for.
pub struct ListQuery(ListRequest);

impl FromParams for ListQuery {
    fn read(reader: &mut ParamsReader) -> Self {
        let common = ListParams::read(reader, Field::LastModified, UserSortField::parse);
        Self(ListRequest {
            keyword: common.keyword,
            roles: reader.choices(&["role", "roles"], Role::parse),
            statuses: reader.choices(&["status", "statuses"], UserStatus::parse),
            sort: common.sort,
            page: common.page,
        })
    }
}

/// Everybody who has been let in; those who wait for it only when asked for by `status=NEW`.
#[utoipa::path(
    operation_id = "listUsers",
    tag = "user",
    security(("bearer" = [])),
    params(
        crate::openapi::ListParameters,
        ("sortField" = Option<UserSortField>, Query, description = "lastModified unless given"),
        ("role" = Option<Vec<closed_set::Role>>, Query, description = "May be repeated"),
        ("status" = Option<Vec<closed_set::UserStatus>>, Query, description = "May be repeated"),
    ),
    responses((status = 200, body = UserPage), (status = 400, body = ErrorResponse), (status = 403, body = ErrorResponse))
)]
#[get("/users")]
pub async fn list(
    _administrator: As<OnlyAdministrator>,
    query: Params<ListQuery>,
    api: web::Data<Api>,
) -> Result<web::Json<UserPage>, ApiError> {
    let request = query.0.0;
    let page = request.page;
    Ok(web::Json(UserPage::new(users::list(&api.ports, request).await?, page)))
}

/// Makes an administrator, who is invited by mail to set a password.
#[utoipa::path(
    operation_id = "createAdministrator",
    tag = "user",
    security(("bearer" = [])),
    request_body = CreateAdministratorRequest,
    responses(
        (status = 201, body = UserEnvelope),
        (status = 400, body = ErrorResponse),
        (status = 403, body = ErrorResponse),
        (status = 409, body = ErrorResponse),
        (status = 413, body = ErrorResponse),
        (status = 415, body = ErrorResponse),
    )
)]
#[post("/users")]
pub async fn create_administrator(
    administrator: As<OnlyAdministrator>,
    api: web::Data<Api>,
    body: Body<CreateAdministratorRequest>,
) -> Result<HttpResponse, ApiError> {
    let user = users::invite_administrator(&api.ports, administrator.actor, body.0.invitation()?).await?;
    Ok(HttpResponse::Created().json(UserEnvelope { payload: user.into() }))
}

/// Keeps somebody out, or lets them in again.
#[utoipa::path(
    operation_id = "changeUserStatus",
    tag = "user",
    security(("bearer" = [])),
    params(("id" = String, Path), ("active" = bool, Query)),
    responses(
        (status = 200, body = UserEnvelope),
        (status = 400, body = ErrorResponse),
        (status = 403, body = ErrorResponse),
        (status = 404, body = ErrorResponse),
        (status = 409, body = ErrorResponse),
    )
)]
#[put("/users/{id}/status")]
pub async fn change_status(
    administrator: As<OnlyAdministrator>,
    id: Id,
    request: HttpRequest,
    api: web::Data<Api>,
) -> Result<web::Json<UserEnvelope>, ApiError> {
    let active = ParamsReader::new(request.query_string()).required_flag("active")?;
    let user = users::change_status(&api.ports, administrator.actor, UserId(id.0[0]), active).await?;
    Ok(web::Json(UserEnvelope { payload: user.into() }))
}

/// Deletes somebody, and what the other side does not need of them.
#[utoipa::path(
    operation_id = "deleteUser",
    tag = "user",
    security(("bearer" = [])),
    params(("id" = String, Path)),
    responses(
        (status = 204),
        (status = 403, body = ErrorResponse),
        (status = 404, body = ErrorResponse),
        (status = 409, body = ErrorResponse),
    )
)]
#[delete("/users/{id}")]
pub async fn delete(
    administrator: As<OnlyAdministrator>,
    id: Id,
    api: web::Data<Api>,
) -> Result<HttpResponse, ApiError> {
    users::delete(&api.ports, administrator.actor, UserId(id.0[0])).await?;
    Ok(HttpResponse::NoContent().finish())
}
