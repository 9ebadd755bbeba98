//! Tokens that authenticate browsers and emailed links.

use chrono::{DateTime, Utc};
use portal_domain::ids::SessionId;
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

/// The secret of an emailed link, of a device's cookie, or of a login that waits for its second
/// factor. It is sent and never stored.
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

    /// The token with this hash that replaced `token`, made with the current or the previous signing
    /// key.
    fn find_successor(&self, token: &RefreshToken, hash: &TokenHash) -> Option<RefreshToken>;

    /// Whether the portal issued this token for its session at any time.
    fn was_issued(&self, token: &RefreshToken) -> bool;

    /// A keyed digest of a text in hexadecimal: the same in every process, and not reversible by
    /// readers of the database.
    fn pseudonym(&self, text: &str) -> String;

    /// A new secret from 256 random bits.
    fn account_secret(&self) -> AccountSecret;

    /// The digest that is stored of a secret; accepts any text.
    fn hash_account_secret(&self, secret: &AccountSecret) -> TokenHash;
}
