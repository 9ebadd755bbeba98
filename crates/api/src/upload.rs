//! Files that somebody sends, streamed to disk and gone with the request.

use std::path::Path;

use actix_multipart::{Field, Multipart};
use actix_web::{FromRequest, HttpMessage, HttpRequest, web};
use futures_util::StreamExt;
use portal_services::ServiceError;
use portal_services::ports::PictureError;
use tokio::io::AsyncWriteExt;

use crate::error::{ApiError, FieldRule};
use crate::extract::MAX_JSON_BYTES;
use crate::state::Api;

/// The largest file, in bytes.
const MAX_FILE_BYTES: u64 = 10 * 1024 * 1024;
/// The largest request, in bytes.
const MAX_REQUEST_BYTES: u64 = 100 * 1024 * 1024;

/// A received file; removed when dropped.
#[derive(Debug)]
pub struct Upload {
    path: tempfile::TempPath,
    filename: String,
}

impl Upload {
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// What its sender calls it; empty if they do not say. Anything can stand in it.
    pub fn filename(&self) -> &str {
        &self.filename
    }
}

/// A form of one JSON part and one file.
#[derive(Debug, Default)]
pub struct JsonAndFile {
    pub json: Option<Vec<u8>>,
    pub file: Option<Upload>,
}

/// Receives the files of the form field `name`. More than `most` are `too_many`; other fields are
/// passed over.
pub async fn receive(
    api: &Api,
    request: &HttpRequest,
    payload: web::Payload,
    name: &str,
    most: usize,
    too_many: impl Fn() -> ApiError,
) -> Result<Vec<Upload>, ApiError> {
    let mut form = open(request, payload).await?;
    let too_large = |index| ServiceError::File { index, source: PictureError::TooLarge }.into();
    let mut files = Vec::new();
    let mut budget = MAX_REQUEST_BYTES;
    while let Some(field) = form.next().await {
        let mut field = field.map_err(|_| ApiError::invalid())?;
        if field.name() != Some(name) {
            drain(&mut field, &mut budget).await?;
            continue;
        }
        if files.len() == most {
            return Err(too_many());
        }
        files.push(save(api, &mut field, files.len(), &mut budget, too_large).await?);
    }
    if files.is_empty() {
        return Err(ApiError::field(name, FieldRule::Required));
    }
    Ok(files)
}

/// Receives the one file of the form field `name`; other fields are passed over. It may not come twice.
pub async fn receive_one(
    api: &Api,
    request: &HttpRequest,
    payload: web::Payload,
    name: &str,
) -> Result<Upload, ApiError> {
    let mut form = open(request, payload).await?;
    let too_large = |_| ServiceError::OnlyFile(PictureError::TooLarge).into();
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

/// Receives a form of the JSON part `json` and the file part `file`, in whatever order; other parts are
/// passed over. Either may be missing, neither may come twice.
pub async fn receive_with_json(
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
            received.json = Some(read_text(&mut field, &mut budget).await?);
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
        return Err(ApiError::media_type());
    }
    Multipart::from_request(request, &mut payload.into_inner()).await.map_err(|_| ApiError::invalid())
}

async fn read_text(field: &mut Field, budget: &mut u64) -> Result<Vec<u8>, ApiError> {
    let mut text = Vec::new();
    while let Some(chunk) = field.next().await {
        let chunk = chunk.map_err(|_| ApiError::invalid())?;
        spend(budget, chunk.len())?;
        if text.len() + chunk.len() > MAX_JSON_BYTES {
            return Err(ApiError::too_large());
        }
        text.extend_from_slice(&chunk);
    }
    Ok(text)
}

async fn save(
    api: &Api,
    field: &mut Field,
    index: usize,
    budget: &mut u64,
    too_large: impl Fn(usize) -> ApiError,
) -> Result<Upload, ApiError> {
    let (file, path) = tempfile::NamedTempFile::new_in(&api.upload_dir).map_err(|error| disk(&error))?.into_parts();
    let filename = field.content_disposition().and_then(|kind| kind.get_filename()).unwrap_or_default().to_owned();
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
        file.write_all(&chunk).await.map_err(|error| disk(&error))?;
    }
    file.flush().await.map_err(|error| disk(&error))?;
    Ok(upload)
}

async fn drain(field: &mut Field, budget: &mut u64) -> Result<(), ApiError> {
    while let Some(chunk) = field.next().await {
        spend(budget, chunk.map_err(|_| ApiError::invalid())?.len())?;
    }
    Ok(())
}

fn spend(budget: &mut u64, bytes: usize) -> Result<(), ApiError> {
    *budget = budget.checked_sub(bytes as u64).ok_or_else(ApiError::too_large)?;
    Ok(())
}

/// A full or broken disk is our trouble, and passes.
fn disk(error: &std::io::Error) -> ApiError {
    tracing::error!(error = %error, "an upload could not be written to disk");
    ApiError::unavailable()
}
