//! Notifications: the numbers beside the menu entries, polled every few seconds.

use portal_domain::policy::Actor;

use crate::error::ServiceError;
use crate::ports::{AdministratorNotifications, Ports};

/// The totals that await any administrator.
pub async fn get_administrator_notifications(ports: &Ports) -> Result<AdministratorNotifications, ServiceError> {
    Ok(ports.notifications.count_for_administrators().await?)
}

/// The number of applications that await this landlord's decision.
pub async fn get_landlord_notifications(ports: &Ports, landlord: Actor) -> Result<u64, ServiceError> {
    Ok(ports.notifications.count_applications_for(landlord.user_id).await?)
}
