//! Handlers that administrate users.

use actix_web::{HttpResponse, delete, get, post, put, web};
use portal_domain::ids::UserId;
use portal_domain::user::{Role, UserStatus};
use portal_services::ports::{UserListQuery, UserSortField as Field};
use portal_services::users;

use super::requests::CreateAdministratorRequest;
use super::{DeletionPreviewEnvelope, UserEnvelope, UserPage, csv};
use crate::Api;
use crate::error::ApiError;
use crate::extract::enums;
use crate::extract::sort_field::sort_field;
use crate::extract::{
    Administrator, Authenticated, Body, FromParams, ListFormat, ListParams, Params, ParamsReader, PathId, Proved,
};

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

impl FromParams for UserListQuery {
    fn read(reader: &mut ParamsReader) -> Option<Self> {
        let common = ListParams::read(reader, Field::LastModified, UserSortField::parse);
        Some(Self {
            keyword: common.keyword,
            roles: reader.choices(&["role", "roles"], Role::parse),
            statuses: reader.choices(&["status", "statuses"], UserStatus::parse),
            sort: common.sort,
            page: common.page,
        })
    }
}

/// Lists users.
///
/// Those of status `NEW` are included only with `status=NEW`. A CSV file contains all pages
/// of the list.
#[utoipa::path(
    operation_id = "listUsers",
    tag = "user",
    security(("bearer" = [])),
    params(
        crate::openapi::ListParameters,
        ("sortField" = Option<UserSortField>, Query, description = "Default: `lastModified`."),
        ("role" = Option<Vec<enums::Role>>, Query, description = "Repeatable."),
        ("roles" = Option<Vec<enums::Role>>, Query, description = "Alias of `role`."),
        ("status" = Option<Vec<enums::UserStatus>>, Query, description = "Repeatable."),
        ("statuses" = Option<Vec<enums::UserStatus>>, Query, description = "Alias of `status`."),
    ),
    responses(
        (status = 200, description = "A page; with `Accept: text/csv` a CSV file of at most 100,000 rows.", content(
            (UserPage = "application/json"), (String = "text/csv"),
        )),
    )
)]
#[get("/users")]
pub(crate) async fn list_users(
    administrator: Authenticated<Administrator>,
    format: ListFormat,
    query: Params<UserListQuery>,
    api: web::Data<Api>,
) -> Result<HttpResponse, ApiError> {
    let query = query.0;
    match format {
        ListFormat::Csv => {
            csv::TABLE.respond(&api.ports, users::export_users(&api.ports, administrator.actor, query).await?).await
        }
        ListFormat::Json => {
            let page = query.page;
            Ok(HttpResponse::Ok().json(UserPage::new(users::list_users(&api.ports, query).await?, page)))
        }
    }
}

/// Creates an administrator, and sends them a mail with a link to set a password.
///
/// Needs a recent proof of identity.
#[utoipa::path(
    operation_id = "createAdministrator",
    tag = "user",
    security(("bearer" = [])),
    request_body = CreateAdministratorRequest,
    responses(
        (status = 201, description = "The new administrator.", body = UserEnvelope),
        (status = 409),
    )
)]
#[post("/users")]
pub(crate) async fn create_administrator(
    administrator: Proved<Administrator>,
    api: web::Data<Api>,
    body: Body<CreateAdministratorRequest>,
) -> Result<HttpResponse, ApiError> {
    let user = users::create_administrator(&api.ports, administrator.0.actor, body.0.into()).await?;
    Ok(HttpResponse::Created().json(UserEnvelope { payload: user.into() }))
}

/// The query of a change of a user's status.
pub(super) struct StatusChange(bool);

impl FromParams for StatusChange {
    fn read(reader: &mut ParamsReader) -> Option<Self> {
        reader.required_flag("active").map(Self)
    }
}

/// Activates or deactivates a user.
#[utoipa::path(
    operation_id = "changeUserStatus",
    tag = "user",
    security(("bearer" = [])),
    params(("id" = Uuid, Path), ("active" = bool, Query)),
    responses(
        (status = 200, description = "The updated user.", body = UserEnvelope),
        (status = 409),
    )
)]
#[put("/users/{id}/status")]
pub(crate) async fn change_user_status(
    administrator: Authenticated<Administrator>,
    id: PathId<UserId>,
    change: Params<StatusChange>,
    api: web::Data<Api>,
) -> Result<web::Json<UserEnvelope>, ApiError> {
    let user = users::change_user_status(&api.ports, administrator.actor, id.0, change.0.0).await?;
    Ok(web::Json(UserEnvelope { payload: user.into() }))
}

/// Deletes a user and their data.
///
/// Data that other users need is kept without the personal data. Needs a recent proof of identity.
#[utoipa::path(
    operation_id = "deleteUser",
    tag = "user",
    security(("bearer" = [])),
    params(("id" = Uuid, Path)),
    responses(
        (status = 204),
        (status = 409),
    )
)]
#[delete("/users/{id}")]
pub(crate) async fn delete_user(
    administrator: Proved<Administrator>,
    id: PathId<UserId>,
    api: web::Data<Api>,
) -> Result<HttpResponse, ApiError> {
    users::delete_user(&api.ports, administrator.0.actor, id.0).await?;
    Ok(HttpResponse::NoContent().finish())
}

/// Returns the numbers of listings and applications that the deletion of a user would affect.
#[utoipa::path(
    operation_id = "previewUserDeletion",
    tag = "user",
    security(("bearer" = [])),
    params(("id" = Uuid, Path, description = "The id of the user.")),
    responses(
        (status = 200, description = "The numbers of listings and applications.", body = DeletionPreviewEnvelope),
        (status = 404, description = "The user does not exist."),
    )
)]
#[get("/users/{id}/deletion-preview")]
pub(crate) async fn preview_user_deletion(
    _administrator: Authenticated<Administrator>,
    id: PathId<UserId>,
    api: web::Data<Api>,
) -> Result<web::Json<DeletionPreviewEnvelope>, ApiError> {
    let preview = users::preview_user_deletion(&api.ports, id.0).await?;
    Ok(web::Json(DeletionPreviewEnvelope { payload: preview.into() }))
}

/// Sends a new activation link to a user of status `REGISTRATION_PENDING`; older links expire.
///
/// Counts towards the hourly limit of mails to an address.
#[utoipa::path(
    operation_id = "resendUserActivation",
    tag = "user",
    security(("bearer" = [])),
    params(("id" = Uuid, Path, description = "The id of the user.")),
    responses(
        (status = 204, description = "The mail is queued."),
        (status = 404, description = "The user does not exist."),
        (status = 409, description = "The user's status is `NEW`, or the user has set a password before."),
        (status = 429, description = "Too many mails were sent to the address; `Retry-After` gives the time to wait."),
    )
)]
#[post("/users/{id}/resend-activation")]
pub(crate) async fn resend_user_activation(
    administrator: Authenticated<Administrator>,
    id: PathId<UserId>,
    api: web::Data<Api>,
) -> Result<HttpResponse, ApiError> {
    users::resend_user_activation(&api.ports, administrator.actor, id.0).await?;
    Ok(HttpResponse::NoContent().finish())
}
