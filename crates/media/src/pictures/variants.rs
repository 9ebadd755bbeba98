//! The sizes of masters: made in batches when one of them is first asked for, and kept.

use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use futures_util::future::{join_all, try_join_all};
use moka::sync::Cache;
use portal_services::ports::{Picture, PictureError, PictureFormat, PictureSize};

use super::conversions::Conversions;
use super::name::PictureName;
use super::sizes::Batch;
use super::turns::Turns;
use super::workshop::Workshop;
use crate::storage::ObjectStorage;

/// How long a size stays at hand after it was read. Removed by another process, a picture may be shown for so long.
const AT_HAND: Duration = Duration::from_mins(1);

pub(super) struct Variants {
    kitchen: Arc<Kitchen>,
    conversions: Conversions,
}

/// What a rendering needs, shared with the tasks that go on when nobody waits for them.
pub(super) struct Kitchen {
    storage: ObjectStorage,
    workshop: Workshop,
    turns: Turns<(PictureName, Batch)>,
    /// What many ask for at the same time, by its key in the store: a copy, never the only one.
    at_hand: Cache<String, Bytes>,
}

impl Variants {
    /// `at_hand`: bytes of the copies that are kept in memory.
    pub fn new(storage: ObjectStorage, workshop: Workshop, at_hand: u64) -> Self {
        let at_hand = Cache::builder()
            .max_capacity(at_hand)
            .weigher(|key: &String, file: &Bytes| u32::try_from(key.len() + file.len()).unwrap_or(u32::MAX))
            .time_to_live(AT_HAND)
            .build();
        let kitchen = Arc::new(Kitchen { storage, workshop, turns: Turns::default(), at_hand });
        Self { conversions: Conversions::new(Arc::clone(&kitchen)), kitchen }
    }

    pub async fn get(
        &self,
        name: PictureName,
        size: PictureSize,
        best: PictureFormat,
    ) -> Result<Picture, PictureError> {
        if best == PictureFormat::WebP
            && let Some(kept) = self.kitchen.find(name, size, best).await?
        {
            return Ok(picture(kept, best));
        }
        let jpeg = self.get_jpeg(name, size).await?;
        if best == PictureFormat::WebP {
            self.conversions.convert_later(name, Batch::of(size));
        }
        Ok(picture(jpeg, PictureFormat::Jpeg))
    }

    /// Makes the sizes that most readers ask for in the smaller format before one of them does.
    pub fn convert_ahead(&self, name: PictureName) {
        self.conversions.convert_later(name, Batch::Usual);
    }

    async fn get_jpeg(&self, name: PictureName, size: PictureSize) -> Result<Bytes, PictureError> {
        if let Some(kept) = self.kitchen.find(name, size, PictureFormat::Jpeg).await? {
            return Ok(kept);
        }
        let kitchen = Arc::clone(&self.kitchen);
        // A task of its own, so that the work is not lost when the browser goes away in the middle.
        let rendering = tokio::spawn(async move { kitchen.render_once(name, size).await });
        rendering.await.unwrap_or_else(|error| Err(PictureError::Unavailable(error.into())))
    }

    /// Removes every size in every format.
    pub async fn remove(&self, name: PictureName) -> Result<(), PictureError> {
        self.kitchen.remove(name).await
    }
}

impl Kitchen {
    /// What was made before.
    pub async fn find(
        &self,
        name: PictureName,
        size: PictureSize,
        format: PictureFormat,
    ) -> Result<Option<Bytes>, PictureError> {
        let key = name.variant_key(size, format);
        if let Some(copy) = self.at_hand.get(&key) {
            return Ok(Some(copy));
        }
        let found = self.storage.get(&key).await?;
        if let Some(file) = &found {
            self.at_hand.insert(key, file.clone());
        }
        Ok(found)
    }

    async fn render_once(&self, name: PictureName, size: PictureSize) -> Result<Bytes, PictureError> {
        let batch = Batch::of(size);
        let _turn = self.turns.take((name, batch)).await;
        if let Some(made_meanwhile) = self.find(name, size, PictureFormat::Jpeg).await? {
            return Ok(made_meanwhile);
        }
        let master = self.master(name).await?.ok_or(PictureError::NotFound)?;
        let made = self.workshop.make_sizes(master, batch).await?;
        self.keep(name, &made, PictureFormat::Jpeg).await?;
        // The batch holds it.
        made.into_iter().find_map(|(of, file)| (of == size).then_some(file)).ok_or(PictureError::NotFound)
    }

    /// Makes a batch in the smaller format and keeps it.
    pub async fn convert(&self, name: PictureName, batch: Batch) -> Result<(), PictureError> {
        if self.is_converted(name, batch).await? {
            // By another process, or for somebody who asked while it was being done.
            return Ok(());
        }
        let Some(master) = self.master(name).await? else { return Ok(()) };
        let made = self.workshop.convert_sizes(master, batch).await?;
        self.keep(name, &made, PictureFormat::WebP).await
    }

    async fn is_converted(&self, name: PictureName, batch: Batch) -> Result<bool, PictureError> {
        for size in batch.sizes() {
            if !self.storage.exists(&name.variant_key(*size, PictureFormat::WebP)).await? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    async fn master(&self, name: PictureName) -> Result<Option<Bytes>, PictureError> {
        self.storage.get(&name.master_key()).await
    }

    async fn keep(
        &self,
        name: PictureName,
        made: &[(PictureSize, Bytes)],
        format: PictureFormat,
    ) -> Result<(), PictureError> {
        join_all(made.iter().map(|(size, file)| async move {
            let key = name.variant_key(*size, format);
            match self.storage.put(&key, file.clone()).await {
                // It can be shown all the same, and is made again the next time.
                Err(error) => tracing::warn!(key, error = %describe(&error), "a picture's size could not be kept"),
                Ok(()) => self.at_hand.insert(key, file.clone()),
            }
        }))
        .await;
        if !self.storage.exists(&name.master_key()).await? {
            // The picture was removed meanwhile; nothing of it may stay.
            self.remove(name).await?;
            return Err(PictureError::NotFound);
        }
        Ok(())
    }

    async fn remove(&self, name: PictureName) -> Result<(), PictureError> {
        let keys: Vec<String> = PictureSize::ALL
            .into_iter()
            .flat_map(|size| PictureFormat::ALL.map(|format| name.variant_key(size, format)))
            .collect();
        try_join_all(keys.iter().map(|key| self.storage.remove(key))).await?;
        for key in &keys {
            self.at_hand.invalidate(key);
        }
        Ok(())
    }
}

fn picture(bytes: Bytes, format: PictureFormat) -> Picture {
    Picture { bytes, content_type: format.content_type() }
}

/// The error with what caused it, for the log.
pub(super) fn describe(error: &PictureError) -> String {
    match error {
        PictureError::Unavailable(source) => format!("{error}: {source}"),
        _ => error.to_string(),
    }
}
