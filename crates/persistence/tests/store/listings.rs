//! Single listings: insert, save, delete and read.

use portal_domain::application::{ApplicationState, Decision};
use portal_domain::area::Area;
use portal_domain::ids::DraftId;
use portal_domain::listing::{AdditionalCost, Amenity, Listing, ListingStatus, Region, UnitType};
use portal_domain::money::Cents;
use portal_domain::policy::Visibility;
use portal_domain::user::UserStatus;
use portal_services::ports::{ApplicationQueries, ListingQueries, Store, StoreError};
use uuid::Uuid;

use crate::context::{TestContext, after, application, landlord, listing, now, student};

async fn with_listing(status: ListingStatus) -> (TestContext, Listing) {
    let context = TestContext::new().await;
    let owner = landlord(1);
    context.add_user(&owner).await;
    let listing = listing(10, &owner, status);
    context.add_listings(std::slice::from_ref(&listing)).await;
    (context, listing)
}

#[tokio::test]
async fn insert_listing_stores_every_field() {
    let (context, listing) = with_listing(ListingStatus::Draft).await;
    assert_eq!(context.find_listing(listing.id).await, Some(listing.clone()));
    let found = context.store.find_listing(listing.id, None).await.unwrap().unwrap();
    assert_eq!(found.listing, listing);
    assert_eq!((found.views, found.application), (Some(0), None));
    assert_eq!((found.landlord.id, found.landlord.active), (landlord(1).id, true));
    assert_eq!((found.landlord.first_name.as_str(), found.landlord.last_name.as_str()), ("First 1", "Last 1"));
}

#[tokio::test]
async fn save_listing_updates_every_field() {
    let (context, mut listing) = with_listing(ListingStatus::Draft).await;
    let other = self::listing(11, &landlord(1), ListingStatus::Draft);
    context.add_listings(std::slice::from_ref(&other)).await;
    let Listing { facts, texts, .. } = &mut listing;
    facts.title = "Große Wohnung, 100 % ruhig".to_owned();
    facts.unit_type = UnitType::Apartment;
    facts.address.street = "Straße des 17. Juni".to_owned();
    facts.address.house_number = "135 a".to_owned();
    facts.address.postal_code = "01067".to_owned();
    facts.address.city = "Görlitz".to_owned();
    facts.address.district = None;
    facts.address.region = Region::BadenWuerttemberg;
    facts.area = Area::from_tenths(623);
    facts.total_area = Area::from_tenths(623);
    (facts.bedrooms, facts.bathrooms, facts.kitchens) = (0, 99, 3);
    facts.amenities = Vec::new();
    texts.description = "Zeile 1\n\nZeile 2".to_owned();
    texts.tenant_description = String::new();
    texts.location_description = "'; DROP TABLE listings; --".to_owned();
    facts.basic_rent = Cents::MAX;
    facts.ancillary_cost = Cents::ZERO;
    facts.security_deposit = Cents::new(1);
    facts.additional_costs =
        (0..3).map(|n| AdditionalCost { description: format!("Kosten \"{n}\""), cost: Cents::new(n) }).collect();
    listing.status = ListingStatus::Archived;
    listing.images.clear();
    listing.last_modified = after(1);
    context.save_listing(&listing).await;
    assert_eq!(context.find_listing(listing.id).await, Some(listing));
    assert_eq!(context.find_listing(other.id).await, Some(other));
}

#[tokio::test]
async fn mark_applicants_told_returns_the_time_before() {
    let (context, listing) = with_listing(ListingStatus::Archived).await;
    let mut work = context.begin().await;
    for (now, before) in [(after(1), None), (after(2), Some(after(1))), (after(3), Some(after(2)))] {
        assert_eq!(work.listings().mark_applicants_told(listing.id, now).await.unwrap(), before);
    }
}

#[tokio::test]
async fn save_listing_adds_reorders_replaces_and_removes_images() {
    let (context, mut listing) = with_listing(ListingStatus::Draft).await;
    let mut third = listing.images[0].clone();
    third.id.0 = Uuid::from_u128(77);
    third.location = "/third.jpg".to_owned();
    listing.images.push(third);
    context.save_listing(&listing).await;
    listing.images.swap(0, 2);
    context.save_listing(&listing).await;
    assert_eq!(context.find_listing(listing.id).await.unwrap().images, listing.images);
    listing.images[1].location = "/rotated.jpg".to_owned();
    listing.images[1].description = "Das Bett steht am Fenster.".to_owned();
    listing.images.remove(0);
    context.save_listing(&listing).await;
    assert_eq!(context.find_listing(listing.id).await.unwrap().images, listing.images);
    assert_eq!(context.query_value::<i64>("SELECT count(*) FROM listing_images").await, 2);
}

#[tokio::test]
async fn delete_listing_keeps_applications_and_deletes_images_and_views() {
    let (context, listing) = with_listing(ListingStatus::Available).await;
    let user = student(2);
    context.add_user(&user).await;
    let declined = application(20, &user, &listing, ApplicationState::RejectedByAdministrator { at: after(5) });
    context.add_application(&declined).await;
    context.run("INSERT INTO listing_view_totals SELECT id, 3 FROM listings").await;
    context.run("INSERT INTO listing_view_days SELECT id, '2026-11-20', 3 FROM listings").await;
    context.delete_listing(listing.id).await;

    assert_eq!(context.find_listing(listing.id).await, None);
    assert_eq!(context.store.find_listing(listing.id, Some(user.id)).await.unwrap(), None);
    let left = "SELECT (SELECT count(*) FROM listing_images) + (SELECT count(*) FROM listing_view_totals) \
                + (SELECT count(*) FROM listing_view_days)";
    assert_eq!(context.query_value::<i64>(left).await, 0);
    let kept = context.store.find_application(declined.id).await.unwrap().unwrap().application;
    assert_eq!((kept.listing_id, kept.listing_title), (None, listing.facts.title));
}

