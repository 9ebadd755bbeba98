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
}

impl Argon2Hasher {
    /// Starts the threads.
    pub fn new(settings: Argon2Config) -> Result<Self, HasherError> {
        let argon2 =
            Argon2id::new(settings.memory_kib, settings.passes, settings.lanes).map_err(HasherError::Parameters)?;
        let hasher = Self { queue: Arc::new(Queue::new(settings.queue)) };
        for index in 1..=settings.threads.get() {
            let queue = Arc::clone(&hasher.queue);
            let argon2 = argon2.clone();
            std::thread::Builder::new()
                .name(format!("passwords-{index}"))
                .spawn(move || run_worker(&queue, argon2, settings.memory_idle))
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

fn run_worker(queue: &Queue, mut argon2: Argon2id, memory_idle: Duration) {
    lower_priority();
    while let Some(job) = queue.next(memory_idle, || argon2.release_memory()) {
        let meter = CpuMeter::start();
        // A reply fails if the client has disconnected, which is not an error.
        match job {
            Job::Hash { password, reply } => {
                let _ = reply.send(argon2.hash(password.as_bytes()));
            }
            Job::Verify { password, hash, reply } => {
                let _ = reply.send(argon2.verify(password.as_bytes(), hash.as_ref()));
            }
        }
        std::thread::sleep(meter.back_off());
    }
}

#[async_trait]
impl PasswordHasher for Argon2Hasher {
    async fn hash(&self, password: String) -> Result<PasswordHash, PasswordError> {
        let (reply, result) = oneshot::channel();
        self.queue.push(Job::Hash { password: Zeroizing::new(password), reply }).map_err(|_| PasswordError::Busy)?;
        flatten(result.await)
    }

    async fn verify(&self, password: String, hash: Option<PasswordHash>) -> Result<bool, PasswordError> {
        let (reply, result) = oneshot::channel();
        self.queue
            .push(Job::Verify { password: Zeroizing::new(password), hash, reply })
            .map_err(|_| PasswordError::Busy)?;
        flatten(result.await)
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
