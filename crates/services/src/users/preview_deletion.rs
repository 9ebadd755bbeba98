//! What an administrator should know before deleting a user.

use portal_domain::ids::UserId;

use super::DeletionPreview;
use crate::error::ServiceError;
use crate::ports::Ports;

/// What would go along with this user now. Changes nothing.
pub async fn preview_deletion(ports: &Ports, id: UserId) -> Result<DeletionPreview, ServiceError> {
    ports.users.preview_deletion(id).await?.ok_or(ServiceError::UserNotFound)
}
