use portal_domain::application::ApplicationState;
use portal_domain::listing::ListingStatus;

use super::*;
use crate::testing::samples::{
    ADMIN, LANDLORD, STUDENT, ada, application_view, applied_listing, approved, earlier, forwarded, grace,
};

fn undecided() -> [ApplicationState; 4] {
    let at = earlier();
    [
        ApplicationState::Sent,
        ApplicationState::Declined { at },
        forwarded(),
        ApplicationState::Rejected { forwarded_at: at, at },
    ]
}

fn everything() -> impl Iterator<Item = ApplicationState> {
    undecided().into_iter().chain([approved()])
}

#[test]
fn administrators_know_everything_of_both() {
    for state in everything() {
        assert_eq!(application_view(state).for_reader(ADMIN), application_view(state));
    }
}

#[test]
fn landlords_learn_an_applicants_contact_only_by_their_own_yes() {
    for state in undecided() {
        let seen = application_view(state).for_reader(LANDLORD).student.unwrap();
        let expected = PersonView { email: None, phone_number: None, date_of_birth: None, ..ada() };
        assert_eq!(seen, expected, "{state:?}");
    }
    let seen = application_view(approved()).for_reader(LANDLORD).student.unwrap();
    assert_eq!(seen, PersonView { date_of_birth: None, ..ada() });
}

#[test]
fn students_learn_a_landlords_name_and_contact_only_by_the_landlords_yes() {
    for state in undecided() {
        let seen = application_view(state).for_reader(STUDENT).landlord.unwrap();
        let expected = PersonView {
            last_name: "H".to_owned(),
            gender: None,
            email: None,
            phone_number: None,
            date_of_birth: None,
            ..grace()
        };
        assert_eq!(seen, expected, "{state:?}");
    }
    let seen = application_view(approved()).for_reader(STUDENT).landlord.unwrap();
    assert_eq!(seen, PersonView { gender: None, date_of_birth: None, ..grace() });
}

#[test]
fn everybody_reads_their_own_side_and_the_letter() {
    for state in everything() {
        let (students, landlords) =
            (application_view(state).for_reader(STUDENT), application_view(state).for_reader(LANDLORD));
        assert_eq!(students.student, Some(PersonView { date_of_birth: None, ..ada() }));
        assert_eq!(landlords.landlord, Some(PersonView { date_of_birth: None, ..grace() }));
        assert_eq!(students.application, application_view(state).application);
        assert_eq!(landlords.application, students.application);
    }
}

fn seen_listing(reader: Actor, status: ListingStatus, landlord_active: bool) -> Option<AppliedListing> {
    let mut listing = applied_listing(status);
    listing.visibility.landlord_active = landlord_active;
    ApplicationView { listing: Some(listing), ..application_view(forwarded()) }.for_reader(reader).listing
}

#[test]
fn listing_is_shown_to_those_who_have_its_page() {
    for status in ListingStatus::ALL.iter().copied() {
        for reader in [ADMIN, LANDLORD, STUDENT] {
            assert_eq!(seen_listing(reader, status, true), Some(applied_listing(status)), "{status:?} {reader:?}");
        }
    }
}

#[test]
fn student_sees_nothing_of_a_deactivated_landlords_listing() {
    assert_eq!(seen_listing(STUDENT, ListingStatus::Available, false), None);
    assert!(seen_listing(ADMIN, ListingStatus::Available, false).is_some());
}

#[test]
fn erased_people_stay_unknown() {
    for reader in [ADMIN, LANDLORD, STUDENT] {
        let erased = ApplicationView { student: None, landlord: None, ..application_view(approved()) };
        assert_eq!(erased.clone().for_reader(reader), erased);
    }
}
