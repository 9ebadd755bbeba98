use portal_domain::application::ApplicationState;

use super::*;
use crate::testing::samples::{ADMIN, LANDLORD, STUDENT, ada, application_view, approved, earlier, forwarded, grace};

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

#[test]
fn erased_people_stay_unknown() {
    for reader in [ADMIN, LANDLORD, STUDENT] {
        let erased = ApplicationView { student: None, landlord: None, ..application_view(approved()) };
        assert_eq!(erased.clone().for_reader(reader), erased);
    }
}
