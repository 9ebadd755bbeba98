//! The images' port: masters of uploaded images, and the sizes that are served.

mod conversions;
mod keyed_mutex;
mod name;
mod processor;
mod sizes;
mod variants;

use std::path::Path;

use async_trait::async_trait;
use bytes::Bytes;
use portal_domain::image::{ImageHash, Rotation};
use portal_imaging::Master;
use portal_services::ports::{EncodedImage, ImageStore, ImageStoreError, PreparedImage, VariantFormat, VariantSize};

pub(crate) use self::name::{ImageName, MASTERS, WEBP_EXTENSION, variants_folder};
pub(crate) use self::processor::ImageProcessor;
use self::variants::Variants;
use crate::budget::ImageConfig;
use crate::storage::ObjectStorage;

/// Stores images in an object store.
pub struct StoredImages {
    storage: ObjectStorage,
    processor: ImageProcessor,
    variants: Variants,
}

impl StoredImages {
    pub fn new(storage: ObjectStorage, settings: ImageConfig) -> Self {
        let processor = ImageProcessor::new(settings);
        let variants = Variants::new(storage.clone(), processor.clone(), settings.cache_bytes);
        Self { storage, processor, variants }
    }

    /// The store and the processor, to be shared with documents.
    pub(crate) fn parts(&self) -> (ObjectStorage, ImageProcessor) {
        (self.storage.clone(), self.processor.clone())
    }
}

#[async_trait]
impl ImageStore for StoredImages {
    async fn prepare(&self, file: &Path) -> Result<PreparedImage, ImageStoreError> {
        let Master { file, hash } = self.processor.encode_master(file.to_owned()).await?;
        Ok(PreparedImage { master: jpeg(Bytes::from(file)), hash: hash.map(ImageHash::from_bits) })
    }

    async fn store(&self, location: &str, master: EncodedImage) -> Result<(), ImageStoreError> {
        let name = ImageName::parse(location).ok_or(ImageStoreError::NotFound)?;
        self.storage.put(&name.master_key(), master.bytes).await
    }

    async fn rotate(&self, from: &str, to: &str, rotation: Rotation) -> Result<Option<ImageHash>, ImageStoreError> {
        let from = ImageName::parse(from).ok_or(ImageStoreError::NotFound)?;
        let to = ImageName::parse(to).ok_or(ImageStoreError::NotFound)?;
        let permit = self.processor.permit_rotation().await?;
        let master = self.storage.get(&from.master_key()).await?.ok_or(ImageStoreError::NotFound)?;
        let rotated = self.processor.rotate(permit, master, rotation).await?;
        self.storage.put(&to.master_key(), Bytes::from(rotated.file)).await?;
        Ok(rotated.hash.map(ImageHash::from_bits))
    }

    async fn serve(
        &self,
        location: &str,
        size: VariantSize,
        best: VariantFormat,
    ) -> Result<EncodedImage, ImageStoreError> {
        let name = ImageName::parse(location).ok_or(ImageStoreError::NotFound)?;
        self.variants.get(name, size, best).await
    }

    fn prerender(&self, location: &str) {
        // An invalid location has no master.
        if let Some(name) = ImageName::parse(location) {
            self.variants.prerender(name);
        }
    }

    async fn read(&self, location: &str) -> Result<EncodedImage, ImageStoreError> {
        let name = ImageName::parse(location).ok_or(ImageStoreError::NotFound)?;
        self.storage.get(&name.master_key()).await?.map(jpeg).ok_or(ImageStoreError::NotFound)
    }

    async fn remove(&self, location: &str) -> Result<(), ImageStoreError> {
        // An invalid location has no files.
        let Some(name) = ImageName::parse(location) else { return Ok(()) };
        // The master first: a concurrent rendering checks it after it has stored its sizes.
        self.storage.remove(&name.master_key()).await?;
        self.variants.remove(name).await
    }

    async fn ping(&self) -> Result<(), ImageStoreError> {
        self.storage.ping().await
    }
}

fn jpeg(bytes: Bytes) -> EncodedImage {
    EncodedImage { bytes, content_type: VariantFormat::Jpeg.content_type() }
}
