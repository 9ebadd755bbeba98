//! Handlers of the letters that students keep by name.

use actix_web::{HttpResponse, delete, get, post, put, web};
use portal_domain::ids::LetterId;
use portal_services::letters;
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::Api;
use crate::error::ApiError;
use crate::extract::text::{Letter, LetterName};
use crate::extract::{Authenticated, Body, PathId, Student, request};
use crate::response::envelope::envelope;
use crate::response::timestamp::Timestamp;

envelope!(LetterEnvelope(LetterResponse), LetterListEnvelope(Vec<LetterResponse>));

/// A letter that a student keeps by name.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct LetterResponse {
    external_id: Uuid,
    name: String,
    text: String,
    date_created: Timestamp,
    last_modified: Timestamp,
}

impl From<portal_domain::letter::Letter> for LetterResponse {
    fn from(letter: portal_domain::letter::Letter) -> Self {
        Self {
            external_id: letter.id.0,
            name: letter.name,
            text: letter.text,
            date_created: Timestamp(letter.date_created),
            last_modified: Timestamp(letter.last_modified),
        }
    }
}

request! {
    /// A letter to keep.
    pub(crate) struct KeepLetterRequest {
        /// Unique for each student.
        name: LetterName,
        text: Letter,
    }
}

/// Lists the letters that the student keeps, last changed first.
#[utoipa::path(
    operation_id = "listLetters",
    tag = "letter",
    security(("bearer" = [])),
    responses((status = 200, description = "The letters, at most 3.", body = LetterListEnvelope))
)]
#[get("/letters")]
pub(crate) async fn list_letters(
    student: Authenticated<Student>,
    api: web::Data<Api>,
) -> Result<web::Json<LetterListEnvelope>, ApiError> {
    let kept = letters::list_letters(&api.ports, student.actor).await?;
    Ok(web::Json(LetterListEnvelope { payload: kept.into_iter().map(Into::into).collect() }))
}

/// Keeps a letter, at most 3.
#[utoipa::path(
    operation_id = "createLetter",
    tag = "letter",
    security(("bearer" = [])),
    request_body = KeepLetterRequest,
    responses(
        (status = 201, description = "The kept letter.", body = LetterEnvelope),
        (status = 409),
    )
)]
#[post("/letters")]
pub(crate) async fn create_letter(
    student: Authenticated<Student>,
    api: web::Data<Api>,
    body: Body<KeepLetterRequest>,
) -> Result<HttpResponse, ApiError> {
    let KeepLetterRequest { name, text } = body.0;
    let letter = letters::create_letter(&api.ports, student.actor, name.0, text.0).await?;
    Ok(HttpResponse::Created().json(LetterEnvelope { payload: letter.into() }))
}

/// Changes the name and the text of a kept letter.
#[utoipa::path(
    operation_id = "changeLetter",
    tag = "letter",
    security(("bearer" = [])),
    params(("id" = Uuid, Path)),
    request_body = KeepLetterRequest,
    responses(
        (status = 200, description = "The kept letter.", body = LetterEnvelope),
        (status = 409),
    )
)]
#[put("/letters/{id}")]
pub(crate) async fn change_letter(
    student: Authenticated<Student>,
    id: PathId<LetterId>,
    api: web::Data<Api>,
    body: Body<KeepLetterRequest>,
) -> Result<web::Json<LetterEnvelope>, ApiError> {
    let KeepLetterRequest { name, text } = body.0;
    let letter = letters::change_letter(&api.ports, student.actor, id.0, name.0, text.0).await?;
    Ok(web::Json(LetterEnvelope { payload: letter.into() }))
}

/// Deletes a kept letter.
#[utoipa::path(
    operation_id = "deleteLetter",
    tag = "letter",
    security(("bearer" = [])),
    params(("id" = Uuid, Path)),
    responses((status = 204))
)]
#[delete("/letters/{id}")]
pub(crate) async fn delete_letter(
    student: Authenticated<Student>,
    id: PathId<LetterId>,
    api: web::Data<Api>,
) -> Result<HttpResponse, ApiError> {
    letters::delete_letter(&api.ports, student.actor, id.0).await?;
    Ok(HttpResponse::NoContent().finish())
}
