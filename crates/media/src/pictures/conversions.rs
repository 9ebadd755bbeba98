//! Pictures that wait to be made in the smaller format: one after the other, never in anybody's way.

use std::collections::HashSet;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::Semaphore;

use super::name::PictureName;
use super::sizes::Batch;
use super::variants::{Kitchen, describe};

/// More than so many do not wait: whoever asks for a picture again asks for this as well.
const MOST_WAITING: usize = 256;

#[derive(Clone)]
pub(super) struct Conversions {
    kitchen: Arc<Kitchen>,
    waiting: Arc<Mutex<HashSet<(PictureName, Batch)>>>,
    one_at_a_time: Arc<Semaphore>,
}

impl Conversions {
    pub fn new(kitchen: Arc<Kitchen>) -> Self {
        Self { kitchen, waiting: Arc::default(), one_at_a_time: Arc::new(Semaphore::new(1)) }
    }

    /// Sees to it that these sizes of the picture are there in the smaller format some time from now.
    pub fn convert_later(&self, name: PictureName, batch: Batch) {
        {
            let mut waiting = self.waiting();
            if waiting.len() >= MOST_WAITING || !waiting.insert((name, batch)) {
                return;
            }
        }
        let this = self.clone();
        tokio::spawn(async move {
            if let Ok(_turn) = this.one_at_a_time.acquire().await
                && let Err(error) = this.kitchen.convert(name, batch).await
            {
                tracing::debug!(error = %describe(&error), "a picture was not made in the smaller format");
            }
            this.waiting().remove(&(name, batch));
        });
    }

    fn waiting(&self) -> MutexGuard<'_, HashSet<(PictureName, Batch)>> {
        // Nothing that can panic is done while it is held.
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
