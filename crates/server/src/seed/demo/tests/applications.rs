use std::collections::HashSet;

use portal_domain::application::Decision;
use portal_domain::event::{EventEntity, EventType};

use super::*;
use crate::seed::applications::planned;

#[test]
fn the_demo_student_has_an_application_in_every_state() {
    let demo = thought_up();
    let student = demo.accounts.students[0].id;
    let own: Vec<&Application> = demo.applications.iter().filter(|one| one.student_id == Some(student)).collect();
    for expected in [
        (Decision::Pending, Decision::Pending),
        (Decision::Rejected, Decision::Pending),
        (Decision::Approved, Decision::Pending),
        (Decision::Approved, Decision::Approved),
        (Decision::Approved, Decision::Rejected),
    ] {
        let stands =
            |one: &&Application| (one.state.administrator_decision(), one.state.landlord_decision()) == expected;
        assert!(own.iter().any(stands), "{expected:?}");
    }
    assert!(own.iter().any(|application| application.listing_id.is_none()));
}

#[test]
fn landlord_and_administrators_have_something_to_decide() {
    let demo = thought_up();
    let landlord = demo.accounts.landlords[0].id;
    let is_unchecked = |one: &&Application| one.state.administrator_decision() == Decision::Pending;
    assert_eq!(demo.applications.iter().filter(is_unchecked).count(), 8);
    let is_forwarded =
        |one: &&Application| one.landlord_id == Some(landlord) && one.state.is_open() && !is_unchecked(one);
    assert_eq!(demo.applications.iter().filter(is_forwarded).count(), 5);
    assert_eq!(demo.applications.len(), planned());
}

#[test]
fn nobody_applies_twice_or_to_a_draft_and_every_letter_is_a_letter() {
    let demo = thought_up();
    let mut seen = HashSet::new();
    for application in &demo.applications {
        let letter = application.letter.as_deref().unwrap();
        assert!(letter.chars().count() <= 5_000 && letter.split("\n\n").count() >= 4, "{letter}");
        assert!(!letter.contains(['{', '}']), "{letter}");
        let Some(listing) = application.listing_id else { continue };
        assert!(seen.insert((application.student_id, listing)), "{application:?}");
        let listing = demo.listings.iter().find(|known| known.id == listing).unwrap();
        assert_ne!(listing.status, ListingStatus::Draft);
        assert_eq!(application.landlord_id, Some(listing.landlord_id));
        assert_eq!(application.listing_title, listing.details.title);
    }
}

#[test]
fn a_room_goes_to_one_person() {
    let demo = thought_up();
    let mut given = HashSet::new();
    for application in demo.applications.iter().filter(|one| one.state.landlord_decision() == Decision::Approved) {
        assert!(given.insert(application.listing_id), "{application:?}");
    }
}

#[test]
fn applications_were_decided_in_order_and_while_the_listing_was_there() {
    let demo = thought_up();
    for application in &demo.applications {
        let student = demo.accounts.students.iter().find(|user| Some(user.id) == application.student_id).unwrap();
        let listing = demo.listings.iter().find(|listing| Some(listing.id) == application.listing_id);
        let rented_at = listing.filter(|listing| listing.status == ListingStatus::Rented).map(|it| it.last_modified);
        let moments = [
            Some(student.date_created),
            listing.map(|listing| listing.date_created),
            Some(application.date_created),
            application.state.administrator_decided_at(),
            application.state.landlord_decided_at(),
            rented_at,
            Some(MockPorts::now()),
        ];
        assert!(moments.into_iter().flatten().is_sorted(), "{application:?}");
    }
}

#[test]
fn administrators_were_told_of_everything_and_have_noticed_most_of_it() {
    let demo = thought_up();
    let count = |wanted: EventType| demo.events.iter().filter(|event| event.event_type == wanted).count();
    let rented = demo.listings.iter().filter(|listing| listing.status == ListingStatus::Rented).count();
    let approved = demo.applications.iter().filter(|one| one.state.landlord_decision() == Decision::Approved).count();
    assert_eq!((count(EventType::ListingRented), count(EventType::ApplicationApproved)), (rented, approved));
    assert_eq!(count(EventType::LandlordRegistrationRequested), demo.accounts.landlords.len());
    assert_eq!(count(EventType::StudentRegistrationRequested), demo.accounts.students.len());
    let noticed = demo.events.iter().filter(|event| event.acknowledged).count();
    assert!(noticed < demo.events.len() && noticed > demo.events.len() / 2);
}

#[test]
fn events_speak_of_what_exists_in_the_order_in_which_it_happened() {
    let demo = thought_up();
    assert!(demo.events.is_sorted_by_key(|event| event.date_created));
    for event in &demo.events {
        let exists = match event.entity {
            EventEntity::Listing(id) => demo.listings.iter().any(|listing| listing.id == id),
            EventEntity::User(id) => demo.accounts.all().any(|user| user.id == id),
        };
        assert!(exists && event.date_created <= MockPorts::now(), "{event:?}");
    }
}
