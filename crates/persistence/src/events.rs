//! Events for administrators.

use std::collections::{BTreeSet, HashMap};

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use diesel::dsl::{IntoBoxed, array, not};
use diesel::pg::Pg;
use diesel::prelude::*;
use diesel::sql_types::Uuid as SqlUuid;
use diesel_async::AsyncPgConnection;
use portal_domain::event::{Event, EventEntity, EventKind, EventType, Report};
use portal_domain::ids::{EventId, ListingId, UserId};
use portal_domain::suspicion::SuspicionReason;
use portal_services::paging::{Page, SortDirection};
use portal_services::ports::{
    DeletedListing, EventDetails, EventEntitySummary, EventListQuery, EventQueries, EventRepository, LandlordSummary,
    LockedRows, StoreError, UserSummary,
};
use uuid::Uuid;

use crate::keyword::{self, Word, contains_word};
use crate::listings::LandlordRow;
use crate::page;
use crate::portions::any_of;
use crate::row_counts::Groups;
use crate::schema::{events, listings, users};
use crate::statements::RunStatement;
use crate::store::{PgStore, PgUnitOfWork};
use crate::unknown_values::stored;
use crate::users::summaries;

#[async_trait]
impl EventRepository for PgUnitOfWork {
    async fn insert(&mut self, event: &Event) -> Result<(), StoreError> {
        let (listing, user) = match event.entity() {
            EventEntity::Listing(id) => (Some(id.0), None),
            EventEntity::User(id) => (None, Some(id.0)),
        };
        let report = event.report();
        let reported = listing.filter(|_| report.is_some());
        let landlord =
            listings::table.filter(listings::id.nullable().eq(reported)).select(listings::landlord_id).single_value();
        diesel::insert_into(events::table)
            .values((
                events::id.eq(event.id.0),
                events::event_type.eq(event.event_type().as_str()),
                events::listing_id.eq(listing),
                events::user_id.eq(user),
                events::report_reason.eq(report.map(|report| report.reason.as_str())),
                events::report_text.eq(report.and_then(|report| report.text.as_deref())),
                events::reported_landlord_id.eq(landlord),
                events::reasons.eq(event.reasons().map(reason_texts)),
                events::acknowledged.eq(event.acknowledged),
                events::date_created.eq(event.date_created),
            ))
            .run(self.connection()?)
            .await?;
        Ok(())
    }

    async fn record_suspicion(
        &mut self,
        id: EventId,
        listing: ListingId,
        reasons: Vec<SuspicionReason>,
        now: DateTime<Utc>,
    ) -> Result<(), StoreError> {
        let texts = events::reasons.eq(reason_texts(&reasons));
        // The listing is locked, so no other transaction can insert one in between.
        let changed = diesel::update(open_suspicion_of(listing)).set(texts).run(self.connection()?).await?;
        if changed > 0 {
            return Ok(());
        }
        self.insert(&Event::new(id, EventKind::ListingSuspicious(listing, reasons), now)).await
    }

    async fn acknowledge_suspicion(&mut self, listing: ListingId) -> Result<(), StoreError> {
        diesel::update(open_suspicion_of(listing)).set(events::acknowledged.eq(true)).run(self.connection()?).await?;
        Ok(())
    }

    async fn acknowledge(&mut self, id: EventId) -> Result<bool, StoreError> {
        let open = events::table.find(id.0).filter(events::acknowledged.eq(false));
        let acknowledge = diesel::update(open).set(events::acknowledged.eq(true));
        Ok(acknowledge.run(self.connection()?).await? > 0)
    }

    async fn acknowledge_until(
        &mut self,
        until: DateTime<Utc>,
        limit: i64,
        locked: LockedRows,
    ) -> Result<u64, StoreError> {
        let open = diesel::alias!(events as open);
        let oldest = open
            // Written like the condition of the partial index, so that a generic plan can use it.
            .filter(not(open.field(events::acknowledged)))
            .filter(open.field(events::date_created).le(until))
            .order((open.field(events::date_created), open.field(events::id)))
            .limit(limit)
            .select(open.field(events::id))
            .for_no_key_update();
        let acknowledged = events::acknowledged.eq(true);
        let connection = self.connection()?;
        let count = match locked {
            LockedRows::Skip => {
                let oldest = events::table
                    .filter(events::id.eq(any_of::<SqlUuid, _>(array::<SqlUuid, _>(oldest.skip_locked()))));
                diesel::update(oldest).set(acknowledged).run(connection).await?
            }
            LockedRows::WaitFor => {
                let oldest = events::table.filter(events::id.eq(any_of::<SqlUuid, _>(array::<SqlUuid, _>(oldest))));
                diesel::update(oldest).set(acknowledged).run(connection).await?
            }
        };
        Ok(count as u64)
    }

