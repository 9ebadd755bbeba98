//! The list of users as CSV.

use portal_domain::user::{User, UserAddress};

use crate::response::csv_table::{CsvTable, optional, timestamp};

pub(super) const TABLE: CsvTable<User, 16> = CsvTable {
    name: "users",
    columns: [
        "externalId",
        "firstName",
        "lastName",
        "email",
        "phoneNumber",
        "gender",
        "dateOfBirth",
        "role",
        "status",
        "locale",
        "street",
        "houseNumber",
        "postalCode",
        "city",
        "dateCreated",
        "lastModified",
    ],
    cells,
};

fn cells(user: User) -> [String; 16] {
    let [street, house_number, postal_code, city] = address_cells(user.address);
    [
        user.id.to_string(),
        user.first_name,
        user.last_name,
        user.email.as_str().to_owned(),
        optional(user.phone_number),
        user.gender.to_string(),
        optional(user.date_of_birth),
        user.role.to_string(),
        user.status.to_string(),
        user.locale.to_string(),
        street,
        house_number,
        postal_code,
        city,
        timestamp(user.date_created),
        timestamp(user.last_modified),
    ]
}

/// The cells of an address, empty without one.
pub(crate) fn address_cells(address: Option<UserAddress>) -> [String; 4] {
    address.map_or_else(Default::default, |UserAddress { street, house_number, postal_code, city }| {
        [street, house_number, postal_code, city]
    })
}
