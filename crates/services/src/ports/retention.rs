//! What has been kept long enough, in the store.

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use portal_domain::ids::UserId;

use super::StoreError;

/// The moments before which something must have happened for its time of keeping to be over.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Expiry {
    /// Of requests with a document, when they were decided.
    pub documents: DateTime<Utc>,
    /// Of requests that nobody decided, when they were made.
    pub undecided: DateTime<Utc>,
    /// Of rejected requests, when they were decided.
    pub rejected: DateTime<Utc>,
    /// Of applications with a letter, when the last decision was made.
    pub letters: DateTime<Utc>,
}

/// Work that several processes may do at once: each takes rows that no other holds.
#[cfg_attr(any(test, feature = "testing"), mockall::automock)]
#[async_trait]
pub trait RetentionRepository: Send {
    /// Forgets at most `limit` documents, and returns where their files lie.
    async fn take_documents(&mut self, decided_before: DateTime<Utc>, limit: i64) -> Result<Vec<String>, StoreError>;

    /// At most `limit` people who signed up, were not let in, and whose time is over; not locked.
    async fn list_people(&mut self, expiry: &Expiry, limit: i64) -> Result<Vec<UserId>, StoreError>;

    /// Whether this person is among them still; asked once they are locked.
    async fn is_person_due(&mut self, id: UserId, expiry: &Expiry) -> Result<bool, StoreError>;

    /// Forgets at most `limit` letters, and says how many there were.
    async fn forget_letters(&mut self, decided_before: DateTime<Utc>, limit: i64) -> Result<u64, StoreError>;
}
