//! The handler that exports a user's data as a ZIP file.

use std::fs::File;
use std::io::{self, BufWriter, Seek, Write};

use actix_web::body::SizedStream;
use actix_web::http::header;
use actix_web::{HttpRequest, HttpResponse, get, web};
use bytes::Bytes;
use futures_util::stream;
use portal_services::ports::AuditEntryDetails;
use portal_services::reply_clock::ReplyClock;
use portal_services::users::{self, ProfileExport};
use serde::Serialize;
use tokio::io::AsyncReadExt;
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use super::UserResponse;
use super::second_factor::ExportedSecondFactor;
use crate::Api;
use crate::applications::ApplicationResponse;
use crate::audit::AuditEntryResponse;
use crate::error::ApiError;
use crate::extract::{AnyRole, Proved};
use crate::favourites::ExportedFavourite;
use crate::letters::LetterResponse;
use crate::listings::ListingResponse;
use crate::middleware::ExportPermit;
use crate::registrations::ExportedRegistration;
use crate::response::envelope::FileBody;
use crate::saved_searches::SavedSearchResponse;
use crate::sessions::ExportedSession;

/// The chunk size of the response, in bytes.
const CHUNK_SIZE: usize = 64 * 1024;

/// `data.json`: the stored data, in the format of the API.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ExportedData {
    user: UserResponse,
    registration: Option<ExportedRegistration>,
    applications: Vec<ApplicationResponse>,
    favourites: Vec<ExportedFavourite>,
    letters: Vec<LetterResponse>,
    saved_searches: Vec<SavedSearchResponse>,
    listings: Vec<ListingResponse>,
    second_factor: ExportedSecondFactor,
    sessions: Vec<ExportedSession>,
    /// The user's actions in the audit trail.
    audit_entries: Vec<AuditEntryResponse>,
}

/// Exports the user's data as a ZIP file: `data.json`, their documents and their images.
///
/// Needs a recent proof of identity.
#[utoipa::path(
    operation_id = "exportProfile",
    tag = "user",
    security(("bearer" = [])),
    responses(
        (status = 200, description = "The ZIP file.", content_type = "application/zip", body = FileBody),
        (status = 429),
    )
)]
#[get("/users/profile/export")]
pub(crate) async fn export_profile(
    user: Proved<AnyRole>,
    request: HttpRequest,
    api: web::Data<Api>,
) -> Result<HttpResponse, ApiError> {
    api.limits.check_upload(api.client_address(&request))?;
    let permit = api.limits.begin_export(user.0.actor.user_id)?;
    let export = users::export_profile(&api.ports, user.0.actor).await?;
    let (file, length) = pack(&api, export).await?;
    Ok(HttpResponse::Ok()
        .insert_header((header::CONTENT_TYPE, "application/zip"))
        .insert_header((header::CONTENT_DISPOSITION, "attachment; filename=\"fensterplatz.zip\""))
        .body(SizedStream::new(length, read_chunks(file, permit))))
}

/// Writes the ZIP file to an unnamed temporary file, which the system removes when it is closed.
/// Returns it with its length in bytes. Only one exported file is in memory at a time.
async fn pack(api: &Api, export: ProfileExport) -> Result<(File, u64), ApiError> {
    let ProfileExport {
        user,
        registration,
        applications,
        favourites,
        letters,
        saved_searches,
        listings,
        second_factor,
        sessions,
        audit_entries,
        files,
    } = export;
    let clock = ReplyClock::of(&api.ports);
    let data = ExportedData {
        user: user.into(),
        registration: registration.map(Into::into),
        applications: applications.into_iter().map(|view| (view, clock).into()).collect(),
        favourites: favourites.into_iter().map(Into::into).collect(),
        letters: letters.into_iter().map(Into::into).collect(),
        saved_searches: saved_searches.into_iter().map(Into::into).collect(),
        listings: listings.into_iter().map(Into::into).collect(),
        second_factor: second_factor.into(),
        sessions: sessions.into_iter().map(Into::into).collect(),
        audit_entries: audit_entries
            .into_iter()
            .map(|entry| AuditEntryDetails { entry, actor: None, entity: None }.into())
            .collect(),
    };
    let json = serde_json::to_vec_pretty(&data).map_err(|error| disk_error(&error.into()))?;
    let folder = api.upload_dir.clone();
    let mut zip = blocking(move || {
        let file = tempfile::tempfile_in(folder)?;
        let mut zip = ZipWriter::new(BufWriter::new(file));
        add(&mut zip, "data.json", &json)?;
        Ok(zip)
    })
    .await?;
    for file in files {
        let Some(content) = users::read_exported_file(&api.ports, &file).await? else { continue };
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

/// Images and documents are already compressed, so the archive does not compress them.
fn add(zip: &mut ZipWriter<BufWriter<File>>, path: &str, content: &[u8]) -> io::Result<()> {
    zip.start_file(path, SimpleFileOptions::default().compression_method(zip::CompressionMethod::Stored))?;
    zip.write_all(content)
}

/// Runs blocking file operations on the blocking thread pool.
async fn blocking<T: Send + 'static>(work: impl FnOnce() -> io::Result<T> + Send + 'static) -> Result<T, ApiError> {
    match web::block(work).await {
        Ok(done) => done.map_err(|error| disk_error(&error)),
        Err(error) => Err(disk_error(&io::Error::other(error))),
    }
}

/// The export runs until the client has received it.
fn read_chunks(file: File, permit: Option<ExportPermit>) -> impl futures_util::Stream<Item = io::Result<Bytes>> {
    stream::try_unfold((tokio::fs::File::from_std(file), permit), |(mut file, permit)| async move {
        let mut chunk = vec![0; CHUNK_SIZE];
        let read = file.read(&mut chunk).await?;
        chunk.truncate(read);
        Ok((read > 0).then(|| (Bytes::from(chunk), (file, permit))))
    })
}

/// A full or faulty disk is a temporary server error.
fn disk_error(error: &io::Error) -> ApiError {
    tracing::error!(error = %error, "failed to pack the export of a user's data");
    ApiError::unavailable()
}
