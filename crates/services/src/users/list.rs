//! The administrators' list of people.

use portal_domain::user::{Role, User, UserStatus};

use crate::error::ServiceError;
use crate::paging::{Page, PageRequest, Sort};
use crate::ports::{Ports, UserFilter, UserSortField};

/// What an administrator asks for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListRequest {
    pub keyword: Option<String>,
    pub roles: Vec<Role>,
    pub statuses: Vec<UserStatus>,
    pub sort: Sort<UserSortField>,
    pub page: PageRequest,
}

/// Everybody who has been let in. Whoever waits for an administrator is among the requests to join, and
/// here only when asked for.
pub async fn list(ports: &Ports, request: ListRequest) -> Result<Page<User>, ServiceError> {
    Ok(ports.users.list_users(&filter_of(request)).await?)
}

pub(super) fn filter_of(request: ListRequest) -> UserFilter {
    let ListRequest { keyword, roles, mut statuses, sort, page } = request;
    if statuses.is_empty() {
        statuses.extend([UserStatus::RegistrationPending, UserStatus::Active, UserStatus::Inactive]);
    }
    UserFilter { keyword, roles, statuses, sort, page }
}

#[cfg(test)]
mod tests;
