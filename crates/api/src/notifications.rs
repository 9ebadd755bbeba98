//! How much waits for whom, over HTTP.

use actix_web::{get, web};
use portal_services::notifications::{self, AdministratorNotifications};
use serde::Serialize;
use utoipa::ToSchema;

use crate::envelope::envelope;
use crate::error::ApiError;
use crate::extract::{As, OnlyAdministrator, OnlyLandlord};
use crate::state::Api;

/// What waits for the administrators.
#[expect(clippy::struct_field_names, reason = "the names on the wire")]
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AdministratorNotificationsResponse {
    pending_landlord_registration_requests: u64,
    pending_student_registration_requests: u64,
    pending_applications: u64,
    /// Events that nobody has acknowledged.
    pending_events: u64,
}

/// What waits for a landlord.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LandlordNotificationsResponse {
    pending_applications: u64,
}

envelope!(
    AdministratorNotificationsEnvelope(AdministratorNotificationsResponse),
    LandlordNotificationsEnvelope(LandlordNotificationsResponse),
);

impl From<AdministratorNotifications> for AdministratorNotificationsResponse {
    fn from(notifications: AdministratorNotifications) -> Self {
        Self {
            pending_landlord_registration_requests: notifications.landlord_registrations,
            pending_student_registration_requests: notifications.student_registrations,
            pending_applications: notifications.applications,
            pending_events: notifications.events,
        }
    }
}

/// How much waits for the administrators. Each number is the total of a list.
#[utoipa::path(
    operation_id = "getAdministratorNotifications",
    tag = "notification",
    security(("bearer" = [])),
    responses((status = 200, description = "The counts of now.", body = AdministratorNotificationsEnvelope))
)]
#[get("/notifications/admin")]
pub async fn for_administrators(
    _administrator: As<OnlyAdministrator>,
    api: web::Data<Api>,
) -> Result<web::Json<AdministratorNotificationsEnvelope>, ApiError> {
    let payload = notifications::for_administrators(&api.ports).await?.into();
    Ok(web::Json(AdministratorNotificationsEnvelope { payload }))
}

/// How many applications wait for the landlord who asks.
#[utoipa::path(
    operation_id = "getLandlordNotifications",
    tag = "notification",
    security(("bearer" = [])),
    responses((status = 200, description = "The counts of now.", body = LandlordNotificationsEnvelope))
)]
#[get("/notifications/landlord")]
pub async fn for_landlord(
    landlord: As<OnlyLandlord>,
    api: web::Data<Api>,
) -> Result<web::Json<LandlordNotificationsEnvelope>, ApiError> {
    let pending_applications = notifications::for_landlord(&api.ports, landlord.actor).await?;
    Ok(web::Json(LandlordNotificationsEnvelope { payload: LandlordNotificationsResponse { pending_applications } }))
}
