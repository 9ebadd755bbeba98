//! Documents over HTTP, for administrators only.

use actix_web::http::header::{
    self, Charset, ContentDisposition, DispositionParam, DispositionType, ExtendedValue, HeaderValue,
};
use actix_web::{HttpResponse, HttpResponseBuilder, get, web};
use portal_domain::document::Document;
use portal_domain::ids::DocumentId;
use portal_services::documents;

use crate::envelope::{ErrorResponse, FileBody};
use crate::error::ApiError;
use crate::extract::{As, Id, OnlyAdministrator};
use crate::state::Api;

/// What a proof of study may do in a browser: be seen, by itself or in a page of this portal. It runs no script, loads
/// nothing and belongs to no origin.
const PREVIEW_POLICY: &str = "sandbox; default-src 'none'; frame-ancestors 'self'";

/// A proof of study as it was sent in, as a download under its own name.
#[utoipa::path(
    operation_id = "readDocument",
    tag = "document",
    security(("bearer" = [])),
    params(("id" = Uuid, Path)),
    responses(
        (status = 200, description = "The file as it was sent in.", content_type = "application/octet-stream", body = FileBody),
    )
)]
#[get("/documents/{id}")]
pub async fn read(administrator: As<OnlyAdministrator>, id: Id, api: web::Data<Api>) -> Result<HttpResponse, ApiError> {
    let (document, file) = documents::read(&api.ports, administrator.actor, DocumentId(id.0[0])).await?;
    Ok(answer(&document, DispositionType::Attachment).body(file))
}

/// A proof of study to be shown inside of the review, in a sandbox. It is an audit entry as a download is.
#[utoipa::path(
    operation_id = "previewDocument",
    tag = "document",
    security(("bearer" = [])),
    params(("id" = Uuid, Path, description = "Of the document")),
    responses(
        (status = 200, description = "The file as it was sent in", content(
            (FileBody = "image/jpeg"), (FileBody = "image/png"), (FileBody = "image/webp"), (FileBody = "application/pdf"),
        )),
        (status = 404, description = "There is no such document, or its time of keeping is over", body = ErrorResponse),
    )
)]
#[get("/documents/{id}/preview")]
pub async fn preview(
    administrator: As<OnlyAdministrator>,
    id: Id,
    api: web::Data<Api>,
) -> Result<HttpResponse, ApiError> {
    let (document, file) = documents::preview(&api.ports, administrator.actor, DocumentId(id.0[0])).await?;
    Ok(answer(&document, DispositionType::Inline)
        .insert_header((header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(PREVIEW_POLICY)))
        .insert_header((header::X_FRAME_OPTIONS, HeaderValue::from_static("SAMEORIGIN")))
        .body(file))
}

fn answer(document: &Document, disposition: DispositionType) -> HttpResponseBuilder {
    let mut answer = HttpResponse::Ok();
    answer
        .content_type(document.kind.as_str())
        .insert_header(named(document, disposition))
        .insert_header((header::CACHE_CONTROL, HeaderValue::from_static("no-store")));
    answer
}

/// Its name for browsers of every age (RFC 6266): the plain form in ASCII, the other one as it is.
fn named(document: &Document, disposition: DispositionType) -> ContentDisposition {
    let ascii = document.filename.chars().map(|c| if c.is_ascii() { c } else { '_' }).collect();
    let value = document.filename.clone().into_bytes();
    let exact = ExtendedValue { charset: Charset::Ext("UTF-8".to_owned()), language_tag: None, value };
    ContentDisposition {
        disposition,
        parameters: vec![DispositionParam::Filename(ascii), DispositionParam::FilenameExt(exact)],
    }
}
