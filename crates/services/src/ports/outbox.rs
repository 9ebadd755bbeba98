//! What is to be done after a change was committed: mails to send, files to remove. Both are rows,
//! written in the change's own transaction and worked off later, by whichever process comes first.

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use portal_domain::ids::{DiscardId, MailId};
use portal_domain::mail::Mail;

use super::{MailFacts, StoreError};

#[cfg_attr(any(test, feature = "testing"), mockall::automock)]
#[async_trait]
pub trait OutboxRepository: Send {
    async fn push(&mut self, mails: &[Mail]) -> Result<(), StoreError>;
}

/// A mail that this process may try to send until its lease ends.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClaimedMail {
    pub mail: Mail,
    /// Tries before this one.
    pub attempts: i32,
}

#[cfg_attr(any(test, feature = "testing"), mockall::automock)]
#[async_trait]
pub trait Outbox: Send + Sync {
    /// At most `limit` due mails, oldest first, that no other process holds. Nobody else gets them
    /// before `lease_until`, so a process that dies loses none.
    async fn claim(
        &self,
        now: DateTime<Utc>,
        lease_until: DateTime<Utc>,
        limit: i64,
    ) -> Result<Vec<ClaimedMail>, StoreError>;

    /// What the mail speaks of. `None` when there is nobody to write to, or the application is gone.
    async fn find_facts(&self, mail: &Mail) -> Result<Option<MailFacts>, StoreError>;

    /// The mail is done with: sent, or given up.
    async fn remove(&self, id: MailId) -> Result<(), StoreError>;

    /// The try failed; the next one is due at `retry_at`.
    async fn postpone(&self, id: MailId, retry_at: DateTime<Utc>) -> Result<(), StoreError>;

    /// Mails waiting, for the metrics.
    async fn count(&self) -> Result<u64, StoreError>;
}

/// A file that no row names any more.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Discard {
    pub id: DiscardId,
    /// The location as the picture had it.
    pub location: String,
}

#[cfg_attr(any(test, feature = "testing"), mockall::automock)]
#[async_trait]
pub trait DiscardRepository: Send {
    /// Asks for a file to be removed from `due` on. A file that is about to be stored is asked for
    /// ahead of its rows, with a due time in the future: if the change that names it never commits, it
    /// is removed all the same.
    async fn push(&mut self, discard: &Discard, due: DateTime<Utc>) -> Result<(), StoreError>;

    /// The change that names the file commits now: it stays.
    async fn cancel(&mut self, id: DiscardId) -> Result<(), StoreError>;
}

#[cfg_attr(any(test, feature = "testing"), mockall::automock)]
#[async_trait]
pub trait Discards: Send + Sync {
    /// At most `limit` due files that no other process holds; see [`Outbox::claim`]. Requests for a file
    /// that some row names (listings may share a picture) are dropped instead.
    async fn claim(
        &self,
        now: DateTime<Utc>,
        lease_until: DateTime<Utc>,
        limit: i64,
    ) -> Result<Vec<Discard>, StoreError>;

    async fn remove(&self, id: DiscardId) -> Result<(), StoreError>;

    /// Those of the locations that no row names, and whose removal nobody has asked for.
    async fn find_unnamed(&self, locations: &[String]) -> Result<Vec<String>, StoreError>;
}
