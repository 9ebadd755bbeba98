//! The list of applications as a table. Letters are not in it: they are kept for a while only, a file for ever.

use portal_services::applications::{ApplicationView, PersonView};

use crate::table::{Table, moment, text};

pub(super) const TABLE: Table<ApplicationView, 14> = Table {
    name: "applications",
    columns: [
        "externalId",
        "administratorApprovalStatus",
        "status",
        "dateCreated",
        "lastModified",
        "listingId",
        "listingTitle",
        "studentId",
        "studentName",
        "studentEmail",
        "studentPhoneNumber",
        "landlordId",
        "landlordName",
        "landlordEmail",
    ],
    cells,
};

fn cells(ApplicationView { application, student, landlord, .. }: ApplicationView) -> [String; 14] {
    let (student, landlord) = (student.as_ref(), landlord.as_ref());
    [
        application.id.to_string(),
        application.state.administrator_decision().to_string(),
        application.state.landlord_decision().to_string(),
        moment(application.date_created),
        moment(application.last_modified),
        text(application.listing_id),
        application.listing_title,
        text(student.map(|student| student.id)),
        text(student.map(full_name)),
        text(student.and_then(|student| student.email.as_ref())),
        text(student.and_then(|student| student.phone_number.as_ref())),
        text(landlord.map(|landlord| landlord.id)),
        text(landlord.map(full_name)),
        text(landlord.and_then(|landlord| landlord.email.as_ref())),
    ]
}

fn full_name(person: &PersonView) -> String {
    format!("{} {}", person.first_name, person.last_name)
}
