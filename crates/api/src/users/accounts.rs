//! The administrators' list of people.

use actix_web::{HttpRequest, HttpResponse, delete, get, post, put, web};
use portal_domain::ids::UserId;
use portal_domain::user::{Role, UserStatus};
use portal_services::ports::UserSortField as Field;
use portal_services::users::{self, ListRequest};

use super::requests::CreateAdministratorRequest;
use super::{DeletionPreviewEnvelope, UserEnvelope, UserPage, csv};
use crate::closed_set;
use crate::envelope::ErrorResponse;
use crate::error::ApiError;
use crate::extract::{As, Body, FromParams, Id, ListFormat, ListParams, OnlyAdministrator, Params, ParamsReader};
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

/// Everybody who has been let in; those who wait for it only when asked for by `status=NEW`. As a table, all pages of it.
#[utoipa::path(
    operation_id = "listUsers",
    tag = "user",
    security(("bearer" = [])),
    params(
        crate::openapi::ListParameters,
        ("sortField" = Option<UserSortField>, Query, description = "lastModified unless given"),
        ("role" = Option<Vec<closed_set::Role>>, Query, description = "May be repeated"),
        ("roles" = Option<Vec<closed_set::Role>>, Query, description = "Another name of `role`"),
        ("status" = Option<Vec<closed_set::UserStatus>>, Query, description = "May be repeated"),
        ("statuses" = Option<Vec<closed_set::UserStatus>>, Query, description = "Another name of `status`"),
    ),
    responses(
        (status = 200, description = "A page; with `Accept: text/csv` a table of at most 100,000 rows.", content(
            (UserPage = "application/json"), (String = "text/csv"),
        )),
    )
)]
#[get("/users")]
pub async fn list(
    administrator: As<OnlyAdministrator>,
    format: ListFormat,
    query: Params<ListQuery>,
    api: web::Data<Api>,
) -> Result<HttpResponse, ApiError> {
    let request = query.0.0;
    match format {
        ListFormat::Csv => {
            csv::TABLE.answer(&api.ports, users::export_list(&api.ports, administrator.actor, request).await?).await
        }
        ListFormat::Json => {
            let page = request.page;
            Ok(HttpResponse::Ok().json(UserPage::new(users::list(&api.ports, request).await?, page)))
        }
    }
}

/// Makes an administrator, who is invited by mail to set a password.
#[utoipa::path(
    operation_id = "createAdministrator",
    tag = "user",
    security(("bearer" = [])),
    request_body = CreateAdministratorRequest,
    responses(
        (status = 201, description = "The invited administrator.", body = UserEnvelope),
        (status = 409, body = ErrorResponse),
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
    params(("id" = Uuid, Path), ("active" = bool, Query)),
    responses(
        (status = 200, description = "The user as they are now.", body = UserEnvelope),
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
    params(("id" = Uuid, Path)),
    responses(
        (status = 204),
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

/// What would go along with a user who is deleted now.
#[utoipa::path(
    operation_id = "previewUserDeletion",
    tag = "user",
    security(("bearer" = [])),
    params(("id" = Uuid, Path, description = "Of the user")),
    responses(
        (status = 200, description = "The numbers of listings and applications", body = DeletionPreviewEnvelope),
        (status = 404, description = "There is no such user", body = ErrorResponse),
    )
)]
#[get("/users/{id}/deletion-preview")]
pub async fn preview_deletion(
    _administrator: As<OnlyAdministrator>,
    id: Id,
    api: web::Data<Api>,
) -> Result<web::Json<DeletionPreviewEnvelope>, ApiError> {
    let preview = users::preview_deletion(&api.ports, UserId(id.0[0])).await?;
    Ok(web::Json(DeletionPreviewEnvelope { payload: preview.into() }))
}

/// Sends a new activation link to a user of status `REGISTRATION_PENDING`; older links expire. It counts among the mails
/// that an address is sent in an hour.
#[utoipa::path(
    operation_id = "resendUserActivation",
    tag = "user",
    security(("bearer" = [])),
    params(("id" = Uuid, Path, description = "Of the user")),
    responses(
        (status = 204, description = "The mail is on its way"),
        (status = 404, description = "There is no such user", body = ErrorResponse),
        (status = 409, description = "The user is NEW, or has set a password before", body = ErrorResponse),
        (status = 429, description = "The address was sent too many mails; `Retry-After` says when the next one may be \
            sent", body = ErrorResponse),
    )
)]
#[post("/users/{id}/resend-activation")]
pub async fn resend_activation(
    administrator: As<OnlyAdministrator>,
    id: Id,
    api: web::Data<Api>,
) -> Result<HttpResponse, ApiError> {
    users::resend_activation(&api.ports, administrator.actor, UserId(id.0[0])).await?;
    Ok(HttpResponse::NoContent().finish())
}
