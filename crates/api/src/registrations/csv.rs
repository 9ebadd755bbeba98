//! The two lists of requests as tables.

use portal_services::registrations::RegistrationView;

use crate::table::{Table, moment, text};
use crate::users::address;

pub(super) const LANDLORDS: Table<RegistrationView, 16> = Table {
    name: "landlord-registrations",
    columns: [
        "externalId",
        "status",
        "dateCreated",
        "lastModified",
        "waitingSince",
        "userId",
        "firstName",
        "lastName",
        "email",
        "phoneNumber",
        "gender",
        "dateOfBirth",
        "street",
        "houseNumber",
        "postalCode",
        "city",
    ],
    cells: landlord,
};

pub(super) const STUDENTS: Table<RegistrationView, 13> = Table {
    name: "student-registrations",
    columns: [
        "externalId",
        "status",
        "dateCreated",
        "lastModified",
        "waitingSince",
        "userId",
        "firstName",
        "lastName",
        "email",
        "phoneNumber",
        "gender",
        "dateOfBirth",
        "proofOfStudyDocument",
    ],
    cells: student,
};

fn landlord(view: RegistrationView) -> [String; 16] {
    joined(request(&view), address(view.user.address))
}

fn student(view: RegistrationView) -> [String; 13] {
    joined(request(&view), [text(view.document.map(|document| document.filename))])
}

/// The cells of one array after those of the other.
fn joined<const FIRST: usize, const MORE: usize, const ALL: usize>(
    first: [String; FIRST],
    more: [String; MORE],
) -> [String; ALL] {
    const { assert!(FIRST + MORE == ALL) };
    let mut cells = first.into_iter().chain(more);
    std::array::from_fn(|_| cells.next().unwrap_or_default())
}

/// The columns of both.
fn request(RegistrationView { registration, user, .. }: &RegistrationView) -> [String; 12] {
    [
        registration.id.to_string(),
        registration.state.status().to_string(),
        moment(registration.date_created),
        moment(registration.last_modified),
        text(registration.waiting_since().map(moment)),
        user.id.to_string(),
        user.first_name.clone(),
        user.last_name.clone(),
        user.email.as_str().to_owned(),
        text(user.phone_number.as_ref()),
        user.gender.to_string(),
        text(user.date_of_birth),
    ]
}
