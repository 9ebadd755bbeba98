//! Lists audit entries.

use crate::error::ServiceError;
use crate::paging::Page;
use crate::ports::{AuditEntryDetails, AuditListQuery, Ports};

pub async fn list_audit_entries(
    ports: &Ports,
    query: &AuditListQuery,
) -> Result<Page<AuditEntryDetails>, ServiceError> {
    Ok(ports.audit.list_audit_entries(query).await?)
}
