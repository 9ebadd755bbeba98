//! Handlers of the user's own profile.

use actix_web::{HttpResponse, get, post, put, web};
use portal_domain::ids::UserId;
use portal_services::users;

use super::UserEnvelope;
use super::requests::{DeleteProfileRequest, UpdateUserRequest, read_profile};
use crate::Api;
use crate::error::ApiError;
use crate::extract::{AnyRole, AnyUser, Authenticated, Body, PathId, UnparsedBody};

/// Returns the profile of the user.
#[utoipa::path(
    operation_id = "getProfile",
    tag = "user",
    security(("bearer" = [])),
    responses((status = 200, description = "The profile.", body = UserEnvelope))
)]
#[get("/users/profile")]
pub(crate) async fn get_profile(
    user: Authenticated<AnyUser>,
    api: web::Data<Api>,
) -> Result<web::Json<UserEnvelope>, ApiError> {
    let user = users::get_profile(&api.ports, user.actor).await?;
    Ok(web::Json(UserEnvelope { payload: user.into() }))
}

/// Updates the profile of the user.
///
/// Unknown fields, and fields of other roles, are ignored.
#[utoipa::path(
    operation_id = "updateUser",
    tag = "user",
    security(("bearer" = [])),
    params(("id" = Uuid, Path)),
    request_body = UpdateUserRequest,
    responses(
        (status = 200, description = "The updated profile.", body = UserEnvelope),
    )
)]
#[put("/users/{id}")]
pub(crate) async fn update_user(
    user: Authenticated<AnyRole>,
    id: PathId<UserId>,
    api: web::Data<Api>,
    body: UnparsedBody,
) -> Result<web::Json<UserEnvelope>, ApiError> {
    let profile = read_profile(&body.0, user.actor.role)?;
    let user = users::update_user(&api.ports, user.actor, id.0, profile).await?;
    Ok(web::Json(UserEnvelope { payload: user.into() }))
}

/// Deletes the user's account and data.
///
/// Data that other users need is kept without the personal data.
#[utoipa::path(
    operation_id = "deleteProfile",
    tag = "user",
    security(("bearer" = [])),
    request_body = DeleteProfileRequest,
    responses(
        (status = 204),
        (status = 400, description = "The request is invalid, or the password is wrong."),
        (status = 409, description = "The last active administrator cannot be deleted."),
        (status = 429),
    )
)]
#[post("/users/profile/delete")]
pub(crate) async fn delete_profile(
    user: Authenticated<AnyRole>,
    api: web::Data<Api>,
    body: Body<DeleteProfileRequest>,
) -> Result<HttpResponse, ApiError> {
    users::delete_profile(&api.ports, user.actor, body.0.password.0).await?;
    Ok(HttpResponse::NoContent().finish())
}
