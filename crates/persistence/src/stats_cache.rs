//! Keeps the trends for a moment: they read the rows of half a year, which are many in a large
//! portal.
//!
//! Totals are not kept: they are exact and cheap (see `row_counts`). Each process has its own copy.

use std::future::Future;
use std::time::Duration;

use async_trait::async_trait;
use portal_services::ports::{
    GeneralStats, HoursToDecision, ListingsByStatus, Period, StatsQueries, StoreError, WeekCounts,
};
use tokio::sync::Mutex;
use tokio::time::error::Elapsed;
use tokio::time::{Instant, timeout_at};

/// Figures are kept for this many times the time that they took: at most a hundredth of the
/// database's time goes into trends, and in a small portal they are always up to date.
const KEPT_TIMES: u32 = 100;
const MAX_KEPT: Duration = Duration::from_mins(1);
const TIMEOUT: Duration = Duration::from_millis(4_500);

/// Statistics whose trends are at most a minute old.
#[derive(Debug)]
pub struct CachedTrends<Q> {
    queries: Q,
    counts: Cache<Vec<Period>, Vec<WeekCounts>>,
    hours: Cache<Period, HoursToDecision>,
}

impl<Q> CachedTrends<Q> {
    pub fn new(queries: Q) -> Self {
        Self { queries, counts: Cache::default(), hours: Cache::default() }
    }
}

/// The last value, and what it was asked for.
#[derive(Debug)]
struct Cache<K, V> {
    /// The time for a caller's computation together with those of others that it waits for.
    timeout: Duration,
    kept: Mutex<Option<Kept<K, V>>>,
}

#[derive(Debug)]
struct Kept<K, V> {
    key: K,
    value: V,
    until: Instant,
}

impl<K, V> Default for Cache<K, V> {
    fn default() -> Self {
        Self { timeout: TIMEOUT, kept: Mutex::new(None) }
    }
}

fn kept_for(computation: Duration) -> Duration {
    (computation * KEPT_TIMES).min(MAX_KEPT)
}

impl<K: PartialEq, V: Clone> Cache<K, V> {
    /// Concurrent callers wait for one computation. An error is not kept: the next caller computes in
    /// the time that is left.
    async fn get(&self, key: K, compute: impl Future<Output = Result<V, StoreError>>) -> Result<V, StoreError> {
        let deadline = Instant::now() + self.timeout;
        let too_late = |elapsed: Elapsed| StoreError::Unavailable(elapsed.into());
        let mut kept = timeout_at(deadline, self.kept.lock()).await.map_err(too_late)?;
        let began = Instant::now();
        if let Some(kept) = kept.as_ref().filter(|kept| kept.key == key && began < kept.until) {
            return Ok(kept.value.clone());
        }
        let value = timeout_at(deadline, compute).await.map_err(too_late)??;
        let until = Instant::now() + kept_for(began.elapsed());
        *kept = Some(Kept { key, value: value.clone(), until });
        Ok(value)
    }
}

#[async_trait]
impl<Q: StatsQueries> StatsQueries for CachedTrends<Q> {
    async fn count_all(&self) -> Result<GeneralStats, StoreError> {
        self.queries.count_all().await
    }

    async fn count_listings_by_status(&self) -> Result<ListingsByStatus, StoreError> {
        self.queries.count_listings_by_status().await
    }

    async fn count_new(&self, periods: &[Period]) -> Result<Vec<WeekCounts>, StoreError> {
        self.counts.get(periods.to_vec(), self.queries.count_new(periods)).await
    }

    async fn find_hours_to_decision(&self, period: Period) -> Result<HoursToDecision, StoreError> {
        self.hours.get(period, self.queries.find_hours_to_decision(period)).await
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU32, Ordering::SeqCst};

    use super::*;

    /// Counts computations, each of which takes some time.
    async fn compute(runs: &AtomicU32, takes: Duration) -> Result<u32, StoreError> {
        tokio::time::sleep(takes).await;
        Ok(runs.fetch_add(1, SeqCst) + 1)
    }

    #[test]
    fn kept_for_is_a_hundred_times_the_computation_up_to_a_minute() {
        for (took, kept) in [(0, 0), (10, 1_000), (600, 60_000), (3_000, 60_000)] {
            assert_eq!(kept_for(Duration::from_millis(took)), Duration::from_millis(kept), "{took} ms");
        }
    }

    #[tokio::test]
    async fn get_keeps_value_for_a_while() {
        let (cache, runs) = (Cache::default(), AtomicU32::new(0));
        assert_eq!(cache.get("week", compute(&runs, Duration::from_millis(500))).await.unwrap(), 1);
        assert_eq!(cache.get("week", compute(&runs, Duration::ZERO)).await.unwrap(), 1);
        // Computed within a moment, and so kept for a moment.
        assert_eq!(cache.get("day", compute(&runs, Duration::ZERO)).await.unwrap(), 2);
        let mut tries = 0;
        while cache.get("day", compute(&runs, Duration::ZERO)).await.unwrap() == 2 {
            tries += 1;
            assert!(tries < 1_000, "kept for longer than a minute");
            tokio::time::sleep(Duration::from_millis(60)).await;
        }
    }

    #[tokio::test]
    async fn get_concurrent_callers_compute_once() {
        let (cache, runs) = (Cache::default(), AtomicU32::new(0));
        let takes = Duration::from_millis(100);
        let all = futures_util::future::join_all((0..20).map(|_| cache.get("week", compute(&runs, takes)))).await;
        assert!(all.into_iter().all(|value| value.unwrap() == 1));
    }

    #[tokio::test]
    async fn get_fails_for_callers_that_wait_too_long_for_others() {
        let cache = Cache { timeout: Duration::from_millis(300), ..Cache::default() };
        let began = Instant::now();
        let silent = || async {
            tokio::time::sleep(Duration::from_millis(200)).await;
            Err::<u32, _>(StoreError::Unavailable("silent".into()))
        };
        let all = futures_util::future::join_all((0..20).map(|_| cache.get("week", silent()))).await;
        assert!(all.iter().all(|result| matches!(result, Err(StoreError::Unavailable(_)))), "{all:?}");
        // One after the other they take four seconds.
        assert!(began.elapsed() < Duration::from_secs(2), "{:?}", began.elapsed());
    }

    #[tokio::test]
    async fn get_other_key_or_error_is_computed_again() {
        let (cache, runs) = (Cache::default(), AtomicU32::new(0));
        let takes = Duration::from_millis(100);
        let fails = async { Err(StoreError::Unavailable("no database".into())) };
        assert!(cache.get("week", fails).await.is_err());
        assert_eq!(cache.get("week", compute(&runs, takes)).await.unwrap(), 1);
        assert_eq!(cache.get("month", compute(&runs, takes)).await.unwrap(), 2);
    }
}
