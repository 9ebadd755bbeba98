//! Lists public listings by their ids, for the favourites that a device keeps for a visitor.

use portal_domain::ids::ListingId;
use portal_domain::policy;

use crate::error::ServiceError;
use crate::ports::{ListingSummary, Ports};

/// The public ones of these listings, in this order. Counts no views.
pub async fn list_listings_by_ids(ports: &Ports, ids: &[ListingId]) -> Result<Vec<ListingSummary>, ServiceError> {
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    let found = ports.listings.list_listings_by_ids(ids).await?;
    let public = found.into_iter().filter(|listing| policy::may_see_listing(None, listing.visibility(false)));
    Ok(public.map(ListingSummary::for_public).collect())
}

#[cfg(test)]
mod tests {
    use portal_domain::listing::ListingStatus;

    use super::*;
    use crate::ports::LandlordSummary;
    use crate::testing::MockPorts;
    use crate::testing::samples::{LISTING, landlord_summary, listing, listing_summary};

    #[tokio::test]
    async fn list_listings_by_ids_returns_public_data_of_public_listings() {
        let of = |status| listing_summary(listing(status));
        let inactive = LandlordSummary { active: false, ..landlord_summary() };
        let hidden = ListingSummary { landlord: inactive, ..of(ListingStatus::Available) };
        let all = vec![
            of(ListingStatus::Rented),
            of(ListingStatus::Draft),
            of(ListingStatus::Archived),
            hidden,
            of(ListingStatus::Available),
        ];
        let mut ports = MockPorts::default();
        ports.listings.expect_list_listings_by_ids().once().withf(|ids| ids == [LISTING]).return_once(|_| Ok(all));
        let found = list_listings_by_ids(&ports.build(), &[LISTING]).await.unwrap();
        let statuses: Vec<_> = found.iter().map(|listing| listing.status).collect();
        assert_eq!(statuses, [ListingStatus::Rented, ListingStatus::Available]);
        assert!(found.iter().all(|listing| listing.views.is_none() && listing.landlord.last_name == "H"));
    }

    #[tokio::test]
    async fn list_listings_by_ids_without_ids_queries_nothing() {
        assert_eq!(list_listings_by_ids(&MockPorts::default().build(), &[]).await.unwrap(), []);
    }
}
