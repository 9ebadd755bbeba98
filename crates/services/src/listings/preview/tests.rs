use portal_domain::listing::ListingStatus;

use super::*;
use crate::testing::MockPorts;
use crate::testing::samples::{LISTING, listing_preview};

async fn seen(found: Option<ListingPreview>) -> Option<ListingPreview> {
    let mut ports = MockPorts::default();
    ports.listings.expect_find_preview().once().withf(|id| *id == LISTING).return_once(move |_| Ok(found));
    preview(&ports.build(), LISTING).await.unwrap()
}

#[tokio::test]
async fn there_is_a_preview_only_while_everybody_may_see_the_listing() {
    for status in [ListingStatus::Available, ListingStatus::Rented] {
        let public = listing_preview(status);
        assert_eq!(seen(Some(public.clone())).await, Some(public.clone()), "{status}");
        let mut deserted = public;
        deserted.visibility.landlord_active = false;
        assert_eq!(seen(Some(deserted)).await, None, "{status}");
    }
    for status in [ListingStatus::Draft, ListingStatus::Archived] {
        assert_eq!(seen(Some(listing_preview(status))).await, None, "{status}");
    }
    assert_eq!(seen(None).await, None);
}
