//! Who was erased, kept apart from the database, so that a restore does not bring them back.

use async_trait::async_trait;
use chrono::NaiveDate;
use portal_domain::ids::UserId;

use super::{Source, StoreError};

/// A deleted user: no personal data but the id, which names nothing any more.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ErasedUser {
    pub day: NaiveDate,
    pub id: UserId,
}

/// The deleted users that are not in the [`ErasureList`] yet. The database adds each in the
/// transaction that deletes the user.
#[cfg_attr(any(test, feature = "testing"), mockall::automock)]
#[async_trait]
pub trait ErasureQueue: Send + Sync {
    async fn list(&self, limit: usize) -> Result<Vec<ErasedUser>, StoreError>;

    async fn remove(&self, users: &[UserId]) -> Result<(), StoreError>;

    /// Those of these users that exist, ascending: a restore brought them back.
    async fn find_existing(&self, erased: &[UserId]) -> Result<Vec<UserId>, StoreError>;
}

/// The list in the object store.
#[cfg_attr(any(test, feature = "testing"), mockall::automock)]
#[async_trait]
pub trait ErasureList: Send + Sync {
    /// Adds a user; it may be in the list already.
    async fn add(&self, user: ErasedUser) -> Result<(), Source>;

    /// The whole list, ascending.
    async fn list(&self) -> Result<Vec<ErasedUser>, Source>;

    /// Removes those who were erased before this day, and returns how many.
    async fn prune(&self, before: NaiveDate) -> Result<u64, Source>;
}
