//! Events.

use std::collections::{BTreeSet, HashMap};

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use diesel::dsl::{IntoBoxed, not};
use diesel::pg::Pg;
use diesel::prelude::*;
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use portal_domain::event::{Event, EventEntity, EventType, Report, ReportReason};
use portal_domain::ids::{EventId, ListingId, UserId};
use portal_services::events::{EventEntityView, EventView};
use portal_services::listings::LandlordView;
use portal_services::paging::{Page, SortDirection};
use portal_services::ports::{EventFilter, EventQueries, EventRepository, LockedRows, StoreError};
use portal_services::users::UserBrief;
use uuid::Uuid;

use crate::errors::{failed, known};
use crate::keyword::{self, Word, holds};
use crate::listings::LandlordRow;
use crate::page;
use crate::schema::{events, listings, users};
use crate::store::{PgStore, PgWork};
use crate::users::brief;

#[async_trait]
impl EventRepository for PgWork {
    async fn insert(&mut self, event: &Event) -> Result<(), StoreError> {
        let (listing, user) = match event.entity {
            EventEntity::Listing(id) => (Some(id.0), None),
            EventEntity::User(id) => (None, Some(id.0)),
        };
        let report = event.report.as_ref();
        diesel::insert_into(events::table)
            .values((
                events::id.eq(event.id.0),
                events::event_type.eq(event.event_type.as_str()),
                events::listing_id.eq(listing),
                events::user_id.eq(user),
                events::report_reason.eq(report.map(|report| report.reason.as_str())),
                events::report_text.eq(report.and_then(|report| report.text.as_deref())),
                events::acknowledged.eq(event.acknowledged),
                events::date_created.eq(event.date_created),
            ))
            .execute(self.connection()?)
            .await
            .map_err(failed)?;
        Ok(())
    }

    async fn acknowledge(&mut self, id: EventId) -> Result<bool, StoreError> {
        let open = events::table.find(id.0).filter(events::acknowledged.eq(false));
        let marked = diesel::update(open).set(events::acknowledged.eq(true));
        Ok(marked.execute(self.connection()?).await.map_err(failed)? > 0)
    }

    async fn acknowledge_until(
        &mut self,
        until: DateTime<Utc>,
        limit: i64,
        locked: LockedRows,
    ) -> Result<u64, StoreError> {
        let open = diesel::alias!(events as open);
        let oldest = open
            // Said as the index of open events has it, so that a plan for any value can use the index.
            .filter(not(open.field(events::acknowledged)))
            .filter(open.field(events::date_created).le(until))
            .order((open.field(events::date_created), open.field(events::id)))
            .limit(limit)
            .select(open.field(events::id))
            .for_no_key_update();
        let marked = events::acknowledged.eq(true);
        let connection = self.connection()?;
        let count = match locked {
            LockedRows::Skip => {
                let oldest = events::table.filter(events::id.eq_any(oldest.skip_locked()));
                diesel::update(oldest).set(marked).execute(connection).await
            }
            LockedRows::WaitFor => {
                diesel::update(events::table.filter(events::id.eq_any(oldest))).set(marked).execute(connection).await
            }
        };
        Ok(count.map_err(failed)? as u64)
    }

    async fn acknowledge_sign_up(&mut self, user: UserId) -> Result<(), StoreError> {
        let sign_ups = [EventType::StudentRegistrationRequested, EventType::LandlordRegistrationRequested];
        let theirs = events::table
            .filter(events::user_id.eq(user.0))
            .filter(events::event_type.eq_any(sign_ups.map(EventType::as_str)))
            .filter(not(events::acknowledged));
        let marked = events::acknowledged.eq(true);
        diesel::update(theirs).set(marked).execute(self.connection()?).await.map_err(failed)?;
        Ok(())
    }

    async fn forget_reports_on(&mut self, landlord: UserId) -> Result<(), StoreError> {
        let theirs = listings::table.filter(listings::landlord_id.eq(landlord.0)).select(listings::id.nullable());
        let reported =
            events::table.filter(events::listing_id.eq_any(theirs)).filter(events::report_text.is_not_null());
        let nothing = events::report_text.eq(None::<String>);
        diesel::update(reported).set(nothing).execute(self.connection()?).await.map_err(failed)?;
        Ok(())
    }
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = events, check_for_backend(Pg))]
struct EventRow {
    id: Uuid,
    event_type: String,
    listing_id: Option<Uuid>,
    user_id: Option<Uuid>,
    acknowledged: bool,
    date_created: DateTime<Utc>,
    report_reason: Option<String>,
    report_text: Option<String>,
}

impl EventRow {
    fn view(self, entity: Option<EventEntityView>) -> Result<EventView, StoreError> {
        let text = self.report_text;
        let reason = self.report_reason.map(|reason| known(&reason, ReportReason::parse)).transpose()?;
        Ok(EventView {
            id: EventId(self.id),
            event_type: known(&self.event_type, EventType::parse)?,
            acknowledged: self.acknowledged,
            date_created: self.date_created,
            entity,
            report: reason.map(|reason| Report { reason, text }),
        })
    }
}

