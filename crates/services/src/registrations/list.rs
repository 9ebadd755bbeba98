//! Lists registrations of students or landlords.

use portal_domain::registration::RegistrationStatus;
use portal_domain::user::Role;

use crate::error::ServiceError;
use crate::paging::{Page, PageRequest, Sort};
use crate::ports::{Ports, RegistrationDetails, RegistrationFilter, RegistrationSortField};

/// The requested filter, order and page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListRequest {
    pub keyword: Option<String>,
    pub statuses: Vec<RegistrationStatus>,
    pub sort: Sort<RegistrationSortField>,
    pub page: PageRequest,
}

/// The registrations for this role.
pub async fn list_registrations(
    ports: &Ports,
    role: Role,
    request: ListRequest,
) -> Result<Page<RegistrationDetails>, ServiceError> {
    Ok(ports.registrations.list_registrations(&filter_of(role, request)).await?)
}

pub(super) fn filter_of(role: Role, request: ListRequest) -> RegistrationFilter {
    let ListRequest { keyword, statuses, sort, page } = request;
    RegistrationFilter { role, keyword, statuses, sort, page }
}
