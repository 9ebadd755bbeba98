//! Pictures: taken in, turned, made smaller, served and removed.
//!
//! Whatever somebody sends is decoded and encoded anew, so that nothing of the file itself (metadata,
//! scripts, damage) ever reaches another browser. What a file costs is read from its header before a
//! pixel is decoded; one that costs too much is refused, and all that are worked on share one budget of
//! memory and cores, see [`PictureSettings`].
//!
//! [`ObjectStorage`] is where files lie: a folder, or a bucket of S3, Google Cloud or Azure.
//! [`ImagePictures`] keeps a master of each picture there and, beside it, the sizes in which it was
//! asked for. Nothing here knows of listings or HTTP.

mod budget;
mod decode;
mod encode;
mod limits;
mod orient;
mod pictures;
mod raster;
mod resize;
mod sniff;
mod storage;

pub use budget::PictureSettings;
pub use limits::{MAX_DECODER_BYTES, MAX_FILE_BYTES, MAX_PIXELS, MAX_SIDE};
pub use pictures::ImagePictures;
pub use storage::{ObjectStorage, StorageError};
