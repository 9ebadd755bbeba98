//! The documents' port: papers that somebody sent, kept byte for byte.

mod name;

use std::io::{Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::time::Duration;

use async_trait::async_trait;
use bytes::Bytes;
use portal_domain::document::DocumentKind;
use portal_imaging::{Kind, PDF_HEAD_BYTES, PDF_TAIL_BYTES, begins_as_pdf, ends_as_pdf, sniff};
use portal_services::ports::{DocumentError, Documents, PictureError};
use tokio::sync::Semaphore;

pub(crate) use self::name::{DocumentName, FOLDER};
use crate::background::{MAX_FILE_BYTES, in_background, read, unreadable};
use crate::pictures::{ImagePictures, Workshop};
use crate::storage::ObjectStorage;

/// Files that are in memory on their way into the store at the same time.
const IN_TRANSIT: usize = 4;

/// How long a file waits for its turn before it is refused.
const PATIENCE: Duration = Duration::from_secs(20);

/// Keeps documents in an object store.
pub struct StoredDocuments {
    storage: ObjectStorage,
    workshop: Workshop,
    transit: Semaphore,
}

impl StoredDocuments {
    /// Documents in the store of these pictures; looking at scanned ones counts towards the same budget.
    pub fn beside(pictures: &ImagePictures) -> Self {
        let (storage, workshop) = pictures.premises();
        Self { storage, workshop, transit: Semaphore::new(IN_TRANSIT) }
    }

    /// Whether a picture can be opened. Its pixels are not needed any further.
    async fn open_picture(&self, file: PathBuf) -> Result<DocumentKind, DocumentError> {
        Ok(match self.workshop.open(file).await.map_err(document_error)? {
            Kind::Jpeg => DocumentKind::Jpeg,
            Kind::Png => DocumentKind::Png,
            Kind::WebP => DocumentKind::Webp,
        })
    }
}

#[async_trait]
impl Documents for StoredDocuments {
    async fn inspect(&self, file: &Path) -> Result<DocumentKind, DocumentError> {
        let path = file.to_owned();
        let Ends { head, tail } = in_background(move || read_ends(&path)).await.map_err(document_error)?;
        if sniff(&head).is_some() {
            return self.open_picture(file.to_owned()).await;
        }
        match (begins_as_pdf(&head), ends_as_pdf(&tail)) {
            (true, true) => Ok(DocumentKind::Pdf),
            (true, false) => Err(DocumentError::Damaged),
            (false, _) => Err(DocumentError::FileType),
        }
    }

    async fn store(&self, location: &str, file: &Path) -> Result<(), DocumentError> {
        let name = DocumentName::parse(location).ok_or(DocumentError::NotFound)?;
        let Ok(Ok(_turn)) = tokio::time::timeout(PATIENCE, self.transit.acquire()).await else {
            return Err(DocumentError::Busy);
        };
        let bytes = read(file.to_owned()).await.map_err(document_error)?;
        self.storage.put(name.key(), bytes).await.map_err(document_error)
    }

    async fn read(&self, location: &str) -> Result<Bytes, DocumentError> {
        let name = DocumentName::parse(location).ok_or(DocumentError::NotFound)?;
        self.storage.get(name.key()).await.map_err(document_error)?.ok_or(DocumentError::NotFound)
    }

    async fn remove(&self, location: &str) -> Result<(), DocumentError> {
        // No document was ever stored under a location that is none.
        let Some(name) = DocumentName::parse(location) else { return Ok(()) };
        self.storage.remove(name.key()).await.map_err(document_error)
    }
}

/// Where a file shows what it is, and whether it is complete.
struct Ends {
    head: Vec<u8>,
    tail: Vec<u8>,
}

fn read_ends(path: &Path) -> Result<Ends, PictureError> {
    let mut file = std::fs::File::open(path).map_err(unreadable)?;
    let bytes = file.metadata().map_err(unreadable)?.len();
    if bytes > MAX_FILE_BYTES {
        return Err(PictureError::TooLarge);
    }
    let mut ends = Ends { head: Vec::new(), tail: Vec::new() };
    (&file).take(PDF_HEAD_BYTES as u64).read_to_end(&mut ends.head).map_err(unreadable)?;
    file.seek(SeekFrom::Start(bytes.saturating_sub(PDF_TAIL_BYTES as u64))).map_err(unreadable)?;
    file.take(PDF_TAIL_BYTES as u64).read_to_end(&mut ends.tail).map_err(unreadable)?;
    Ok(ends)
}

/// The store and the workshop are the pictures' as well, and speak their language.
fn document_error(error: PictureError) -> DocumentError {
    match error {
        PictureError::FileType => DocumentError::FileType,
        PictureError::TooLarge => DocumentError::TooLarge,
        PictureError::Damaged => DocumentError::Damaged,
        PictureError::NotFound => DocumentError::NotFound,
        PictureError::Busy => DocumentError::Busy,
        PictureError::Unavailable(source) => DocumentError::Unavailable(source),
    }
}
