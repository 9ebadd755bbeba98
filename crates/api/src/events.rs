//! Handlers of events, for administrators only.

use actix_web::{HttpResponse, get, put, web};
use portal_domain::event::{self, Report};
use portal_domain::ids::EventId;
use portal_domain::stored::Stored;
use portal_domain::suspicion;
use portal_services::events;
use portal_services::ports::{
    DeletedListing, EventDetails, EventEntitySummary, EventListQuery, LandlordSummary, UserSummary,
};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::Api;
use crate::error::ApiError;
use crate::extract::enums::{EventType, ReportReason, StoredValue, SuspicionReason};
use crate::extract::sort_field::{CreationDateSort, sort_field};
use crate::extract::{
    Administrator, Authenticated, FromParams, ListFormat, ListParams, OptionalBody, Params, ParamsReader, PathId,
    request,
};
use crate::listings::LandlordResponse;
use crate::response::csv_table::{CsvTable, optional, timestamp};
use crate::response::envelope::{envelope, page};
use crate::response::timestamp::Timestamp;
use crate::users::UserSummaryResponse;

/// The listing of an event.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct EventListingResponse {
    external_id: Uuid,
    title: String,
    landlord: LandlordResponse,
    /// Whether the landlord is active. Donations can only be requested from active landlords.
    landlord_active: bool,
    taken_down: bool,
    last_modified: Timestamp,
}

/// The entity of an event: a listing, or a user who registered.
#[derive(Debug, Serialize, ToSchema)]
#[serde(untagged)]
pub(crate) enum EventEntityResponse {
    Listing(EventListingResponse),
    User(UserSummaryResponse),
}

impl From<EventEntitySummary> for EventEntityResponse {
    fn from(entity: EventEntitySummary) -> Self {
        match entity {
            EventEntitySummary::Listing { id, title, landlord, is_taken_down, last_modified } => {
                Self::Listing(EventListingResponse {
                    external_id: id.0,
                    title,
                    landlord_active: landlord.active,
                    landlord: landlord.into(),
                    taken_down: is_taken_down,
                    last_modified: Timestamp(last_modified),
                })
            }
            EventEntitySummary::User(user) => Self::User(user.into()),
        }
    }
}

/// The deleted listing of an event.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct DeletedListingResponse {
    /// The title that it had.
    title: String,
    landlord: LandlordResponse,
}

impl From<DeletedListing> for DeletedListingResponse {
    fn from(DeletedListing { title, landlord }: DeletedListing) -> Self {
        Self { title, landlord: landlord.into() }
    }
}

/// A visitor's report of a listing.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ReportResponse {
    #[schema(value_type = ReportReason)]
    reason: StoredValue<event::ReportReason>,
    /// Null if the landlord was deleted, because the text may contain personal data.
    #[schema(required)]
    text: Option<String>,
}

impl From<Report<Stored<event::ReportReason>>> for ReportResponse {
    fn from(Report { reason, text }: Report<Stored<event::ReportReason>>) -> Self {
        Self { reason: StoredValue(reason), text }
    }
}

/// An event that administrators acknowledge.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct EventResponse {
    external_id: Uuid,
    /// In a rolling upgrade also a type that only the newer version describes; likewise the reasons.
    #[schema(value_type = EventType)]
    r#type: StoredValue<event::EventType>,
    acknowledged: bool,
    date_created: Timestamp,
    /// Null if the entity was deleted.
    #[schema(required)]
    entity: Option<EventEntityResponse>,
    /// The listing that the event was about, if it was deleted and its landlord was not.
    #[schema(required)]
    deleted_listing: Option<DeletedListingResponse>,
    /// The report, for a reported listing.
    #[schema(required)]
    report: Option<ReportResponse>,
    /// Why the listing is suspicious; null for other types.
    #[schema(required, value_type = Option<Vec<SuspicionReason>>)]
    reasons: Option<Vec<StoredValue<suspicion::SuspicionReason>>>,
}

impl From<EventDetails> for EventResponse {
    fn from(event: EventDetails) -> Self {
        Self {
            external_id: event.id.0,
            r#type: StoredValue(event.event_type),
            acknowledged: event.acknowledged,
            date_created: Timestamp(event.date_created),
            entity: event.entity.map(Into::into),
            deleted_listing: event.deleted_listing.map(Into::into),
            report: event.report.map(Into::into),
            reasons: event.reasons.map(|reasons| reasons.into_iter().map(StoredValue).collect()),
        }
    }
}

request! {
    /// What the administrator has read before dismissing a suspicion.
    pub(crate) struct DismissEventRequest {
        /// The unchanged `lastModified` of the event's listing. Content that was changed since is not
        /// dismissed.
        listing_last_modified: Option<Timestamp>,
    }
}

envelope!(EventEnvelope(EventResponse));
page!(EventPage(EventResponse));

sort_field! {
    EventSortField: CreationDateSort { DateCreated = "dateCreated" }
}

impl FromParams for EventListQuery {
    fn read(reader: &mut ParamsReader) -> Option<Self> {
        let common = ListParams::read(reader, CreationDateSort::DateCreated, EventSortField::parse);
        let acknowledged = reader.flag("acknowledged");
        let ListParams { keyword, sort, page } = common;
        Some(Self { keyword, acknowledged, direction: sort.direction, page })
    }
}

