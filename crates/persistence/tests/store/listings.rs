//! Listings, one at a time.

use portal_domain::application::{ApplicationState, Decision};
use portal_domain::area::Area;
use portal_domain::ids::DraftId;
use portal_domain::listing::{AdditionalCost, Amenity, Listing, ListingStatus, Region, UnitType};
use portal_domain::money::Cents;
use portal_domain::policy::Visibility;
use portal_domain::user::UserStatus;
use portal_services::ports::{ApplicationQueries, ListingQueries, ONE_LISTING_PER_DRAFT, Store, StoreError};
use uuid::Uuid;

use crate::world::{World, after, application, landlord, listing, now, student};

async fn with_listing(status: ListingStatus) -> (World, Listing) {
    let world = World::new().await;
    let owner = landlord(1);
    world.add_user(&owner).await;
    let listing = listing(10, &owner, status);
    world.add_listings(std::slice::from_ref(&listing)).await;
    (world, listing)
}

#[tokio::test]
async fn every_field_of_a_listing_comes_back() {
    let (world, listing) = with_listing(ListingStatus::Draft).await;
    assert_eq!(world.find_listing(listing.id).await, Some(listing.clone()));
    let view = world.store.find_listing(listing.id, None).await.unwrap().unwrap();
    assert_eq!(view.listing, listing);
    assert_eq!((view.views, view.application), (Some(0), None));
    assert_eq!((view.landlord.id, view.landlord.active), (landlord(1).id, true));
    assert_eq!((view.landlord.first_name.as_str(), view.landlord.last_name.as_str()), ("First 1", "Last 1"));
}

#[tokio::test]
async fn every_field_can_change() {
    let (world, mut listing) = with_listing(ListingStatus::Draft).await;
    let other = self::listing(11, &landlord(1), ListingStatus::Draft);
    world.add_listings(std::slice::from_ref(&other)).await;
    let details = &mut listing.details;
    details.title = "Große Wohnung, 100 % ruhig".to_owned();
    details.unit_type = UnitType::Apartment;
    details.address.street = "Straße des 17. Juni".to_owned();
    details.address.house_number = "135 a".to_owned();
    details.address.postal_code = "01067".to_owned();
    details.address.city = "Görlitz".to_owned();
    details.address.district = None;
    details.address.region = Region::BadenWuerttemberg;
    details.area = Area::from_tenths(623);
    details.total_area = Area::from_tenths(623);
    (details.bedrooms, details.bathrooms, details.kitchens) = (0, 99, 3);
    details.amenities = Vec::new();
    details.description = "Zeile 1\n\nZeile 2".to_owned();
    details.tenant_description = String::new();
    details.location_description = "'; DROP TABLE listings; --".to_owned();
    details.basic_rent = Cents::MAX;
    details.ancillary_cost = Cents::ZERO;
    details.security_deposit = Cents::new(1);
    details.additional_costs =
        (0..3).map(|n| AdditionalCost { description: format!("Kosten \"{n}\""), cost: Cents::new(n) }).collect();
    listing.status = ListingStatus::Archived;
    listing.images.clear();
    listing.last_modified = after(1);
    world.save_listing(&listing).await;
    assert_eq!(world.find_listing(listing.id).await, Some(listing));
    assert_eq!(world.find_listing(other.id).await, Some(other));
}

#[tokio::test]
async fn pictures_are_added_swapped_replaced_and_taken_out() {
    let (world, mut listing) = with_listing(ListingStatus::Draft).await;
    let mut third = listing.images[0].clone();
    third.id.0 = Uuid::from_u128(77);
    third.location = "/third.jpg".to_owned();
    listing.images.push(third);
    world.save_listing(&listing).await;
    listing.images.swap(0, 2);
    world.save_listing(&listing).await;
    assert_eq!(world.find_listing(listing.id).await.unwrap().images, listing.images);
    listing.images[1].location = "/turned.jpg".to_owned();
    listing.images.remove(0);
    world.save_listing(&listing).await;
    assert_eq!(world.find_listing(listing.id).await.unwrap().images, listing.images);
    assert_eq!(world.ask::<i64>("SELECT count(*) FROM listing_images").await, 2);
}

#[tokio::test]
async fn a_deleted_listing_leaves_its_applications_and_nothing_else() {
    let (world, listing) = with_listing(ListingStatus::Available).await;
    let person = student(2);
    world.add_user(&person).await;
    let declined = application(20, &person, &listing, ApplicationState::Declined { at: after(5) });
    world.add_application(&declined).await;
    world.run("INSERT INTO listing_view_totals SELECT id, 3 FROM listings").await;
    world.delete_listing(listing.id).await;

    assert_eq!(world.find_listing(listing.id).await, None);
    assert_eq!(world.store.find_listing(listing.id, Some(person.id)).await.unwrap(), None);
    let left = "SELECT (SELECT count(*) FROM listing_images) + (SELECT count(*) FROM listing_view_totals)";
    assert_eq!(world.ask::<i64>(left).await, 0);
    let kept = world.store.find_application(declined.id).await.unwrap().unwrap().application;
    assert_eq!((kept.listing_id, kept.listing_title), (None, listing.details.title));
}

