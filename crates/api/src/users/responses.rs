//! A person on the wire.

use chrono::NaiveDate;
use portal_domain::user::User;
use portal_services::users::{DeletionPreview, UserBrief};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::closed_set::{Gender, Locale, Role, UserStatus};
use crate::timestamp::Timestamp;

/// A person, as they and administrators see them.
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

/// Somebody as lists for administrators name them.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct UserBriefResponse {
    external_id: Uuid,
    first_name: String,
    last_name: String,
    email: String,
    role: Role,
}

impl From<UserBrief> for UserBriefResponse {
    fn from(user: UserBrief) -> Self {
        let UserBrief { id, first_name, last_name, email, role } = user;
        Self { external_id: id.0, first_name, last_name, email, role: Role(role) }
    }
}

/// What goes along with a user who is deleted.
#[derive(Debug, Serialize, ToSchema)]
pub struct DeletionPreviewResponse {
    /// The user's listings, which are deleted.
    listings: u64,
    /// Applications without a final decision: a student's own are deleted, those to a landlord's listings are rejected.
    applications: u64,
}

impl From<DeletionPreview> for DeletionPreviewResponse {
    fn from(DeletionPreview { listings, applications }: DeletionPreview) -> Self {
        Self { listings, applications }
    }
}
