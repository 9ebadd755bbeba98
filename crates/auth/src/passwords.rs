//! Passwords, hashed with Argon2id.
//!
//! A hash takes 19 MiB and about 15 ms of a core, on purpose. A few dedicated threads compute the
//! hashes and yield their core to other work, so that logins exhaust neither memory nor CPU. Each
//! thread keeps its memory between hashes, which saves a third of the time, and releases it when it
//! is idle.

mod argon2id;
mod backpressure;
mod queue;

use std::num::NonZeroUsize;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use portal_services::ports::{PasswordError, PasswordHash, PasswordHasher};
use secrecy::zeroize::Zeroizing;
use tokio::sync::oneshot;

use self::argon2id::{Argon2id, HashError};
use self::backpressure::{CpuMeter, lower_priority};
use self::queue::{Job, Queue};

/// The cost of a hash, and how many run and wait at the same time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Argon2Config {
    /// Memory of one hash, in KiB.
    pub memory_kib: u32,
    /// Passes over that memory.
    pub passes: u32,
    pub lanes: u32,
    /// Hashes that are computed at the same time.
    pub threads: NonZeroUsize,
    /// Hashes that may wait for a thread; further ones are rejected as busy.
    pub queue: usize,
    /// How long an idle thread keeps its memory.
    pub memory_idle: Duration,
    /// How long a caller waits for a result; later it is told that the portal is busy.
    pub timeout: Duration,
}

impl Default for Argon2Config {
    /// OWASP's parameters, and all cores but one, which stays free for requests.
    fn default() -> Self {
        let cores = std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
        Self {
            memory_kib: 19 * 1024,
            passes: 2,
            lanes: 1,
            threads: NonZeroUsize::new(cores - 1).unwrap_or(NonZeroUsize::MIN),
            queue: 32,
            memory_idle: Duration::from_secs(20),
            timeout: Duration::from_secs(10),
        }
    }
}

/// Why the hasher could not be started.
#[derive(Debug, thiserror::Error)]
pub enum HasherError {
    #[error("invalid password hashing parameters")]
    Parameters(#[source] HashError),
    #[error("failed to start a password hashing thread")]
    Thread(#[source] std::io::Error),
}

/// Hashes passwords on dedicated threads, which end when it is dropped.
pub struct Argon2Hasher {
    queue: Arc<Queue>,
    argon2: Argon2id,
    timeout: Duration,
}

impl Argon2Hasher {
    /// Starts the threads.
    pub fn new(settings: Argon2Config) -> Result<Self, HasherError> {
        let argon2 =
            Argon2id::new(settings.memory_kib, settings.passes, settings.lanes).map_err(HasherError::Parameters)?;
        let queue = Arc::new(Queue::new(settings.queue));
        let hasher = Self { queue, argon2, timeout: settings.timeout };
        for index in 1..=settings.threads.get() {
            let queue = Arc::clone(&hasher.queue);
            let argon2 = hasher.argon2.clone();
            std::thread::Builder::new()
                .name(format!("passwords-{index}"))
                .spawn(move || run_worker(&queue, argon2, settings.memory_idle, perform))
                .map_err(HasherError::Thread)?;
        }
        Ok(hasher)
    }
}

impl Drop for Argon2Hasher {
    fn drop(&mut self) {
        self.queue.close();
    }
}

/// Performs jobs until the queue is closed. A panic ends its job only: the caller gets an error, and
/// the thread continues with new memory.
fn run_worker(queue: &Queue, mut argon2: Argon2id, memory_idle: Duration, perform: impl Fn(&mut Argon2id, Job)) {
    lower_priority();
    while let Some(job) = queue.next(memory_idle, || argon2.release_memory()) {
        let meter = CpuMeter::start();
        if catch_unwind(AssertUnwindSafe(|| perform(&mut argon2, job))).is_err() {
            tracing::error!("failed to hash a password: the job panicked");
            metrics::counter!("portal_password_jobs_failed_total", "reason" => "panic").increment(1);
            argon2.release_memory();
        }
        std::thread::sleep(meter.back_off());
    }
}

fn perform(argon2: &mut Argon2id, job: Job) {
    // A reply fails if the client has disconnected, which is not an error.
    match job {
        Job::Hash { password, reply } => {
            let _ = reply.send(argon2.hash(password.as_bytes()));
        }
        Job::Verify { password, hash, reply } => {
            let _ = reply.send(argon2.verify(password.as_bytes(), hash.as_ref()));
        }
    }
}

impl Argon2Hasher {
    /// Queues a job and waits for its result.
    async fn run<T>(&self, job: impl FnOnce(oneshot::Sender<Result<T, HashError>>) -> Job) -> Result<T, PasswordError> {
        let (reply, result) = oneshot::channel();
        if self.queue.push(job(reply)).is_err() {
            metrics::counter!("portal_password_jobs_failed_total", "reason" => "queue").increment(1);
            return Err(PasswordError::Busy);
        }
        let Ok(result) = tokio::time::timeout(self.timeout, result).await else {
            metrics::counter!("portal_password_jobs_failed_total", "reason" => "timeout").increment(1);
            return Err(PasswordError::Busy);
        };
        flatten(result)
    }
}

#[async_trait]
impl PasswordHasher for Argon2Hasher {
    async fn hash(&self, password: String) -> Result<PasswordHash, PasswordError> {
        self.run(|reply| Job::Hash { password: Zeroizing::new(password), reply }).await
    }

    fn is_outdated(&self, hash: &PasswordHash) -> bool {
        self.argon2.is_outdated(hash)
    }

    async fn verify(&self, password: String, hash: Option<PasswordHash>) -> Result<bool, PasswordError> {
        self.run(|reply| Job::Verify { password: Zeroizing::new(password), hash, reply }).await
    }
}

/// Merges the two errors of a job: the hash failed, or its thread panicked.
fn flatten<T>(result: Result<Result<T, HashError>, oneshot::error::RecvError>) -> Result<T, PasswordError> {
    match result {
        Ok(result) => result.map_err(|error| PasswordError::Failed(error.into())),
        Err(disconnected) => Err(PasswordError::Failed(disconnected.into())),
    }
}

#[cfg(test)]
mod tests;
