//! Files that somebody sends, streamed to disk and gone with the request.

use std::path::Path;

use actix_multipart::{Field, Multipart};
use actix_web::{FromRequest, HttpMessage, HttpRequest, web};
use futures_util::StreamExt;
use portal_services::ServiceError;
use portal_services::ports::PictureError;
use tokio::io::AsyncWriteExt;

use crate::error::{ApiError, FieldRule};
use crate::state::Api;

/// The largest file, in bytes.
const MAX_FILE_BYTES: u64 = 10 * 1024 * 1024;
/// The largest request, in bytes.
const MAX_REQUEST_BYTES: u64 = 100 * 1024 * 1024;

/// A received file; removed when dropped.
#[derive(Debug)]
pub struct Upload(tempfile::TempPath);

impl Upload {
    pub fn path(&self) -> &Path {
        &self.0
    }
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
    if !request.content_type().eq_ignore_ascii_case("multipart/form-data") {
        return Err(ApiError::media_type());
    }
    let mut form =
        Multipart::from_request(request, &mut payload.into_inner()).await.map_err(|_| ApiError::invalid())?;
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
        files.push(save(api, &mut field, files.len(), &mut budget).await?);
    }
    if files.is_empty() {
        return Err(ApiError::field(name, FieldRule::Required));
    }
    Ok(files)
}

async fn save(api: &Api, field: &mut Field, index: usize, budget: &mut u64) -> Result<Upload, ApiError> {
    let (file, path) = tempfile::NamedTempFile::new_in(&api.upload_dir).map_err(|error| disk(&error))?.into_parts();
    let upload = Upload(path);
    let mut file = tokio::fs::File::from_std(file);
    let mut size = 0;
    while let Some(chunk) = field.next().await {
        let chunk = chunk.map_err(|_| ApiError::invalid())?;
        size += chunk.len() as u64;
        if size > MAX_FILE_BYTES {
            return Err(ServiceError::File { index, source: PictureError::TooLarge }.into());
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
