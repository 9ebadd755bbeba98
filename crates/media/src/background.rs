//! Work that would hold up whoever serves requests: on threads of its own.

use std::io::Read;
use std::path::PathBuf;

use bytes::Bytes;
use portal_services::ports::PictureError;

/// The largest file that is accepted, inclusive.
pub const MAX_FILE_BYTES: u64 = 10_485_760;

pub(crate) async fn in_background<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, PictureError> + Send + 'static,
) -> Result<T, PictureError> {
    tokio::task::spawn_blocking(work).await.unwrap_or_else(|panic| {
        // Decoders are not written by us, and they read what anybody may send.
        tracing::error!(error = %panic, "a picture brought its decoder down");
        Err(PictureError::Damaged)
    })
}

/// A whole file that somebody sent, if it is not too large.
pub(crate) async fn read(path: PathBuf) -> Result<Bytes, PictureError> {
    in_background(move || {
        let mut bytes = Vec::new();
        let file = std::fs::File::open(path).map_err(unreadable)?;
        file.take(MAX_FILE_BYTES + 1).read_to_end(&mut bytes).map_err(unreadable)?;
        if bytes.len() as u64 > MAX_FILE_BYTES { Err(PictureError::TooLarge) } else { Ok(bytes.into()) }
    })
    .await
}

pub(crate) fn unreadable(error: std::io::Error) -> PictureError {
    PictureError::Unavailable(error.into())
}
