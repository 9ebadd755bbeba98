//! Lists users for administrators.

use portal_domain::user::{Role, User, UserStatus};

use crate::error::ServiceError;
use crate::paging::{Page, PageRequest, Sort};
use crate::ports::{Ports, UserFilter, UserSortField};

/// The requested filter, order and page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListRequest {
    pub keyword: Option<String>,
    pub roles: Vec<Role>,
    pub statuses: Vec<UserStatus>,
    pub sort: Sort<UserSortField>,
    pub page: PageRequest,
}

/// The users. Without a status filter those with a pending or rejected registration are left out,
/// because they are in the list of registrations.
pub async fn list_users(ports: &Ports, request: ListRequest) -> Result<Page<User>, ServiceError> {
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
mod tests {
    use super::*;
    use crate::paging::SortDirection;
    use crate::testing::MockPorts;
    use crate::testing::samples::{LANDLORD, user};

    fn request(statuses: &[UserStatus]) -> ListRequest {
        ListRequest {
            keyword: Some("hopper".to_owned()),
            roles: vec![Role::Landlord],
            statuses: statuses.to_vec(),
            sort: Sort { by: UserSortField::LastName, direction: SortDirection::Ascending },
            page: PageRequest { page: 2, size: 10 },
        }
    }

    /// Lists these statuses, and expects the store to be queried for `expected`.
    async fn list_with(statuses: &[UserStatus], expected: &[UserStatus]) {
        let ListRequest { keyword, roles, sort, page, .. } = request(&[]);
        let filter = UserFilter { keyword, roles, statuses: expected.to_vec(), sort, page };
        let mut ports = MockPorts::default();
        let listed = Page { rows: vec![user(LANDLORD, UserStatus::Active)], total: 21 };
        let found = listed.clone();
        ports
            .users
            .expect_list_users()
            .once()
            .withf(move |filter_asked| *filter_asked == filter)
            .return_once(move |_| Ok(found));
        assert_eq!(list_users(&ports.build(), request(statuses)).await.unwrap(), listed);
    }

    #[tokio::test]
    async fn list_users_without_status_filter_excludes_new_users() {
        list_with(&[], &[UserStatus::RegistrationPending, UserStatus::Active, UserStatus::Inactive]).await;
    }

    #[tokio::test]
    async fn list_users_with_status_filter_passes_it() {
        for &status in UserStatus::ALL {
            list_with(&[status], &[status]).await;
        }
        list_with(UserStatus::ALL, UserStatus::ALL).await;
    }
}
