//! The sizes of masters: rendered in batches at the first request, and stored.

use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use futures_util::future::{join_all, try_join_all};
use moka::sync::Cache;
use portal_services::error_chain::ErrorChain;
use portal_services::ports::{EncodedImage, ImageStoreError, VariantFormat, VariantSize};
use tracing::Instrument;

use super::conversions::Conversions;
use super::keyed_mutex::KeyedMutex;
use super::name::ImageName;
use super::processor::ImageProcessor;
use super::sizes::Batch;
use crate::storage::ObjectStorage;

/// An image that another process has removed may be served for this long.
const CACHE_TTL: Duration = Duration::from_mins(1);

pub(super) struct Variants {
    renderer: Arc<VariantRenderer>,
    conversions: Conversions,
}

/// Renders and stores sizes. Shared with tasks that outlive the request.
pub(super) struct VariantRenderer {
    storage: ObjectStorage,
    processor: ImageProcessor,
    in_progress: KeyedMutex<(ImageName, Batch)>,
    /// Stored files by key.
    cache: Cache<String, Bytes>,
}

impl Variants {
    pub(super) fn new(storage: ObjectStorage, processor: ImageProcessor, cache_bytes: u64) -> Self {
        let cache = Cache::builder()
            .max_capacity(cache_bytes)
            .weigher(|key: &String, file: &Bytes| u32::try_from(key.len() + file.len()).unwrap_or(u32::MAX))
            .time_to_live(CACHE_TTL)
            .build();
        let renderer = Arc::new(VariantRenderer { storage, processor, in_progress: KeyedMutex::default(), cache });
        Self { conversions: Conversions::new(Arc::clone(&renderer)), renderer }
    }

    pub(super) async fn get(
        &self,
        name: ImageName,
        size: VariantSize,
        best: VariantFormat,
    ) -> Result<EncodedImage, ImageStoreError> {
        if best == VariantFormat::WebP
            && let Some(stored) = self.renderer.find(name, size, best).await?
        {
            return Ok(encoded_image(stored, best));
        }
        let jpeg = self.get_jpeg(name, size).await?;
        if best == VariantFormat::WebP {
            self.conversions.enqueue(name, Batch::of(size));
        }
        Ok(encoded_image(jpeg, VariantFormat::Jpeg))
    }

    /// Converts the usual sizes to WebP before the first request.
    pub(super) fn prerender(&self, name: ImageName) {
        self.conversions.enqueue(name, Batch::Usual);
    }

    async fn get_jpeg(&self, name: ImageName, size: VariantSize) -> Result<Bytes, ImageStoreError> {
        if let Some(stored) = self.renderer.find(name, size, VariantFormat::Jpeg).await? {
            return Ok(stored);
        }
        let renderer = Arc::clone(&self.renderer);
        // A separate task, so that a cancelled request does not cancel the rendering.
        let rendering = async move { renderer.render_once(name, size).await };
        let rendering = tokio::spawn(rendering.in_current_span());
        rendering.await.unwrap_or_else(|error| Err(ImageStoreError::Unavailable(error.into())))
    }

    /// Removes every size in every format.
    pub(super) async fn remove(&self, name: ImageName) -> Result<(), ImageStoreError> {
        self.renderer.remove(name).await
    }
}

impl VariantRenderer {
    /// A file that was rendered before.
    pub(super) async fn find(
        &self,
        name: ImageName,
        size: VariantSize,
        format: VariantFormat,
    ) -> Result<Option<Bytes>, ImageStoreError> {
        let key = name.variant_key(size, format);
        if let Some(cached) = self.cache.get(&key) {
            return Ok(Some(cached));
        }
        let found = self.storage.get(&key).await?;
        if let Some(file) = &found {
            self.cache.insert(key, file.clone());
        }
        Ok(found)
    }

