//! Runs work that would block the async runtime on blocking threads.

use portal_services::ports::ImageStoreError;

pub(crate) async fn spawn_blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, ImageStoreError> + Send + 'static,
) -> Result<T, ImageStoreError> {
    tokio::task::spawn_blocking(work).await.unwrap_or_else(|panic| {
        // Decoders are third-party code, and users choose what they decode.
        tracing::error!(error = %panic, "image decoder panicked");
        Err(ImageStoreError::Damaged)
    })
}
