//! The lists of registrations as CSV.

use portal_services::ports::RegistrationDetails;

use crate::response::csv_table::{CsvTable, optional, timestamp};
use crate::users::address_cells;

pub(super) const LANDLORDS: CsvTable<RegistrationDetails, 16> = CsvTable {
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

pub(super) const STUDENTS: CsvTable<RegistrationDetails, 13> = CsvTable {
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

fn landlord(view: RegistrationDetails) -> [String; 16] {
    concat(common_cells(&view), address_cells(view.user.address))
}

fn student(view: RegistrationDetails) -> [String; 13] {
    concat(common_cells(&view), [optional(view.document.map(|document| document.filename))])
}

fn concat<const FIRST: usize, const MORE: usize, const ALL: usize>(
    first: [String; FIRST],
    more: [String; MORE],
) -> [String; ALL] {
    const { assert!(FIRST + MORE == ALL) };
    let mut cells = first.into_iter().chain(more);
    std::array::from_fn(|_| cells.next().unwrap_or_default())
}

/// The cells that both lists have.
fn common_cells(RegistrationDetails { registration, user, .. }: &RegistrationDetails) -> [String; 12] {
    [
        registration.id.to_string(),
        registration.state.status().to_string(),
        timestamp(registration.date_created),
        timestamp(registration.last_modified),
        optional(registration.waiting_since().map(timestamp)),
        user.id.to_string(),
        user.first_name.clone(),
        user.last_name.clone(),
        user.email.as_str().to_owned(),
        optional(user.phone_number.as_ref()),
        user.gender.to_string(),
        optional(user.date_of_birth),
    ]
}
