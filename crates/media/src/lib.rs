//! Stores images and documents, and renders images.
//!
//! Every uploaded image is decoded and encoded again, so that nothing of the file itself (metadata,
//! scripts, damage) reaches a browser. Its memory cost is read from the header before a pixel is
//! decoded; all images being processed share one budget of memory and workers, see
//! [`ImageConfig`].
//!
//! [`ObjectStorage`] stores files in a folder or in a bucket of S3, Google Cloud or Azure.
//! [`StoredImages`] stores a master of each image there, and its sizes as they are requested.
//! [`StoredAssets`] stores files of the front end for other versions. [`StoredDocuments`] stores documents byte for byte, because they are evidence, where the images'
//! port cannot reach them. This crate must not know listings or HTTP.

#![deny(clippy::indexing_slicing)]

mod assets;
mod blocking;
mod budget;
mod document_name;
mod documents;
mod images;
mod inventory;
mod storage;
mod upload;

pub use assets::StoredAssets;
pub use budget::ImageConfig;
pub use documents::StoredDocuments;
pub use images::StoredImages;
pub use storage::{CopyError, CopyOptions, CopyOutcome, ObjectStorage, StorageError, StoreSize};
