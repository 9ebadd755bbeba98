//! How much waits for somebody: the numbers beside the menu, asked for every few seconds.

use portal_domain::policy::Actor;

use crate::error::ServiceError;
use crate::ports::Ports;

/// What waits for an administrator.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AdministratorNotifications {
    pub landlord_registrations: u64,
    pub student_registrations: u64,
    /// Applications that no administrator has decided.
    pub applications: u64,
    /// Events that no administrator has acknowledged.
    pub events: u64,
}

/// What waits for the administrators, whichever of them asks.
pub async fn for_administrators(ports: &Ports) -> Result<AdministratorNotifications, ServiceError> {
    Ok(ports.notifications.count_for_administrators().await?)
}

/// The applications that wait for this landlord.
pub async fn for_landlord(ports: &Ports, landlord: Actor) -> Result<u64, ServiceError> {
    Ok(ports.notifications.count_applications_for(landlord.user_id).await?)
}
