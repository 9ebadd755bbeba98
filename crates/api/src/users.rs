//! People over HTTP.

use actix_web::{get, web};
use chrono::NaiveDate;
use portal_domain::user::User;
use portal_services::users;
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::closed_set::{Gender, Locale, Role, UserStatus};
use crate::envelope::{ErrorResponse, envelope};
use crate::error::ApiError;
use crate::extract::{As, Person};
use crate::state::Api;
use crate::timestamp::Timestamp;

/// A person, as they see themselves.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct UserResponse {
    external_id: Uuid,
    first_name: String,
    last_name: String,
    email: String,
    gender: Gender,
    #[schema(required)]
    date_of_birth: Option<NaiveDate>,
    #[schema(required)]
    phone_number: Option<String>,
    role: Role,
    status: UserStatus,
    /// Of students.
    #[schema(required)]
    about_me: Option<String>,
    /// Of landlords.
    #[schema(required)]
    address: Option<UserAddress>,
    /// The language of mails to this person.
    locale: Locale,
    date_created: Timestamp,
    last_modified: Timestamp,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct UserAddress {
    street: String,
    house_number: String,
    postal_code: String,
    city: String,
}

envelope!(UserEnvelope(UserResponse));

impl From<User> for UserResponse {
    fn from(user: User) -> Self {
        Self {
            external_id: user.id.0,
            first_name: user.first_name,
            last_name: user.last_name,
            email: user.email.as_str().to_owned(),
            gender: Gender(user.gender),
            date_of_birth: user.date_of_birth,
            phone_number: user.phone_number,
            role: Role(user.role),
            status: UserStatus(user.status),
            about_me: user.about_me,
            address: user.address.map(|address| UserAddress {
                street: address.street,
                house_number: address.house_number,
                postal_code: address.postal_code,
                city: address.city,
            }),
            locale: Locale(user.locale),
            date_created: Timestamp(user.date_created),
            last_modified: Timestamp(user.last_modified),
        }
    }
}

/// The person of the access token.
#[utoipa::path(
    operation_id = "getProfile",
    tag = "user",
    security(("bearer" = [])),
    responses((status = 200, body = UserEnvelope), (status = 403, body = ErrorResponse))
)]
#[get("/users/profile")]
pub async fn profile(person: As<Person>, api: web::Data<Api>) -> Result<web::Json<UserEnvelope>, ApiError> {
    let user = users::profile(&api.ports, person.actor).await?;
    Ok(web::Json(UserEnvelope { payload: user.into() }))
}
