//! Events over HTTP, for administrators only.

mod csv;

use actix_web::{HttpResponse, get, put, web};
use portal_domain::event::Report;
use portal_domain::ids::EventId;
use portal_services::events::{self, EventEntityView, EventView};
use portal_services::ports::EventFilter;
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::closed_set::{self, EventType, ReportReason};
use crate::envelope::{ErrorResponse, envelope, page};
use crate::error::ApiError;
use crate::extract::{As, FromParams, Id, ListFormat, ListParams, OnlyAdministrator, Params, ParamsReader};
use crate::listings::LandlordResponse;
use crate::state::Api;
use crate::timestamp::Timestamp;
use crate::users::UserBriefResponse;

/// The listing that an event is about.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct EventListingResponse {
    external_id: Uuid,
    title: String,
    landlord: LandlordResponse,
    /// Whether the landlord may log in. Others are asked for no donation.
    landlord_active: bool,
}

/// What an event is about: a listing, or somebody who asks to join.
#[derive(Debug, Serialize, ToSchema)]
#[serde(untagged)]
pub enum EventEntityResponse {
    Listing(EventListingResponse),
    Person(UserBriefResponse),
}

impl From<EventEntityView> for EventEntityResponse {
    fn from(entity: EventEntityView) -> Self {
        match entity {
            EventEntityView::Listing { id, title, landlord } => {
                let landlord_active = landlord.active;
                let landlord = landlord.into();
                Self::Listing(EventListingResponse { external_id: id.0, title, landlord, landlord_active })
            }
            EventEntityView::Person(person) => Self::Person(person.into()),
        }
    }
}

/// What a visitor says against a listing.
#[derive(Debug, Serialize, ToSchema)]
pub struct ReportResponse {
    reason: ReportReason,
    /// Null once the person whom it may speak of was erased.
    #[schema(required)]
    text: Option<String>,
}

impl From<Report> for ReportResponse {
    fn from(report: Report) -> Self {
        Self { reason: ReportReason(report.reason), text: report.text }
    }
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct EventResponse {
    external_id: Uuid,
    r#type: EventType,
    acknowledged: bool,
    date_created: Timestamp,
    /// Null once it is gone.
    #[schema(required)]
    entity: Option<EventEntityResponse>,
    /// Of a listing that was reported.
    #[schema(required)]
    report: Option<ReportResponse>,
}

impl From<EventView> for EventResponse {
    fn from(event: EventView) -> Self {
        Self {
            external_id: event.id.0,
            r#type: EventType(event.event_type),
            acknowledged: event.acknowledged,
            date_created: Timestamp(event.date_created),
            entity: event.entity.map(Into::into),
            report: event.report.map(Into::into),
        }
    }
}

envelope!(EventEnvelope(EventResponse));
page!(EventPage(EventResponse));

/// The one field that events are sorted by.
#[derive(Debug, Clone, Copy)]
pub struct EventSortField;

impl EventSortField {
    const NAME: &'static str = "dateCreated";
}

impl utoipa::PartialSchema for EventSortField {
    fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::Schema> {
        closed_set::schema([Self::NAME])
    }
}

impl ToSchema for EventSortField {}

/// What the list of events is asked for.
pub struct ListQuery(EventFilter);

impl FromParams for ListQuery {
    fn read(reader: &mut ParamsReader) -> Self {
        let common = ListParams::read(reader, (), |field| (field == EventSortField::NAME).then_some(()));
        let acknowledged = reader.flag("acknowledged");
        let ListParams { keyword, sort, page } = common;
        Self(EventFilter { keyword, acknowledged, direction: sort.direction, page })
    }
}

/// What has happened, the newest first unless told otherwise. As a table, all pages of the list.
#[utoipa::path(
    operation_id = "listEvents",
    tag = "event",
    security(("bearer" = [])),
    params(
        crate::openapi::ListParameters,
        ("sortField" = Option<EventSortField>, Query, description = "dateCreated"),
        ("acknowledged" = Option<bool>, Query, description = "Both unless given"),
    ),
    responses(
        (status = 200, description = "A page; with `Accept: text/csv` a table of at most 100,000 rows.", content(
            (EventPage = "application/json"), (String = "text/csv"),
        )),
    )
)]
#[get("/events")]
pub async fn list(
    administrator: As<OnlyAdministrator>,
    format: ListFormat,
    query: Params<ListQuery>,
    api: web::Data<Api>,
) -> Result<HttpResponse, ApiError> {
    let filter = query.0.0;
    match format {
        ListFormat::Csv => {
            csv::TABLE.answer(&api.ports, events::export_list(&api.ports, administrator.actor, &filter).await?).await
        }
        ListFormat::Json => {
            let found = events::list(&api.ports, &filter).await?;
            Ok(HttpResponse::Ok().json(EventPage::new(found, filter.page)))
        }
    }
}

/// Takes note of an event. More often than once does no harm.
#[utoipa::path(
    operation_id = "acknowledgeEvent",
    tag = "event",
    security(("bearer" = [])),
    params(("id" = Uuid, Path)),
    responses((status = 200, description = "The event as it is now.", body = EventEnvelope))
)]
#[put("/events/{id}/acknowledge")]
pub async fn acknowledge(
    administrator: As<OnlyAdministrator>,
    id: Id,
    api: web::Data<Api>,
) -> Result<web::Json<EventEnvelope>, ApiError> {
    let view = events::acknowledge(&api.ports, administrator.actor, EventId(id.0[0])).await?;
    Ok(web::Json(EventEnvelope { payload: view.into() }))
}

/// Acknowledges every event that exists when the request arrives, with one audit entry per 5,000 events.
#[utoipa::path(
    operation_id = "acknowledgeAllEvents",
    tag = "event",
    security(("bearer" = [])),
    responses(
        (status = 204, description = "Every event that existed is acknowledged; also when none was open"),
        (status = 503, description = "The database is unavailable; some of the events may be acknowledged",
            body = ErrorResponse),
    )
)]
#[put("/events/acknowledge-all")]
pub async fn acknowledge_all(
    administrator: As<OnlyAdministrator>,
    api: web::Data<Api>,
) -> Result<HttpResponse, ApiError> {
    events::acknowledge_all(&api.ports, administrator.actor).await?;
    Ok(HttpResponse::NoContent().finish())
}
