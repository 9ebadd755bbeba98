use chrono::TimeDelta;
use uuid::Uuid;

use super::*;
use crate::ids::ImageId;

fn at(second: i64) -> DateTime<Utc> {
    DateTime::UNIX_EPOCH + TimeDelta::seconds(second)
}

pub(crate) fn facts(unit_type: UnitType) -> ListingFacts {
    ListingFacts {
        title: "Helles Zimmer".to_owned(),
        unit_type,
        address: ListingAddress {
            street: "Lindenstraße".to_owned(),
            house_number: "4a".to_owned(),
            postal_code: "80331".to_owned(),
            city: "München".to_owned(),
            district: None,
            region: Region::Bayern,
        },
        area: Area::from_tenths(180),
        total_area: Area::from_tenths(750),
        bedrooms: 1,
        bathrooms: 1,
        kitchens: 1,
        amenities: vec![Amenity::Wifi, Amenity::Balcony, Amenity::Wifi],
        basic_rent: Cents::new(38_000),
        ancillary_cost: Cents::new(6_000),
        security_deposit: Cents::new(76_000),
        additional_costs: vec![AdditionalCost { description: "Internet".to_owned(), cost: Cents::new(2_550) }],
        availability: Availability::default(),
    }
}

pub(crate) fn texts() -> ListingTexts {
    ListingTexts {
        description: "d".to_owned(),
        tenant_description: "t".to_owned(),
        location_description: "l".to_owned(),
    }
}

fn listing(images: u128) -> Listing {
    let (id, landlord) = (ListingId(Uuid::nil()), UserId(Uuid::nil()));
    let mut listing = Listing::draft(id, landlord, facts(UnitType::Room), texts(), at(0));
    listing.images = (0..images)
        .map(|n| Image {
            id: ImageId(Uuid::from_u128(n)),
            location: format!("/{n}.jpg"),
            hash: None,
            description: String::new(),
        })
        .collect();
    listing
}

#[test]
fn total_rent_excludes_deposit() {
    assert_eq!(facts(UnitType::Room).total_rent(), Cents::new(46_550));
}

#[test]
fn normalize_sets_total_area_except_for_rooms() {
    assert_eq!(facts(UnitType::Apartment).normalize(at(0).date_naive()).unwrap().total_area, Area::from_tenths(180));
    assert_eq!(facts(UnitType::Room).normalize(at(0).date_naive()).unwrap().total_area, Area::from_tenths(750));
}

#[test]
fn normalize_room_larger_than_dwelling_is_rejected() {
    let small = ListingFacts { total_area: Area::from_tenths(179), ..facts(UnitType::Room) };
    assert_eq!(small.normalize(at(0).date_naive()), Err(FactsError::TotalAreaTooSmall));
}

#[test]
fn normalize_dates_that_cross_are_rejected() {
    let availability = Availability {
        from: NaiveDate::from_ymd_opt(2027, 4, 1),
        until: NaiveDate::from_ymd_opt(2027, 3, 31),
        minimum_months: None,
    };
    let crossed = ListingFacts { availability, ..facts(UnitType::Room) };
    assert_eq!(crossed.normalize(at(0).date_naive()), Err(AvailabilityError::EndsBeforeStart.into()));
}

#[test]
fn normalize_removes_duplicate_amenities() {
    assert_eq!(
        facts(UnitType::Room).normalize(at(0).date_naive()).unwrap().amenities,
        [Amenity::Balcony, Amenity::Wifi]
    );
}

#[test]
fn available_listing_without_image_is_rejected() {
    assert_eq!(
        listing(0).set_status(ListingStatus::Available, Role::Landlord, at(1)),
        Err(ListingError::ImageRequired)
    );
    let mut available = listing(1);
    available.set_status(ListingStatus::Available, Role::Landlord, at(1)).unwrap();
    assert_eq!(available.remove_image(ImageId(Uuid::from_u128(0)), at(2)), Err(ListingError::ImageRequired));
}

#[test]
fn set_status_same_status_changes_nothing() {
    let mut listing = listing(1);
    let rented_out = StatusChange::Changed { rented: true, closed: true, published: true, lifted: false };
    assert_eq!(listing.set_status(ListingStatus::Rented, Role::Landlord, at(1)), Ok(rented_out));
    assert_eq!(listing.set_status(ListingStatus::Rented, Role::Landlord, at(2)), Ok(StatusChange::None));
    assert_eq!(listing.last_modified, at(1));
    let offered = StatusChange::Changed { rented: false, closed: false, published: true, lifted: false };
    assert_eq!(listing.set_status(ListingStatus::Available, Role::Landlord, at(3)), Ok(offered));
}

