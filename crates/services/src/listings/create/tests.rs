use portal_domain::area::Area;
use portal_domain::listing::{ListingStatus, UnitType};
use uuid::Uuid;

use super::*;
use crate::testing::samples::{self, LANDLORD, LISTING, details};
use crate::testing::{MockPorts, MockWork};

const DRAFT: DraftId = DraftId(Uuid::from_u128(77));

fn new_listing() -> ListingId {
    ListingId(MockPorts::identifier(1))
}

fn ports<const N: usize>(works: [MockWork; N], shown: ListingId) -> MockPorts {
    let mut ports = MockPorts { store: MockWork::begun_by(works), ..MockPorts::default() };
    ports
        .listings
        .expect_find_listing()
        .withf(move |asked, student| *asked == shown && student.is_none())
        .returning(|_, _| Ok(Some(samples::listing_view(samples::listing(ListingStatus::Draft)))));
    ports
}

fn inserting(mut work: MockWork) -> MockWork {
    let expected = Listing::draft(new_listing(), LANDLORD.user_id, details().settle().unwrap(), MockPorts::now());
    work.listings.expect_insert().once().withf(move |inserted| *inserted == [expected.clone()]).returning(|_| Ok(()));
    work
}

fn known(mut work: MockWork, listing: Option<ListingId>) -> MockWork {
    work.listings
        .expect_find_of_draft()
        .once()
        .withf(|landlord, draft| *landlord == LANDLORD.user_id && *draft == DRAFT)
        .returning(move |_, _| Ok(listing));
    work
}

/// The transaction in which the listing that exists takes over what was sent again.
fn revising() -> MockWork {
    let mut work = MockWork::committed().with_listing(samples::listing(ListingStatus::Draft));
    work.listings
        .expect_save()
        .once()
        .withf(|saved| saved.id == LISTING && saved.details == details().settle().unwrap())
        .returning(|_| Ok(()));
    work
}

#[tokio::test]
async fn a_new_listing_is_a_draft_of_who_made_it() {
    let flat = ListingDetails { unit_type: UnitType::Apartment, ..details() };
    let expected = Listing::draft(new_listing(), LANDLORD.user_id, flat.clone().settle().unwrap(), MockPorts::now());
    let mut work = MockWork::committed();
    work.listings.expect_insert().once().withf(move |inserted| *inserted == [expected.clone()]).returning(|_| Ok(()));
    let view = create(&ports([work], new_listing()).build(), LANDLORD, flat, None).await.unwrap();
    assert_eq!(view, samples::listing_view(samples::listing(ListingStatus::Draft)));
}

#[tokio::test]
async fn what_came_of_a_draft_is_remembered_with_it() {
    let mut work = inserting(known(MockWork::committed(), None));
    work.listings
        .expect_remember_draft()
        .once()
        .withf(|landlord, draft, listing| *landlord == LANDLORD.user_id && *draft == DRAFT && *listing == new_listing())
        .returning(|_, _, _| Ok(()));
    create(&ports([work], new_listing()).build(), LANDLORD, details(), Some(DRAFT)).await.unwrap();
}

#[tokio::test]
async fn a_draft_sent_again_revises_what_came_of_it() {
    let works = [known(MockWork::dropped(), Some(LISTING)), revising()];
    create(&ports(works, LISTING).build(), LANDLORD, details(), Some(DRAFT)).await.unwrap();
}

#[tokio::test]
async fn of_one_draft_sent_twice_at_once_comes_one_listing() {
    let mut late = inserting(known(MockWork::dropped(), None));
    late.listings
        .expect_remember_draft()
        .once()
        .returning(|_, _, _| Err(StoreError::Conflict(ONE_LISTING_PER_DRAFT.to_owned())));
    let works = [late, known(MockWork::dropped(), Some(LISTING)), revising()];
    create(&ports(works, LISTING).build(), LANDLORD, details(), Some(DRAFT)).await.unwrap();
}

#[tokio::test]
async fn a_room_larger_than_its_flat_is_refused_before_anything_begins() {
    let impossible = ListingDetails { total_area: Area::from_tenths(1), ..details() };
    let refused = create(&MockPorts::default().build(), LANDLORD, impossible, None).await;
    assert!(matches!(refused, Err(ServiceError::TotalArea(_))));
}
