//! The list of users as a table.

use portal_domain::user::{User, UserAddress};

use crate::table::{Table, moment, text};

pub(super) const TABLE: Table<User, 16> = Table {
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
    let [street, house_number, postal_code, city] = address(user.address);
    [
        user.id.to_string(),
        user.first_name,
        user.last_name,
        user.email.as_str().to_owned(),
        text(user.phone_number),
        user.gender.to_string(),
        text(user.date_of_birth),
        user.role.to_string(),
        user.status.to_string(),
        user.locale.to_string(),
        street,
        house_number,
        postal_code,
        city,
        moment(user.date_created),
        moment(user.last_modified),
    ]
}

/// Four cells, empty for those who live nowhere here.
pub(crate) fn address(address: Option<UserAddress>) -> [String; 4] {
    address.map_or_else(Default::default, |UserAddress { street, house_number, postal_code, city }| {
        [street, house_number, postal_code, city]
    })
}
