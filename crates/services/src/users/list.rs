//! Lists users for administrators.

use portal_domain::user::{User, UserStatus};

use crate::error::ServiceError;
use crate::paging::Page;
use crate::ports::{Ports, UserListQuery};

/// The users. Without a status filter those with a pending or rejected registration are left out,
/// because they are in the list of registrations.
pub async fn list_users(ports: &Ports, query: UserListQuery) -> Result<Page<User>, ServiceError> {
    Ok(ports.users.list_users(&narrow(query)).await?)
}

pub(super) fn narrow(mut query: UserListQuery) -> UserListQuery {
    if query.statuses.is_empty() {
        query.statuses.extend([UserStatus::RegistrationPending, UserStatus::Active, UserStatus::Inactive]);
    }
    query
}

#[cfg(test)]
mod tests {
    use portal_domain::user::Role;

    use super::*;
    use crate::paging::{PageRequest, Sort, SortDirection};
    use crate::ports::UserSortField;
    use crate::testing::MockPorts;
    use crate::testing::samples::{LANDLORD, user};

    fn query(statuses: &[UserStatus]) -> UserListQuery {
        UserListQuery {
            keyword: Some("hopper".to_owned()),
            roles: vec![Role::Landlord],
            statuses: statuses.to_vec(),
            sort: Sort { by: UserSortField::LastName, direction: SortDirection::Ascending },
            page: PageRequest { page: 2, size: 10 },
        }
    }

    /// Lists these statuses, and expects the store to be queried for `expected`.
    async fn list_with(statuses: &[UserStatus], expected: &[UserStatus]) {
        let expected = query(expected);
        let mut ports = MockPorts::default();
        let listed = Page { rows: vec![user(LANDLORD, UserStatus::Active)], total: 21 };
        let found = listed.clone();
        ports.users.expect_list_users().once().withf(move |query| *query == expected).return_once(move |_| Ok(found));
        assert_eq!(list_users(&ports.build(), query(statuses)).await.unwrap(), listed);
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
