//! Limits the memory and the workers that all images share.

use std::sync::Arc;
use std::time::Duration;

use portal_services::ports::ImageStoreError;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// The renderings that wait per worker by default.
const WAITING_PER_WORKER: usize = 4;

/// The default on a small machine: a page of twelve cards must not be rejected in part when none of
/// its images is rendered yet.
const MIN_WAITING: usize = 16;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ImageConfig {
    /// Memory for all images being processed.
    pub memory_bytes: u64,
    /// Images processed concurrently.
    pub workers: usize,
    /// Memory for the cache of rendered sizes.
    pub cache_bytes: u64,
    /// Renderings for requests that may wait for a worker; more are rejected as busy at once.
    pub max_waiting: usize,
    /// How long an image waits for a worker or for memory before it is rejected as busy.
    pub queue_timeout: Duration,
}

impl Default for ImageConfig {
    fn default() -> Self {
        let workers = std::thread::available_parallelism().map_or(1, usize::from);
        Self {
            memory_bytes: 250_000_000,
            cache_bytes: 32_000_000,
            workers,
            max_waiting: (WAITING_PER_WORKER * workers).max(MIN_WAITING),
            queue_timeout: Duration::from_secs(20),
        }
    }
}

pub(crate) struct Budget {
    workers: Arc<Semaphore>,
    /// One permit per rendering that may wait for a worker.
    waiting: Semaphore,
    /// One permit per kilobyte.
    memory: Arc<Semaphore>,
    kilobytes: u32,
    queue_timeout: Duration,
}

/// The right to process an image. The worker is acquired before the memory and never waited for
/// while memory is held, so that the two semaphores cannot deadlock.
pub(crate) struct Permit {
    _worker: Option<OwnedSemaphorePermit>,
    memory: Option<OwnedSemaphorePermit>,
}

impl Permit {
    /// A permit without a worker, for work that no request waits for.
    pub(crate) const fn unbounded() -> Self {
        Self { _worker: None, memory: None }
    }
}

impl Budget {
    pub(crate) fn new(settings: ImageConfig) -> Self {
        let kilobytes = u32::try_from(settings.memory_bytes / 1000).unwrap_or(u32::MAX);
        Self {
            workers: Arc::new(Semaphore::new(settings.workers.clamp(1, Semaphore::MAX_PERMITS))),
            waiting: Semaphore::new(settings.max_waiting.min(Semaphore::MAX_PERMITS)),
            memory: Arc::new(Semaphore::new(kilobytes as usize)),
            kilobytes,
            queue_timeout: settings.queue_timeout,
        }
    }

    /// Waits for a worker.
    pub(crate) async fn acquire(&self) -> Result<Permit, ImageStoreError> {
        let worker = self.wait(Arc::clone(&self.workers).acquire_owned()).await?;
        Ok(Permit { _worker: Some(worker), memory: None })
    }

    /// Waits for a worker, unless too many renderings wait already: visitors can request any number
    /// of sizes that are not rendered yet.
    pub(crate) async fn acquire_for_rendering(&self) -> Result<Permit, ImageStoreError> {
        if let Ok(worker) = Arc::clone(&self.workers).try_acquire_owned() {
            return Ok(Permit { _worker: Some(worker), memory: None });
        }
        let Ok(_waiting) = self.waiting.try_acquire() else {
            metrics::counter!("portal_renderings_refused_total").increment(1);
            return Err(ImageStoreError::Busy);
        };
        self.acquire().await
    }

    /// Waits for memory. An image that needs more than the budget gets all of it.
    pub(crate) async fn reserve(&self, permit: &mut Permit, bytes: u64) -> Result<(), ImageStoreError> {
        let kilobytes = u32::try_from(bytes.div_ceil(1000)).unwrap_or(u32::MAX).min(self.kilobytes);
        permit.memory = None;
        permit.memory = Some(self.wait(Arc::clone(&self.memory).acquire_many_owned(kilobytes)).await?);
        Ok(())
    }

    async fn wait<T, E>(&self, acquired: impl Future<Output = Result<T, E>>) -> Result<T, ImageStoreError> {
        // A closed semaphore does not occur.
        self.limit_wait(acquired).await?.map_err(|_| ImageStoreError::Busy)
    }

    /// Waits as long as for a worker.
    pub(crate) async fn limit_wait<T>(&self, acquired: impl Future<Output = T>) -> Result<T, ImageStoreError> {
        tokio::time::timeout(self.queue_timeout, acquired).await.map_err(|_| ImageStoreError::Busy)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn budget(workers: usize) -> Budget {
        Budget::new(ImageConfig {
            memory_bytes: 250_000_000,
            workers,
            queue_timeout: Duration::from_millis(20),
            ..ImageConfig::default()
        })
    }

    #[tokio::test]
    async fn reserve_without_free_memory_is_busy_until_a_permit_is_dropped() {
        let budget = budget(4);
        let (mut first, mut second) = (budget.acquire().await.unwrap(), budget.acquire().await.unwrap());
        budget.reserve(&mut first, 200_000_000).await.unwrap();
        assert!(matches!(budget.reserve(&mut second, 50_000_001).await, Err(ImageStoreError::Busy)));
        budget.reserve(&mut second, 50_000_000).await.unwrap();
        drop(first);
        budget.reserve(&mut second, 250_000_000).await.unwrap();
    }

    #[tokio::test]
    async fn reserve_more_than_the_budget_takes_all_of_it() {
        let budget = budget(2);
        let (mut all, mut other) = (budget.acquire().await.unwrap(), budget.acquire().await.unwrap());
        budget.reserve(&mut all, u64::MAX).await.unwrap();
        assert!(matches!(budget.reserve(&mut other, 1).await, Err(ImageStoreError::Busy)));
    }

    #[tokio::test]
    async fn acquire_for_rendering_beyond_the_waiting_ones_is_busy_at_once() {
        let budget = Arc::new(Budget::new(ImageConfig { workers: 1, max_waiting: 2, ..ImageConfig::default() }));
        let permit = budget.acquire_for_rendering().await.unwrap();
        let waiting = [(); 2].map(|()| {
            let budget = Arc::clone(&budget);
            tokio::spawn(async move { budget.acquire_for_rendering().await.map(drop) })
        });
        while budget.waiting.available_permits() > 0 {
            tokio::task::yield_now().await;
        }
        assert!(matches!(budget.acquire_for_rendering().await, Err(ImageStoreError::Busy)));
        drop(permit);
        for rendering in waiting {
            rendering.await.unwrap().unwrap();
        }
        assert!(budget.acquire_for_rendering().await.is_ok());
    }

    #[tokio::test]
    async fn acquire_without_a_free_worker_is_busy() {
        let budget = budget(1);
        let permit = budget.acquire().await.unwrap();
        assert!(matches!(budget.acquire().await, Err(ImageStoreError::Busy)));
        drop(permit);
        assert!(budget.acquire().await.is_ok());
    }
}
