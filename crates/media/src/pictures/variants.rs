//! The sizes of masters: made when they are first asked for, and kept.

use std::sync::Arc;

use bytes::Bytes;
use portal_services::ports::{PictureError, PictureSize};

use super::name::PictureName;
use super::turns::Turns;
use super::workshop::Workshop;
use crate::storage::ObjectStorage;

pub(super) struct Variants {
    kitchen: Arc<Kitchen>,
}

/// What a rendering needs, shared with the tasks that go on when nobody waits for them.
struct Kitchen {
    storage: ObjectStorage,
    workshop: Workshop,
    turns: Turns<(PictureName, PictureSize)>,
}

impl Variants {
    pub fn new(storage: ObjectStorage, workshop: Workshop) -> Self {
        Self { kitchen: Arc::new(Kitchen { storage, workshop, turns: Turns::default() }) }
    }

    pub async fn get(&self, name: PictureName, size: PictureSize) -> Result<Bytes, PictureError> {
        if let Some(kept) = self.kitchen.storage.get(&name.variant_key(size)).await? {
            return Ok(kept);
        }
        let kitchen = Arc::clone(&self.kitchen);
        // A task of its own, so that the work is not lost when the browser goes away in the middle.
        let rendering = tokio::spawn(async move { kitchen.render_once(name, size).await });
        rendering.await.unwrap_or_else(|error| Err(PictureError::Unavailable(error.into())))
    }
}

impl Kitchen {
    async fn render_once(&self, name: PictureName, size: PictureSize) -> Result<Bytes, PictureError> {
        let _turn = self.turns.take((name, size)).await;
        match self.storage.get(&name.variant_key(size)).await? {
            Some(made_meanwhile) => Ok(made_meanwhile),
            None => self.render(name, size).await,
        }
    }

    async fn render(&self, name: PictureName, size: PictureSize) -> Result<Bytes, PictureError> {
        let key = name.variant_key(size);
        let master = self.storage.get(&name.master_key()).await?.ok_or(PictureError::NotFound)?;
        let variant = self.workshop.make_variant(master, size).await?;
        match self.storage.put(&key, variant.clone()).await {
            // It can be shown all the same, and is made again the next time.
            Err(error) => tracing::warn!(key, error = %describe(&error), "a picture's size could not be kept"),
            Ok(()) if !self.storage.exists(&name.master_key()).await? => {
                // The picture was removed meanwhile; nothing of it may stay.
                self.storage.remove(&key).await?;
                return Err(PictureError::NotFound);
            }
            Ok(()) => {}
        }
        Ok(variant)
    }
}

/// The error with what caused it, for the log.
fn describe(error: &PictureError) -> String {
    match error {
        PictureError::Unavailable(source) => format!("{error}: {source}"),
        _ => error.to_string(),
    }
}
