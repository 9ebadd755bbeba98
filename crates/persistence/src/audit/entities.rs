//! Loads actors and entities of audit entries under their current names, with at most one statement
//! per entity type.

use std::collections::{BTreeSet, HashMap};

use diesel::prelude::*;
use diesel_async::AsyncPgConnection;
use portal_domain::audit::{AuditAction, AuditEntityType, StoredAuditEntry};
use portal_domain::event::EventType;
use portal_domain::ids::ListingId;
use portal_domain::stored::Stored;
use portal_services::ports::{AuditEntitySummary, AuditEntryDetails, AuditListing, StoreError, UserSummary};
use uuid::Uuid;

use crate::schema::{applications, documents, events, listings, registrations, settings};
use crate::statements::RunStatement;
use crate::unknown_values::stored;
use crate::users::summaries;

/// The entries with their actors and entities.
pub(super) async fn load_with_entities(
    connection: &mut AsyncPgConnection,
    entries: Vec<StoredAuditEntry>,
) -> Result<Vec<AuditEntryDetails>, StoreError> {
    let mut entities = Entities::default();
    for entity_type in AuditEntityType::ALL.iter().copied() {
        let is_about = |action: AuditAction| action.entity_type() == entity_type;
        let of_type = entries.iter().filter(|entry| entry.action.known().is_some_and(is_about));
        let ids: BTreeSet<Uuid> = of_type.filter_map(|entry| entry.entity_id).collect();
        if !ids.is_empty() {
            entities.load_type(connection, entity_type, ids).await?;
        }
    }
    entities.join_names(connection, entries).await
}

/// An entity before the names of its user and listing are loaded.
#[derive(Default)]
struct Entity {
    user: Option<Uuid>,
    /// Id and title; the title only where the entity itself stores one.
    listing: Option<(Option<Uuid>, Option<String>)>,
    event_type: Option<Stored<EventType>>,
    name: Option<String>,
}

/// By id; ids are unique across all types.
#[derive(Default)]
struct Entities(HashMap<Uuid, Entity>);

impl Entities {
    async fn load_type(
        &mut self,
        connection: &mut AsyncPgConnection,
        entity_type: AuditEntityType,
        ids: BTreeSet<Uuid>,
    ) -> Result<(), StoreError> {
        match entity_type {
            // `join_names` loads both together with the users and listings of the other types.
            AuditEntityType::User => self.0.extend(ids.into_iter().map(|id| (id, Entity::of_user(id)))),
            AuditEntityType::Listing => self.0.extend(ids.into_iter().map(|id| (id, Entity::of_listing(id)))),
            AuditEntityType::Registration => {
                let by_id = registrations::table.filter(registrations::id.eq_any(ids));
                let rows: Vec<(Uuid, Uuid)> =
                    by_id.select((registrations::id, registrations::user_id)).load_rows(connection).await?;
                self.0.extend(rows.into_iter().map(|(id, user)| (id, Entity::of_user(user))));
            }
            AuditEntityType::Application => {
                let columns =
                    (applications::id, applications::student_id, applications::listing_id, applications::listing_title);
                let by_id = applications::table.filter(applications::id.eq_any(ids));
                let rows: Vec<(Uuid, Option<Uuid>, Option<Uuid>, String)> =
                    by_id.select(columns).load_rows(connection).await?;
                self.0.extend(rows.into_iter().map(|(id, user, listing, title)| {
                    (id, Entity { user, listing: Some((listing, Some(title))), ..Entity::default() })
                }));
            }
            AuditEntityType::Event => {
                let columns = (events::id, events::event_type, events::user_id, events::listing_id);
                let rows: Vec<(Uuid, String, Option<Uuid>, Option<Uuid>)> =
                    events::table.filter(events::id.eq_any(ids)).select(columns).load_rows(connection).await?;
                for (id, event_type, user, listing) in rows {
                    let event_type = Some(stored("events.event_type", event_type));
                    let listing = listing.map(|id| (Some(id), None));
                    self.0.insert(id, Entity { user, listing, event_type, name: None });
                }
            }
            AuditEntityType::Document => {
                let by_id = documents::table.inner_join(registrations::table).filter(documents::id.eq_any(ids));
                let rows: Vec<(Uuid, Uuid, String)> = by_id
                    .select((documents::id, registrations::user_id, documents::filename))
                    .load_rows(connection)
                    .await?;
                self.0.extend(
                    rows.into_iter().map(|(id, user, name)| (id, Entity { name: Some(name), ..Entity::of_user(user) })),
                );
            }
            AuditEntityType::Setting => {
                let by_id = settings::table.filter(settings::id.eq_any(ids));
                let rows: Vec<(Uuid, String)> =
                    by_id.select((settings::id, settings::key)).load_rows(connection).await?;
                self.0.extend(rows.into_iter().map(|(id, key)| (id, Entity { name: Some(key), ..Entity::default() })));
            }
            AuditEntityType::Audit | AuditEntityType::Mail => {}
        }
        Ok(())
    }

    async fn join_names(
        self,
        connection: &mut AsyncPgConnection,
        entries: Vec<StoredAuditEntry>,
    ) -> Result<Vec<AuditEntryDetails>, StoreError> {
        let actors = entries.iter().filter_map(|entry| entry.actor_id).map(|actor| actor.0);
        let users = summaries::load(connection, actors.chain(self.0.values().filter_map(|of| of.user))).await?;
        let untitled: BTreeSet<Uuid> = self.0.values().filter_map(Entity::untitled_listing).collect();
        let titles: HashMap<Uuid, String> = if untitled.is_empty() {
            HashMap::new()
        } else {
            let by_id = listings::table.filter(listings::id.eq_any(untitled));
            let rows: Vec<(Uuid, String)> = by_id.select((listings::id, listings::title)).load_rows(connection).await?;
            rows.into_iter().collect()
        };
        let joined = |entry: StoredAuditEntry| {
            let actor = entry.actor_id.and_then(|id| users.get(&id.0).cloned());
            let entity = entry.entity_id.and_then(|id| self.0.get(&id));
            let entity = entity.and_then(|entity| entity.read_model(&users, &titles));
            AuditEntryDetails { entry, actor, entity }
        };
        Ok(entries.into_iter().map(joined).collect())
    }
}

impl Entity {
    fn of_user(id: Uuid) -> Self {
        Self { user: Some(id), ..Self::default() }
    }

    fn of_listing(id: Uuid) -> Self {
        Self { listing: Some((Some(id), None)), ..Self::default() }
    }

    fn untitled_listing(&self) -> Option<Uuid> {
        match self.listing {
            Some((id, None)) => id,
            _ => None,
        }
    }

    /// `None` for a deleted user or listing.
    fn read_model(
        &self,
        users: &HashMap<Uuid, UserSummary>,
        titles: &HashMap<Uuid, String>,
    ) -> Option<AuditEntitySummary> {
        let person = self.user.and_then(|id| users.get(&id).cloned());
        let listing = self.listing.as_ref().and_then(|(id, title)| {
            let title = title.clone().or_else(|| titles.get(&(*id)?).cloned())?;
            Some(AuditListing { id: id.map(ListingId), title })
        });
        let entity =
            AuditEntitySummary { user: person, listing, event_type: self.event_type.clone(), name: self.name.clone() };
        (entity != AuditEntitySummary::default()).then_some(entity)
    }
}
