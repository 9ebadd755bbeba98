//! The tokens of mails by which their reader ends them without a login.

use portal_domain::ids::{SavedSearchId, UserId};

/// What a token ends the mails of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Subscription {
    /// One saved search.
    Search(SavedSearchId),
    /// All saved searches of a student.
    Student(UserId),
}

/// A signed token. It is sent and never stored, and does not expire.
#[derive(Clone, PartialEq, Eq)]
pub struct UnsubscribeToken(pub String);

impl std::fmt::Debug for UnsubscribeToken {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("UnsubscribeToken(…)")
    }
}

#[cfg_attr(any(test, feature = "testing"), mockall::automock)]
pub trait UnsubscribeTokens: Send + Sync {
    /// The token of a subscription, always the same.
    fn issue(&self, subscription: Subscription) -> UnsubscribeToken;

    /// What a token is for; `None` if the portal did not issue it.
    fn verify(&self, token: &str) -> Option<Subscription>;
}
