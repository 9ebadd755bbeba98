use std::collections::HashSet;

use portal_domain::application::Decision;
use portal_domain::event::{EventEntity, EventType};

use super::*;
use crate::applications::planned_count;

#[test]
fn demo_student_has_application_in_every_state() {
    let demo = generated();
    let student = demo.accounts.students[0].id;
    let of_student: Vec<&Application> =
        demo.applications.iter().filter(|one| one.student_id == Some(student)).collect();
    for expected in [
        (Decision::Pending, Decision::Pending),
        (Decision::Rejected, Decision::Pending),
        (Decision::Approved, Decision::Pending),
        (Decision::Approved, Decision::Approved),
        (Decision::Approved, Decision::Rejected),
    ] {
        let matches =
            |one: &&Application| (one.state.administrator_decision(), one.state.landlord_decision()) == expected;
        assert!(of_student.iter().any(matches), "{expected:?}");
    }
    assert!(of_student.iter().any(|application| application.listing_id.is_none()));
}

#[test]
fn administrators_and_demo_landlord_have_pending_applications() {
    let demo = generated();
    let landlord = demo.accounts.landlords[0].id;
    let awaits_administrator = |one: &&Application| one.state.administrator_decision() == Decision::Pending;
    assert_eq!(demo.applications.iter().filter(awaits_administrator).count(), 8);
    let awaits_landlord =
        |one: &&Application| one.landlord_id == Some(landlord) && one.state.is_open() && !awaits_administrator(one);
    assert_eq!(demo.applications.iter().filter(awaits_landlord).count(), 5);
    assert_eq!(demo.applications.len(), planned_count());
}

#[test]
fn applications_are_unique_and_not_for_drafts_with_valid_letters() {
    let demo = generated();
    let mut seen = HashSet::new();
    for application in &demo.applications {
        let letter = application.letter.as_deref().unwrap();
        assert!(letter.chars().count() <= 5_000 && letter.split("\n\n").count() >= 4, "{letter}");
        assert!(!letter.contains(['{', '}']), "{letter}");
        let Some(listing) = application.listing_id else { continue };
        assert!(seen.insert((application.student_id, listing)), "{application:?}");
        let listing = demo.listings.iter().find(|candidate| candidate.id == listing).unwrap();
        assert_ne!(listing.status, ListingStatus::Draft);
        assert_eq!(application.landlord_id, Some(listing.landlord_id));
        assert_eq!(application.listing_title, listing.facts.title);
    }
}

#[test]
fn listing_has_at_most_one_approved_application() {
    let demo = generated();
    let mut approved = HashSet::new();
    for application in demo.applications.iter().filter(|one| one.state.landlord_decision() == Decision::Approved) {
        assert!(approved.insert(application.listing_id), "{application:?}");
    }
}

#[test]
fn application_times_are_in_order() {
    let demo = generated();
    for application in &demo.applications {
        let student = demo.accounts.students.iter().find(|user| Some(user.id) == application.student_id).unwrap();
        let listing = demo.listings.iter().find(|listing| Some(listing.id) == application.listing_id);
        let rented_at =
            listing.filter(|listing| listing.status == ListingStatus::Rented).map(|listing| listing.last_modified);
        let times = [
            Some(student.date_created),
            listing.map(|listing| listing.date_created),
            Some(application.date_created),
            application.state.administrator_decided_at(),
            application.state.landlord_decided_at(),
            rented_at,
            Some(MockPorts::now()),
        ];
        assert!(times.into_iter().flatten().is_sorted(), "{application:?}");
    }
}

#[test]
fn events_exist_for_all_causes_and_most_are_acknowledged() {
    let demo = generated();
    let count = |wanted: EventType| demo.events.iter().filter(|event| event.event_type() == wanted).count();
    let rented = demo.listings.iter().filter(|listing| listing.status == ListingStatus::Rented).count();
    let approved = demo.applications.iter().filter(|one| one.state.landlord_decision() == Decision::Approved).count();
    assert_eq!((count(EventType::ListingRented), count(EventType::ApplicationApproved)), (rented, approved));
    assert_eq!(count(EventType::LandlordRegistrationRequested), demo.accounts.landlords.len());
    assert_eq!(count(EventType::StudentRegistrationRequested), demo.accounts.students.len());
    let acknowledged = demo.events.iter().filter(|event| event.acknowledged).count();
    assert!(acknowledged < demo.events.len() && acknowledged > demo.events.len() / 2);
}

#[test]
fn events_are_ordered_and_name_existing_entities() {
    let demo = generated();
    assert!(demo.events.is_sorted_by_key(|event| event.date_created));
    for event in &demo.events {
        let exists = match event.entity() {
            EventEntity::Listing(id) => demo.listings.iter().any(|listing| listing.id == id),
            EventEntity::User(id) => demo.accounts.all().any(|user| user.id == id),
        };
        assert!(exists && event.date_created <= MockPorts::now(), "{event:?}");
    }
}
