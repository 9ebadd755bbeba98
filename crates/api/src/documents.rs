//! Documents over HTTP, for administrators only.

use actix_web::http::header::{
    self, Charset, ContentDisposition, DispositionParam, DispositionType, ExtendedValue, HeaderValue,
};
use actix_web::{HttpResponse, get, web};
use portal_domain::document::Document;
use portal_domain::ids::DocumentId;
use portal_services::documents;

use crate::envelope::ErrorResponse;
use crate::error::ApiError;
use crate::extract::{As, Id, OnlyAdministrator};
use crate::state::Api;

/// A proof of study as it was sent in, as a download under its own name.
#[utoipa::path(
    operation_id = "readDocument",
    tag = "document",
    security(("bearer" = [])),
    params(("id" = String, Path)),
    responses(
        (status = 200, content_type = "application/octet-stream", body = Vec<u8>),
        (status = 403, body = ErrorResponse),
        (status = 404, body = ErrorResponse),
    )
)]
#[get("/documents/{id}")]
pub async fn read(administrator: As<OnlyAdministrator>, id: Id, api: web::Data<Api>) -> Result<HttpResponse, ApiError> {
    let (document, file) = documents::read(&api.ports, administrator.actor, DocumentId(id.0[0])).await?;
    Ok(HttpResponse::Ok()
        .content_type(document.kind.as_str())
        .insert_header(attachment(&document))
        .insert_header((header::CACHE_CONTROL, HeaderValue::from_static("no-store")))
        .body(file))
}

/// Its name for browsers of every age (RFC 6266): the plain form in ASCII, the other one as it is.
fn attachment(document: &Document) -> ContentDisposition {
    let ascii = document.filename.chars().map(|c| if c.is_ascii() { c } else { '_' }).collect();
    let value = document.filename.clone().into_bytes();
    let exact = ExtendedValue { charset: Charset::Ext("UTF-8".to_owned()), language_tag: None, value };
    ContentDisposition {
        disposition: DispositionType::Attachment,
        parameters: vec![DispositionParam::Filename(ascii), DispositionParam::FilenameExt(exact)],
    }
}
