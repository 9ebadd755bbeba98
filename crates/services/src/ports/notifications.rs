//! How much waits for whom.

use async_trait::async_trait;
use portal_domain::ids::UserId;

use super::StoreError;
use crate::notifications::AdministratorNotifications;

/// Every number is the total of a list; see the filters of those.
#[cfg_attr(any(test, feature = "testing"), mockall::automock)]
#[async_trait]
pub trait NotificationQueries: Send + Sync {
    async fn count_for_administrators(&self) -> Result<AdministratorNotifications, StoreError>;

    /// The applications that an administrator passed on to this landlord and that they have not answered.
    async fn count_applications_for(&self, landlord: UserId) -> Result<u64, StoreError>;
}
