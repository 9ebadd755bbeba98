//! Handlers of the audit trail, for administrators only.

mod csv;
mod query;

pub(crate) use query::AuditSortField;

use actix_web::{HttpResponse, get, web};
use portal_domain::audit as domain;
use portal_domain::event;
use portal_services::audit;
use portal_services::ports::{AuditEntitySummary, AuditEntryDetails, AuditListQuery, AuditListing};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::Api;
use crate::error::ApiError;
use crate::extract::enums::{AuditAction, AuditEntityType, EventType, StoredValue};
use crate::extract::{Administrator, Authenticated, Params};
use crate::response::envelope::page;
use crate::response::timestamp::Timestamp;
use crate::users::UserSummaryResponse;

/// The listing of an audit entry.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct AuditListingResponse {
    /// Null if the listing was deleted.
    #[schema(required)]
    external_id: Option<Uuid>,
    title: String,
}

impl From<AuditListing> for AuditListingResponse {
    fn from(AuditListing { id, title }: AuditListing) -> Self {
        Self { external_id: id.map(|id| id.0), title }
    }
}

/// The entity of an audit entry, with its current names. Fields that do not apply, or whose data
/// was deleted, are null.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct AuditEntityResponse {
    /// The user, or the user of the registration, the application or the document.
    #[schema(required)]
    person: Option<UserSummaryResponse>,
    /// The listing, or the listing of the application or the event.
    #[schema(required)]
    listing: Option<AuditListingResponse>,
    /// The type of the event.
    #[schema(required, value_type = Option<EventType>)]
    event_type: Option<StoredValue<event::EventType>>,
    /// The key of the setting, or the file name of the document.
    #[schema(required)]
    name: Option<String>,
}

impl From<AuditEntitySummary> for AuditEntityResponse {
    fn from(AuditEntitySummary { user: person, listing, event_type, name }: AuditEntitySummary) -> Self {
        Self {
            person: person.map(Into::into),
            listing: listing.map(Into::into),
            event_type: event_type.map(StoredValue),
            name,
        }
    }
}

/// An entry of the audit trail: who did what, when, and from where.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct AuditEntryResponse {
    external_id: Uuid,
    date_created: Timestamp,
    /// Null if the portal acted, or the user was deleted.
    #[schema(required)]
    actor: Option<UserSummaryResponse>,
    /// In a rolling upgrade also an action that only the newer version describes.
    #[schema(value_type = AuditAction)]
    action: StoredValue<domain::AuditAction>,
    /// Null for an action that this version does not know.
    #[schema(required)]
    entity_type: Option<AuditEntityType>,
    /// The id of the entity, which may have been deleted.
    #[schema(required)]
    entity_id: Option<Uuid>,
    /// The entity. Null if it was deleted, or if the action concerned several entities.
    #[schema(required)]
    entity: Option<AuditEntityResponse>,
    /// The network address. Null after its retention period.
    #[schema(required)]
    address: Option<String>,
}

impl From<AuditEntryDetails> for AuditEntryResponse {
    fn from(AuditEntryDetails { entry, actor, entity }: AuditEntryDetails) -> Self {
        Self {
            external_id: entry.id.0,
            date_created: Timestamp(entry.date_created),
            actor: actor.map(Into::into),
            entity_type: entry.action.known().map(|action| AuditEntityType(action.entity_type())),
            action: StoredValue(entry.action),
            entity_id: entry.entity_id,
            entity: entity.map(Into::into),
            address: entry.address.map(|address| address.to_string()),
        }
    }
}

page!(AuditEntryPage(AuditEntryResponse));

/// Lists the entries of the audit trail, newest first by default.
#[utoipa::path(
    operation_id = "listAuditEntries",
    tag = "audit",
    security(("bearer" = [])),
    params(
        crate::openapi::PageParameters,
        ("sortField" = Option<AuditSortField>, Query, description = "Only `dateCreated`."),
        query::AuditParameters,
    ),
    responses(
        (status = 200, description = "A page of entries.", body = AuditEntryPage),
    )
)]
#[get("/audit")]
pub(crate) async fn list_audit_entries(
    _administrator: Authenticated<Administrator>,
    query: Params<AuditListQuery>,
    api: web::Data<Api>,
) -> Result<web::Json<AuditEntryPage>, ApiError> {
    let query = query.0;
    Ok(web::Json(AuditEntryPage::new(audit::list_audit_entries(&api.ports, &query).await?, query.page)))
}

/// Exports all matching entries as CSV, newest first.
///
/// Adds an audit entry for the export.
#[utoipa::path(
    operation_id = "exportAuditEntries",
    tag = "audit",
    security(("bearer" = [])),
    params(query::AuditParameters),
    responses(
        (status = 200, description = "One row per entry, after a header row.", content_type = "text/csv",
            body = String),
    )
)]
#[get("/audit/export")]
pub(crate) async fn export_audit_entries(
    administrator: Authenticated<Administrator>,
    query: Params<AuditListQuery>,
    api: web::Data<Api>,
) -> Result<HttpResponse, ApiError> {
    csv::TABLE
        .respond(&api.ports, audit::export_audit_entries(&api.ports, administrator.actor, query.0.filter).await?)
        .await
}
