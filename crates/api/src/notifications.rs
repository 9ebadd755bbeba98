//! Handlers of notifications: the numbers of items that wait for a user.

use actix_web::{get, web};
use portal_services::notifications;
use portal_services::ports::AdministratorNotifications;
use serde::Serialize;
use utoipa::ToSchema;

use crate::Api;
use crate::error::ApiError;
use crate::extract::{Administrator, Authenticated, Landlord};
use crate::response::envelope::envelope;

/// The numbers of items that wait for the administrators.
#[expect(clippy::struct_field_names, reason = "these are the JSON fields")]
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct AdministratorNotificationsResponse {
    pending_landlord_registration_requests: u64,
    pending_student_registration_requests: u64,
    pending_applications: u64,
    /// Events that are not acknowledged.
    pending_events: u64,
}

/// The numbers of items that wait for a landlord.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct LandlordNotificationsResponse {
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

/// Returns the numbers of items that wait for the administrators.
///
/// Each is the total of a list.
#[utoipa::path(
    operation_id = "getAdministratorNotifications",
    tag = "notification",
    security(("bearer" = [])),
    responses((status = 200, description = "The current numbers.", body = AdministratorNotificationsEnvelope))
)]
#[get("/notifications/admin")]
pub(crate) async fn get_administrator_notifications(
    _administrator: Authenticated<Administrator>,
    api: web::Data<Api>,
) -> Result<web::Json<AdministratorNotificationsEnvelope>, ApiError> {
    let payload = notifications::get_administrator_notifications(&api.ports).await?.into();
    Ok(web::Json(AdministratorNotificationsEnvelope { payload }))
}

/// Returns the number of applications that wait for the landlord.
#[utoipa::path(
    operation_id = "getLandlordNotifications",
    tag = "notification",
    security(("bearer" = [])),
    responses((status = 200, description = "The current numbers.", body = LandlordNotificationsEnvelope))
)]
#[get("/notifications/landlord")]
pub(crate) async fn get_landlord_notifications(
    landlord: Authenticated<Landlord>,
    api: web::Data<Api>,
) -> Result<web::Json<LandlordNotificationsEnvelope>, ApiError> {
    let pending_applications = notifications::get_landlord_notifications(&api.ports, landlord.actor).await?;
    Ok(web::Json(LandlordNotificationsEnvelope { payload: LandlordNotificationsResponse { pending_applications } }))
}
