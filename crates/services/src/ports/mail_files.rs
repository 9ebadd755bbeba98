//! The files of mails, on a portal without a mail server.

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use portal_domain::ids::UserId;

use super::Source;

#[cfg_attr(any(test, feature = "testing"), mockall::automock)]
#[async_trait]
pub trait MailFiles: Send + Sync {
    /// Removes the files of all mails that name this user: to them, and about their applications.
    async fn remove_of(&self, user: UserId) -> Result<(), Source>;

    /// Removes the files that were written before this time, and files that a killed process left
    /// incomplete. Returns how many.
    async fn prune(&self, written_before: DateTime<Utc>) -> Result<u64, Source>;
}
