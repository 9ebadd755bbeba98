//! Link previews, and the directory of searchable listings.

use portal_domain::availability::Availability;
use portal_domain::ids::ListingId;
use portal_domain::image::Image;
use portal_domain::listing::{Listing, ListingStatus, UnitType};
use portal_domain::policy::Visibility;
use portal_domain::user::UserStatus;
use portal_services::ports::{
    DirectoryStart, ListingPreview, ListingQueries, ListingSearch, PreviewImage, SearchableListing,
};
use uuid::Uuid;

use crate::context::{TestContext, after, landlord, listing};

async fn preview(context: &TestContext, id: ListingId) -> ListingPreview {
    context.store.find_preview(id).await.unwrap().unwrap()
}

#[tokio::test]
async fn find_preview_returns_beginning_of_listing_with_one_statement() {
    crate::statements::record();
    let context = TestContext::new().await;
    let owner = landlord(1);
    context.add_user(&owner).await;
    let mut previewed = listing(10, &owner, ListingStatus::Available);
    previewed.texts.description = "Grün 🏠 ".repeat(100);
    previewed.facts.unit_type = UnitType::House;
    previewed.facts.address.district = None;
    previewed.facts.availability =
        Availability { from: "2027-04-01".parse().ok(), until: "2027-09-30".parse().ok(), minimum_months: Some(3) };
    previewed.images = (0..8).map(|n| portal_services::testing::samples::image(20 - n)).collect();
    previewed.last_modified = after(5);
    context.add_listings(&[previewed.clone(), listing(11, &owner, ListingStatus::Draft)]).await;
    context.store.find_preview(ListingId(Uuid::from_u128(404))).await.unwrap();
    crate::statements::take_sent();

    let Listing { id, landlord_id, facts, texts, images, date_created, last_modified, .. } = previewed;
    let expected = ListingPreview {
        id,
        visibility: Visibility { status: ListingStatus::Available, landlord_id, landlord_active: true, applied: false },
        total_rent: facts.total_rent(),
        title: facts.title,
        unit_type: facts.unit_type,
        address: facts.address,
        area: facts.area,
        availability: facts.availability,
        bedrooms: facts.bedrooms,
        bathrooms: facts.bathrooms,
        excerpt: texts.description.chars().take(300).collect(),
        images: images
            .into_iter()
            .take(6)
            .map(|Image { location, description, .. }| PreviewImage { location, description })
            .collect(),
        date_created,
        last_modified,
    };
    assert_eq!(preview(&context, id).await, expected);
    assert_eq!(crate::statements::take_sent().len(), 1);
}

#[tokio::test]
async fn find_preview_without_images_and_description_returns_visibility() {
    let context = TestContext::new().await;
    let mut owner = landlord(1);
    context.add_user(&owner).await;
    let mut empty = listing(10, &owner, ListingStatus::Draft);
    empty.images.clear();
    empty.texts.description.clear();
    context.add_listings(std::slice::from_ref(&empty)).await;
    let found = preview(&context, empty.id).await;
    assert_eq!((found.images.len(), found.excerpt.as_str()), (0, ""));
    assert_eq!((found.visibility.status, found.visibility.landlord_active), (ListingStatus::Draft, true));
    owner.status = UserStatus::Inactive;
    context.save_user(&owner).await;
    assert!(!preview(&context, empty.id).await.visibility.landlord_active);
    assert_eq!(context.store.find_preview(ListingId(Uuid::from_u128(404))).await.unwrap(), None);
}

async fn ids(context: &TestContext, start: DirectoryStart, limit: u32) -> Vec<u128> {
    let listed = context.search.list_searchable_listings(start, limit).await.unwrap();
    listed.iter().map(|listed| listed.id.0.as_u128()).collect()
}

#[tokio::test]
async fn list_searchable_listings_returns_them_in_order_of_ids() {
    let context = TestContext::new().await;
    let (active, mut deactivated) = (landlord(1), landlord(2));
    context.add_user(&active).await;
    context.add_user(&deactivated).await;
    let mut listings: Vec<_> = (0..6).map(|n| listing(30 - n, &active, ListingStatus::Available)).collect();
    listings[0].last_modified = after(7);
    for (n, status) in (40..).zip([ListingStatus::Draft, ListingStatus::Rented, ListingStatus::Archived]) {
        listings.push(listing(n, &active, status));
    }
    listings.push(listing(50, &deactivated, ListingStatus::Available));
    context.add_listings(&listings).await;
    deactivated.status = UserStatus::Inactive;
    context.save_user(&deactivated).await;

    assert_eq!(context.search.count_searchable_listings().await.unwrap(), 6);
    assert_eq!(ids(&context, DirectoryStart::At(0), 10).await, [25, 26, 27, 28, 29, 30]);
    assert_eq!(ids(&context, DirectoryStart::At(4), 1).await, [29]);
    let after_26 = DirectoryStart::After(ListingId(Uuid::from_u128(26)));
    assert_eq!(ids(&context, after_26, 3).await, [27, 28, 29]);
    assert_eq!(ids(&context, DirectoryStart::At(6), 3).await, [0; 0]);
    assert_eq!(ids(&context, DirectoryStart::At(u64::MAX), 3).await, [0; 0]);
    let last = context.search.list_searchable_listings(DirectoryStart::At(5), 1).await.unwrap();
    assert_eq!(last, [SearchableListing { id: listings[0].id, last_modified: after(7) }]);
}
