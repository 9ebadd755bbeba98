//! The three lists of applications, one for each role.

use portal_domain::application::Decision;
use portal_domain::policy::Actor;
use portal_domain::user::Role;

use super::ApplicationView;
use crate::error::ServiceError;
use crate::paging::{Page, PageRequest, Sort};
use crate::ports::{ApplicationFilter, ApplicationScope, ApplicationSortField, Ports};

/// What the reader of the list asks for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListRequest {
    pub keyword: Option<String>,
    /// A landlord's own decisions; the badge's status for the other roles.
    pub statuses: Vec<Decision>,
    pub administrator_decisions: Vec<Decision>,
    pub landlord_decisions: Vec<Decision>,
    pub sort: Sort<ApplicationSortField>,
    pub page: PageRequest,
}

/// The applications that this actor may see, and of each what they may know.
pub async fn list(ports: &Ports, actor: Actor, request: ListRequest) -> Result<Page<ApplicationView>, ServiceError> {
    Ok(ports.applications.list_applications(&filter_of(actor, request)).await?.map(|view| view.for_reader(actor)))
}

pub(super) fn filter_of(actor: Actor, request: ListRequest) -> ApplicationFilter {
    let ListRequest { keyword, statuses, administrator_decisions, mut landlord_decisions, sort, page } = request;
    let (scope, badges) = match actor.role {
        Role::Admin => (ApplicationScope::Administrator, statuses),
        Role::Student => (ApplicationScope::Student(actor.user_id), statuses),
        Role::Landlord => {
            landlord_decisions.extend(statuses);
            (ApplicationScope::Landlord(actor.user_id), Vec::new())
        }
    };
    ApplicationFilter { scope, keyword, badges, administrator_decisions, landlord_decisions, sort, page }
}

#[cfg(test)]
mod tests;
