//! Password hashing.

use async_trait::async_trait;

/// A password hash in the PHC string format. Its debug output is redacted.
#[derive(Clone, PartialEq, Eq)]
pub struct PasswordHash(pub String);

impl std::fmt::Debug for PasswordHash {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("PasswordHash(…)")
    }
}

/// Why a password was not hashed or verified.
#[derive(Debug, thiserror::Error)]
pub enum PasswordError {
    /// The queue of the hashing threads is full, or the result did not come in time.
    #[error("too many passwords are being checked")]
    Busy,
    #[error("failed to hash the password")]
    Failed(#[source] super::Source),
}

#[cfg_attr(any(test, feature = "testing"), mockall::automock)]
#[async_trait]
pub trait PasswordHasher: Send + Sync {
    async fn hash(&self, password: String) -> Result<PasswordHash, PasswordError>;

    /// Whether the hash was made with weaker parameters than new ones are.
    fn is_outdated(&self, hash: &PasswordHash) -> bool;

    /// Whether the password matches the hash. `None` takes the same time and is never true, so that
    /// the duration does not reveal whether an account exists.
    async fn verify(&self, password: String, hash: Option<PasswordHash>) -> Result<bool, PasswordError>;
}
