//! Lists listings for landlords and administrators.

use portal_domain::listing::ListingStatus;
use portal_domain::policy::Actor;
use portal_domain::user::Role;

use crate::error::ServiceError;
use crate::paging::{Page, PageRequest, Sort};
use crate::ports::{ListingFilter, ListingSortField, ListingSummary, Ports};

/// The requested filter, order and page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListRequest {
    pub keyword: Option<String>,
    pub statuses: Vec<ListingStatus>,
    pub sort: Sort<ListingSortField>,
    pub page: PageRequest,
}

/// A landlord's own listings, or all for an administrator.
pub async fn list_listings(
    ports: &Ports,
    actor: Actor,
    request: ListRequest,
) -> Result<Page<ListingSummary>, ServiceError> {
    let landlord = (actor.role != Role::Administrator).then_some(actor.user_id);
    let ListRequest { keyword, statuses, sort, page } = request;
    Ok(ports.listings.list_listings(&ListingFilter { landlord, keyword, statuses, sort, page }).await?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::paging::SortDirection;
    use crate::testing::MockPorts;
    use crate::testing::samples::{ADMINISTRATOR, LANDLORD, listing, listing_summary};

    const SORT: Sort<ListingSortField> =
        Sort { by: ListingSortField::LastModified, direction: SortDirection::Descending };
    const PAGE: PageRequest = PageRequest { page: 1, size: 10 };

    #[tokio::test]
    async fn list_listings_landlord_gets_own_and_administrator_gets_all() {
        for (actor, landlord) in [(LANDLORD, Some(LANDLORD.user_id)), (ADMINISTRATOR, None)] {
            let statuses = vec![ListingStatus::Draft, ListingStatus::Available];
            let keyword = Some("münchen".to_owned());
            let expected = ListingFilter {
                landlord,
                keyword: keyword.clone(),
                statuses: statuses.clone(),
                sort: SORT,
                page: PAGE,
            };
            let found = Page { rows: vec![listing_summary(listing(ListingStatus::Draft))], total: 11 };
            let returned = found.clone();
            let mut ports = MockPorts::default();
            ports
                .listings
                .expect_list_listings()
                .once()
                .withf(move |filter| *filter == expected)
                .return_once(move |_| Ok(returned));
            let request = ListRequest { keyword, statuses, sort: SORT, page: PAGE };
            assert_eq!(list_listings(&ports.build(), actor, request).await.unwrap(), found);
        }
    }
}
