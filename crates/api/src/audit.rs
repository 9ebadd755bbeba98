//! The audit trail over HTTP, for administrators only.

mod csv;
mod query;

use actix_web::{HttpResponse, get, web};
use portal_services::audit::{self, AuditEntityView, AuditListing, AuditView};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::closed_set::{AuditAction, AuditEntityType, EventType};
use crate::envelope::page;
use crate::error::ApiError;
use crate::extract::{As, OnlyAdministrator};
use crate::state::Api;
use crate::timestamp::Timestamp;
use crate::users::UserBriefResponse;
use query::AuditQuery;

/// A listing as an entry names it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AuditListingResponse {
    /// Null once it is deleted.
    #[schema(required)]
    external_id: Option<Uuid>,
    title: String,
}

impl From<AuditListing> for AuditListingResponse {
    fn from(AuditListing { id, title }: AuditListing) -> Self {
        Self { external_id: id.map(|id| id.0), title }
    }
}

/// What an entry is about, by its present names. Null is what it is not, or what was erased.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AuditEntityResponse {
    /// The user; who signed up, applied, or sent the document in.
    #[schema(required)]
    person: Option<UserBriefResponse>,
    /// The listing; that of the application or the event.
    #[schema(required)]
    listing: Option<AuditListingResponse>,
    /// Of an event.
    #[schema(required)]
    event_type: Option<EventType>,
    /// The key of a setting, the file name of a document.
    #[schema(required)]
    name: Option<String>,
}

impl From<AuditEntityView> for AuditEntityResponse {
    fn from(AuditEntityView { person, listing, event_type, name }: AuditEntityView) -> Self {
        Self {
            person: person.map(Into::into),
            listing: listing.map(Into::into),
            event_type: event_type.map(EventType),
            name,
        }
    }
}

/// Who did what, when, and from where.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AuditEntryResponse {
    external_id: Uuid,
    date_created: Timestamp,
    /// Null: the portal itself, or somebody whose account is gone.
    #[schema(required)]
    actor: Option<UserBriefResponse>,
    action: AuditAction,
    entity_type: AuditEntityType,
    /// What it was done to; it may be gone by now.
    #[schema(required)]
    entity_id: Option<Uuid>,
    /// Its names; null once it is gone, and for what was done to many things at once.
    #[schema(required)]
    entity: Option<AuditEntityResponse>,
    /// The network address; null once its time of keeping is over.
    #[schema(required)]
    address: Option<String>,
}

impl From<AuditView> for AuditEntryResponse {
    fn from(AuditView { entry, actor, entity }: AuditView) -> Self {
        Self {
            external_id: entry.id.0,
            date_created: Timestamp(entry.date_created),
            actor: actor.map(Into::into),
            action: AuditAction(entry.action),
            entity_type: AuditEntityType(entry.action.entity_type()),
            entity_id: entry.entity_id,
            entity: entity.map(Into::into),
            address: entry.address.map(|address| address.to_string()),
        }
    }
}

page!(AuditEntryPage(AuditEntryResponse));

/// What was done, the newest first unless told otherwise.
#[utoipa::path(
    operation_id = "listAudit",
    tag = "audit",
    security(("bearer" = [])),
    params(crate::openapi::PageParameters, query::AuditParameters),
    responses(
        (status = 200, description = "A page of entries.", body = AuditEntryPage),
    )
)]
#[get("/audit")]
pub async fn list(
    _administrator: As<OnlyAdministrator>,
    query: AuditQuery,
    api: web::Data<Api>,
) -> Result<web::Json<AuditEntryPage>, ApiError> {
    let request = query.0;
    let page = request.page;
    Ok(web::Json(AuditEntryPage::new(audit::list(&api.ports, request).await?, page)))
}

/// The same as a table, all of it, newest first. That it was taken is an entry itself.
#[utoipa::path(
    operation_id = "exportAudit",
    tag = "audit",
    security(("bearer" = [])),
    params(query::AuditParameters),
    responses(
        (status = 200, description = "All entries, one a row, under a row of names.", content_type = "text/csv", body = String),
    )
)]
#[get("/audit/export")]
pub async fn export(
    administrator: As<OnlyAdministrator>,
    query: AuditQuery,
    api: web::Data<Api>,
) -> Result<HttpResponse, ApiError> {
    csv::TABLE.answer(&api.ports, audit::export(&api.ports, administrator.actor, query.0.filter).await?).await
}
