//! Work that follows a committed change: mails to send, files to remove. Both are rows, written in
//! the change's transaction; any process claims them later.

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use portal_domain::ids::MailId;
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
    /// The number of previous tries.
    pub tries: i32,
}

#[cfg_attr(any(test, feature = "testing"), mockall::automock)]
#[async_trait]
pub trait Outbox: Send + Sync {
    /// Claims at most `limit` due mails, oldest first, that no other process holds. No other
    /// process gets them before `lease_until`, so that a crashed process loses none.
    async fn claim(
        &self,
        now: DateTime<Utc>,
        lease_until: DateTime<Utc>,
        limit: i64,
    ) -> Result<Vec<ClaimedMail>, StoreError>;

    /// The data of the mail. `None` if the recipient or the application does not exist any more.
    async fn find_facts(&self, mail: &Mail) -> Result<Option<MailFacts>, StoreError>;

    /// Removes a mail that was sent or given up.
    async fn remove(&self, id: MailId) -> Result<(), StoreError>;

    /// Schedules the next try after a failure.
    async fn postpone(&self, id: MailId, retry_at: DateTime<Utc>) -> Result<(), StoreError>;

    /// The number of queued mails.
    async fn count(&self) -> Result<u64, StoreError>;
}
