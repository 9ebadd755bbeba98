//! Receives uploaded files, which are streamed to disk and removed when the request ends.

use std::io::ErrorKind;
use std::path::Path;

use actix_multipart::{Field, Multipart, MultipartError};
use actix_web::error::PayloadError;
use actix_web::{HttpMessage, HttpRequest, web};
use futures_util::StreamExt;
use portal_domain::limits::MAX_FILE_BYTES;
use portal_services::ServiceError;
use portal_services::ports::ImageStoreError;
use tokio::io::AsyncWriteExt;

use crate::Api;
use crate::error::{ApiError, FieldRule};
use crate::extract::MAX_JSON_BYTES;
use crate::extract::payload::{UploadPayload, refuse_beyond};

/// The size limit of a request: 100 MiB of files, and some space for what separates them.
const MAX_REQUEST_BYTES: u64 = 101 * 1024 * 1024;

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

/// Receives the files of the form field `name`, at most one more than `max_files`: the use case
/// rejects that many after the checks that take precedence. Other fields are ignored.
pub(crate) async fn receive(
    api: &Api,
    request: &HttpRequest,
    payload: web::Payload,
    name: &str,
    max_files: usize,
) -> Result<Vec<Upload>, ApiError> {
    let mut form = open(api, request, payload)?;
    let too_large = |index| ServiceError::FileRejected { index, source: ImageStoreError::TooLarge }.into();
    let mut files = Vec::new();
    while let Some(field) = form.next().await {
        let mut field = field.map_err(form_error)?;
        if field.name() != Some(name) {
            drain(&mut field).await?;
            continue;
        }
        files.push(save(api, &mut field, files.len(), too_large).await?);
        if files.len() > max_files {
            break;
        }
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
    let mut form = open(api, request, payload)?;
    let too_large = |_| ServiceError::SingleFileRejected(ImageStoreError::TooLarge).into();
    let mut received = None;
    while let Some(field) = form.next().await {
        let mut field = field.map_err(form_error)?;
        if field.name() != Some(name) {
            drain(&mut field).await?;
        } else if received.is_some() {
            return Err(ApiError::field(name, FieldRule::Invalid));
        } else {
            received = Some(save(api, &mut field, 0, too_large).await?);
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
    let mut form = open(api, request, payload)?;
    let mut received = JsonAndFile::default();
    while let Some(field) = form.next().await {
        let mut field = field.map_err(form_error)?;
        let name = field.name().unwrap_or_default().to_owned();
        if name == json && received.json.is_none() {
            received.json = Some(read_json_part(&mut field).await?);
        } else if name == file && received.file.is_none() {
            received.file = Some(save(api, &mut field, 0, too_large).await?);
        } else if name == json || name == file {
            return Err(ApiError::field(name, FieldRule::Invalid));
        } else {
            drain(&mut field).await?;
        }
    }
    Ok(received)
}

fn open(api: &Api, request: &HttpRequest, payload: web::Payload) -> Result<Multipart, ApiError> {
    if !request.content_type().eq_ignore_ascii_case("multipart/form-data") {
        return Err(ApiError::unsupported_media_type());
    }
    refuse_beyond(MAX_REQUEST_BYTES, request)?;
    let payload = UploadPayload::new(payload.into_inner(), MAX_REQUEST_BYTES, &api.bodies);
    Ok(Multipart::new(request.headers(), payload))
}

/// The error of a form that cannot be received.
fn form_error(error: MultipartError) -> ApiError {
    let MultipartError::Payload(PayloadError::Io(error)) = error else { return ApiError::invalid() };
    match error.kind() {
        ErrorKind::FileTooLarge => ApiError::payload_too_large(),
        ErrorKind::TimedOut => ApiError::timeout(),
        _ => ApiError::invalid(),
    }
}

async fn read_json_part(field: &mut Field) -> Result<Vec<u8>, ApiError> {
    let mut json = Vec::new();
    while let Some(chunk) = field.next().await {
        let chunk = chunk.map_err(form_error)?;
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
        let chunk = chunk.map_err(form_error)?;
        size += chunk.len() as u64;
        if size > MAX_FILE_BYTES {
            return Err(too_large(index));
        }
        file.write_all(&chunk).await.map_err(|error| disk_error(&error))?;
    }
    file.flush().await.map_err(|error| disk_error(&error))?;
    Ok(upload)
}

async fn drain(field: &mut Field) -> Result<(), ApiError> {
    while let Some(chunk) = field.next().await {
        chunk.map_err(form_error)?;
    }
    Ok(())
}

/// A full or faulty disk is a temporary server error.
fn disk_error(error: &std::io::Error) -> ApiError {
    tracing::error!(error = %error, "failed to write an upload to disk");
    ApiError::unavailable()
}
