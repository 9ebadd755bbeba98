//! Reads uploaded files.

use std::io::Read;
use std::path::PathBuf;

use bytes::Bytes;
use portal_domain::limits::MAX_FILE_BYTES;
use portal_services::ports::ImageStoreError;

use crate::blocking::spawn_blocking;

/// Reads a whole file, unless it is too large.
pub(crate) async fn read_upload(path: PathBuf) -> Result<Bytes, ImageStoreError> {
    spawn_blocking(move || {
        let mut bytes = Vec::new();
        let file = std::fs::File::open(path).map_err(unavailable)?;
        file.take(MAX_FILE_BYTES + 1).read_to_end(&mut bytes).map_err(unavailable)?;
        if bytes.len() as u64 > MAX_FILE_BYTES { Err(ImageStoreError::TooLarge) } else { Ok(bytes.into()) }
    })
    .await
}

pub(crate) fn unavailable(error: std::io::Error) -> ImageStoreError {
    ImageStoreError::Unavailable(error.into())
}
