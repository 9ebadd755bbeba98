//! Previews the deletion of a user.

use portal_domain::ids::UserId;

use crate::error::ServiceError;
use crate::ports::{DeletionPreview, Ports};

/// What would be deleted or rejected together with this user. Changes nothing.
pub async fn preview_user_deletion(ports: &Ports, id: UserId) -> Result<DeletionPreview, ServiceError> {
    ports.users.preview_deletion(id).await?.ok_or(ServiceError::UserNotFound)
}