    async fn acknowledge_registration(&mut self, user: UserId) -> Result<(), StoreError> {
        let registrations = [EventType::StudentRegistrationRequested, EventType::LandlordRegistrationRequested];
        let open = events::table
            .filter(events::user_id.eq(user.0))
            .filter(events::event_type.eq_any(registrations.map(EventType::as_str)))
            .filter(not(events::acknowledged));
        diesel::update(open).set(events::acknowledged.eq(true)).run(self.connection()?).await?;
        Ok(())
    }

    async fn keep_deleted_listing(
        &mut self,
        listing: ListingId,
        title: &str,
        landlord: UserId,
    ) -> Result<(), StoreError> {
        let of_listing = events::table.filter(events::listing_id.eq(listing.0));
        let kept = (events::deleted_listing_title.eq(title), events::reported_landlord_id.eq(landlord.0));
        diesel::update(of_listing).set(kept).run(self.connection()?).await?;
        Ok(())
    }

    async fn erase_reports_on(&mut self, landlord: UserId) -> Result<(), StoreError> {
        let listings = listings::table.filter(listings::landlord_id.eq(landlord.0)).select(listings::id.nullable());
        let reports = events::table
            .filter(events::reported_landlord_id.eq(landlord.0).or(events::listing_id.eq_any(listings)))
            .filter(events::report_text.is_not_null().or(events::deleted_listing_title.is_not_null()));
        let no_text = (events::report_text.eq(None::<String>), events::deleted_listing_title.eq(None::<String>));
        diesel::update(reports).set(no_text).run(self.connection()?).await?;
        Ok(())
    }
}

#[diesel::dsl::auto_type(no_type_alias)]
fn open_suspicion_of(listing: ListingId) -> _ {
    let id: Uuid = listing.0;
    let suspicious: &'static str = EventType::ListingSuspicious.as_str();
    events::table
        .filter(events::listing_id.eq(id))
        .filter(events::event_type.eq(suspicious))
        .filter(events::acknowledged.eq(false))
}

fn reason_texts(reasons: &[SuspicionReason]) -> Vec<&'static str> {
    reasons.iter().map(|reason| reason.as_str()).collect()
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
    reasons: Option<Vec<String>>,
    deleted_listing_title: Option<String>,
    /// Of a deleted listing, or of a reported one.
    reported_landlord_id: Option<Uuid>,
}

impl EventRow {
    /// The landlord of its deleted listing.
    fn former_landlord(&self) -> Option<Uuid> {
        self.reported_landlord_id.filter(|_| self.deleted_listing_title.is_some())
    }

    fn read_model(self, entity: Option<EventEntitySummary>, landlord: Option<LandlordSummary>) -> EventDetails {
        let text = self.report_text;
        let reason = self.report_reason.map(|reason| stored("events.report_reason", reason));
        let suspicion = |reason| stored("events.reasons", reason);
        EventDetails {
            id: EventId(self.id),
            event_type: stored("events.event_type", self.event_type),
            acknowledged: self.acknowledged,
            date_created: self.date_created,
            entity,
            deleted_listing: self
                .deleted_listing_title
                .zip(landlord)
                .map(|(title, landlord)| DeletedListing { title, landlord }),
            report: reason.map(|reason| Report { reason, text }),
            reasons: self.reasons.map(|reasons| reasons.into_iter().map(suspicion).collect()),
        }
    }
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = listings, check_for_backend(Pg))]
struct ListingRow {
    id: Uuid,
    title: String,
    takedown_reason: Option<String>,
    last_modified: DateTime<Utc>,
    #[diesel(embed)]
    landlord: LandlordRow,
}

impl From<ListingRow> for EventEntitySummary {
    fn from(row: ListingRow) -> Self {
        let ListingRow { id, title, takedown_reason, last_modified, landlord } = row;
        let (id, landlord) = (ListingId(id), landlord.into());
        Self::Listing { id, title, landlord, is_taken_down: takedown_reason.is_some(), last_modified }
    }
}

type Found = IntoBoxed<'static, events::table, Pg>;

fn matching(query: &EventListQuery, words: &[Word]) -> Found {
    let found = events::table.into_boxed();
    // A literal instead of a bind parameter, so that a generic plan can use the partial index.
    let found = match query.acknowledged {
        None => found,
        Some(true) => found.filter(events::acknowledged),
        Some(false) => found.filter(not(events::acknowledged)),
    };
    if words.is_empty() {
        return found;
    }
    let mut of_listings = listings::table.inner_join(users::table).select(listings::id.nullable()).into_boxed();
    let mut of_users = users::table.select(users::id.nullable()).into_boxed();
    for word in words {
        let in_title = contains_word!(listings::search_title, word);
        of_listings = of_listings.filter(in_title.or(contains_word!(users::search_name, word)));
        of_users = of_users.filter(contains_word!(users::search_name, word));
    }
    found.filter(events::listing_id.eq_any(of_listings).or(events::user_id.eq_any(of_users)))
}

