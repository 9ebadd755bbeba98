//! The list on which landlords and administrators manage listings.

use portal_domain::listing::ListingStatus;
use portal_domain::policy::Actor;
use portal_domain::user::Role;

use super::ListingSummary;
use crate::error::ServiceError;
use crate::paging::{Page, PageRequest, Sort};
use crate::ports::{ListingFilter, ListingSortField, Ports};

/// What the reader of the list asks for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListRequest {
    pub keyword: Option<String>,
    pub statuses: Vec<ListingStatus>,
    pub sort: Sort<ListingSortField>,
    pub page: PageRequest,
}

/// A landlord's own listings, or everybody's for an administrator.
pub async fn list(ports: &Ports, actor: Actor, request: ListRequest) -> Result<Page<ListingSummary>, ServiceError> {
    let landlord = (actor.role != Role::Admin).then_some(actor.user_id);
    let ListRequest { keyword, statuses, sort, page } = request;
    Ok(ports.listings.list_listings(&ListingFilter { landlord, keyword, statuses, sort, page }).await?)
}

#[cfg(test)]
mod tests;
