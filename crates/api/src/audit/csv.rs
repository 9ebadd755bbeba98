//! The audit trail as CSV.

use portal_domain::audit as domain;
use portal_services::ports::{AuditEntitySummary, AuditEntryDetails, UserSummary};

use crate::response::csv_table::{CsvTable, optional, timestamp};

pub(super) const TABLE: CsvTable<AuditEntryDetails, 12> = CsvTable {
    name: "audit",
    columns: [
        "externalId",
        "dateCreated",
        "actorId",
        "actorName",
        "actorEmail",
        "actorRole",
        "action",
        "entityType",
        "entityId",
        "entityTitle",
        "entityPerson",
        "address",
    ],
    cells,
};

fn cells(AuditEntryDetails { entry, actor, entity }: AuditEntryDetails) -> [String; 12] {
    let AuditEntitySummary { user: person, listing, name, .. } = entity.unwrap_or_default();
    let actor = actor.as_ref();
    [
        entry.id.to_string(),
        timestamp(entry.date_created),
        optional(actor.map(|actor| actor.id)),
        optional(actor.map(UserSummary::full_name)),
        optional(actor.map(|actor| &actor.email)),
        optional(actor.map(|actor| actor.role)),
        entry.action.to_string(),
        optional(entry.action.known().map(domain::AuditAction::entity_type)),
        optional(entry.entity_id),
        optional(listing.map(|listing| listing.title).or(name)),
        optional(person.as_ref().map(UserSummary::full_name)),
        optional(entry.address),
    ]
}

#[cfg(test)]
mod tests {
    use portal_domain::audit::{AuditAction, AuditEntry};
    use portal_domain::ids::{AuditEntryId, ListingId, UserId};
    use portal_domain::policy::Actor;
    use portal_domain::user::Role;
    use portal_services::ports::AuditListing;
    use uuid::Uuid;

    use super::*;

    #[test]
    fn cells_contain_actor_and_entity() {
        let id = UserId(Uuid::from_u128(1));
        let actor = Actor::new(id, Role::Landlord).at("192.0.2.7".parse().unwrap());
        let action = AuditAction::ListingDeleted;
        let entry = AuditEntry::new(actor, AuditEntryId(Uuid::nil()), action, None, chrono::DateTime::UNIX_EPOCH);
        let user = UserSummary {
            id,
            first_name: "Grace".to_owned(),
            last_name: "Hopper".to_owned(),
            email: "grace@portal.test".to_owned(),
            role: Role::Landlord,
        };
        let listing = Some(AuditListing { id: Some(ListingId(id.0)), title: "Zimmer".to_owned() });
        let entity = Some(AuditEntitySummary { user: Some(user.clone()), listing, ..AuditEntitySummary::default() });
        let expected = [
            "00000000-0000-0000-0000-000000000000",
            "1970-01-01T00:00:00.000000Z",
            "00000000-0000-0000-0000-000000000001",
            "Grace Hopper",
            "grace@portal.test",
            "LANDLORD",
            "LISTING_DELETED",
            "LISTING",
            "",
            "Zimmer",
            "Grace Hopper",
            "192.0.2.7",
        ];
        assert_eq!(cells(AuditEntryDetails { entry: entry.into(), actor: Some(user), entity }), expected);
    }
}