#[test]
fn set_status_between_rented_and_archived_reports_closing_once() {
    let mut listing = listing(1);
    let archived = StatusChange::Changed { rented: false, closed: true, published: false, lifted: false };
    assert_eq!(listing.set_status(ListingStatus::Archived, Role::Landlord, at(1)), Ok(archived));
    let rented = StatusChange::Changed { rented: true, closed: false, published: true, lifted: false };
    assert_eq!(listing.set_status(ListingStatus::Rented, Role::Landlord, at(2)), Ok(rented));
    let archived_again = StatusChange::Changed { rented: false, closed: false, published: false, lifted: false };
    assert_eq!(listing.set_status(ListingStatus::Archived, Role::Landlord, at(3)), Ok(archived_again));
}

#[test]
fn update_stale_within_one_clock_tick_is_rejected() {
    let mut listing = listing(0);
    let seen = listing.last_modified;
    listing.update(facts(UnitType::Room), texts(), Some(seen), at(0)).unwrap();
    assert_eq!(listing.update(facts(UnitType::Room), texts(), Some(seen), at(0)), Err(ListingError::Stale));
    assert_eq!(listing.update(facts(UnitType::Room), texts(), None, at(0)), Ok(()));
}

#[test]
fn describe_image_changes_listing_only_if_text_differs() {
    let mut listing = listing(2);
    let (first, before) = (listing.images[0].id, listing.last_modified);
    let described = listing.describe_image(first, "Bett".to_owned(), at(1)).unwrap();
    assert_eq!((described.description.as_str(), listing.last_modified), ("Bett", at(1)));
    assert_ne!(listing.last_modified, before);
    listing.describe_image(first, "Bett".to_owned(), at(2)).unwrap();
    assert_eq!(listing.last_modified, at(1));
    let unknown = ImageId(Uuid::max());
    assert_eq!(listing.describe_image(unknown, "Bett".to_owned(), at(3)), Err(ListingError::ImageNotFound));
}

#[test]
fn reorder_images_sets_given_order() {
    let mut listing = listing(3);
    let [first, second, third] = [0, 1, 2].map(|n| ImageId(Uuid::from_u128(n)));
    listing.reorder_images(&[third, first, second], at(1)).unwrap();
    let order: Vec<ImageId> = listing.images.iter().map(|image| image.id).collect();
    assert_eq!(order, [third, first, second]);
    assert_eq!(listing.last_modified, at(1));
    listing.reorder_images(&order, at(2)).unwrap();
    assert_eq!(listing.last_modified, at(1), "nothing has changed");
}

#[test]
fn reorder_images_with_other_ids_is_stale() {
    let [first, second, unknown] = [0, 1, 7].map(|n| ImageId(Uuid::from_u128(n)));
    for order in [vec![], vec![first], vec![first, first], vec![first, unknown], vec![first, second, unknown]] {
        let mut listing = listing(2);
        assert_eq!(listing.reorder_images(&order, at(1)), Err(ListingError::Stale), "{order:?}");
        assert_eq!(listing, self::listing(2));
    }
}

#[test]
fn add_images_beyond_maximum_is_rejected() {
    let mut listing = listing(20);
    let one_more =
        vec![Image { id: ImageId(Uuid::max()), location: "/x.jpg".to_owned(), hash: None, description: String::new() }];
    assert_eq!(listing.add_images(one_more, at(1)), Err(ListingError::TooManyImages));
    assert_eq!(listing.images.len(), 20);
}

#[test]
fn set_status_of_taken_down_listing_by_landlord_is_rejected() {
    let mut down = listing(1);
    down.set_status(ListingStatus::Available, Role::Landlord, at(1)).unwrap();
    let archived = StatusChange::Changed { rented: false, closed: true, published: false, lifted: false };
    assert_eq!(down.take_down("Betrug".to_owned(), at(2)), Ok(archived));
    assert_eq!((down.status, down.takedown_reason.as_deref()), (ListingStatus::Archived, Some("Betrug")));
    assert_eq!(down.take_down("noch einmal".to_owned(), at(3)), Err(ListingError::TakenDown));
    for shown in [ListingStatus::Available, ListingStatus::Rented] {
        assert_eq!(down.set_status(shown, Role::Landlord, at(3)), Err(ListingError::TakenDown));
    }
    down.set_status(ListingStatus::Draft, Role::Landlord, at(4)).unwrap();
    assert_eq!(down.set_status(ListingStatus::Available, Role::Landlord, at(5)), Err(ListingError::TakenDown));
    let lifted = StatusChange::Changed { rented: false, closed: false, published: false, lifted: true };
    assert_eq!(
        down.set_status(ListingStatus::Draft, Role::Administrator, at(6)),
        Ok(lifted),
        "the same status lifts the takedown, too"
    );
    assert!(down.set_status(ListingStatus::Available, Role::Landlord, at(7)).is_ok());
}

#[test]
fn take_down_archived_listing_sets_reason() {
    let mut down = listing(0);
    down.set_status(ListingStatus::Archived, Role::Landlord, at(1)).unwrap();
    assert_eq!(down.take_down("Betrug".to_owned(), at(2)), Ok(StatusChange::None));
    assert_eq!((down.takedown_reason.as_deref(), down.last_modified), (Some("Betrug"), at(2)));
}
