//! The administrators' two lists of requests.

use portal_domain::registration::RegistrationStatus;
use portal_domain::user::Role;

use super::RegistrationView;
use crate::error::ServiceError;
use crate::paging::{Page, PageRequest, Sort};
use crate::ports::{Ports, RegistrationFilter, RegistrationSortField};

/// What an administrator asks for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListRequest {
    pub keyword: Option<String>,
    pub statuses: Vec<RegistrationStatus>,
    pub sort: Sort<RegistrationSortField>,
    pub page: PageRequest,
}

/// The requests of those who signed up as this role.
pub async fn list(ports: &Ports, role: Role, request: ListRequest) -> Result<Page<RegistrationView>, ServiceError> {
    Ok(ports.registrations.list_registrations(&filter_of(role, request)).await?)
}

pub(super) fn filter_of(role: Role, request: ListRequest) -> RegistrationFilter {
    let ListRequest { keyword, statuses, sort, page } = request;
    RegistrationFilter { role, keyword, statuses, sort, page }
}
