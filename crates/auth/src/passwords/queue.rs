//! The short line in front of the hashing threads.

use std::collections::VecDeque;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use portal_services::ports::PasswordHash;
use secrecy::zeroize::Zeroizing;
use tokio::sync::oneshot::Sender;

use super::argon2id::HashError;

/// A password to work on, and who waits for the answer.
pub(super) enum Job {
    Hash { password: Zeroizing<String>, reply: Sender<Result<PasswordHash, HashError>> },
    Verify { password: Zeroizing<String>, hash: Option<PasswordHash>, reply: Sender<Result<bool, HashError>> },
}

impl Job {
    /// Whether whoever asked has gone: their connection was closed, or the request timed out.
    fn is_abandoned(&self) -> bool {
        match self {
            Self::Hash { reply, .. } => reply.is_closed(),
            Self::Verify { reply, .. } => reply.is_closed(),
        }
    }
}

/// Jobs in their order, never more than `capacity`, never one that nobody waits for.
pub(super) struct Queue {
    line: Mutex<Line>,
    changed: Condvar,
    capacity: usize,
}

#[derive(Default)]
struct Line {
    jobs: VecDeque<Job>,
    closed: bool,
}

/// The line is full.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Full;

impl Queue {
    pub fn new(capacity: usize) -> Self {
        Self { line: Mutex::default(), changed: Condvar::new(), capacity }
    }

    pub fn push(&self, job: Job) -> Result<(), Full> {
        let mut line = self.lock();
        if line.jobs.len() >= self.capacity {
            // Those who left must not keep out those who are there.
            line.jobs.retain(|job| !job.is_abandoned());
        }
        if line.jobs.len() >= self.capacity {
            return Err(Full);
        }
        line.jobs.push_back(job);
        self.changed.notify_one();
        Ok(())
    }

    /// The next job that somebody waits for; `None` when the queue was closed. Calls `rest` once when
    /// none has come for `patience`.
    pub fn next(&self, patience: Duration, rest: impl FnOnce()) -> Option<Job> {
        let mut rest = Some(rest);
        let mut line = self.lock();
        while !line.closed {
            while let Some(job) = line.jobs.pop_front() {
                if !job.is_abandoned() {
                    return Some(job);
                }
            }
            if rest.is_none() {
                line = self.changed.wait(line).unwrap_or_else(PoisonError::into_inner);
                continue;
            }
            let (woken, waited) = self.changed.wait_timeout(line, patience).unwrap_or_else(PoisonError::into_inner);
            line = woken;
            if waited.timed_out()
                && line.jobs.is_empty()
                && let Some(rest) = rest.take()
            {
                drop(line);
                rest();
                line = self.lock();
            }
        }
        None
    }

    /// Sends everybody away, those in the line included.
    pub fn close(&self) {
        let mut line = self.lock();
        line.closed = true;
        line.jobs.clear();
        self.changed.notify_all();
    }

    /// Whatever a thread that panicked left behind is a line of whole jobs.
    fn lock(&self) -> MutexGuard<'_, Line> {
        self.line.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use tokio::sync::oneshot::{self, Receiver};

    use super::*;

    fn job(password: &str) -> (Job, Receiver<Result<PasswordHash, HashError>>) {
        let (reply, answer) = oneshot::channel();
        (Job::Hash { password: Zeroizing::new(password.to_owned()), reply }, answer)
    }

    fn password(job: Option<Job>) -> Option<String> {
        job.map(|job| match job {
            Job::Hash { password, .. } | Job::Verify { password, .. } => password.to_string(),
        })
    }

    #[test]
    fn jobs_keep_their_order_and_one_too_many_is_refused() {
        let queue = Queue::new(2);
        let (jobs, _answers): (Vec<_>, Vec<_>) = ["a", "b", "c"].map(job).into_iter().unzip();
        let pushed: Vec<_> = jobs.into_iter().map(|job| queue.push(job)).collect();
        assert_eq!(pushed, [Ok(()), Ok(()), Err(Full)]);
        assert_eq!(password(queue.next(Duration::MAX, || ())).as_deref(), Some("a"));
        assert_eq!(password(queue.next(Duration::MAX, || ())).as_deref(), Some("b"));
    }

    #[test]
    fn who_went_away_is_skipped_and_keeps_nobody_out() {
        let queue = Queue::new(2);
        let (gone, answer) = job("gone");
        let (here, _here) = job("here");
        let (late, _late) = job("late");
        queue.push(gone).unwrap();
        queue.push(here).unwrap();
        drop(answer);
        assert_eq!(queue.push(late), Ok(()));
        assert_eq!(password(queue.next(Duration::MAX, || ())).as_deref(), Some("here"));
        let (gone, answer) = job("gone");
        queue.push(gone).unwrap();
        drop(answer);
        assert_eq!(password(queue.next(Duration::MAX, || ())).as_deref(), Some("late"));
        queue.close();
        assert_eq!(password(queue.next(Duration::MAX, || ())), None);
    }

    #[test]
    fn closing_ends_the_threads_and_tells_the_waiting() {
        let queue = Queue::new(2);
        let (waiting, answer) = job("waiting");
        queue.push(waiting).unwrap();
        queue.close();
        assert!(queue.next(Duration::MAX, || ()).is_none());
        assert!(answer.blocking_recv().is_err());
    }

    #[test]
    fn a_thread_without_work_is_told_to_rest() {
        let queue = Queue::new(1);
        let mut rested = false;
        let job = queue.next(Duration::from_millis(1), || {
            rested = true;
            queue.close();
        });
        assert!(job.is_none() && rested);
    }
}
