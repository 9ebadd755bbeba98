//! Passwords.

use async_trait::async_trait;

/// A password hash in the PHC string format. Not a secret to print, all the same.
#[derive(Clone, PartialEq, Eq)]
pub struct PasswordHash(pub String);

impl std::fmt::Debug for PasswordHash {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("PasswordHash(…)")
    }
}

/// Why a password could not be hashed or checked.
#[derive(Debug, thiserror::Error)]
pub enum PasswordError {
    /// More are waiting than the hashing threads will get to in time.
    #[error("too many passwords are being checked")]
    Busy,
    #[error("the password could not be hashed")]
    Failed(#[source] super::Source),
}

#[cfg_attr(any(test, feature = "testing"), mockall::automock)]
#[async_trait]
pub trait PasswordHasher: Send + Sync {
    async fn hash(&self, password: String) -> Result<PasswordHash, PasswordError>;

    /// Whether the password belongs to the hash. `None` costs the same time and is never true, so that
    /// nobody learns from the clock whether an account exists.
    async fn verify(&self, password: String, hash: Option<PasswordHash>) -> Result<bool, PasswordError>;
}
