//! Lists applications for each of the three roles.

use portal_domain::policy::Actor;
use portal_domain::user::Role;

use crate::error::ServiceError;
use crate::paging::Page;
use crate::ports::{ApplicationDetails, ApplicationListQuery, ApplicationScope, Ports};

/// The applications that this actor may see, reduced to what they may know.
pub async fn list_applications(
    ports: &Ports,
    actor: Actor,
    query: ApplicationListQuery,
) -> Result<Page<ApplicationDetails>, ServiceError> {
    Ok(ports.applications.list_applications(scope_of(actor), &query).await?.map(|view| view.for_reader(actor)))
}

/// What this actor may list. A landlord sees approved applications only, whose badge is the landlord's
/// decision.
pub(super) const fn scope_of(actor: Actor) -> ApplicationScope {
    match actor.role {
        Role::Administrator => ApplicationScope::Administrator,
        Role::Student => ApplicationScope::Student(actor.user_id),
        Role::Landlord => ApplicationScope::Landlord(actor.user_id),
    }
}

#[cfg(test)]
mod tests {
    use portal_domain::application::Decision;

    use super::*;
    use crate::paging::{PageRequest, Sort, SortDirection};
    use crate::ports::ApplicationSortField;
    use crate::testing::MockPorts;
    use crate::testing::samples::{self, ADMINISTRATOR, LANDLORD, LISTING, STUDENT, application_details, forwarded};

    fn query() -> ApplicationListQuery {
        ApplicationListQuery {
            keyword: Some("lovelace".to_owned()),
            badges: vec![Decision::Pending],
            administrator_decisions: vec![Decision::Approved],
            landlord_decisions: vec![Decision::Rejected],
            listing: Some(LISTING),
            sort: Sort { by: ApplicationSortField::LastModified, direction: SortDirection::Descending },
            page: PageRequest { page: 2, size: 10 },
        }
    }

    async fn list_as(
        actor: Actor,
        scope: ApplicationScope,
        expected: ApplicationListQuery,
    ) -> Page<ApplicationDetails> {
        let mut ports = MockPorts::default();
        ports
            .applications
            .expect_list_applications()
            .once()
            .withf(move |asked, query| (*asked, query) == (scope, &expected))
            .returning(|_, _| Ok(Page { rows: vec![application_details(forwarded())], total: 21 }));
        list_applications(&ports.build(), actor, query()).await.unwrap()
    }

    #[tokio::test]
    async fn list_applications_administrator_gets_all_filtered_by_badge() {
        let page = list_as(ADMINISTRATOR, ApplicationScope::Administrator, query()).await;
        assert_eq!(page, Page { rows: vec![application_details(forwarded())], total: 21 });
    }

    #[tokio::test]
    async fn list_applications_student_gets_own_without_landlords_last_name() {
        let page = list_as(STUDENT, ApplicationScope::Student(STUDENT.user_id), query()).await;
        assert_eq!((page.total, page.rows[0].landlord.as_ref().unwrap().last_name.as_str()), (21, "H"));
    }

    #[tokio::test]
    async fn list_applications_landlord_gets_own_without_contact() {
        let page = list_as(LANDLORD, ApplicationScope::Landlord(LANDLORD.user_id), query()).await;
        let student = page.rows[0].student.as_ref().unwrap();
        assert_eq!((student.last_name.as_str(), &student.email), (samples::ada().last_name.as_str(), &None));
    }
}
