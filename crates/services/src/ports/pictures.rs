//! Pictures: taking in, turning, serving and removing files.

use std::path::Path;

use async_trait::async_trait;
use bytes::Bytes;
use portal_domain::image::Rotation;

use super::Source;

#[derive(Debug, thiserror::Error)]
pub enum PictureError {
    /// Told by its content it is no JPEG, PNG or WebP.
    #[error("the file is no picture of an accepted kind")]
    FileType,
    /// More than 10,485,760 bytes.
    #[error("the file is too large")]
    TooLarge,
    /// Damaged, or more pixels than are accepted.
    #[error("the picture is damaged or has too many pixels")]
    Damaged,
    /// There is no such picture.
    #[error("there is no such picture")]
    NotFound,
    /// More pictures are being worked on than there is memory for.
    #[error("too many pictures are being worked on")]
    Busy,
    #[error("the object store is unavailable")]
    Unavailable(#[source] Source),
}

/// The sizes in which pictures are served.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum PictureSize {
    /// 400x300, cropped around the centre to cover.
    Thumbnail,
    /// 500x500, cropped around the centre to cover.
    Card,
    /// Fits inside 1200x800, never enlarged.
    Page,
    /// Fits inside 2400x1600, never enlarged.
    Full,
}

impl PictureSize {
    pub const ALL: [Self; 4] = [Self::Thumbnail, Self::Card, Self::Page, Self::Full];

    /// Width and height of the box, in pixels.
    pub const fn dimensions(self) -> (u32, u32) {
        match self {
            Self::Thumbnail => (400, 300),
            Self::Card => (500, 500),
            Self::Page => (1200, 800),
            Self::Full => (2400, 1600),
        }
    }

    /// Whether the picture fills the box and loses what stands over.
    pub const fn crops(self) -> bool {
        matches!(self, Self::Thumbnail | Self::Card)
    }
}

/// The formats in which sizes are served.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum PictureFormat {
    /// Understood by everybody.
    Jpeg,
    /// Smaller, for those who say that they understand it.
    WebP,
}

impl PictureFormat {
    pub const ALL: [Self; 2] = [Self::Jpeg, Self::WebP];

    pub const fn content_type(self) -> &'static str {
        match self {
            Self::Jpeg => "image/jpeg",
            Self::WebP => "image/webp",
        }
    }
}

/// An encoded picture.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Picture {
    pub bytes: Bytes,
    /// For example `image/jpeg`.
    pub content_type: &'static str,
}

/// Locations are chosen by the caller, begin with `/`, and are never used twice.
#[cfg_attr(any(test, feature = "testing"), mockall::automock)]
#[async_trait]
pub trait Pictures: Send + Sync {
    /// Checks a file that somebody sent, brings it into the form in which masters are kept (JPEG, at most
    /// 2400 px, upright, no metadata) and returns that without storing it.
    async fn prepare(&self, file: &Path) -> Result<Picture, PictureError>;

    /// Stores a master.
    async fn store(&self, location: &str, master: Picture) -> Result<(), PictureError>;

    /// Stores the turned picture of `from` under `to`.
    async fn rotate(&self, from: &str, to: &str, rotation: Rotation) -> Result<(), PictureError>;

    /// The picture in a size; made at the first call and kept. `best` is the best format that the reader understands.
    /// One that is not made yet is made for the next reader, and this one gets a JPEG.
    async fn serve(&self, location: &str, size: PictureSize, best: PictureFormat) -> Result<Picture, PictureError>;

    /// Makes the sizes of cards and pages in WebP in the background, so that the first request finds them. A request
    /// that is refused because too many wait is not repeated: the first reader gets a JPEG then.
    fn convert_ahead(&self, location: &str);

    /// The master itself.
    async fn read(&self, location: &str) -> Result<Picture, PictureError>;

    /// Removes the master and all its sizes. A picture that is gone already is fine.
    async fn remove(&self, location: &str) -> Result<(), PictureError>;

    /// Whether the object store answers; for the health check.
    async fn ping(&self) -> Result<(), PictureError>;
}