#[tokio::test]
async fn save_listing_updates_title_in_applications() {
    let (context, mut listing) = with_listing(ListingStatus::Available).await;
    let user = student(2);
    context.add_user(&user).await;
    let sent = application(20, &user, &listing, ApplicationState::AwaitingAdministrator);
    context.add_application(&sent).await;
    listing.facts.title = "Ein neuer Name".to_owned();
    context.save_listing(&listing).await;
    let kept = context.store.find_application(sent.id).await.unwrap().unwrap().application;
    assert_eq!(kept.listing_title, "Ein neuer Name");
    assert_eq!(kept.last_modified, sent.last_modified);
}

#[tokio::test]
async fn find_listing_as_student_returns_their_application_and_badge() {
    let (context, listing) = with_listing(ListingStatus::Available).await;
    let (applicant, other) = (student(2), student(3));
    context.add_user(&applicant).await;
    context.add_user(&other).await;
    let rejected = ApplicationState::RejectedByLandlord { administrator_approved_at: now(), at: after(1) };
    let sent = application(20, &applicant, &listing, rejected);
    context.add_application(&sent).await;
    let application_of = async |user| context.store.find_listing(listing.id, user).await.unwrap().unwrap().application;
    assert_eq!(application_of(Some(applicant.id)).await, Some((sent.id, Decision::Rejected)));
    assert_eq!(application_of(Some(other.id)).await, None);
    assert_eq!(application_of(None).await, None);
}

#[tokio::test]
async fn find_visibility_returns_status_landlord_and_application() {
    let (context, listing) = with_listing(ListingStatus::Rented).await;
    let user = student(2);
    context.add_user(&user).await;
    let visibility = async |student| context.store.find_visibility(listing.id, student).await.unwrap().unwrap();
    let rented = Visibility {
        status: ListingStatus::Rented,
        landlord_id: landlord(1).id,
        landlord_active: true,
        applied: false,
    };
    assert_eq!(visibility(None).await, rented);
    assert_eq!(visibility(Some(user.id)).await, rented);
    context.add_application(&application(20, &user, &listing, ApplicationState::AwaitingAdministrator)).await;
    assert_eq!(visibility(Some(user.id)).await, Visibility { applied: true, ..rented });
    let mut owner = landlord(1);
    owner.status = UserStatus::Inactive;
    context.save_user(&owner).await;
    assert_eq!(visibility(None).await, Visibility { landlord_active: false, ..rented });
    assert_eq!(
        context.store.find_visibility(self::listing(99, &owner, ListingStatus::Draft).id, None).await.unwrap(),
        None
    );
}

#[tokio::test]
async fn insert_many_listings_sends_few_statements() {
    crate::statements::record();
    let context = TestContext::new().await;
    let owner = landlord(1);
    context.add_user(&owner).await;
    let mut many: Vec<_> = (0..2_500).map(|n| listing(1_000 + n, &owner, ListingStatus::Available)).collect();
    for listing in &mut many {
        listing.facts.amenities = Amenity::ALL.to_vec();
    }
    crate::statements::take_sent();
    context.add_listings(&many).await;
    let statements = crate::statements::take_sent();
    assert!(statements.len() <= 12, "{}", statements.len());
    assert_eq!(context.query_value::<i64>("SELECT count(*) FROM listings WHERE searchable").await, 2_500);
    assert_eq!(context.query_value::<i64>("SELECT count(*) FROM listing_images").await, 5_000);
    assert_eq!(context.find_listing(many[2_499].id).await.as_ref(), many.last());
}

#[tokio::test]
async fn insert_draft_second_listing_of_draft_is_a_conflict() {
    let (context, listing) = with_listing(ListingStatus::Draft).await;
    let draft = DraftId(Uuid::from_u128(77));
    let mut work = context.store.begin().await.unwrap();
    assert_eq!(work.listings().find_by_draft(listing.landlord_id, draft).await.unwrap(), None);
    work.listings().insert_draft(listing.landlord_id, draft, listing.id).await.unwrap();
    work.commit().await.unwrap();

    let mut work = context.store.begin().await.unwrap();
    assert_eq!(work.listings().find_by_draft(listing.landlord_id, draft).await.unwrap(), Some(listing.id));
    assert_eq!(work.listings().find_by_draft(landlord(2).id, draft).await.unwrap(), None, "another landlord's");
    let again = work.listings().insert_draft(listing.landlord_id, draft, listing.id).await;
    assert!(matches!(again, Err(StoreError::Conflict(constraint)) if constraint == "listing_drafts_pkey"));
    drop(work);

    let mut work = context.store.begin().await.unwrap();
    work.listings().delete(listing.id).await.unwrap();
    assert_eq!(work.listings().find_by_draft(listing.landlord_id, draft).await.unwrap(), None);
}

#[tokio::test]
async fn save_listing_keeps_order_of_images() {
    let (context, mut listing) = with_listing(ListingStatus::Available).await;
    let order: Vec<_> = listing.images.iter().rev().map(|image| image.id).collect();
    listing.reorder_images(&order, after(1)).unwrap();
    let mut work = context.store.begin().await.unwrap();
    work.listings().save(&listing).await.unwrap();
    work.commit().await.unwrap();
    assert_eq!(context.find_listing(listing.id).await.unwrap().images, listing.images);
    assert!(listing.images.len() > 1);
}
