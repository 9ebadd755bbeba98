//! Exports a list of registrations.

use async_trait::async_trait;
use portal_domain::audit::AuditAction;
use portal_domain::ids::RegistrationId;
use portal_domain::policy::Actor;
use portal_domain::user::Role;

use crate::error::ServiceError;
use crate::list_export::{ExportRow, ListExport, MAX_EXPORT_ROWS};
use crate::ports::{Ports, RegistrationDetails, RegistrationListQuery, StoreError};

#[async_trait]
impl ExportRow for RegistrationDetails {
    type Id = RegistrationId;

    async fn load(ports: &Ports, ids: &[RegistrationId]) -> Result<Vec<Self>, StoreError> {
        ports.registrations.list_registrations_by_ids(ids).await
    }
}

/// The same registrations as [`list_registrations`](super::list_registrations), of all pages.
pub async fn export_registrations(
    ports: &Ports,
    actor: Actor,
    role: Role,
    query: &RegistrationListQuery,
) -> Result<ListExport<RegistrationDetails>, ServiceError> {
    let ids = ports.registrations.list_registration_ids(role, query, MAX_EXPORT_ROWS.into());
    ListExport::begin(ports, actor, AuditAction::RegistrationsExported, ids).await
}
