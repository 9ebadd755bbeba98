//! Previews of listings for links, for example in messengers.

use portal_domain::ids::ListingId;
use portal_domain::policy;

use crate::error::ServiceError;
use crate::ports::{ListingPreview, Ports};

/// The preview of a public listing; `None` if it is not public. Does not count as a view.
pub async fn find_listing_preview(ports: &Ports, id: ListingId) -> Result<Option<ListingPreview>, ServiceError> {
    let found = ports.listings.find_preview(id).await?;
    Ok(found.filter(|preview| policy::may_see_listing(None, preview.visibility)))
}

#[cfg(test)]
mod tests {
    use portal_domain::listing::ListingStatus;

    use super::*;
    use crate::testing::MockPorts;
    use crate::testing::samples::{LISTING, listing_preview};

    async fn preview_of(found: Option<ListingPreview>) -> Option<ListingPreview> {
        let mut ports = MockPorts::default();
        ports.listings.expect_find_preview().once().withf(|id| *id == LISTING).return_once(move |_| Ok(found));
        find_listing_preview(&ports.build(), LISTING).await.unwrap()
    }

    #[tokio::test]
    async fn find_listing_preview_returns_public_listings_only() {
        for status in [ListingStatus::Available, ListingStatus::Rented] {
            let public = listing_preview(status);
            assert_eq!(preview_of(Some(public.clone())).await, Some(public.clone()), "{status}");
            let mut of_inactive_landlord = public;
            of_inactive_landlord.visibility.landlord_active = false;
            assert_eq!(preview_of(Some(of_inactive_landlord)).await, None, "{status}");
        }
        for status in [ListingStatus::Draft, ListingStatus::Archived] {
            assert_eq!(preview_of(Some(listing_preview(status))).await, None, "{status}");
        }
        assert_eq!(preview_of(None).await, None);
    }
}
