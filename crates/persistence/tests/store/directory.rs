//! What links show, and the directory of all that can be found.

use portal_domain::ids::ListingId;
use portal_domain::listing::{Listing, ListingStatus, UnitType};
use portal_domain::policy::Visibility;
use portal_domain::user::UserStatus;
use portal_services::listings::{DirectoryStart, ListingPreview};
use portal_services::ports::{Listed, ListingQueries, ListingSearch};
use uuid::Uuid;

use crate::world::{World, after, landlord, listing};

async fn preview(world: &World, id: ListingId) -> ListingPreview {
    world.store.find_preview(id).await.unwrap().unwrap()
}

#[tokio::test]
async fn a_preview_is_the_beginning_of_a_listing_in_one_statement() {
    crate::statements::record();
    let world = World::new().await;
    let owner = landlord(1);
    world.add_user(&owner).await;
    let mut shown = listing(10, &owner, ListingStatus::Available);
    shown.details.description = "Grün 🏠 ".repeat(100);
    shown.details.unit_type = UnitType::House;
    shown.details.address.district = None;
    shown.images = (0..8).map(|n| portal_services::testing::samples::image(20 - n)).collect();
    shown.last_modified = after(5);
    world.add_listings(&[shown.clone(), listing(11, &owner, ListingStatus::Draft)]).await;
    world.store.find_preview(ListingId(Uuid::from_u128(404))).await.unwrap();
    crate::statements::sent();

    let Listing { id, landlord_id, details, images, date_created, last_modified, .. } = shown;
    let expected = ListingPreview {
        id,
        visibility: Visibility { status: ListingStatus::Available, landlord_id, landlord_active: true, applied: false },
        total_rent: details.total_rent(),
        title: details.title,
        unit_type: details.unit_type,
        address: details.address,
        area: details.area,
        bedrooms: details.bedrooms,
        bathrooms: details.bathrooms,
        beginning: details.description.chars().take(300).collect(),
        images: images.into_iter().take(6).map(|image| image.location).collect(),
        date_created,
        last_modified,
    };
    assert_eq!(preview(&world, id).await, expected);
    assert_eq!(crate::statements::sent().len(), 1);
}

#[tokio::test]
async fn a_preview_says_who_may_see_it_and_bears_the_lack_of_everything() {
    let world = World::new().await;
    let mut owner = landlord(1);
    world.add_user(&owner).await;
    let mut bare = listing(10, &owner, ListingStatus::Draft);
    bare.images.clear();
    bare.details.description.clear();
    world.add_listings(std::slice::from_ref(&bare)).await;
    let seen = preview(&world, bare.id).await;
    assert_eq!((seen.images.len(), seen.beginning.as_str()), (0, ""));
    assert_eq!((seen.visibility.status, seen.visibility.landlord_active), (ListingStatus::Draft, true));
    owner.status = UserStatus::Inactive;
    world.save_user(&owner).await;
    assert!(!preview(&world, bare.id).await.visibility.landlord_active);
    assert_eq!(world.store.find_preview(ListingId(Uuid::from_u128(404))).await.unwrap(), None);
}

async fn ids(world: &World, start: DirectoryStart, limit: u32) -> Vec<u128> {
    let listed = world.search.list_listed(start, limit).await.unwrap();
    listed.iter().map(|listed| listed.id.0.as_u128()).collect()
}

#[tokio::test]
async fn the_directory_holds_what_can_be_found_in_the_order_of_ids() {
    let world = World::new().await;
    let (present, mut gone) = (landlord(1), landlord(2));
    world.add_user(&present).await;
    world.add_user(&gone).await;
    let mut listings: Vec<_> = (0..6).map(|n| listing(30 - n, &present, ListingStatus::Available)).collect();
    listings[0].last_modified = after(7);
    for (n, status) in (40..).zip([ListingStatus::Draft, ListingStatus::Rented, ListingStatus::Archived]) {
        listings.push(listing(n, &present, status));
    }
    listings.push(listing(50, &gone, ListingStatus::Available));
    world.add_listings(&listings).await;
    gone.status = UserStatus::Inactive;
    world.save_user(&gone).await;

    assert_eq!(world.search.count_listed().await.unwrap(), 6);
    assert_eq!(ids(&world, DirectoryStart::At(0), 10).await, [25, 26, 27, 28, 29, 30]);
    assert_eq!(ids(&world, DirectoryStart::At(4), 1).await, [29]);
    let after_26 = DirectoryStart::After(ListingId(Uuid::from_u128(26)));
    assert_eq!(ids(&world, after_26, 3).await, [27, 28, 29]);
    assert_eq!(ids(&world, DirectoryStart::At(6), 3).await, [0; 0]);
    assert_eq!(ids(&world, DirectoryStart::At(u64::MAX), 3).await, [0; 0]);
    let last = world.search.list_listed(DirectoryStart::At(5), 1).await.unwrap();
    assert_eq!(last, [Listed { id: listings[0].id, last_modified: after(7) }]);
}
