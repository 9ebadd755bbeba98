//! Notifications.

use async_trait::async_trait;
use portal_domain::ids::UserId;

use super::StoreError;

/// Totals that await an administrator.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AdministratorNotifications {
    pub landlord_registrations: u64,
    pub student_registrations: u64,
    /// Applications that await an administrator's decision.
    pub applications: u64,
    /// Events that are not acknowledged.
    pub events: u64,
}

/// Every number is the total of a list, as that list's filter defines it.
#[cfg_attr(any(test, feature = "testing"), mockall::automock)]
#[async_trait]
pub trait NotificationQueries: Send + Sync {
    async fn count_for_administrators(&self) -> Result<AdministratorNotifications, StoreError>;

    /// The number of applications that await this landlord's decision.
    async fn count_applications_for(&self, landlord: UserId) -> Result<u64, StoreError>;
}
