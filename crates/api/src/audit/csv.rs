//! The audit trail as a table.

use portal_services::audit::{AuditEntityView, AuditView};
use portal_services::users::UserBrief;

use crate::table::{Table, moment, text};

pub(super) const TABLE: Table<AuditView, 12> = Table {
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

fn cells(AuditView { entry, actor, entity }: AuditView) -> [String; 12] {
    let AuditEntityView { person, listing, name, .. } = entity.unwrap_or_default();
    let actor = actor.as_ref();
    [
        entry.id.to_string(),
        moment(entry.date_created),
        text(actor.map(|actor| actor.id)),
        text(actor.map(UserBrief::full_name)),
        text(actor.map(|actor| &actor.email)),
        text(actor.map(|actor| actor.role)),
        entry.action.to_string(),
        entry.action.entity_type().to_string(),
        text(entry.entity_id),
        text(listing.map(|listing| listing.title).or(name)),
        text(person.as_ref().map(UserBrief::full_name)),
        text(entry.address),
    ]
}

#[cfg(test)]
mod tests {
    use portal_domain::audit::{AuditAction, AuditEntry};
    use portal_domain::ids::{AuditEntryId, ListingId, UserId};
    use portal_domain::policy::Actor;
    use portal_domain::user::Role;
    use portal_services::audit::AuditListing;
    use uuid::Uuid;

    use super::*;

    #[test]
    fn an_entry_names_actor_and_entity() {
        let id = UserId(Uuid::from_u128(1));
        let who = Actor::new(id, Role::Landlord).at("192.0.2.7".parse().unwrap());
        let deed = AuditAction::ListingDeleted;
        let entry = AuditEntry::by(who, AuditEntryId(Uuid::nil()), deed, None, chrono::DateTime::UNIX_EPOCH);
        let actor = UserBrief {
            id,
            first_name: "Grace".to_owned(),
            last_name: "Hopper".to_owned(),
            email: "grace@portal.test".to_owned(),
            role: Role::Landlord,
        };
        let listing = Some(AuditListing { id: Some(ListingId(id.0)), title: "Zimmer".to_owned() });
        let entity = Some(AuditEntityView { person: Some(actor.clone()), listing, ..AuditEntityView::default() });
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
        assert_eq!(cells(AuditView { entry, actor: Some(actor), entity }), expected);
    }
}
