//! Converts sizes to WebP in the background, one image at a time.

use std::collections::HashSet;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use portal_services::error_chain::ErrorChain;
use tokio::sync::Semaphore;

use super::name::ImageName;
use super::sizes::Batch;
use super::variants::VariantRenderer;

/// Conversions beyond this are dropped: the next request for the image queues them again.
const MAX_QUEUED: usize = 256;

#[derive(Clone)]
pub(super) struct Conversions {
    renderer: Arc<VariantRenderer>,
    queued: Arc<Mutex<HashSet<(ImageName, Batch)>>>,
    worker: Arc<Semaphore>,
}

impl Conversions {
    pub(super) fn new(renderer: Arc<VariantRenderer>) -> Self {
        Self { renderer, queued: Arc::default(), worker: Arc::new(Semaphore::new(1)) }
    }

    /// Queues the conversion of these sizes, unless it is queued already.
    pub(super) fn enqueue(&self, name: ImageName, batch: Batch) {
        {
            let mut queued = self.queued();
            if queued.len() >= MAX_QUEUED || !queued.insert((name, batch)) {
                return;
            }
        }
        let this = self.clone();
        tokio::spawn(async move {
            if let Ok(_permit) = this.worker.acquire().await
                && let Err(error) = this.renderer.convert(name, batch).await
            {
                tracing::debug!(error = %ErrorChain(&error), "failed to convert image to WebP");
            }
            this.queued().remove(&(name, batch));
        });
    }

    fn queued(&self) -> MutexGuard<'_, HashSet<(ImageName, Batch)>> {
        // No holder can panic, so a poisoned lock is consistent.
        self.queued.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
