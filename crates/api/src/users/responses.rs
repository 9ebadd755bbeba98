//! Responses of users.

use chrono::NaiveDate;
use portal_domain::user::User;
use portal_services::ports::{DeletionPreview, UserSummary};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::extract::enums::{Gender, Locale, Role, UserStatus};
use crate::response::timestamp::Timestamp;

/// A user, as visible to the user and to administrators.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct UserResponse {
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
    /// Only for students.
    #[schema(required)]
    about_me: Option<String>,
    /// Only for landlords.
    #[schema(required)]
    address: Option<UserAddress>,
    /// The language of mails to the user.
    locale: Locale,
    date_created: Timestamp,
    last_modified: Timestamp,
}

/// The address of a landlord.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct UserAddress {
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

/// The name, email address and role of a user, for administrators.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct UserSummaryResponse {
    external_id: Uuid,
    first_name: String,
    last_name: String,
    email: String,
    role: Role,
}

impl From<UserSummary> for UserSummaryResponse {
    fn from(user: UserSummary) -> Self {
        let UserSummary { id, first_name, last_name, email, role } = user;
        Self { external_id: id.0, first_name, last_name, email, role: Role(role) }
    }
}

/// The numbers of listings and applications that the deletion of a user affects.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct DeletionPreviewResponse {
    /// The listings of the user, which are deleted.
    listings: u64,
    /// Open applications: those of a student are deleted, those for a landlord's listings are
    /// rejected.
    applications: u64,
}

impl From<DeletionPreview> for DeletionPreviewResponse {
    fn from(DeletionPreview { listings, applications }: DeletionPreview) -> Self {
        Self { listings, applications }
    }
}
