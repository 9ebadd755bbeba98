//! Tokens that authenticate browsers and emailed links.

use chrono::{DateTime, Utc};
use portal_domain::ids::{SessionId, UserId};
use portal_domain::session::TokenHash;

/// A refresh token as in the cookie: opaque, bound to one session. Its successors are derived from
/// it and the portal's signing key, so that a repeated refresh returns the same token.
#[derive(Clone, PartialEq, Eq)]
pub struct RefreshToken(pub String);

impl std::fmt::Debug for RefreshToken {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("RefreshToken(…)")
    }
}

/// The secret in an emailed link. It is rendered into the mail and never stored.
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
    fn issue_refresh(&self, session: SessionId) -> RefreshToken;

    /// The session that a refresh token claims to belong to; only its hash proves it.
    fn session_of(&self, token: &RefreshToken) -> Option<SessionId>;

    /// The token that replaces this one.
    fn successor(&self, token: &RefreshToken) -> RefreshToken;

    fn hash(&self, token: &RefreshToken) -> TokenHash;

    /// Whether `current` is the hash of a direct or indirect successor of `token`.
    fn is_ancestor(&self, token: &RefreshToken, current: &TokenHash) -> bool;

    /// A keyed digest of a text in hexadecimal: the same in every process, and not reversible by
    /// readers of the database.
    fn pseudonym(&self, text: &str) -> String;

    /// A new secret for an emailed link, from 256 random bits.
    fn account_secret(&self) -> AccountSecret;

    /// The digest that is stored of a secret; accepts any text.
    fn hash_account_secret(&self, secret: &AccountSecret) -> TokenHash;

    /// A signed token that marks a browser in which this user has logged in before.
    fn issue_device(&self, user: UserId) -> String;

    /// The user of a valid device token.
    fn verify_device(&self, token: &str) -> Option<UserId>;
}
