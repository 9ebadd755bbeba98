use portal_domain::area::Area;
use portal_domain::listing::{ListingStatus, UnitType};

use super::*;
use crate::testing::samples::{self, LANDLORD, details};
use crate::testing::{MockPorts, MockWork};

#[tokio::test]
async fn a_new_listing_is_a_draft_of_who_made_it() {
    let id = ListingId(MockPorts::identifier(1));
    let flat = ListingDetails { unit_type: UnitType::Apartment, ..details() };
    let expected = Listing::draft(id, LANDLORD.user_id, flat.clone().settle().unwrap(), MockPorts::now());
    let mut work = MockWork::committed();
    work.listings.expect_insert().once().withf(move |inserted| *inserted == [expected.clone()]).returning(|_| Ok(()));
    let mut ports = MockPorts { store: MockWork::begun_by([work]), ..MockPorts::default() };
    ports
        .listings
        .expect_find_listing()
        .once()
        .withf(move |asked, student| *asked == id && student.is_none())
        .returning(|_, _| Ok(Some(samples::listing_view(samples::listing(ListingStatus::Draft)))));
    let view = create(&ports.build(), LANDLORD, flat).await.unwrap();
    assert_eq!(view, samples::listing_view(samples::listing(ListingStatus::Draft)));
}

#[tokio::test]
async fn a_room_larger_than_its_flat_is_refused_before_anything_begins() {
    let impossible = ListingDetails { total_area: Area::from_tenths(1), ..details() };
    let refused = create(&MockPorts::default().build(), LANDLORD, impossible).await;
    assert!(matches!(refused, Err(ServiceError::TotalArea(_))));
}
