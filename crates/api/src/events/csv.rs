//! The list of events as a table. What visitors wrote is not in it: it goes with the landlord's data, a file does not.

use portal_services::events::{EventEntityView, EventView};
use portal_services::users::UserBrief;

use crate::table::{Table, moment, text};

pub(super) const TABLE: Table<EventView, 13> = Table {
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

fn cells(event: EventView) -> [String; 13] {
    let [listing, person] = match event.entity {
        Some(EventEntityView::Listing { id, title, landlord }) => {
            let name = format!("{} {}", landlord.first_name, landlord.last_name);
            [[id.to_string(), title, landlord.id.to_string(), name], Default::default()]
        }
        Some(EventEntityView::Person(person)) => [Default::default(), of_person(person)],
        None => Default::default(),
    };
    let [listing_id, listing_title, landlord_id, landlord_name] = listing;
    let [person_id, person_name, person_email, person_role] = person;
    [
        event.id.to_string(),
        event.event_type.to_string(),
        event.acknowledged.to_string(),
        moment(event.date_created),
        listing_id,
        listing_title,
        landlord_id,
        landlord_name,
        person_id,
        person_name,
        person_email,
        person_role,
        text(event.report.map(|report| report.reason)),
    ]
}

fn of_person(person: UserBrief) -> [String; 4] {
    let name = person.full_name();
    [person.id.to_string(), name, person.email, person.role.to_string()]
}
