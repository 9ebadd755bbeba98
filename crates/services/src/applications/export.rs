//! Exports the list of applications.

use async_trait::async_trait;
use portal_domain::audit::AuditAction;
use portal_domain::ids::ApplicationId;
use portal_domain::policy::Actor;

use super::list::scope_of;
use crate::error::ServiceError;
use crate::list_export::{ExportRow, ListExport, MAX_EXPORT_ROWS};
use crate::ports::{ApplicationDetails, ApplicationListQuery, Ports, StoreError};

#[async_trait]
impl ExportRow for ApplicationDetails {
    type Id = ApplicationId;

    async fn load(ports: &Ports, ids: &[ApplicationId]) -> Result<Vec<Self>, StoreError> {
        ports.applications.list_applications_by_ids(ids).await
    }
}

/// The same applications as [`list_applications`](super::list_applications) returns to an
/// administrator, of all pages. Rows are not reduced to what the actor may see: callers must admit
/// administrators only.
pub async fn export_applications(
    ports: &Ports,
    actor: Actor,
    query: ApplicationListQuery,
) -> Result<ListExport<ApplicationDetails>, ServiceError> {
    let ids = ports.applications.list_application_ids(scope_of(actor), &query, MAX_EXPORT_ROWS.into());
    ListExport::begin(ports, actor, AuditAction::ApplicationsExported, ids).await
}
