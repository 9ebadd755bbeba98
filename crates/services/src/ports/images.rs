//! Files of images: preparing, rotating, serving and removing them.

use std::path::Path;

use async_trait::async_trait;
use bytes::Bytes;
use portal_domain::image::{ImageHash, Rotation};

use super::Source;

#[derive(Debug, thiserror::Error)]
pub enum ImageStoreError {
    /// By its content the file is no JPEG, PNG or WebP.
    #[error("the file type is not accepted")]
    FileType,
    /// More than 10,485,760 bytes.
    #[error("the file is too large")]
    TooLarge,
    /// Damaged, or more pixels than are accepted.
    #[error("the image is damaged or has too many pixels")]
    Damaged,
    #[error("image not found")]
    NotFound,
    /// The memory for image processing is in use.
    #[error("too many images are being processed")]
    Busy,
    #[error("the object store is unavailable")]
    Unavailable(#[source] Source),
}

/// The sizes in which images are served.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum VariantSize {
    /// 400x300, cropped around the centre to cover.
    Thumbnail,
    /// 500x500, cropped around the centre to cover.
    Card,
    /// Fits inside 1200x800, never enlarged.
    Page,
    /// Fits inside 2400x1600, never enlarged.
    Full,
}

impl VariantSize {
    pub const ALL: [Self; 4] = [Self::Thumbnail, Self::Card, Self::Page, Self::Full];

    /// Width and height of the bounding box, in pixels.
    pub const fn dimensions(self) -> (u32, u32) {
        match self {
            Self::Thumbnail => (400, 300),
            Self::Card => (500, 500),
            Self::Page => (1200, 800),
            Self::Full => (2400, 1600),
        }
    }

    /// The path of an image in this size, relative to the portal's public URL.
    pub fn path(self, location: &str) -> String {
        let (width, height) = self.dimensions();
        format!("/images/{width}x{height}{location}")
    }

    /// Whether the image fills the box and is cropped.
    pub const fn crops(self) -> bool {
        matches!(self, Self::Thumbnail | Self::Card)
    }
}

/// The formats in which images are served.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum VariantFormat {
    /// Supported by every client.
    Jpeg,
    /// Smaller, for clients that accept it.
    WebP,
}

impl VariantFormat {
    pub const ALL: [Self; 2] = [Self::Jpeg, Self::WebP];

    pub const fn content_type(self) -> &'static str {
        match self {
            Self::Jpeg => "image/jpeg",
            Self::WebP => "image/webp",
        }
    }
}

/// An encoded image.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EncodedImage {
    pub bytes: Bytes,
    /// For example `image/jpeg`.
    pub content_type: &'static str,
}

/// An image that is ready to be stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PreparedImage {
    pub master: EncodedImage,
    /// `None` if the image has too little structure to be compared.
    pub hash: Option<ImageHash>,
}

/// Callers choose the locations. They begin with `/` and are never reused.
#[cfg_attr(any(test, feature = "testing"), mockall::automock)]
#[async_trait]
pub trait ImageStore: Send + Sync {
    /// Checks an uploaded file and converts it to a master (JPEG, at most 2400 px, upright, no
    /// metadata) without storing it.
    async fn prepare(&self, file: &Path) -> Result<PreparedImage, ImageStoreError>;

    /// Stores a master.
    async fn store(&self, location: &str, master: EncodedImage) -> Result<(), ImageStoreError>;

    /// Stores the rotated image of `from` at `to`, and returns its hash.
    async fn rotate(&self, from: &str, to: &str, rotation: Rotation) -> Result<Option<ImageHash>, ImageStoreError>;

    /// The image in a size; rendered at the first request and kept. `best` is the best format that
    /// the client accepts. A variant that does not exist yet is rendered for later requests, and
    /// this one gets a JPEG.
    async fn serve(
        &self,
        location: &str,
        size: VariantSize,
        best: VariantFormat,
    ) -> Result<EncodedImage, ImageStoreError>;

    /// Renders the sizes of cards and pages as WebP in the background, so that the first request
    /// finds them. Dropped if the queue is full: the first request gets a JPEG then.
    fn prerender(&self, location: &str);

    /// The master.
    async fn read(&self, location: &str) -> Result<EncodedImage, ImageStoreError>;

    /// Removes the master and all variants. A missing image is no error.
    async fn remove(&self, location: &str) -> Result<(), ImageStoreError>;

    /// Checks the connection to the object store, for the health check.
    async fn ping(&self) -> Result<(), ImageStoreError>;
}