#[tokio::test]
async fn applications_keep_the_title_that_the_listing_was_last_known_by() {
    let (world, mut listing) = with_listing(ListingStatus::Available).await;
    let person = student(2);
    world.add_user(&person).await;
    let sent = application(20, &person, &listing, ApplicationState::Sent);
    world.add_application(&sent).await;
    listing.details.title = "Ein neuer Name".to_owned();
    world.save_listing(&listing).await;
    let kept = world.store.find_application(sent.id).await.unwrap().unwrap().application;
    assert_eq!(kept.listing_title, "Ein neuer Name");
    assert_eq!(kept.last_modified, sent.last_modified);
}

#[tokio::test]
async fn a_student_sees_their_own_application_and_its_badge() {
    let (world, listing) = with_listing(ListingStatus::Available).await;
    let (applicant, other) = (student(2), student(3));
    world.add_user(&applicant).await;
    world.add_user(&other).await;
    let rejected = ApplicationState::Rejected { forwarded_at: now(), at: after(1) };
    let theirs = application(20, &applicant, &listing, rejected);
    world.add_application(&theirs).await;
    let seen_by = async |person| world.store.find_listing(listing.id, person).await.unwrap().unwrap().application;
    assert_eq!(seen_by(Some(applicant.id)).await, Some((theirs.id, Decision::Rejected)));
    assert_eq!(seen_by(Some(other.id)).await, None);
    assert_eq!(seen_by(None).await, None);
}

#[tokio::test]
async fn the_facts_of_visibility() {
    let (world, listing) = with_listing(ListingStatus::Rented).await;
    let person = student(2);
    world.add_user(&person).await;
    let facts = async |student| world.store.find_visibility(listing.id, student).await.unwrap().unwrap();
    let rented = Visibility {
        status: ListingStatus::Rented,
        landlord_id: landlord(1).id,
        landlord_active: true,
        applied: false,
    };
    assert_eq!(facts(None).await, rented);
    assert_eq!(facts(Some(person.id)).await, rented);
    world.add_application(&application(20, &person, &listing, ApplicationState::Sent)).await;
    assert_eq!(facts(Some(person.id)).await, Visibility { applied: true, ..rented });
    let mut owner = landlord(1);
    owner.status = UserStatus::Inactive;
    world.save_user(&owner).await;
    assert_eq!(facts(None).await, Visibility { landlord_active: false, ..rented });
    assert_eq!(
        world.store.find_visibility(self::listing(99, &owner, ListingStatus::Draft).id, None).await.unwrap(),
        None
    );
}

#[tokio::test]
async fn thousands_are_added_with_few_statements() {
    crate::statements::record();
    let world = World::new().await;
    let owner = landlord(1);
    world.add_user(&owner).await;
    let mut many: Vec<_> = (0..2_500).map(|n| listing(1_000 + n, &owner, ListingStatus::Available)).collect();
    for listing in &mut many {
        listing.details.amenities = Amenity::ALL.to_vec();
    }
    crate::statements::sent();
    world.add_listings(&many).await;
    let statements = crate::statements::sent();
    assert!(statements.len() <= 12, "{}", statements.len());
    assert_eq!(world.ask::<i64>("SELECT count(*) FROM listings WHERE searchable").await, 2_500);
    assert_eq!(world.ask::<i64>("SELECT count(*) FROM listing_images").await, 5_000);
    assert_eq!(world.find_listing(many[2_499].id).await.as_ref(), many.last());
}

#[tokio::test]
async fn a_draft_becomes_one_listing_of_its_landlord() {
    let (world, listing) = with_listing(ListingStatus::Draft).await;
    let draft = DraftId(Uuid::from_u128(77));
    let mut work = world.store.begin().await.unwrap();
    assert_eq!(work.listings().find_of_draft(listing.landlord_id, draft).await.unwrap(), None);
    work.listings().remember_draft(listing.landlord_id, draft, listing.id).await.unwrap();
    work.commit().await.unwrap();

    let mut work = world.store.begin().await.unwrap();
    assert_eq!(work.listings().find_of_draft(listing.landlord_id, draft).await.unwrap(), Some(listing.id));
    assert_eq!(work.listings().find_of_draft(landlord(2).id, draft).await.unwrap(), None, "another landlord's");
    let again = work.listings().remember_draft(listing.landlord_id, draft, listing.id).await;
    assert!(matches!(again, Err(StoreError::Conflict(constraint)) if constraint == ONE_LISTING_PER_DRAFT));
    drop(work);

    let mut work = world.store.begin().await.unwrap();
    work.listings().delete(listing.id).await.unwrap();
    assert_eq!(work.listings().find_of_draft(listing.landlord_id, draft).await.unwrap(), None);
}

#[tokio::test]
async fn pictures_come_back_in_the_order_in_which_they_were_put() {
    let (world, mut listing) = with_listing(ListingStatus::Available).await;
    let order: Vec<_> = listing.images.iter().rev().map(|image| image.id).collect();
    listing.reorder_images(&order, after(1)).unwrap();
    let mut work = world.store.begin().await.unwrap();
    work.listings().save(&listing).await.unwrap();
    work.commit().await.unwrap();
    assert_eq!(world.find_listing(listing.id).await.unwrap().images, listing.images);
    assert!(listing.images.len() > 1);
}
