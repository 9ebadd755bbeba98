//! An administrator takes a copy of a list of requests.

use async_trait::async_trait;
use portal_domain::audit::AuditAction;
use portal_domain::ids::RegistrationId;
use portal_domain::policy::Actor;
use portal_domain::user::Role;

use super::list::filter_of;
use super::{ListRequest, RegistrationView};
use crate::error::ServiceError;
use crate::list_export::{Exported, ListExport, MAX_ROWS};
use crate::ports::{Ports, StoreError};

#[async_trait]
impl Exported for RegistrationView {
    type Id = RegistrationId;

    async fn load(ports: &Ports, ids: &[RegistrationId]) -> Result<Vec<Self>, StoreError> {
        ports.registrations.list_registrations_by_ids(ids).await
    }
}

/// The same requests as [`list`](super::list), on all pages.
pub async fn export_list(
    ports: &Ports,
    actor: Actor,
    role: Role,
    request: ListRequest,
) -> Result<ListExport<RegistrationView>, ServiceError> {
    let filter = filter_of(role, request);
    let ids = ports.registrations.list_registration_ids(&filter, MAX_ROWS.into());
    ListExport::begin(ports, actor, AuditAction::RegistrationsExported, ids).await
}
