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

/// Asks for these statuses, and returns those that the store was asked for.
async fn asked_with(statuses: &[UserStatus], expected: &[UserStatus]) {
    let ListRequest { keyword, roles, sort, page, .. } = request(&[]);
    let filter = UserFilter { keyword, roles, statuses: expected.to_vec(), sort, page };
    let mut ports = MockPorts::default();
    let listed = Page { rows: vec![user(LANDLORD, UserStatus::Active)], total: 21 };
    let found = listed.clone();
    ports.users.expect_list_users().once().withf(move |asked| *asked == filter).return_once(move |_| Ok(found));
    assert_eq!(list(&ports.build(), request(statuses)).await.unwrap(), listed);
}

#[tokio::test]
async fn whoever_waits_for_an_administrator_is_left_out() {
    asked_with(&[], &[UserStatus::RegistrationPending, UserStatus::Active, UserStatus::Inactive]).await;
}

#[tokio::test]
async fn whoever_is_asked_for_is_listed() {
    for &status in UserStatus::ALL {
        asked_with(&[status], &[status]).await;
    }
    asked_with(UserStatus::ALL, UserStatus::ALL).await;
}
