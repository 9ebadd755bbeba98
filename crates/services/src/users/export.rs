//! Exports the list of users.

use async_trait::async_trait;
use portal_domain::audit::AuditAction;
use portal_domain::ids::UserId;
use portal_domain::policy::Actor;
use portal_domain::user::User;

use super::list::narrow;
use crate::error::ServiceError;
use crate::list_export::{ExportRow, ListExport, MAX_EXPORT_ROWS};
use crate::ports::{Ports, StoreError, UserListQuery};

#[async_trait]
impl ExportRow for User {
    type Id = UserId;

    async fn load(ports: &Ports, ids: &[UserId]) -> Result<Vec<Self>, StoreError> {
        ports.users.list_users_by_ids(ids).await
    }
}

/// The same users as [`list_users`](super::list_users), of all pages.
pub async fn export_users(ports: &Ports, actor: Actor, query: UserListQuery) -> Result<ListExport<User>, ServiceError> {
    let query = narrow(query);
    let ids = ports.users.list_user_ids(&query, MAX_EXPORT_ROWS.into());
    ListExport::begin(ports, actor, AuditAction::UsersExported, ids).await
}
