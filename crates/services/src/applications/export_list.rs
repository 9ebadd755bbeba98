//! An administrator takes a copy of the list of applications.

use async_trait::async_trait;
use portal_domain::audit::AuditAction;
use portal_domain::ids::ApplicationId;
use portal_domain::policy::Actor;

use super::list::filter_of;
use super::{ApplicationView, ListRequest};
use crate::error::ServiceError;
use crate::list_export::{Exported, ListExport, MAX_ROWS};
use crate::ports::{Ports, StoreError};

#[async_trait]
impl Exported for ApplicationView {
    type Id = ApplicationId;

    async fn load(ports: &Ports, ids: &[ApplicationId]) -> Result<Vec<Self>, StoreError> {
        ports.applications.list_applications_by_ids(ids).await
    }
}

/// The same applications as [`list`](super::list) shows to this administrator, on all pages. Rows are complete: callers
/// let administrators only.
pub async fn export_list(
    ports: &Ports,
    actor: Actor,
    request: ListRequest,
) -> Result<ListExport<ApplicationView>, ServiceError> {
    let filter = filter_of(actor, request);
    let ids = ports.applications.list_application_ids(&filter, MAX_ROWS.into());
    ListExport::begin(ports, actor, AuditAction::ApplicationsExported, ids).await
}