type Found = IntoBoxed<'static, events::table, Pg>;

fn matching(filter: &EventFilter, words: &[Word]) -> Found {
    let found = events::table.into_boxed();
    // Said in the statement, where a plan for any value can see it: it is what the index of open events is made by.
    let found = match filter.acknowledged {
        None => found,
        Some(true) => found.filter(events::acknowledged),
        Some(false) => found.filter(not(events::acknowledged)),
    };
    if words.is_empty() {
        return found;
    }
    let mut of_listings = listings::table.inner_join(users::table).select(listings::id.nullable()).into_boxed();
    let mut of_people = users::table.select(users::id.nullable()).into_boxed();
    for word in words {
        of_listings = of_listings.filter(holds!(listings::search_title, word).or(holds!(users::search_name, word)));
        of_people = of_people.filter(holds!(users::search_name, word));
    }
    found.filter(events::listing_id.eq_any(of_listings).or(events::user_id.eq_any(of_people)))
}

fn sorted(filter: &EventFilter, words: &[Word]) -> Found {
    let (date, id) = (events::date_created, events::id);
    match filter.direction {
        SortDirection::Ascending => matching(filter, words).order((date.asc(), id.asc())),
        SortDirection::Descending => matching(filter, words).order((date.desc(), id.desc())),
    }
}

#[async_trait]
impl EventQueries for PgStore {
    async fn list_events(&self, filter: &EventFilter) -> Result<Page<EventView>, StoreError> {
        let connection = &mut *self.pool.get().await?;
        let words = keyword::words(connection, filter.keyword.as_deref()).await?;
        let found = sorted(filter, &words)
            .limit(filter.page.limit())
            .offset(filter.page.offset())
            .select(EventRow::as_select());
        let rows: Vec<EventRow> = found.load(connection).await.map_err(failed)?;
        let total = match page::total_by_page(filter.page, rows.len()) {
            Some(total) => total,
            None => page::total(matching(filter, &words).count().get_result(connection).await.map_err(failed)?),
        };
        Ok(Page { rows: with_entities(connection, rows).await?, total })
    }

    async fn list_event_ids(&self, filter: &EventFilter, limit: i64) -> Result<Vec<EventId>, StoreError> {
        let connection = &mut *self.pool.get().await?;
        let words = keyword::words(connection, filter.keyword.as_deref()).await?;
        let ids: Vec<Uuid> =
            sorted(filter, &words).select(events::id).limit(limit).load(connection).await.map_err(failed)?;
        Ok(ids.into_iter().map(EventId).collect())
    }

    async fn list_events_by_ids(&self, ids: &[EventId]) -> Result<Vec<EventView>, StoreError> {
        let connection = &mut *self.pool.get().await?;
        let found = events::table.filter(events::id.eq_any(ids.iter().map(|id| id.0))).select(EventRow::as_select());
        let rows: Vec<EventRow> = found.load(connection).await.map_err(failed)?;
        with_entities(connection, page::in_order(ids.iter().map(|id| id.0), rows, |row| row.id)).await
    }

    async fn find_event(&self, id: EventId) -> Result<Option<EventView>, StoreError> {
        let connection = &mut *self.pool.get().await?;
        let row = events::table.find(id.0).select(EventRow::as_select()).first(connection).await.optional();
        let row: Option<EventRow> = row.map_err(failed)?;
        Ok(with_entities(connection, row.into_iter().collect()).await?.pop())
    }
}

async fn with_entities(connection: &mut AsyncPgConnection, rows: Vec<EventRow>) -> Result<Vec<EventView>, StoreError> {
    let people: HashMap<Uuid, UserBrief> = brief::load(connection, rows.iter().filter_map(|row| row.user_id)).await?;
    let offers = load_listings(connection, rows.iter().filter_map(|row| row.listing_id).collect()).await?;
    let view = |row: EventRow| {
        let person = row.user_id.and_then(|id| people.get(&id).cloned()).map(EventEntityView::Person);
        let listing = row.listing_id.and_then(|id| offers.get(&id).cloned());
        row.view(person.or(listing))
    };
    rows.into_iter().map(view).collect()
}

async fn load_listings(
    connection: &mut AsyncPgConnection,
    ids: BTreeSet<Uuid>,
) -> Result<HashMap<Uuid, EventEntityView>, StoreError> {
    if ids.is_empty() {
        return Ok(HashMap::new());
    }
    let rows: Vec<(Uuid, String, LandlordRow)> = listings::table
        .inner_join(users::table)
        .filter(listings::id.eq_any(ids))
        .select((listings::id, listings::title, LandlordRow::as_select()))
        .load(connection)
        .await
        .map_err(failed)?;
    let entity = |(id, title, landlord): (Uuid, String, LandlordRow)| {
        (id, EventEntityView::Listing { id: ListingId(id), title, landlord: LandlordView::from(landlord) })
    };
    Ok(rows.into_iter().map(entity).collect())
}
