//! The pictures' port: masters that somebody sent, and the sizes in which they were asked for.

mod conversions;
mod name;
mod sizes;
mod turns;
mod variants;
mod workshop;

use std::path::Path;

use async_trait::async_trait;
use bytes::Bytes;
use portal_domain::image::Rotation;
use portal_services::ports::{Picture, PictureError, PictureFormat, PictureSize, Pictures};

pub(crate) use self::name::{MASTERS, PictureName, WEBP, variants as variants_folder};
use self::variants::Variants;
pub(crate) use self::workshop::Workshop;
use crate::budget::PictureSettings;
use crate::storage::ObjectStorage;

/// Keeps pictures in an object store.
pub struct ImagePictures {
    storage: ObjectStorage,
    workshop: Workshop,
    variants: Variants,
}

impl ImagePictures {
    pub fn new(storage: ObjectStorage, settings: PictureSettings) -> Self {
        let workshop = Workshop::new(settings);
        let variants = Variants::new(storage.clone(), workshop.clone(), settings.at_hand);
        Self { storage, workshop, variants }
    }

    /// The store and the workshop, for what is kept beside the pictures.
    pub(crate) fn premises(&self) -> (ObjectStorage, Workshop) {
        (self.storage.clone(), self.workshop.clone())
    }
}

#[async_trait]
impl Pictures for ImagePictures {
    async fn prepare(&self, file: &Path) -> Result<Picture, PictureError> {
        self.workshop.make_master(file.to_owned()).await.map(jpeg)
    }

    async fn store(&self, location: &str, master: Picture) -> Result<(), PictureError> {
        let name = PictureName::parse(location).ok_or(PictureError::NotFound)?;
        self.storage.put(&name.master_key(), master.bytes).await
    }

    async fn rotate(&self, from: &str, to: &str, rotation: Rotation) -> Result<(), PictureError> {
        let from = PictureName::parse(from).ok_or(PictureError::NotFound)?;
        let to = PictureName::parse(to).ok_or(PictureError::NotFound)?;
        let master = self.storage.get(&from.master_key()).await?.ok_or(PictureError::NotFound)?;
        let turned = self.workshop.turn(master, rotation).await?;
        self.storage.put(&to.master_key(), turned).await
    }

    async fn serve(&self, location: &str, size: PictureSize, best: PictureFormat) -> Result<Picture, PictureError> {
        let name = PictureName::parse(location).ok_or(PictureError::NotFound)?;
        self.variants.get(name, size, best).await
    }

    fn convert_ahead(&self, location: &str) {
        // A location that is none has no master either.
        if let Some(name) = PictureName::parse(location) {
            self.variants.convert_ahead(name);
        }
    }

    async fn read(&self, location: &str) -> Result<Picture, PictureError> {
        let name = PictureName::parse(location).ok_or(PictureError::NotFound)?;
        self.storage.get(&name.master_key()).await?.map(jpeg).ok_or(PictureError::NotFound)
    }

    async fn remove(&self, location: &str) -> Result<(), PictureError> {
        // No picture was ever stored under a location that is none.
        let Some(name) = PictureName::parse(location) else { return Ok(()) };
        // The master first: whoever makes a size meanwhile looks for the master afterwards.
        self.storage.remove(&name.master_key()).await?;
        self.variants.remove(name).await
    }

    async fn ping(&self) -> Result<(), PictureError> {
        self.storage.ping().await
    }
}

fn jpeg(bytes: Bytes) -> Picture {
    Picture { bytes, content_type: PictureFormat::Jpeg.content_type() }
}