/// Lists events, newest first by default.
///
/// A CSV file contains all pages of the list.
#[utoipa::path(
    operation_id = "listEvents",
    tag = "event",
    security(("bearer" = [])),
    params(
        crate::openapi::ListParameters,
        ("sortField" = Option<EventSortField>, Query, description = "Only `dateCreated`."),
        ("acknowledged" = Option<bool>, Query, description = "Default: acknowledged and open events."),
    ),
    responses(
        (status = 200, description = "A page; with `Accept: text/csv` a CSV file of at most 100,000 rows.", content(
            (EventPage = "application/json"), (String = "text/csv"),
        )),
    )
)]
#[get("/events")]
pub(crate) async fn list_events(
    administrator: Authenticated<Administrator>,
    format: ListFormat,
    query: Params<EventListQuery>,
    api: web::Data<Api>,
) -> Result<HttpResponse, ApiError> {
    let query = query.0;
    match format {
        ListFormat::Csv => {
            CSV.respond(&api.ports, events::export_events(&api.ports, administrator.actor, &query).await?).await
        }
        ListFormat::Json => {
            let rows = events::list_events(&api.ports, &query).await?;
            Ok(HttpResponse::Ok().json(EventPage::new(rows, query.page)))
        }
    }
}

/// Acknowledges an event.
///
/// Acknowledging it again has no effect.
#[utoipa::path(
    operation_id = "acknowledgeEvent",
    tag = "event",
    security(("bearer" = [])),
    params(("id" = Uuid, Path)),
    responses((status = 200, description = "The updated event.", body = EventEnvelope))
)]
#[put("/events/{id}/acknowledge")]
pub(crate) async fn acknowledge_event(
    administrator: Authenticated<Administrator>,
    id: PathId<EventId>,
    api: web::Data<Api>,
) -> Result<web::Json<EventEnvelope>, ApiError> {
    let view = events::acknowledge_event(&api.ports, administrator.actor, id.0).await?;
    Ok(web::Json(EventEnvelope { payload: view.into() }))
}

/// Dismisses the suspicion of a listing: acknowledges the event, and the listing's present texts,
/// rent and images make no event again.
///
/// If `listingLastModified` is given, responds with 409 if the listing was changed since. Dismissing
/// it again has no effect.
#[utoipa::path(
    operation_id = "dismissEvent",
    tag = "event",
    security(("bearer" = [])),
    params(("id" = Uuid, Path)),
    request_body(content = Option<DismissEventRequest>, content_type = "application/json"),
    responses(
        (status = 200, description = "The updated event.", body = EventEnvelope),
        (
            status = 409,
            description = "The event is not of type `LISTING_SUSPICIOUS`, or the listing was changed since it was read.",
        ),
    )
)]
#[put("/events/{id}/dismiss")]
pub(crate) async fn dismiss_event(
    administrator: Authenticated<Administrator>,
    id: PathId<EventId>,
    api: web::Data<Api>,
    body: OptionalBody<DismissEventRequest>,
) -> Result<web::Json<EventEnvelope>, ApiError> {
    let seen = body.0.listing_last_modified.map(|timestamp| timestamp.0);
    let view = events::dismiss_event(&api.ports, administrator.actor, id.0, seen).await?;
    Ok(web::Json(EventEnvelope { payload: view.into() }))
}

/// Acknowledges all events that exist when the request arrives.
///
/// Adds one audit entry per 5,000 events.
#[utoipa::path(
    operation_id = "acknowledgeAllEvents",
    tag = "event",
    security(("bearer" = [])),
    responses(
        (status = 204, description = "All events are acknowledged, also if none was open."),
        (status = 503, description = "The database is unavailable. Some of the events may be acknowledged."),
    )
)]
#[put("/events/acknowledge-all")]
pub(crate) async fn acknowledge_all_events(
    administrator: Authenticated<Administrator>,
    api: web::Data<Api>,
) -> Result<HttpResponse, ApiError> {
    events::acknowledge_all_events(&api.ports, administrator.actor).await?;
    Ok(HttpResponse::NoContent().finish())
}

/// The list as CSV. Must not contain the texts of reports, because they are deleted with the
/// landlord's data and an exported file is not.
const CSV: CsvTable<EventDetails, 14> = CsvTable {
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
        "reasons",
    ],
    cells,
};

fn cells(event: EventDetails) -> [String; 14] {
    let [listing, user] = match (event.entity, event.deleted_listing) {
        (Some(EventEntitySummary::Listing { id, title, landlord, .. }), _) => {
            [listing_cells(id.to_string(), title, &landlord), Default::default()]
        }
        (Some(EventEntitySummary::User(user)), _) => [Default::default(), user_cells(user)],
        (None, Some(DeletedListing { title, landlord })) => {
            [listing_cells(String::new(), title, &landlord), Default::default()]
        }
        (None, None) => Default::default(),
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
        event.reasons.unwrap_or_default().iter().map(Stored::as_str).collect::<Vec<_>>().join(" "),
    ]
}

fn listing_cells(id: String, title: String, landlord: &LandlordSummary) -> [String; 4] {
    let name = format!("{} {}", landlord.first_name, landlord.last_name);
    [id, title, landlord.id.to_string(), name]
}

fn user_cells(user: UserSummary) -> [String; 4] {
    let name = user.full_name();
    [user.id.to_string(), name, user.email, user.role.to_string()]
}
