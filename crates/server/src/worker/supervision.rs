//! Repeats a job until the worker stops, also after errors and panics.

use std::future::Future;
use std::panic::AssertUnwindSafe;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use futures_util::FutureExt;
use portal_services::error_chain::ErrorChain;
use tokio::sync::watch;

use super::jobs::{JobResult, Progress};

/// When a job runs.
#[derive(Debug, Clone, Copy)]
pub(super) struct Schedule {
    /// From the start to the first run.
    delay: Duration,
    /// From one run to the next, if there is no more work.
    interval: Duration,
    /// After a failure, such as an unavailable database.
    retry: Duration,
    /// The longest pause after panics that follow each other; it doubles from `retry` on.
    max_retry: Duration,
}

impl Schedule {
    pub(super) const fn every(interval: Duration) -> Self {
        Self { delay: Duration::ZERO, interval, retry: Duration::from_secs(5), max_retry: Duration::from_mins(5) }
    }

    pub(super) const fn after(self, delay: Duration) -> Self {
        Self { delay, ..self }
    }
}

/// One kind of work.
pub(super) struct Job {
    pub name: &'static str,
    pub schedule: Schedule,
    pub stopped: watch::Receiver<bool>,
}

impl Job {
    pub(super) async fn repeat<F>(mut self, run: impl Fn() -> F + Send + Sync)
    where
        F: Future<Output = JobResult> + Send,
    {
        metrics::gauge!("portal_job_interval_seconds", "job" => self.name).set(self.schedule.interval.as_secs_f64());
        // A job that never succeeds is seen like one that has stopped succeeding.
        self.record_success();
        for kind in ["error", "panic"] {
            self.failures(kind).increment(0);
        }
        if self.is_stopped_within(self.schedule.delay).await {
            return;
        }
        let mut panics = 0;
        loop {
            // The job's data is in the database and in maps that are valid after every step. The
            // call itself may panic as well.
            let result = AssertUnwindSafe(async { run().await }).catch_unwind().await;
            panics = if result.is_err() { panics + 1 } else { 0 };
            if matches!(result, Ok(Ok(_))) {
                self.record_success();
            }
            let pause = match result {
                Ok(Ok(Progress::MoreWork)) => Duration::ZERO,
                Ok(Ok(Progress::Idle)) => self.schedule.interval,
                Ok(Err(error)) => {
                    self.count_failure("error");
                    tracing::warn!(job = self.name, error = %ErrorChain(&error), "worker job failed, will retry");
                    self.schedule.retry
                }
                // The hook has logged the message.
                Err(_) => {
                    self.count_failure("panic");
                    let pause = self.pause_after(panics);
                    tracing::error!(job = self.name, panics, retry_in = ?pause, "worker job panicked, will retry");
                    pause
                }
            };
            if self.is_stopped_within(pause).await {
                return;
            }
        }
    }

    fn pause_after(&self, panics: u32) -> Duration {
        let doublings = panics.saturating_sub(1).min(16);
        self.schedule.retry.saturating_mul(1 << doublings).min(self.schedule.max_retry)
    }

    fn record_success(&self) {
        let since_1970 = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        metrics::gauge!("portal_job_last_success_timestamp_seconds", "job" => self.name).set(since_1970.as_secs_f64());
    }

    fn count_failure(&self, kind: &'static str) {
        self.failures(kind).increment(1);
    }

    fn failures(&self, kind: &'static str) -> metrics::Counter {
        metrics::counter!("portal_worker_failures_total", "job" => self.name, "kind" => kind)
    }

    async fn is_stopped_within(&mut self, pause: Duration) -> bool {
        tokio::time::timeout(pause, self.stopped.wait_for(|stopped| *stopped)).await.is_ok()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::AtomicU32;
    use std::sync::atomic::Ordering::SeqCst;

    use portal_services::ServiceError;

    use super::*;

    const SHORT: Schedule = Schedule {
        delay: Duration::ZERO,
        interval: Duration::from_millis(1),
        retry: Duration::from_millis(1),
        max_retry: Duration::from_millis(2),
    };

    fn job(schedule: Schedule) -> (watch::Sender<bool>, Job) {
        let (stop, stopped) = watch::channel(false);
        (stop, Job { name: "test", schedule, stopped })
    }

    #[tokio::test]
    async fn repeat_runs_again_after_panic_and_error_until_stopped() {
        let (stop, job) = job(SHORT);
        let runs = Arc::new(AtomicU32::new(0));
        let counted = Arc::clone(&runs);
        job.repeat(move || {
            let run = counted.fetch_add(1, SeqCst);
            assert!(run != 0, "a panic before the future");
            if run == 4 {
                stop.send_replace(true);
            }
            async move {
                assert!(run != 1, "a panic in the future");
                if run == 2 { Err(ServiceError::UserNotFound) } else { Ok(Progress::MoreWork) }
            }
        })
        .await;
        assert_eq!(runs.load(SeqCst), 5);
    }

    #[tokio::test]
    async fn repeat_stopped_during_delay_never_runs() {
        let (stop, job) = job(SHORT.after(Duration::from_hours(1)));
        stop.send_replace(true);
        job.repeat(|| async { panic!("it must not run") }).await;
    }

    #[test]
    fn pause_after_doubles_up_to_five_minutes() {
        let (_stop, job) = job(Schedule::every(Duration::from_secs(1)));
        let seconds = [1, 2, 3, 7, 8, 99].map(|panics| job.pause_after(panics).as_secs());
        assert_eq!(seconds, [5, 10, 20, 300, 300, 300]);
    }
}
