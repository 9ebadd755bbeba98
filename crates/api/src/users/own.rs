//! One's own account.

use actix_web::{HttpResponse, get, post, put, web};
use portal_domain::ids::UserId;
use portal_services::users;

use super::UserEnvelope;
use super::requests::{DeleteProfileRequest, UpdateUserRequest};
use crate::envelope::ErrorResponse;
use crate::error::ApiError;
use crate::extract::{As, Body, Id, Person};
use crate::state::Api;

/// The person of the access token.
#[utoipa::path(
    operation_id = "getProfile",
    tag = "user",
    security(("bearer" = [])),
    responses((status = 200, description = "The user's own profile.", body = UserEnvelope))
)]
#[get("/users/profile")]
pub async fn profile(person: As<Person>, api: web::Data<Api>) -> Result<web::Json<UserEnvelope>, ApiError> {
    let user = users::profile(&api.ports, person.actor).await?;
    Ok(web::Json(UserEnvelope { payload: user.into() }))
}

/// Writes one's own profile. Fields that are not listed, and those of other roles, are passed over.
#[utoipa::path(
    operation_id = "updateUser",
    tag = "user",
    security(("bearer" = [])),
    params(("id" = Uuid, Path)),
    request_body = UpdateUserRequest,
    responses(
        (status = 200, description = "The profile as it is now.", body = UserEnvelope),
    )
)]
#[put("/users/{id}")]
pub async fn update(
    person: As<Person>,
    id: Id,
    api: web::Data<Api>,
    body: Body<UpdateUserRequest>,
) -> Result<web::Json<UserEnvelope>, ApiError> {
    let changes = body.0.profile(person.actor.role)?;
    let user = users::update_profile(&api.ports, person.actor, UserId(id.0[0]), changes).await?;
    Ok(web::Json(UserEnvelope { payload: user.into() }))
}

/// Deletes one's own account, and what the other side does not need of it.
#[utoipa::path(
    operation_id = "deleteProfile",
    tag = "user",
    security(("bearer" = [])),
    request_body = DeleteProfileRequest,
    responses(
        (status = 204),
        (status = 400, description = "The request is invalid, or the password is wrong.", body = ErrorResponse),
        (status = 409, description = "The last active administrator cannot be deleted.", body = ErrorResponse),
        (status = 429, body = ErrorResponse),
    )
)]
#[post("/users/profile/delete")]
pub async fn delete_own(
    person: As<Person>,
    api: web::Data<Api>,
    body: Body<DeleteProfileRequest>,
) -> Result<HttpResponse, ApiError> {
    let password = body.0.password.required()?;
    users::delete_own(&api.ports, person.actor, password).await?;
    Ok(HttpResponse::NoContent().finish())
}
