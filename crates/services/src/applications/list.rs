//! Lists applications for each of the three roles.

use portal_domain::application::Decision;
use portal_domain::policy::Actor;
use portal_domain::user::Role;

use crate::error::ServiceError;
use crate::paging::{Page, PageRequest, Sort};
use crate::ports::{ApplicationDetails, ApplicationFilter, ApplicationScope, ApplicationSortField, Ports};

/// The requested filter, order and page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListRequest {
    pub keyword: Option<String>,
    /// For landlords their own decisions, for other roles the badge.
    pub statuses: Vec<Decision>,
    pub administrator_decisions: Vec<Decision>,
    pub landlord_decisions: Vec<Decision>,
    pub sort: Sort<ApplicationSortField>,
    pub page: PageRequest,
}

/// The applications that this actor may see, reduced to what they may know.
pub async fn list_applications(
    ports: &Ports,
    actor: Actor,
    request: ListRequest,
) -> Result<Page<ApplicationDetails>, ServiceError> {
    Ok(ports.applications.list_applications(&filter_of(actor, request)).await?.map(|view| view.for_reader(actor)))
}

pub(super) fn filter_of(actor: Actor, request: ListRequest) -> ApplicationFilter {
    let ListRequest { keyword, statuses, administrator_decisions, mut landlord_decisions, sort, page } = request;
    let (scope, badges) = match actor.role {
        Role::Administrator => (ApplicationScope::Administrator, statuses),
        Role::Student => (ApplicationScope::Student(actor.user_id), statuses),
        Role::Landlord => {
            landlord_decisions.extend(statuses);
            (ApplicationScope::Landlord(actor.user_id), Vec::new())
        }
    };
    ApplicationFilter { scope, keyword, badges, administrator_decisions, landlord_decisions, sort, page }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::paging::SortDirection;
    use crate::testing::MockPorts;
    use crate::testing::samples::{self, ADMINISTRATOR, LANDLORD, STUDENT, application_details, forwarded};

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

    async fn list_as(actor: Actor, expected: ApplicationFilter) -> Page<ApplicationDetails> {
        let mut ports = MockPorts::default();
        ports
            .applications
            .expect_list_applications()
            .once()
            .withf(move |filter| *filter == expected)
            .returning(|_| Ok(Page { rows: vec![application_details(forwarded())], total: 21 }));
        list_applications(&ports.build(), actor, request()).await.unwrap()
    }

    #[tokio::test]
    async fn list_applications_administrator_gets_all_filtered_by_badge() {
        let page = list_as(ADMINISTRATOR, filter(ApplicationScope::Administrator)).await;
        assert_eq!(page, Page { rows: vec![application_details(forwarded())], total: 21 });
    }

    #[tokio::test]
    async fn list_applications_student_gets_own_without_landlords_last_name() {
        let page = list_as(STUDENT, filter(ApplicationScope::Student(STUDENT.user_id))).await;
        assert_eq!((page.total, page.rows[0].landlord.as_ref().unwrap().last_name.as_str()), (21, "H"));
    }

    #[tokio::test]
    async fn list_applications_landlord_filters_by_own_decision_and_gets_no_contact() {
        let expected = ApplicationFilter {
            badges: Vec::new(),
            landlord_decisions: vec![Decision::Rejected, Decision::Pending],
            ..filter(ApplicationScope::Landlord(LANDLORD.user_id))
        };
        let page = list_as(LANDLORD, expected).await;
        let student = page.rows[0].student.as_ref().unwrap();
        assert_eq!((student.last_name.as_str(), &student.email), (samples::ada().last_name.as_str(), &None));
    }
}
