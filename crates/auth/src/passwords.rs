//! Passwords, hashed with Argon2id.
//!
//! A hash takes 19 MiB and some 15 ms of a core, on purpose. So that log-ins can neither exhaust the
//! memory nor starve everything else, a few threads do nothing but this, and give way to whoever else
//! needs their core. Each keeps its memory between hashes, which saves a third of the time, and gives it
//! back when nobody has logged in for a while.

mod argon2id;
mod courtesy;
mod queue;

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use portal_services::ports::{PasswordError, PasswordHash, PasswordHasher};
use secrecy::zeroize::Zeroizing;
use tokio::sync::oneshot;

use self::argon2id::{Argon2id, HashError};
use self::courtesy::{Effort, give_way};
use self::queue::{Job, Queue};

/// What a password costs, and how many may be worked on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Argon2Settings {
    /// KiB of memory that one hash takes.
    pub memory_kib: u32,
    /// How often a hash goes over its memory.
    pub passes: u32,
    pub lanes: u32,
    /// Hashes that are worked on at the same time.
    pub threads: NonZeroUsize,
    /// Hashes that may wait for a thread; one more is refused.
    pub queue: usize,
    /// How long a thread without work keeps its memory.
    pub memory_idle: Duration,
}

impl Default for Argon2Settings {
    /// OWASP's parameters, and all cores but one: the last one answers the requests.
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

/// Why no hasher could be made of the settings.
#[derive(Debug, thiserror::Error)]
pub enum HasherError {
    #[error("the password hashing parameters are not accepted")]
    Parameters(#[source] HashError),
    #[error("a thread for password hashing could not be started")]
    Thread(#[source] std::io::Error),
}

/// Hashes passwords on a few threads of its own. They end when it is dropped.
pub struct Argon2Hasher {
    queue: Arc<Queue>,
}

impl Argon2Hasher {
    /// Starts the threads.
    pub fn new(settings: Argon2Settings) -> Result<Self, HasherError> {
        let argon2 =
            Argon2id::new(settings.memory_kib, settings.passes, settings.lanes).map_err(HasherError::Parameters)?;
        let hasher = Self { queue: Arc::new(Queue::new(settings.queue)) };
        for number in 1..=settings.threads.get() {
            let queue = Arc::clone(&hasher.queue);
            let argon2 = argon2.clone();
            std::thread::Builder::new()
                .name(format!("passwords-{number}"))
                .spawn(move || work(&queue, argon2, settings.memory_idle))
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

fn work(queue: &Queue, mut argon2: Argon2id, idle: Duration) {
    give_way();
    while let Some(job) = queue.next(idle, || argon2.release_memory()) {
        let effort = Effort::begin();
        // An answer that cannot be given is no error: the browser has gone.
        match job {
            Job::Hash { password, reply } => {
                let _ = reply.send(argon2.hash(password.as_bytes()));
            }
            Job::Verify { password, hash, reply } => {
                let _ = reply.send(argon2.verify(password.as_bytes(), hash.as_ref()));
            }
        }
        std::thread::sleep(effort.rest());
    }
}

#[async_trait]
impl PasswordHasher for Argon2Hasher {
    async fn hash(&self, password: String) -> Result<PasswordHash, PasswordError> {
        let (reply, answer) = oneshot::channel();
        self.queue.push(Job::Hash { password: Zeroizing::new(password), reply }).map_err(|_| PasswordError::Busy)?;
        settle(answer.await)
    }

    async fn verify(&self, password: String, hash: Option<PasswordHash>) -> Result<bool, PasswordError> {
        let (reply, answer) = oneshot::channel();
        self.queue
            .push(Job::Verify { password: Zeroizing::new(password), hash, reply })
            .map_err(|_| PasswordError::Busy)?;
        settle(answer.await)
    }
}

/// The answer of a thread; none at all when the thread was lost.
fn settle<T>(answer: Result<Result<T, HashError>, oneshot::error::RecvError>) -> Result<T, PasswordError> {
    match answer {
        Ok(result) => result.map_err(|error| PasswordError::Failed(error.into())),
        Err(lost) => Err(PasswordError::Failed(lost.into())),
    }
}

#[cfg(test)]
mod tests;
