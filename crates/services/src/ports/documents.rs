//! Documents: taking in, keeping and handing out papers, byte for byte.

use std::path::Path;

use async_trait::async_trait;
use bytes::Bytes;
use portal_domain::document::DocumentKind;

use super::Source;

#[derive(Debug, thiserror::Error)]
pub enum DocumentError {
    /// Told by its content it is no JPEG, PNG, WebP or PDF.
    #[error("the file is no document of an accepted kind")]
    FileType,
    /// More than 10,485,760 bytes.
    #[error("the file is too large")]
    TooLarge,
    /// Broken off, or a picture that is damaged or has too many pixels.
    #[error("the document is damaged")]
    Damaged,
    /// There is no such file.
    #[error("there is no such document")]
    NotFound,
    /// More is being worked on than there is memory for.
    #[error("too many documents are being checked")]
    Busy,
    #[error("the object store is unavailable")]
    Unavailable(#[source] Source),
}

/// Locations are chosen by the caller: `/documents/` and a name that is never used twice.
#[cfg_attr(any(test, feature = "testing"), mockall::automock)]
#[async_trait]
pub trait Documents: Send + Sync {
    /// Tells by its content what a file is that somebody sent, and whether it can be opened.
    async fn inspect(&self, file: &Path) -> Result<DocumentKind, DocumentError>;

    /// Keeps the file as it is.
    async fn store(&self, location: &str, file: &Path) -> Result<(), DocumentError>;

    async fn read(&self, location: &str) -> Result<Bytes, DocumentError>;

    /// Removes the file. One that is gone already is fine.
    async fn remove(&self, location: &str) -> Result<(), DocumentError>;
}
