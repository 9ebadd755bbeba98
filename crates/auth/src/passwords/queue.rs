//! The bounded queue of the hashing threads.

use std::collections::VecDeque;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use portal_services::ports::PasswordHash;
use secrecy::zeroize::Zeroizing;
use tokio::sync::oneshot::Sender;

use super::argon2id::HashError;

/// A password to hash or verify, and the channel for the result.
pub(super) enum Job {
    Hash { password: Zeroizing<String>, reply: Sender<Result<PasswordHash, HashError>> },
    Verify { password: Zeroizing<String>, hash: Option<PasswordHash>, reply: Sender<Result<bool, HashError>> },
}

impl Job {
    /// Whether the request has ended: its connection was closed, or it timed out.
    fn is_abandoned(&self) -> bool {
        match self {
            Self::Hash { reply, .. } => reply.is_closed(),
            Self::Verify { reply, .. } => reply.is_closed(),
        }
    }
}

/// At most `capacity` jobs, first in, first out. Abandoned jobs are skipped.
pub(super) struct Queue {
    state: Mutex<State>,
    changed: Condvar,
    capacity: usize,
}

#[derive(Default)]
struct State {
    jobs: VecDeque<Job>,
    closed: bool,
}

/// The queue is full.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Full;

impl Queue {
    pub(crate) fn new(capacity: usize) -> Self {
        Self { state: Mutex::default(), changed: Condvar::new(), capacity }
    }

    pub(crate) fn push(&self, job: Job) -> Result<(), Full> {
        let mut state = self.lock();
        if state.jobs.len() >= self.capacity {
            // Abandoned jobs must not keep out live ones.
            state.jobs.retain(|job| !job.is_abandoned());
        }
        if state.jobs.len() >= self.capacity {
            return Err(Full);
        }
        state.jobs.push_back(job);
        self.changed.notify_one();
        Ok(())
    }

    /// Waits for the next job that is not abandoned; `None` when the queue was closed. Calls
    /// `on_idle` once if no job arrives within `idle_timeout`.
    pub(crate) fn next(&self, idle_timeout: Duration, on_idle: impl FnOnce()) -> Option<Job> {
        let mut on_idle = Some(on_idle);
        let mut state = self.lock();
        while !state.closed {
            while let Some(job) = state.jobs.pop_front() {
                if !job.is_abandoned() {
                    return Some(job);
                }
            }
            if on_idle.is_none() {
                state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
                continue;
            }
            let (woken, timeout) =
                self.changed.wait_timeout(state, idle_timeout).unwrap_or_else(PoisonError::into_inner);
            state = woken;
            if timeout.timed_out()
                && state.jobs.is_empty()
                && let Some(on_idle) = on_idle.take()
            {
                drop(state);
                on_idle();
                state = self.lock();
            }
        }
        None
    }

    /// Ends the threads and drops the waiting jobs, whose callers get an error.
    pub(crate) fn close(&self) {
        let mut state = self.lock();
        state.closed = true;
        state.jobs.clear();
        self.changed.notify_all();
    }

    /// Ignores poisoning: no panic leaves the state half changed.
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use tokio::sync::oneshot::{self, Receiver};

    use super::*;

    fn job(password: &str) -> (Job, Receiver<Result<PasswordHash, HashError>>) {
        let (reply, result) = oneshot::channel();
        (Job::Hash { password: Zeroizing::new(password.to_owned()), reply }, result)
    }

    fn password(job: Option<Job>) -> Option<String> {
        job.map(|job| match job {
            Job::Hash { password, .. } | Job::Verify { password, .. } => password.to_string(),
        })
    }

    #[test]
    fn push_keeps_order_and_rejects_job_beyond_capacity() {
        let queue = Queue::new(2);
        let (jobs, _results): (Vec<_>, Vec<_>) = ["a", "b", "c"].map(job).into_iter().unzip();
        let pushed: Vec<_> = jobs.into_iter().map(|job| queue.push(job)).collect();
        assert_eq!(pushed, [Ok(()), Ok(()), Err(Full)]);
        assert_eq!(password(queue.next(Duration::MAX, || ())).as_deref(), Some("a"));
        assert_eq!(password(queue.next(Duration::MAX, || ())).as_deref(), Some("b"));
    }

    #[test]
    fn abandoned_jobs_are_skipped_and_free_their_slots() {
        let queue = Queue::new(2);
        let (abandoned, result) = job("abandoned");
        let (live, _live) = job("live");
        let (late, _late) = job("late");
        queue.push(abandoned).unwrap();
        queue.push(live).unwrap();
        drop(result);
        assert_eq!(queue.push(late), Ok(()));
        assert_eq!(password(queue.next(Duration::MAX, || ())).as_deref(), Some("live"));
        let (abandoned, result) = job("abandoned");
        queue.push(abandoned).unwrap();
        drop(result);
        assert_eq!(password(queue.next(Duration::MAX, || ())).as_deref(), Some("late"));
        queue.close();
        assert_eq!(password(queue.next(Duration::MAX, || ())), None);
    }

    #[test]
    fn close_ends_threads_and_fails_waiting_jobs() {
        let queue = Queue::new(2);
        let (waiting, result) = job("waiting");
        queue.push(waiting).unwrap();
        queue.close();
        assert!(queue.next(Duration::MAX, || ()).is_none());
        assert!(result.blocking_recv().is_err());
    }

    #[test]
    fn next_without_jobs_calls_on_idle() {
        let queue = Queue::new(1);
        let mut called = false;
        let job = queue.next(Duration::from_millis(1), || {
            called = true;
            queue.close();
        });
        assert!(job.is_none() && called);
    }
}
