//! Tokens: what a browser brings to show who it speaks for.

use chrono::{DateTime, Utc};
use portal_domain::ids::{SessionId, UserId};
use portal_domain::session::TokenHash;

/// A refresh token as the cookie carries it: opaque, bound to one session. Its successors follow from
/// it and the portal's signing key, so that a repeated refresh gives the same answer.
#[derive(Clone, PartialEq, Eq)]
pub struct RefreshToken(pub String);

impl std::fmt::Debug for RefreshToken {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("RefreshToken(…)")
    }
}

/// The secret part of a link in a mail. It is worded into the mail and kept nowhere.
#[derive(Clone, PartialEq, Eq)]
pub struct AccountSecret(pub String);

impl std::fmt::Debug for AccountSecret {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("AccountSecret(…)")
    }
}

#[cfg_attr(any(test, feature = "testing"), mockall::automock)]
pub trait Tokens: Send + Sync {
    /// A signed access token for a session, valid for 15 minutes from `now`.
    fn issue_access(&self, session: SessionId, now: DateTime<Utc>) -> String;

    /// The session of a valid access token.
    fn verify_access(&self, token: &str, now: DateTime<Utc>) -> Option<SessionId>;

    /// The first refresh token of a new session, from 256 random bits.
    fn first_refresh(&self, session: SessionId) -> RefreshToken;

    /// The session that a refresh token says it belongs to; that it does, only its hash shows.
    fn session_of(&self, token: &RefreshToken) -> Option<SessionId>;

    /// The one token that replaces this one.
    fn successor(&self, token: &RefreshToken) -> RefreshToken;

    fn hash(&self, token: &RefreshToken) -> TokenHash;

    /// Whether `current` is the hash of a successor of `token`, of whatever degree.
    fn is_ancestor(&self, token: &RefreshToken, current: &TokenHash) -> bool;

    /// A keyed digest of a text, as hexadecimal: the same for the same text on every process, and of no
    /// use to whoever reads it in the database.
    fn pseudonym(&self, text: &str) -> String;

    /// A new secret for a link in a mail, from 256 random bits.
    fn account_secret(&self) -> AccountSecret;

    /// The digest under which such a secret is kept; also of a text that never was one.
    fn hash_account_secret(&self, secret: &AccountSecret) -> TokenHash;

    /// A signed token that marks a browser from which this user has logged in before.
    fn issue_device(&self, user: UserId) -> String;

    /// The user whose browser a valid device token marks.
    fn verify_device(&self, token: &str) -> Option<UserId>;
}
