//! Receives uploaded files, which are streamed to disk and removed when the request ends.

use std::path::Path;

use actix_multipart::{Field, Multipart};
use actix_web::{FromRequest, HttpMessage, HttpRequest, web};
use futures_util::StreamExt;
use portal_domain::limits::MAX_FILE_BYTES;
use portal_services::ServiceError;
use portal_services::ports::ImageStoreError;
use tokio::io::AsyncWriteExt;

use crate::Api;
use crate::error::{ApiError, FieldRule};
use crate::extract::MAX_JSON_BYTES;

/// The size limit of a request.
const MAX_REQUEST_BYTES: u64 = 100 * 1024 * 1024;

/// A received file, which is removed when this is dropped.
#[derive(Debug)]
pub(crate) struct Upload {
    path: tempfile::TempPath,
    filename: String,
}

impl Upload {
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// The name that the client sent, unchecked; empty without one.
    pub(crate) fn filename(&self) -> &str {
        &self.filename
    }
}

/// A multipart form of one JSON part and one file.
#[derive(Debug, Default)]
pub(crate) struct JsonAndFile {
    pub json: Option<Vec<u8>>,
    pub file: Option<Upload>,
}

/// Receives the files of the form field `name`, at most `max_files`. Other fields are ignored.
pub(crate) async fn receive(
    api: &Api,
    request: &HttpRequest,
    payload: web::Payload,
    name: &str,
    max_files: usize,
    too_many: impl Fn() -> ApiError,
) -> Result<Vec<Upload>, ApiError> {
    let mut form = open(request, payload).await?;
    let too_large = |index| ServiceError::FileRejected { index, source: ImageStoreError::TooLarge }.into();
    let mut files = Vec::new();
    let mut budget = MAX_REQUEST_BYTES;
    while let Some(field) = form.next().await {
        let mut field = field.map_err(|_| ApiError::invalid())?;
        if field.name() != Some(name) {
            drain(&mut field, &mut budget).await?;
            continue;
        }
        if files.len() == max_files {
            return Err(too_many());
        }
        files.push(save(api, &mut field, files.len(), &mut budget, too_large).await?);
    }
    if files.is_empty() {
        return Err(ApiError::field(name, FieldRule::Required));
    }
    Ok(files)
}

/// Receives the single file of the form field `name`. Other fields are ignored.
pub(crate) async fn receive_one(
    api: &Api,
    request: &HttpRequest,
    payload: web::Payload,
    name: &str,
) -> Result<Upload, ApiError> {
    let mut form = open(request, payload).await?;
    let too_large = |_| ServiceError::SingleFileRejected(ImageStoreError::TooLarge).into();
    let mut received = None;
    let mut budget = MAX_REQUEST_BYTES;
    while let Some(field) = form.next().await {
        let mut field = field.map_err(|_| ApiError::invalid())?;
        if field.name() != Some(name) {
            drain(&mut field, &mut budget).await?;
        } else if received.is_some() {
            return Err(ApiError::field(name, FieldRule::Invalid));
        } else {
            received = Some(save(api, &mut field, 0, &mut budget, too_large).await?);
        }
    }
    received.ok_or_else(|| ApiError::field(name, FieldRule::Required))
}

/// Receives a form of the JSON part `json` and the file part `file`, in any order. Either may be
/// missing, neither may be repeated. Other parts are ignored.
pub(crate) async fn receive_with_json(
    api: &Api,
    request: &HttpRequest,
    payload: web::Payload,
    json: &str,
    file: &str,
    too_large: impl Fn(usize) -> ApiError + Copy,
) -> Result<JsonAndFile, ApiError> {
    let mut form = open(request, payload).await?;
    let mut received = JsonAndFile::default();
    let mut budget = MAX_REQUEST_BYTES;
    while let Some(field) = form.next().await {
        let mut field = field.map_err(|_| ApiError::invalid())?;
        let name = field.name().unwrap_or_default().to_owned();
        if name == json && received.json.is_none() {
            received.json = Some(read_json_part(&mut field, &mut budget).await?);
        } else if name == file && received.file.is_none() {
            received.file = Some(save(api, &mut field, 0, &mut budget, too_large).await?);
        } else if name == json || name == file {
            return Err(ApiError::field(name, FieldRule::Invalid));
        } else {
            drain(&mut field, &mut budget).await?;
        }
    }
    Ok(received)
}

async fn open(request: &HttpRequest, payload: web::Payload) -> Result<Multipart, ApiError> {
    if !request.content_type().eq_ignore_ascii_case("multipart/form-data") {
        return Err(ApiError::unsupported_media_type());
    }
    Multipart::from_request(request, &mut payload.into_inner()).await.map_err(|_| ApiError::invalid())
}

async fn read_json_part(field: &mut Field, budget: &mut u64) -> Result<Vec<u8>, ApiError> {
    let mut json = Vec::new();
    while let Some(chunk) = field.next().await {
        let chunk = chunk.map_err(|_| ApiError::invalid())?;
        spend(budget, chunk.len())?;
        if json.len() + chunk.len() > MAX_JSON_BYTES {
            return Err(ApiError::payload_too_large());
        }
        json.extend_from_slice(&chunk);
    }
    Ok(json)
}

async fn save(
    api: &Api,
    field: &mut Field,
    index: usize,
    budget: &mut u64,
    too_large: impl Fn(usize) -> ApiError,
) -> Result<Upload, ApiError> {
    let (file, path) =
        tempfile::NamedTempFile::new_in(&api.upload_dir).map_err(|error| disk_error(&error))?.into_parts();
    let filename =
        field.content_disposition().and_then(|disposition| disposition.get_filename()).unwrap_or_default().to_owned();
    let upload = Upload { path, filename };
    let mut file = tokio::fs::File::from_std(file);
    let mut size = 0;
    while let Some(chunk) = field.next().await {
        let chunk = chunk.map_err(|_| ApiError::invalid())?;
        size += chunk.len() as u64;
        if size > MAX_FILE_BYTES {
            return Err(too_large(index));
        }
        spend(budget, chunk.len())?;
        file.write_all(&chunk).await.map_err(|error| disk_error(&error))?;
    }
    file.flush().await.map_err(|error| disk_error(&error))?;
    Ok(upload)
}

async fn drain(field: &mut Field, budget: &mut u64) -> Result<(), ApiError> {
    while let Some(chunk) = field.next().await {
        spend(budget, chunk.map_err(|_| ApiError::invalid())?.len())?;
    }
    Ok(())
}

fn spend(budget: &mut u64, bytes: usize) -> Result<(), ApiError> {
    *budget = budget.checked_sub(bytes as u64).ok_or_else(ApiError::payload_too_large)?;
    Ok(())
}

/// A full or faulty disk is a temporary server error.
fn disk_error(error: &std::io::Error) -> ApiError {
    tracing::error!(error = %error, "failed to write an upload to disk");
    ApiError::unavailable()
}
