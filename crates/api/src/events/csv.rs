//! The list of events as CSV. Must not contain the texts of reports, because they are deleted with
//! the landlord's data and an exported file is not.

use portal_services::ports::{EventDetails, EventEntitySummary, UserSummary};

use crate::csv_table::{CsvTable, optional, timestamp};

pub(super) const TABLE: CsvTable<EventDetails, 13> = CsvTable {
    name: "events",
    columns: [
        "externalId",
        "type",
        "acknowledged",
        "dateCreated",
        "listingId",
        "listingTitle",
        "landlordId",
        "landlordName",
        "personId",
        "personName",
        "personEmail",
        "personRole",
        "reportReason",
    ],
    cells,
};

fn cells(event: EventDetails) -> [String; 13] {
    let [listing, user] = match event.entity {
        Some(EventEntitySummary::Listing { id, title, landlord }) => {
            let name = format!("{} {}", landlord.first_name, landlord.last_name);
            [[id.to_string(), title, landlord.id.to_string(), name], Default::default()]
        }
        Some(EventEntitySummary::User(user)) => [Default::default(), user_cells(user)],
        None => Default::default(),
    };
    let [listing_id, listing_title, landlord_id, landlord_name] = listing;
    let [user_id, user_name, user_email, user_role] = user;
    [
        event.id.to_string(),
        event.event_type.to_string(),
        event.acknowledged.to_string(),
        timestamp(event.date_created),
        listing_id,
        listing_title,
        landlord_id,
        landlord_name,
        user_id,
        user_name,
        user_email,
        user_role,
        optional(event.report.map(|report| report.reason)),
    ]
}

fn user_cells(user: UserSummary) -> [String; 4] {
    let name = user.full_name();
    [user.id.to_string(), name, user.email, user.role.to_string()]
}
