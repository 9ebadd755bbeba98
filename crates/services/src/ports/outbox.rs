//! Work that follows a committed change: mails to send, files to remove. Both are rows, written in
//! the change's transaction; any process claims them later.

use async_trait::async_trait;
use chrono::{DateTime, TimeDelta, Utc};
use portal_domain::ids::{MailId, UserId};
use portal_domain::mail::Mail;

use super::{MailFacts, StoreError};

#[cfg_attr(any(test, feature = "testing"), mockall::automock)]
#[async_trait]
pub trait OutboxRepository: Send {
    async fn push(&mut self, mails: &[Mail]) -> Result<(), StoreError>;

    /// Deletes the mails to this user's email address, dead letters included, except the last mail
    /// to a former user. Those to the user are deleted with the user.
    async fn erase_mails_to_address_of(&mut self, user: UserId) -> Result<(), StoreError>;

    /// Queues dead letters again, at most `limit`, due at once and with a new retry period; returns how
    /// many.
    async fn retry_dead_letters(&mut self, which: MailSelection, limit: i64) -> Result<u64, StoreError>;

    /// Deletes one mail, waiting or given up, or dead letters, at most `limit`; returns how many.
    async fn delete(&mut self, which: MailSelection, limit: i64) -> Result<u64, StoreError>;
}

/// The mails that an operator's command is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MailSelection {
    One(MailId),
    AllDeadLetters,
}

/// Which mail a claim takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ClaimOrder {
    /// Of the most urgent ones that are due, the one that has been due for the longest time.
    MostUrgent,
    /// The one that has been due for the longest time, however urgent.
    LongestDue,
}

/// Whether a mail waits or was given up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MailState {
    Waiting,
    GivenUp,
}

/// A mail of the outbox, for operators.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct QueuedMail {
    pub id: MailId,
    /// The stored text: a newer version of the program may have other purposes.
    pub purpose: String,
    pub state: MailState,
    pub recipient_id: Option<UserId>,
    /// The current address of the recipient.
    pub address: Option<String>,
    pub tries: i32,
    pub age: TimeDelta,
    /// The time until the next try or the end of the lease; `None` if it is due, or given up.
    pub due_in: Option<TimeDelta>,
    /// The cause of a dead letter.
    pub failure: Option<String>,
}

/// A mail that this process may try to send until its lease ends.
#[derive(Debug)]
pub struct ClaimedMail {
    pub id: MailId,
    pub date_created: DateTime<Utc>,
    /// The number of previous tries.
    pub tries: i32,
    /// `Corrupt` if this version of the program cannot read the row.
    pub mail: Result<Mail, StoreError>,
}

/// The state of the outbox.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct MailBacklog {
    /// The mails that wait to be sent.
    pub waiting: u64,
    /// Those of them that can be claimed now.
    pub due: u64,
    /// The age of the oldest waiting mail.
    pub oldest: TimeDelta,
    /// The age of the oldest mail that can be claimed now: one that waits for its next try does not
    /// count.
    pub oldest_due: TimeDelta,
    /// The mails that were given up and are still kept.
    pub dead_letters: u64,
}

/// The times of claims are measured by the store's clock, which all processes share.
#[cfg_attr(any(test, feature = "testing"), mockall::automock)]
#[async_trait]
pub trait Outbox: Send + Sync {
    /// Claims a mail that is due and that no other process holds. No other process gets it before
    /// the end of the lease, and one does afterwards, so that a crashed process loses none. Mails
    /// whose purpose this program does not know are left to a newer one. A mail with a link that expires
    /// earlier links is left while another such mail to its recipient is claimed, or is due and older.
    async fn claim(&self, lease: TimeDelta, order: ClaimOrder) -> Result<Option<ClaimedMail>, StoreError>;

    /// The data of the mail, also if what it says is not true any more. `None` if the recipient or the
    /// subject does not exist any more, or if there is nothing left to list.
    async fn find_facts(&self, mail: &Mail) -> Result<Option<MailFacts>, StoreError>;

    /// Removes a mail that was sent or is obsolete.
    async fn remove(&self, id: MailId) -> Result<(), StoreError>;

    /// Schedules the next try after a failure.
    async fn postpone(&self, id: MailId, delay: TimeDelta) -> Result<(), StoreError>;

    /// Makes a mail a dead letter: it is not claimed any more and kept with the cause, for
    /// operators.
    async fn give_up(&self, id: MailId, failure: &str) -> Result<(), StoreError>;

    /// Deletes dead letters that were given up before this time, a portion of them, and returns how
    /// many.
    async fn prune_dead_letters(&self, given_up_before: DateTime<Utc>) -> Result<u64, StoreError>;

    /// Makes dead letters of mails that were queued before this time and whose purpose this program does
    /// not know, a portion of them, and returns how many.
    async fn give_up_unknown(&self, queued_before: DateTime<Utc>, failure: &str) -> Result<u64, StoreError>;

    /// At most `limit` mails, the oldest first.
    async fn list(&self, state: Option<MailState>, limit: u32) -> Result<Vec<QueuedMail>, StoreError>;

    /// The state of the outbox, for the metrics.
    async fn backlog(&self) -> Result<MailBacklog, StoreError>;
}
