//! The memory and the cores that all pictures share.

use std::sync::Arc;
use std::time::Duration;

use portal_services::ports::PictureError;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// How much may be spent on pictures at the same time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PictureSettings {
    /// Memory of all pictures that are being worked on, in bytes.
    pub memory: u64,
    /// Pictures that are worked on at the same time.
    pub workers: usize,
    /// Memory for copies of sizes that are asked for often, in bytes.
    pub at_hand: u64,
    /// How long a picture waits for its turn before it is refused.
    pub patience: Duration,
}

impl Default for PictureSettings {
    fn default() -> Self {
        Self {
            memory: 250_000_000,
            at_hand: 32_000_000,
            workers: std::thread::available_parallelism().map_or(1, usize::from),
            patience: Duration::from_secs(20),
        }
    }
}

pub(crate) struct Budget {
    workers: Arc<Semaphore>,
    /// One permit a kilobyte.
    memory: Arc<Semaphore>,
    kilobytes: u32,
    patience: Duration,
}

/// A place at work. Taken before memory is asked for, and given back after: whoever holds memory never
/// waits for a place, so the two cannot block each other.
pub(crate) struct Place {
    _worker: Option<OwnedSemaphorePermit>,
    memory: Option<OwnedSemaphorePermit>,
}

impl Place {
    /// A place that is none of those that are counted, for work that nobody waits for.
    pub const fn beside_the_others() -> Self {
        Self { _worker: None, memory: None }
    }
}

impl Budget {
    pub fn new(settings: PictureSettings) -> Self {
        let kilobytes = u32::try_from(settings.memory / 1000).unwrap_or(u32::MAX);
        Self {
            workers: Arc::new(Semaphore::new(settings.workers.clamp(1, Semaphore::MAX_PERMITS))),
            memory: Arc::new(Semaphore::new(kilobytes as usize)),
            kilobytes,
            patience: settings.patience,
        }
    }

    /// Waits for a place.
    pub async fn enter(&self) -> Result<Place, PictureError> {
        let worker = self.wait(Arc::clone(&self.workers).acquire_owned()).await?;
        Ok(Place { _worker: Some(worker), memory: None })
    }

    /// Waits until there is so much memory. A picture that needs more than there is gets all of it.
    pub async fn reserve(&self, place: &mut Place, bytes: u64) -> Result<(), PictureError> {
        let kilobytes = u32::try_from(bytes.div_ceil(1000)).unwrap_or(u32::MAX).min(self.kilobytes);
        place.memory = None;
        place.memory = Some(self.wait(Arc::clone(&self.memory).acquire_many_owned(kilobytes)).await?);
        Ok(())
    }

    async fn wait<T, E>(&self, turn: impl Future<Output = Result<T, E>>) -> Result<T, PictureError> {
        match tokio::time::timeout(self.patience, turn).await {
            Ok(Ok(permit)) => Ok(permit),
            // Too long; or closed, which these semaphores never are.
            Ok(Err(_)) | Err(_) => Err(PictureError::Busy),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn budget(workers: usize) -> Budget {
        Budget::new(PictureSettings {
            memory: 250_000_000,
            workers,
            patience: Duration::from_millis(20),
            ..PictureSettings::default()
        })
    }

    #[tokio::test]
    async fn memory_is_lent_once() {
        let budget = budget(4);
        let (mut first, mut second) = (budget.enter().await.unwrap(), budget.enter().await.unwrap());
        budget.reserve(&mut first, 200_000_000).await.unwrap();
        assert!(matches!(budget.reserve(&mut second, 50_000_001).await, Err(PictureError::Busy)));
        budget.reserve(&mut second, 50_000_000).await.unwrap();
        drop(first);
        budget.reserve(&mut second, 250_000_000).await.unwrap();
    }

    #[tokio::test]
    async fn more_than_there_is_means_all_there_is() {
        let budget = budget(2);
        let (mut all, mut other) = (budget.enter().await.unwrap(), budget.enter().await.unwrap());
        budget.reserve(&mut all, u64::MAX).await.unwrap();
        assert!(matches!(budget.reserve(&mut other, 1).await, Err(PictureError::Busy)));
    }

    #[tokio::test]
    async fn places_are_counted() {
        let budget = budget(1);
        let place = budget.enter().await.unwrap();
        assert!(matches!(budget.enter().await, Err(PictureError::Busy)));
        drop(place);
        assert!(budget.enter().await.is_ok());
    }
}
