//! The list of applications as CSV. Must not contain letters, because they are deleted after a
//! while and an exported file is not.

use portal_services::ports::{ApplicationDetails, ApplicationUser};

use crate::response::csv_table::{CsvTable, optional, timestamp};

pub(super) const TABLE: CsvTable<ApplicationDetails, 14> = CsvTable {
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

fn cells(ApplicationDetails { application, student, landlord, .. }: ApplicationDetails) -> [String; 14] {
    let (student, landlord) = (student.as_ref(), landlord.as_ref());
    [
        application.id.to_string(),
        application.state.administrator_decision().to_string(),
        application.state.landlord_decision().to_string(),
        timestamp(application.date_created),
        timestamp(application.last_modified),
        optional(application.listing_id),
        application.listing_title,
        optional(student.map(|student| student.id)),
        optional(student.map(full_name)),
        optional(student.and_then(|student| student.email.as_ref())),
        optional(student.and_then(|student| student.phone_number.as_ref())),
        optional(landlord.map(|landlord| landlord.id)),
        optional(landlord.map(full_name)),
        optional(landlord.and_then(|landlord| landlord.email.as_ref())),
    ]
}

fn full_name(user: &ApplicationUser) -> String {
    format!("{} {}", user.first_name, user.last_name)
}
