//! The documents' port: proofs of study, stored byte for byte.

use std::io::{Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::time::Duration;

use async_trait::async_trait;
use bytes::Bytes;
use portal_domain::document::DocumentKind;
use portal_domain::limits::MAX_FILE_BYTES;
use portal_imaging::{InputFormat, PDF_HEAD_BYTES, PDF_TAIL_BYTES, has_pdf_header, has_pdf_trailer, sniff};
use portal_services::ports::{DocumentStore, DocumentStoreError, ImageStoreError};
use tokio::sync::Semaphore;

use crate::blocking::spawn_blocking;
use crate::document_name::DocumentName;
use crate::images::{ImageProcessor, StoredImages};
use crate::storage::ObjectStorage;
use crate::upload::{read_upload, unavailable};

/// Files that are read into memory to be stored at the same time.
const MAX_CONCURRENT_STORES: usize = 4;

/// How long a file waits to be stored before it is rejected as busy.
const QUEUE_TIMEOUT: Duration = Duration::from_secs(20);

/// Stores documents in an object store.
pub struct StoredDocuments {
    storage: ObjectStorage,
    processor: ImageProcessor,
    stores: Semaphore,
}

impl StoredDocuments {
    /// Shares the object store of these images, and their budget for decoding scans.
    pub fn new(images: &StoredImages) -> Self {
        let (storage, processor) = images.parts();
        Self { storage, processor, stores: Semaphore::new(MAX_CONCURRENT_STORES) }
    }

    /// Checks that an image can be decoded.
    async fn inspect_image(&self, file: PathBuf) -> Result<DocumentKind, DocumentStoreError> {
        Ok(match self.processor.check(file).await.map_err(document_error)? {
            InputFormat::Jpeg => DocumentKind::Jpeg,
            InputFormat::Png => DocumentKind::Png,
            InputFormat::WebP => DocumentKind::Webp,
        })
    }
}

#[async_trait]
impl DocumentStore for StoredDocuments {
    async fn inspect(&self, file: &Path) -> Result<DocumentKind, DocumentStoreError> {
        let path = file.to_owned();
        let FileEnds { head, tail } = spawn_blocking(move || read_ends(&path)).await.map_err(document_error)?;
        if sniff(&head).is_some() {
            return self.inspect_image(file.to_owned()).await;
        }
        match (has_pdf_header(&head), has_pdf_trailer(&tail)) {
            (true, true) => Ok(DocumentKind::Pdf),
            (true, false) => Err(DocumentStoreError::Damaged),
            (false, _) => Err(DocumentStoreError::FileType),
        }
    }

    async fn store(&self, location: &str, file: &Path) -> Result<(), DocumentStoreError> {
        let name = DocumentName::parse(location).ok_or(DocumentStoreError::NotFound)?;
        let Ok(Ok(_permit)) = tokio::time::timeout(QUEUE_TIMEOUT, self.stores.acquire()).await else {
            return Err(DocumentStoreError::Busy);
        };
        let bytes = read_upload(file.to_owned()).await.map_err(document_error)?;
        self.storage.put(name.key(), bytes).await.map_err(document_error)
    }

    async fn read(&self, location: &str) -> Result<Bytes, DocumentStoreError> {
        let name = DocumentName::parse(location).ok_or(DocumentStoreError::NotFound)?;
        self.storage.get(name.key()).await.map_err(document_error)?.ok_or(DocumentStoreError::NotFound)
    }

    async fn remove(&self, location: &str) -> Result<(), DocumentStoreError> {
        // An invalid location has no file.
        let Some(name) = DocumentName::parse(location) else { return Ok(()) };
        self.storage.remove(name.key()).await.map_err(document_error)
    }
}

/// The parts of a file that show its type and whether it is complete.
struct FileEnds {
    head: Vec<u8>,
    tail: Vec<u8>,
}

fn read_ends(path: &Path) -> Result<FileEnds, ImageStoreError> {
    let mut file = std::fs::File::open(path).map_err(unavailable)?;
    let bytes = file.metadata().map_err(unavailable)?.len();
    if bytes > MAX_FILE_BYTES {
        return Err(ImageStoreError::TooLarge);
    }
    let mut ends = FileEnds { head: Vec::new(), tail: Vec::new() };
    (&file).take(PDF_HEAD_BYTES as u64).read_to_end(&mut ends.head).map_err(unavailable)?;
    file.seek(SeekFrom::Start(bytes.saturating_sub(PDF_TAIL_BYTES as u64))).map_err(unavailable)?;
    file.take(PDF_TAIL_BYTES as u64).read_to_end(&mut ends.tail).map_err(unavailable)?;
    Ok(ends)
}

/// Store and processor are shared with the images and return their errors.
fn document_error(error: ImageStoreError) -> DocumentStoreError {
    match error {
        ImageStoreError::FileType => DocumentStoreError::FileType,
        ImageStoreError::TooLarge => DocumentStoreError::TooLarge,
        ImageStoreError::Damaged => DocumentStoreError::Damaged,
        ImageStoreError::NotFound => DocumentStoreError::NotFound,
        ImageStoreError::Busy => DocumentStoreError::Busy,
        ImageStoreError::Unavailable(source) => DocumentStoreError::Unavailable(source),
    }
}
