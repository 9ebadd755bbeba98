//! Pictures: taken in, turned, made smaller, served and removed. Documents: looked at and kept.
//!
//! Whatever picture somebody sends is decoded and encoded anew, so that nothing of the file itself (metadata,
//! scripts, damage) ever reaches another browser. What a file costs is read from its header before a
//! pixel is decoded; one that costs too much is refused, and all that are worked on share one budget of
//! memory and cores, see [`PictureSettings`].
//!
//! [`ObjectStorage`] is where files lie: a folder, or a bucket of S3, Google Cloud or Azure.
//! [`ImagePictures`] keeps a master of each picture there and, beside it, the sizes in which it was
//! asked for. [`StoredDocuments`] keeps papers byte for byte, since they are evidence; they are told by their
//! content and looked at, and lie where the pictures' port cannot reach. Nothing here knows of listings or
//! HTTP.

mod background;
mod budget;
mod documents;
mod inventory;
mod pictures;
mod storage;

pub use background::MAX_FILE_BYTES;
pub use budget::PictureSettings;
pub use documents::StoredDocuments;
pub use pictures::ImagePictures;
pub use portal_imaging::{MAX_DECODER_BYTES, MAX_PIXELS, MAX_SIDE};
pub use storage::{ObjectStorage, StorageError};
