//! Lists listings for landlords and administrators.

use portal_domain::policy::Actor;
use portal_domain::user::Role;

use crate::error::ServiceError;
use crate::favourites;
use crate::paging::Page;
use crate::ports::{ListingListQuery, ListingSummary, Ports};

/// A landlord's own listings, or all for an administrator.
pub async fn list_listings(
    ports: &Ports,
    actor: Actor,
    query: &ListingListQuery,
) -> Result<Page<ListingSummary>, ServiceError> {
    let landlord = (actor.role != Role::Administrator).then_some(actor.user_id);
    let mut found = ports.listings.list_listings(landlord, query).await?;
    favourites::count_in_summaries(ports, &mut found.rows).await?;
    Ok(found)
}

#[cfg(test)]
mod tests {
    use portal_domain::listing::ListingStatus;

    use super::*;
    use crate::paging::{PageRequest, Sort, SortDirection};
    use crate::ports::ListingSortField;
    use crate::testing::MockPorts;
    use crate::testing::samples::{ADMINISTRATOR, LANDLORD, listing, listing_summary};

    #[tokio::test]
    async fn list_listings_landlord_gets_own_and_administrator_gets_all() {
        for (actor, landlord) in [(LANDLORD, Some(LANDLORD.user_id)), (ADMINISTRATOR, None)] {
            let query = ListingListQuery {
                keyword: Some("münchen".to_owned()),
                statuses: vec![ListingStatus::Draft, ListingStatus::Available],
                sort: Sort { by: ListingSortField::LastModified, direction: SortDirection::Descending },
                page: PageRequest { page: 1, size: 10 },
            };
            let expected = query.clone();
            let found = Page { rows: vec![listing_summary(listing(ListingStatus::Draft))], total: 11 };
            let mut expected_rows = found.clone();
            expected_rows.rows[0].favourites = Some(0);
            let mut ports = MockPorts::default();
            ports
                .listings
                .expect_list_listings()
                .once()
                .withf(move |asked, query| (*asked, query) == (landlord, &expected))
                .return_once(move |_, _| Ok(found));
            assert_eq!(list_listings(&ports.build(), actor, &query).await.unwrap(), expected_rows);
        }
    }
}
