//! Files of documents, stored unchanged.

use std::path::Path;

use async_trait::async_trait;
use bytes::Bytes;
use portal_domain::document::DocumentKind;

use super::Source;

#[derive(Debug, thiserror::Error)]
pub enum DocumentStoreError {
    /// By its content the file is no JPEG, PNG, WebP or PDF.
    #[error("the file type is not accepted")]
    FileType,
    /// More than 10,485,760 bytes.
    #[error("the file is too large")]
    TooLarge,
    /// Truncated, or an image that is damaged or has too many pixels.
    #[error("the document is damaged")]
    Damaged,
    #[error("document not found")]
    NotFound,
    /// The memory for checks is in use.
    #[error("too many documents are being checked")]
    Busy,
    #[error("the object store is unavailable")]
    Unavailable(#[source] Source),
}

/// Callers choose the locations: `/documents/` and a name that is never reused.
#[cfg_attr(any(test, feature = "testing"), mockall::automock)]
#[async_trait]
pub trait DocumentStore: Send + Sync {
    /// Detects the type of an uploaded file by its content, and checks that it can be opened.
    async fn inspect(&self, file: &Path) -> Result<DocumentKind, DocumentStoreError>;

    /// Stores the file unchanged.
    async fn store(&self, location: &str, file: &Path) -> Result<(), DocumentStoreError>;

    async fn read(&self, location: &str) -> Result<Bytes, DocumentStoreError>;

    /// Removes the file. A missing file is no error.
    async fn remove(&self, location: &str) -> Result<(), DocumentStoreError>;
}
