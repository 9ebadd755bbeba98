//! The security log.

use portal_domain::ids::UserId;
use portal_domain::security_event::{SecurityEvent, SecurityOutcome};

/// One entry. The adapter adds the network address and the id of the request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SecurityRecord<'a> {
    pub event: SecurityEvent,
    pub outcome: SecurityOutcome,
    /// `None` if no account is known.
    pub user: Option<UserId>,
    /// The email address that was typed, as long as no account is proven by it. Only its pseudonym
    /// is written.
    pub typed_email: Option<&'a str>,
}

impl<'a> SecurityRecord<'a> {
    /// An event of a known user.
    pub const fn of_user(event: SecurityEvent, outcome: SecurityOutcome, user: UserId) -> Self {
        Self { event, outcome, user: Some(user), typed_email: None }
    }

    /// An event of a visitor who typed this email address.
    pub const fn of_visitor(event: SecurityEvent, outcome: SecurityOutcome, typed_email: &'a str) -> Self {
        Self { event, outcome, user: None, typed_email: Some(typed_email) }
    }
}

/// Records what matters for the security of accounts. It cannot fail: no use case depends on it.
pub trait SecurityLog: Send + Sync {
    fn record(&self, record: SecurityRecord<'_>);
}
