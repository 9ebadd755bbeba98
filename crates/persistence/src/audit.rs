//! The audit trail.

mod entities;
mod keyword_filter;

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use diesel::dsl::{IntoBoxed, array};
use diesel::pg::Pg;
use diesel::prelude::*;
use diesel::sql_types::Uuid as SqlUuid;
use portal_domain::audit::{AuditEntry, StoredAuditEntry};
use portal_domain::ids::{AuditEntryId, UserId};
use portal_services::paging::{Page, SortDirection};
use portal_services::ports::{
    AuditCursor, AuditEntryDetails, AuditFilter, AuditListQuery, AuditQueries, AuditRepository, StoreError,
};
use uuid::Uuid;

use crate::errors::parse_address;
use crate::keyword::{self, Word};
use crate::page;
use crate::portions::any_of;
use crate::row_counts::Groups;
use crate::schema::audit_entries;
use crate::statements::RunStatement;
use crate::store::{PgStore, PgUnitOfWork};
use crate::unknown_values::stored;

#[derive(Queryable, Selectable, Insertable)]
#[diesel(table_name = audit_entries, check_for_backend(Pg))]
struct EntryRow {
    id: Uuid,
    actor_id: Option<Uuid>,
    action: String,
    entity_id: Option<Uuid>,
    address: Option<String>,
    date_created: DateTime<Utc>,
}

impl From<&AuditEntry> for EntryRow {
    fn from(entry: &AuditEntry) -> Self {
        Self {
            id: entry.id.0,
            actor_id: entry.actor_id.map(|actor| actor.0),
            action: entry.action.as_str().to_owned(),
            entity_id: entry.entity_id,
            address: entry.address.map(|address| address.to_string()),
            date_created: entry.date_created,
        }
    }
}

impl TryFrom<EntryRow> for StoredAuditEntry {
    type Error = StoreError;

    fn try_from(row: EntryRow) -> Result<Self, StoreError> {
        Ok(Self {
            id: AuditEntryId(row.id),
            actor_id: row.actor_id.map(UserId),
            action: stored("audit_entries.action", row.action),
            entity_id: row.entity_id,
            address: parse_address(row.address.as_deref())?,
            date_created: row.date_created,
        })
    }
}

#[async_trait]
impl AuditRepository for PgUnitOfWork {
    async fn record(&mut self, entry: &AuditEntry) -> Result<(), StoreError> {
        let row = EntryRow::from(entry);
        diesel::insert_into(audit_entries::table).values(row).run(self.connection()?).await?;
        Ok(())
    }

    async fn erase_addresses_of(&mut self, actor: UserId) -> Result<(), StoreError> {
        let entries = audit_entries::table
            .filter(audit_entries::actor_id.eq(actor.0))
            .filter(audit_entries::address.is_not_null());
        let no_address = audit_entries::address.eq(None::<String>);
        diesel::update(entries).set(no_address).run(self.connection()?).await?;
        Ok(())
    }

    async fn prune_addresses(&mut self, written_before: DateTime<Utc>, limit: i64) -> Result<u64, StoreError> {
        let candidates = diesel::alias!(audit_entries as candidates);
        let due = candidates
            .filter(candidates.field(audit_entries::address).is_not_null())
            .filter(candidates.field(audit_entries::date_created).lt(written_before))
            .order(candidates.field(audit_entries::date_created))
            .limit(limit)
            .select(candidates.field(audit_entries::id))
            .for_update()
            .skip_locked();
        let cleared =
            diesel::update(
                audit_entries::table.filter(audit_entries::id.eq(any_of::<SqlUuid, _>(array::<SqlUuid, _>(due)))),
            )
            .set(audit_entries::address.eq(None::<String>))
            .run(self.connection()?)
            .await?;
        Ok(cleared as u64)
    }
}

type Found = IntoBoxed<'static, audit_entries::table, Pg>;

fn matching(filter: &AuditFilter, words: &[Word]) -> Found {
    let mut found = audit_entries::table.into_boxed();
    found = match filter.actions.as_slice() {
        [] => found,
        // Only an equality with one value keeps the index in the order of the list.
        [action] => found.filter(audit_entries::action.eq(action.as_str())),
        actions => {
            let actions: Vec<_> = actions.iter().map(|action| action.as_str()).collect();
            found.filter(audit_entries::action.eq_any(actions))
        }
    };
    if let Some(actor) = filter.actor {
        found = found.filter(audit_entries::actor_id.eq(actor.0));
    }
    if let Some(from) = filter.from {
        found = found.filter(audit_entries::date_created.ge(from));
    }
    if let Some(before) = filter.before {
        found = found.filter(audit_entries::date_created.lt(before));
    }
    for word in words {
        found = found.filter(keyword_filter::matches(word));
    }
    found
}

/// The counted groups, if the filter is of actions only.
fn groups(filter: &AuditFilter, words: &[Word]) -> Option<Groups<'static>> {
    let is_of_actions = words.is_empty() && (filter.actor, filter.from, filter.before) == (None, None, None);
    is_of_actions.then(|| Groups {
        relation: "audit_entries",
        kinds: filter.actions.iter().map(|action| action.as_str()).collect(),
        ..Groups::default()
    })
}

#[async_trait]
impl AuditQueries for PgStore {
    async fn list_audit_entries(&self, query: &AuditListQuery) -> Result<Page<AuditEntryDetails>, StoreError> {
        let AuditListQuery { filter, direction, page } = query;
        let connection = &mut *self.pool.get().await?;
        let words = keyword::parse(connection, filter.keyword.as_deref()).await?;
        let (date, id) = (audit_entries::date_created, audit_entries::id);
        let sorted = match direction {
            SortDirection::Ascending => matching(filter, &words).order((date.asc(), id.asc())),
            SortDirection::Descending => matching(filter, &words).order((date.desc(), id.desc())),
        };
        let found = sorted.select(EntryRow::as_select());
        let (rows, total): (Vec<EntryRow>, _) =
            page::load(connection, *page, found, groups(filter, &words), || matching(filter, &words).count()).await?;
        Ok(Page { rows: entities::load_with_entities(connection, entries(rows)?).await?, total })
    }

    async fn list_audit_entries_after(
        &self,
        filter: &AuditFilter,
        after: Option<AuditCursor>,
        limit: i64,
    ) -> Result<Vec<AuditEntryDetails>, StoreError> {
        let connection = &mut *self.pool.get().await?;
        let words = keyword::parse(connection, filter.keyword.as_deref()).await?;
        let (date, id) = (audit_entries::date_created, audit_entries::id);
        let mut found = matching(filter, &words);
        if let Some(cursor) = after {
            // Redundant, but only the first condition can be an index condition.
            found =
                found.filter(date.le(cursor.date_created)).filter(date.lt(cursor.date_created).or(id.lt(cursor.id.0)));
        }
        let found = found.order((date.desc(), id.desc())).limit(limit).select(EntryRow::as_select());
        let rows: Vec<EntryRow> = found.load_rows(connection).await?;
        entities::load_with_entities(connection, entries(rows)?).await
    }
}

fn entries(rows: Vec<EntryRow>) -> Result<Vec<StoredAuditEntry>, StoreError> {
    rows.into_iter().map(StoredAuditEntry::try_from).collect()
}
