//! The audit trail over HTTP, for administrators only.

mod csv;
mod query;

use actix_web::body::BodyStream;
use actix_web::http::header::{self, HeaderValue};
use actix_web::{HttpResponse, get, web};
use futures_util::stream;
use portal_services::audit::{self, AuditView, Walk};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::closed_set::{AuditAction, AuditEntityType};
use crate::envelope::{ErrorResponse, page};
use crate::error::ApiError;
use crate::extract::{As, OnlyAdministrator};
use crate::state::Api;
use crate::timestamp::Timestamp;
use crate::users::UserBriefResponse;
use query::AuditQuery;

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
    /// The network address; null once its time of keeping is over.
    #[schema(required)]
    address: Option<String>,
}

impl From<AuditView> for AuditEntryResponse {
    fn from(AuditView { entry, actor }: AuditView) -> Self {
        Self {
            external_id: entry.id.0,
            date_created: Timestamp(entry.date_created),
            actor: actor.map(Into::into),
            action: AuditAction(entry.action),
            entity_type: AuditEntityType(entry.action.entity_type()),
            entity_id: entry.entity_id,
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
        (status = 200, body = AuditEntryPage),
        (status = 400, body = ErrorResponse),
        (status = 403, body = ErrorResponse),
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
        (status = 200, content_type = "text/csv", body = Vec<u8>),
        (status = 400, body = ErrorResponse),
        (status = 403, body = ErrorResponse),
    )
)]
#[get("/audit/export")]
pub async fn export(
    administrator: As<OnlyAdministrator>,
    query: AuditQuery,
    api: web::Data<Api>,
) -> Result<HttpResponse, ApiError> {
    let mut walk = audit::export(&api.ports, administrator.actor, query.0.filter).await?;
    // Before anything is sent: a store that is away is an answer, not half a table.
    let first = walk.step().await?;
    let mut head = csv::heading().map_err(|error| broken(&error))?;
    head.extend(csv::rows(first).map_err(|error| broken(&error))?);
    Ok(HttpResponse::Ok()
        .content_type("text/csv; charset=utf-8")
        .insert_header((header::CONTENT_DISPOSITION, "attachment; filename=\"audit.csv\""))
        .insert_header((header::CACHE_CONTROL, HeaderValue::from_static("no-store")))
        .body(BodyStream::new(stream::try_unfold((walk, Some(head)), next))))
}

/// The table piece by piece. One that cannot be read breaks the connection, which every client notices.
async fn next(
    (mut walk, head): (Walk, Option<Vec<u8>>),
) -> Result<Option<(web::Bytes, (Walk, Option<Vec<u8>>))>, ApiError> {
    if let Some(head) = head {
        return Ok(Some((head.into(), (walk, None))));
    }
    let entries = walk.step().await?;
    if entries.is_empty() {
        return Ok(None);
    }
    let rows = csv::rows(entries).map_err(|error| broken(&error))?;
    Ok(Some((rows.into(), (walk, None))))
}

fn broken(error: &::csv::Error) -> ApiError {
    tracing::error!(error = %error, "the audit trail could not be written as a table");
    ApiError::internal()
}
