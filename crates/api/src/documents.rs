//! Handlers of documents (proofs of study), for administrators only.

use actix_web::http::header::{
    self, Charset, ContentDisposition, DispositionParam, DispositionType, ExtendedValue, HeaderValue,
};
use actix_web::{HttpResponse, HttpResponseBuilder, get, web};
use portal_domain::document::Document;
use portal_domain::ids::DocumentId;
use portal_services::documents;

use crate::Api;
use crate::error::ApiError;
use crate::extract::{Administrator, Authenticated, PathId};
use crate::response::envelope::FileBody;

/// A browser may show a document alone or in a page of this portal. It must not run scripts, load
/// resources or have an origin.
const PREVIEW_POLICY: &str = "sandbox; default-src 'none'; frame-ancestors 'self'";

/// Downloads a proof of study, unchanged and under its file name.
///
/// Adds an audit entry.
#[utoipa::path(
    operation_id = "getDocument",
    tag = "document",
    security(("bearer" = [])),
    params(("id" = Uuid, Path)),
    responses(
        (status = 200, description = "The uploaded file.", content_type = "application/octet-stream", body = FileBody),
    )
)]
#[get("/documents/{id}")]
pub(crate) async fn get_document(
    administrator: Authenticated<Administrator>,
    id: PathId<DocumentId>,
    api: web::Data<Api>,
) -> Result<HttpResponse, ApiError> {
    let (document, file) = documents::get_document(&api.ports, administrator.actor, id.0).await?;
    Ok(respond(&document, DispositionType::Attachment).body(file))
}

/// Returns a proof of study to be shown inline, in a sandbox.
///
/// Adds an audit entry, as a download does.
#[utoipa::path(
    operation_id = "previewDocument",
    tag = "document",
    security(("bearer" = [])),
    params(("id" = Uuid, Path, description = "The id of the document.")),
    responses(
        (status = 200, description = "The uploaded file.", content(
            (FileBody = "image/jpeg"), (FileBody = "image/png"), (FileBody = "image/webp"),
            (FileBody = "application/pdf"),
        )),
        (status = 404, description = "The document does not exist, or was deleted after its retention period."),
    )
)]
#[get("/documents/{id}/preview")]
pub(crate) async fn preview_document(
    administrator: Authenticated<Administrator>,
    id: PathId<DocumentId>,
    api: web::Data<Api>,
) -> Result<HttpResponse, ApiError> {
    let (document, file) = documents::preview_document(&api.ports, administrator.actor, id.0).await?;
    Ok(respond(&document, DispositionType::Inline)
        .insert_header((header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(PREVIEW_POLICY)))
        .insert_header((header::X_FRAME_OPTIONS, HeaderValue::from_static("SAMEORIGIN")))
        .body(file))
}

fn respond(document: &Document, disposition: DispositionType) -> HttpResponseBuilder {
    let mut response = HttpResponse::Ok();
    response
        .content_type(document.kind.as_str())
        .insert_header(content_disposition(document, disposition))
        .insert_header((header::CACHE_CONTROL, HeaderValue::from_static("no-store")));
    response
}

/// The file name in both forms of RFC 6266: in ASCII for old browsers, and in UTF-8.
fn content_disposition(document: &Document, disposition: DispositionType) -> ContentDisposition {
    let ascii = document.filename.chars().map(|c| if c.is_ascii() { c } else { '_' }).collect();
    let value = document.filename.clone().into_bytes();
    let utf8 = ExtendedValue { charset: Charset::Ext("UTF-8".to_owned()), language_tag: None, value };
    ContentDisposition {
        disposition,
        parameters: vec![DispositionParam::Filename(ascii), DispositionParam::FilenameExt(utf8)],
    }
}