fn groups(query: &EventListQuery, words: &[Word]) -> Option<Groups<'static>> {
    let state = query.acknowledged.map(|acknowledged| if acknowledged { "true" } else { "false" });
    words.is_empty().then(|| Groups { relation: "events", states: state.into_iter().collect(), ..Groups::default() })
}

fn sorted(query: &EventListQuery, words: &[Word]) -> Found {
    let (date, id) = (events::date_created, events::id);
    match query.direction {
        SortDirection::Ascending => matching(query, words).order((date.asc(), id.asc())),
        SortDirection::Descending => matching(query, words).order((date.desc(), id.desc())),
    }
}

#[async_trait]
impl EventQueries for PgStore {
    async fn list_events(&self, query: &EventListQuery) -> Result<Page<EventDetails>, StoreError> {
        let connection = &mut *self.pool.get().await?;
        let words = keyword::parse(connection, query.keyword.as_deref()).await?;
        let found = sorted(query, &words).select(EventRow::as_select());
        let (rows, total): (Vec<EventRow>, _) =
            page::load(connection, query.page, found, groups(query, &words), || matching(query, &words).count())
                .await?;
        Ok(Page { rows: with_entities(connection, rows).await?, total })
    }

    async fn list_event_ids(&self, query: &EventListQuery, limit: i64) -> Result<Vec<EventId>, StoreError> {
        let connection = &mut *self.pool.get().await?;
        let words = keyword::parse(connection, query.keyword.as_deref()).await?;
        let ids: Vec<Uuid> = sorted(query, &words).select(events::id).limit(limit).load_rows(connection).await?;
        Ok(ids.into_iter().map(EventId).collect())
    }

    async fn list_events_by_ids(&self, ids: &[EventId]) -> Result<Vec<EventDetails>, StoreError> {
        let connection = &mut *self.pool.get().await?;
        let found = events::table.filter(events::id.eq_any(ids.iter().map(|id| id.0))).select(EventRow::as_select());
        let rows: Vec<EventRow> = found.load_rows(connection).await?;
        with_entities(connection, page::order_by_ids(ids.iter().map(|id| id.0), rows, |row| row.id)).await
    }

    async fn find_event(&self, id: EventId) -> Result<Option<EventDetails>, StoreError> {
        let connection = &mut *self.pool.get().await?;
        let row: Option<EventRow> =
            events::table.find(id.0).select(EventRow::as_select()).find_first(connection).await?;
        Ok(with_entities(connection, row.into_iter().collect()).await?.pop())
    }
}

async fn with_entities(
    connection: &mut AsyncPgConnection,
    rows: Vec<EventRow>,
) -> Result<Vec<EventDetails>, StoreError> {
    let users: HashMap<Uuid, UserSummary> =
        summaries::load(connection, rows.iter().filter_map(|row| row.user_id)).await?;
    let listings = load_listings(connection, rows.iter().filter_map(|row| row.listing_id).collect()).await?;
    let landlords = load_landlords(connection, rows.iter().filter_map(EventRow::former_landlord).collect()).await?;
    let read_model = |row: EventRow| {
        let landlord = row.former_landlord().and_then(|id| landlords.get(&id).cloned());
        let user = row.user_id.and_then(|id| users.get(&id).cloned()).map(EventEntitySummary::User);
        let listing = row.listing_id.and_then(|id| listings.get(&id).cloned());
        row.read_model(user.or(listing), landlord)
    };
    Ok(rows.into_iter().map(read_model).collect())
}

async fn load_landlords(
    connection: &mut AsyncPgConnection,
    ids: BTreeSet<Uuid>,
) -> Result<HashMap<Uuid, LandlordSummary>, StoreError> {
    if ids.is_empty() {
        return Ok(HashMap::new());
    }
    let landlords = users::table.filter(users::id.eq_any(ids)).select(LandlordRow::as_select());
    let rows: Vec<LandlordRow> = landlords.load_rows(connection).await?;
    Ok(rows.into_iter().map(LandlordSummary::from).map(|landlord| (landlord.id.0, landlord)).collect())
}

async fn load_listings(
    connection: &mut AsyncPgConnection,
    ids: BTreeSet<Uuid>,
) -> Result<HashMap<Uuid, EventEntitySummary>, StoreError> {
    if ids.is_empty() {
        return Ok(HashMap::new());
    }
    let rows: Vec<ListingRow> = listings::table
        .inner_join(users::table)
        .filter(listings::id.eq_any(ids))
        .select(ListingRow::as_select())
        .load_rows(connection)
        .await?;
    Ok(rows.into_iter().map(|row| (row.id, row.into())).collect())
}
