//! What the entries of a page are about and who made them, by their present names: a statement for each kind at most.

use std::collections::{BTreeSet, HashMap};

use diesel::prelude::*;
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use portal_domain::audit::{AuditEntityType, AuditEntry};
use portal_domain::event::EventType;
use portal_domain::ids::ListingId;
use portal_services::audit::{AuditEntityView, AuditListing, AuditView};
use portal_services::ports::StoreError;
use portal_services::users::UserBrief;
use uuid::Uuid;

use crate::errors::{failed, known};
use crate::schema::{applications, documents, events, listings, registrations, settings};
use crate::users::brief;

/// The entries with their names.
pub(super) async fn named(
    connection: &mut AsyncPgConnection,
    entries: Vec<AuditEntry>,
) -> Result<Vec<AuditView>, StoreError> {
    let mut found = Entities::default();
    for kind in AuditEntityType::ALL.iter().copied() {
        let of_kind = entries.iter().filter(|entry| entry.action.entity_type() == kind);
        let ids: BTreeSet<Uuid> = of_kind.filter_map(|entry| entry.entity_id).collect();
        if !ids.is_empty() {
            found.add(connection, kind, ids).await?;
        }
    }
    found.name(connection, entries).await
}

/// An entity, before the people and listings in it are named.
#[derive(Default)]
struct Entity {
    person: Option<Uuid>,
    listing: Option<(Option<Uuid>, Option<String>)>,
    event_type: Option<EventType>,
    name: Option<String>,
}

/// By their ids, which are never shared by two kinds.
#[derive(Default)]
struct Entities(HashMap<Uuid, Entity>);

impl Entities {
    async fn add(
        &mut self,
        connection: &mut AsyncPgConnection,
        kind: AuditEntityType,
        ids: BTreeSet<Uuid>,
    ) -> Result<(), StoreError> {
        match kind {
            // Both are read with the people and listings of the other kinds.
            AuditEntityType::User => self.0.extend(ids.into_iter().map(|id| (id, of_person(id)))),
            AuditEntityType::Listing => self.0.extend(ids.into_iter().map(|id| (id, of_listing(id)))),
            AuditEntityType::Registration => {
                let by_id = registrations::table.filter(registrations::id.eq_any(ids));
                let rows = by_id.select((registrations::id, registrations::user_id)).load(connection).await;
                let rows: Vec<(Uuid, Uuid)> = rows.map_err(failed)?;
                self.0.extend(rows.into_iter().map(|(id, user)| (id, of_person(user))));
            }
            AuditEntityType::Application => {
                let columns =
                    (applications::id, applications::student_id, applications::listing_id, applications::listing_title);
                let by_id = applications::table.filter(applications::id.eq_any(ids));
                let rows = by_id.select(columns).load(connection).await;
                let rows: Vec<(Uuid, Option<Uuid>, Option<Uuid>, String)> = rows.map_err(failed)?;
                self.0.extend(rows.into_iter().map(|(id, person, listing, title)| {
                    (id, Entity { person, listing: Some((listing, Some(title))), ..Entity::default() })
                }));
            }
            AuditEntityType::Event => {
                let columns = (events::id, events::event_type, events::user_id, events::listing_id);
                let rows = events::table.filter(events::id.eq_any(ids)).select(columns).load(connection).await;
                let rows: Vec<(Uuid, String, Option<Uuid>, Option<Uuid>)> = rows.map_err(failed)?;
                for (id, event_type, person, listing) in rows {
                    let event_type = Some(known(&event_type, EventType::parse)?);
                    let listing = listing.map(|id| (Some(id), None));
                    self.0.insert(id, Entity { person, listing, event_type, name: None });
                }
            }
            AuditEntityType::Document => {
                let by_id = documents::table.inner_join(registrations::table).filter(documents::id.eq_any(ids));
                let rows =
                    by_id.select((documents::id, registrations::user_id, documents::filename)).load(connection).await;
                let rows: Vec<(Uuid, Uuid, String)> = rows.map_err(failed)?;
                self.0.extend(
                    rows.into_iter().map(|(id, user, name)| (id, Entity { name: Some(name), ..of_person(user) })),
                );
            }
            AuditEntityType::Setting => {
                let by_id = settings::table.filter(settings::id.eq_any(ids));
                let rows = by_id.select((settings::id, settings::key)).load(connection).await;
                let rows: Vec<(Uuid, String)> = rows.map_err(failed)?;
                self.0.extend(rows.into_iter().map(|(id, key)| (id, Entity { name: Some(key), ..Entity::default() })));
            }
            AuditEntityType::Audit => {}
        }
        Ok(())
    }

    async fn name(
        self,
        connection: &mut AsyncPgConnection,
        entries: Vec<AuditEntry>,
    ) -> Result<Vec<AuditView>, StoreError> {
        let actors = entries.iter().filter_map(|entry| entry.actor_id).map(|actor| actor.0);
        let people = brief::load(connection, actors.chain(self.0.values().filter_map(|of| of.person))).await?;
        let untitled: BTreeSet<Uuid> = self.0.values().filter_map(Entity::untitled_listing).collect();
        let titles: HashMap<Uuid, String> = if untitled.is_empty() {
            HashMap::new()
        } else {
            let by_id = listings::table.filter(listings::id.eq_any(untitled));
            let rows = by_id.select((listings::id, listings::title)).load(connection).await;
            let rows: Vec<(Uuid, String)> = rows.map_err(failed)?;
            rows.into_iter().collect()
        };
        let view = |entry: AuditEntry| {
            let actor = entry.actor_id.and_then(|id| people.get(&id.0).cloned());
            let entity = entry.entity_id.and_then(|id| self.0.get(&id)).and_then(|of| of.view(&people, &titles));
            AuditView { entry, actor, entity }
        };
        Ok(entries.into_iter().map(view).collect())
    }
}

fn of_person(id: Uuid) -> Entity {
    Entity { person: Some(id), ..Entity::default() }
}

fn of_listing(id: Uuid) -> Entity {
    Entity { listing: Some((Some(id), None)), ..Entity::default() }
}

impl Entity {
    fn untitled_listing(&self) -> Option<Uuid> {
        match self.listing {
            Some((id, None)) => id,
            _ => None,
        }
    }

    /// `None` for a user or listing that is gone.
    fn view(&self, people: &HashMap<Uuid, UserBrief>, titles: &HashMap<Uuid, String>) -> Option<AuditEntityView> {
        let person = self.person.and_then(|id| people.get(&id).cloned());
        let listing = self.listing.as_ref().and_then(|(id, title)| {
            let title = title.clone().or_else(|| titles.get(&(*id)?).cloned())?;
            Some(AuditListing { id: id.map(ListingId), title })
        });
        let view = AuditEntityView { person, listing, event_type: self.event_type, name: self.name.clone() };
        (view != AuditEntityView::default()).then_some(view)
    }
}
