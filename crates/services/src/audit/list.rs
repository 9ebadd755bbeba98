//! Lists audit entries.

use crate::error::ServiceError;
use crate::paging::{Page, PageRequest, SortDirection};
use crate::ports::{AuditEntryDetails, AuditFilter, Ports};

/// The requested filter, order and page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListRequest {
    pub filter: AuditFilter,
    pub direction: SortDirection,
    pub page: PageRequest,
}

pub async fn list_audit_entries(ports: &Ports, request: ListRequest) -> Result<Page<AuditEntryDetails>, ServiceError> {
    Ok(ports.audit.list_audit_entries(&request.filter, request.direction, request.page).await?)
}
