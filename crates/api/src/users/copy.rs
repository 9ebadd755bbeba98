//! A copy of everything that is kept of a person, as a ZIP file.

use std::fs::File;
use std::io::{self, BufWriter, Seek, Write};

use actix_web::body::SizedStream;
use actix_web::http::header;
use actix_web::{HttpRequest, HttpResponse, get, web};
use bytes::Bytes;
use futures_util::stream;
use portal_services::audit::AuditView;
use portal_services::reply_clock::ReplyClock;
use portal_services::users::{self, Export};
use serde::Serialize;
use tokio::io::AsyncReadExt;
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use super::UserResponse;
use crate::applications::ApplicationResponse;
use crate::audit::AuditEntryResponse;
use crate::envelope::{ErrorResponse, FileBody};
use crate::error::ApiError;
use crate::extract::{As, Person};
use crate::listings::ListingResponse;
use crate::registrations::ExportedRegistration;
use crate::state::Api;

/// How much of the file is in memory at a time, in bytes.
const CHUNK: usize = 64 * 1024;

/// `data.json`: what is kept, in the words of the API.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ExportedData {
    user: UserResponse,
    registration: Option<ExportedRegistration>,
    applications: Vec<ApplicationResponse>,
    listings: Vec<ListingResponse>,
    /// What they did, as the audit trail has it.
    deeds: Vec<AuditEntryResponse>,
}

/// A ZIP file of what is kept of the person: `data.json`, and their own documents and pictures.
#[utoipa::path(
    operation_id = "exportProfile",
    tag = "user",
    security(("bearer" = [])),
    responses(
        (status = 200, description = "An archive of the user's data.", content_type = "application/zip", body = FileBody),
        (status = 429, body = ErrorResponse),
    )
)]
#[get("/users/profile/export")]
pub async fn export(person: As<Person>, request: HttpRequest, api: web::Data<Api>) -> Result<HttpResponse, ApiError> {
    api.limits.upload(api.client_address(&request))?;
    let copy = users::export(&api.ports, person.actor).await?;
    let (file, length) = pack(&api, copy).await?;
    Ok(HttpResponse::Ok()
        .insert_header((header::CONTENT_TYPE, "application/zip"))
        .insert_header((header::CONTENT_DISPOSITION, "attachment; filename=\"fensterplatz.zip\""))
        .body(SizedStream::new(length, read(file))))
}

/// Packs everything into a file that has no name and goes with its last reader. One picture at a time is in
/// memory, whatever a landlord has.
async fn pack(api: &Api, copy: Export) -> Result<(File, u64), ApiError> {
    let Export { user, registration, applications, listings, deeds, files } = copy;
    let clock = ReplyClock::of(&api.ports);
    let data = ExportedData {
        user: user.into(),
        registration: registration.map(Into::into),
        applications: applications.into_iter().map(|view| (view, clock).into()).collect(),
        listings: listings.into_iter().map(Into::into).collect(),
        deeds: deeds.into_iter().map(|entry| AuditView { entry, actor: None, entity: None }.into()).collect(),
    };
    let json = serde_json::to_vec_pretty(&data).map_err(|error| disk(&error.into()))?;
    let folder = api.upload_dir.clone();
    let mut zip = blocking(move || {
        let file = tempfile::tempfile_in(folder)?;
        let mut zip = ZipWriter::new(BufWriter::new(file));
        add(&mut zip, "data.json", &json)?;
        Ok(zip)
    })
    .await?;
    for file in files {
        let Some(content) = users::read_exported(&api.ports, &file).await? else { continue };
        zip = blocking(move || {
            add(&mut zip, &file.path, &content)?;
            Ok(zip)
        })
        .await?;
    }
    blocking(move || {
        let mut file = zip.finish()?.into_inner().map_err(io::IntoInnerError::into_error)?;
        let length = file.stream_position()?;
        file.rewind()?;
        Ok((file, length))
    })
    .await
}

/// Pictures and papers are packed already: nothing is compressed.
fn add(zip: &mut ZipWriter<BufWriter<File>>, path: &str, content: &[u8]) -> io::Result<()> {
    zip.start_file(path, SimpleFileOptions::default().compression_method(zip::CompressionMethod::Stored))?;
    zip.write_all(content)
}

/// Does work on files where it holds up nobody.
async fn blocking<T: Send + 'static>(work: impl FnOnce() -> io::Result<T> + Send + 'static) -> Result<T, ApiError> {
    match web::block(work).await {
        Ok(done) => done.map_err(|error| disk(&error)),
        Err(error) => Err(disk(&io::Error::other(error))),
    }
}

fn read(file: File) -> impl futures_util::Stream<Item = io::Result<Bytes>> {
    stream::try_unfold(tokio::fs::File::from_std(file), |mut file| async move {
        let mut chunk = vec![0; CHUNK];
        let read = file.read(&mut chunk).await?;
        chunk.truncate(read);
        Ok((read > 0).then(|| (Bytes::from(chunk), file)))
    })
}

/// A full or broken disk is our trouble, and passes.
fn disk(error: &io::Error) -> ApiError {
    tracing::error!(error = %error, "a copy of somebody's data could not be packed");
    ApiError::unavailable()
}
