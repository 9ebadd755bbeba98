//! The audit trail is read, page by page.

use super::AuditView;
use crate::error::ServiceError;
use crate::paging::{Page, PageRequest, SortDirection};
use crate::ports::{AuditFilter, Ports};

/// What an administrator asks for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListRequest {
    pub filter: AuditFilter,
    pub direction: SortDirection,
    pub page: PageRequest,
}

pub async fn list(ports: &Ports, request: ListRequest) -> Result<Page<AuditView>, ServiceError> {
    Ok(ports.audit.list_audit(&request.filter, request.direction, request.page).await?)
}
