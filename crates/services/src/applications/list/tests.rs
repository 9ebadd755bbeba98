use super::*;
use crate::paging::SortDirection;
use crate::testing::MockPorts;
use crate::testing::samples::{self, ADMIN, LANDLORD, STUDENT, application_view, forwarded};

const SORT: Sort<ApplicationSortField> =
    Sort { by: ApplicationSortField::LastModified, direction: SortDirection::Descending };
const PAGE: PageRequest = PageRequest { page: 2, size: 10 };

fn request() -> ListRequest {
    ListRequest {
        keyword: Some("lovelace".to_owned()),
        statuses: vec![Decision::Pending],
        administrator_decisions: vec![Decision::Approved],
        landlord_decisions: vec![Decision::Rejected],
        sort: SORT,
        page: PAGE,
    }
}

fn filter(scope: ApplicationScope) -> ApplicationFilter {
    ApplicationFilter {
        scope,
        keyword: Some("lovelace".to_owned()),
        badges: vec![Decision::Pending],
        administrator_decisions: vec![Decision::Approved],
        landlord_decisions: vec![Decision::Rejected],
        sort: SORT,
        page: PAGE,
    }
}

async fn list_as(actor: Actor, expected: ApplicationFilter) -> Page<ApplicationView> {
    let mut ports = MockPorts::default();
    ports
        .applications
        .expect_list_applications()
        .once()
        .withf(move |filter| *filter == expected)
        .returning(|_| Ok(Page { rows: vec![application_view(forwarded())], total: 21 }));
    list(&ports.build(), actor, request()).await.unwrap()
}

#[tokio::test]
async fn administrators_list_everything_by_the_badge() {
    let page = list_as(ADMIN, filter(ApplicationScope::Administrator)).await;
    assert_eq!(page, Page { rows: vec![application_view(forwarded())], total: 21 });
}

#[tokio::test]
async fn students_list_their_own_by_the_badge_and_do_not_learn_who_the_landlord_is() {
    let page = list_as(STUDENT, filter(ApplicationScope::Student(STUDENT.user_id))).await;
    assert_eq!((page.total, page.rows[0].landlord.as_ref().unwrap().last_name.as_str()), (21, "H"));
}

#[tokio::test]
async fn landlords_list_theirs_by_their_own_decision_and_do_not_learn_how_to_reach_the_student() {
    let expected = ApplicationFilter {
        badges: Vec::new(),
        landlord_decisions: vec![Decision::Rejected, Decision::Pending],
        ..filter(ApplicationScope::Landlord(LANDLORD.user_id))
    };
    let page = list_as(LANDLORD, expected).await;
    let student = page.rows[0].student.as_ref().unwrap();
    assert_eq!((student.last_name.as_str(), &student.email), (samples::ada().last_name.as_str(), &None));
}