    /// Renders a batch of JPEGs, unless another task has done so, and returns one of its sizes.
    async fn render_once(&self, name: ImageName, size: VariantSize) -> Result<Bytes, ImageStoreError> {
        let batch = Batch::of(size);
        let _guard = self.processor.limit_wait(self.in_progress.lock((name, batch))).await?;
        if let Some(stored) = self.find(name, size, VariantFormat::Jpeg).await? {
            return Ok(stored);
        }
        let permit = self.processor.permit_rendering().await?;
        let master = self.master(name).await?.ok_or(ImageStoreError::NotFound)?;
        let rendered = self.processor.render_jpeg(permit, master, batch).await?;
        self.store(name, &rendered, VariantFormat::Jpeg).await?;
        // Always found: `batch` contains `size`.
        rendered.into_iter().find_map(|(of, file)| (of == size).then_some(file)).ok_or(ImageStoreError::NotFound)
    }

    /// Renders a batch in WebP and stores it.
    pub(super) async fn convert(&self, name: ImageName, batch: Batch) -> Result<(), ImageStoreError> {
        if self.is_converted(name, batch).await? {
            // By another process, or by a task that was queued before.
            return Ok(());
        }
        let Some(master) = self.master(name).await? else { return Ok(()) };
        let rendered = self.processor.render_webp(master, batch).await?;
        self.store(name, &rendered, VariantFormat::WebP).await
    }

    async fn is_converted(&self, name: ImageName, batch: Batch) -> Result<bool, ImageStoreError> {
        for size in batch.sizes() {
            if !self.storage.exists(&name.variant_key(*size, VariantFormat::WebP)).await? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    async fn master(&self, name: ImageName) -> Result<Option<Bytes>, ImageStoreError> {
        self.storage.get(&name.master_key()).await
    }

    async fn store(
        &self,
        name: ImageName,
        rendered: &[(VariantSize, Bytes)],
        format: VariantFormat,
    ) -> Result<(), ImageStoreError> {
        join_all(rendered.iter().map(|(size, file)| async move {
            let key = name.variant_key(*size, format);
            match self.storage.put(&key, file.clone()).await {
                // Not fatal: it is served from memory, and rendered again at the next request.
                Err(error) => tracing::warn!(key, error = %ErrorChain(&error), "failed to store image size"),
                Ok(()) => self.cache.insert(key, file.clone()),
            }
        }))
        .await;
        if !self.storage.exists(&name.master_key()).await? {
            // The image was removed during the rendering, so its sizes must be removed, too.
            self.remove(name).await?;
            return Err(ImageStoreError::NotFound);
        }
        Ok(())
    }

    async fn remove(&self, name: ImageName) -> Result<(), ImageStoreError> {
        let keys: Vec<String> = VariantSize::ALL
            .into_iter()
            .flat_map(|size| VariantFormat::ALL.map(|format| name.variant_key(size, format)))
            .collect();
        try_join_all(keys.iter().map(|key| self.storage.remove(key))).await?;
        for key in &keys {
            self.cache.invalidate(key);
        }
        Ok(())
    }
}

fn encoded_image(bytes: Bytes, format: VariantFormat) -> EncodedImage {
    EncodedImage { bytes, content_type: format.content_type() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::ImageConfig;

    #[tokio::test]
    async fn render_once_while_the_same_sizes_are_rendered_for_too_long_is_busy() {
        let folder = tempfile::tempdir().unwrap();
        let storage = ObjectStorage::folder(folder.path()).unwrap();
        let config = ImageConfig { queue_timeout: Duration::from_millis(20), ..ImageConfig::default() };
        let variants = Variants::new(storage, ImageProcessor::new(config), 0);
        let name = ImageName::parse("/0198c7e2a4f071b28f00d1e2f3a4b5c6.jpg").unwrap();
        let size = VariantSize::Thumbnail;
        let rendering = variants.renderer.in_progress.lock((name, Batch::of(size))).await;
        for _ in 0..2 {
            let result = variants.renderer.render_once(name, size).await;
            assert!(matches!(result, Err(ImageStoreError::Busy)), "{result:?}");
        }
        drop(rendering);
        let result = variants.renderer.render_once(name, size).await;
        assert!(matches!(result, Err(ImageStoreError::NotFound)), "{result:?}");
    }
}
