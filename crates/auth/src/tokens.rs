//! The tokens that browsers keep (access, refresh and device), and the secrets of links in mails.

mod access;
mod account;
mod device;
mod hmac_only;
mod refresh;

use chrono::{DateTime, TimeDelta, Utc};
use portal_domain::ids::{SessionId, UserId};
use portal_domain::session::TokenHash;
use portal_services::ports::{AccountSecret, RefreshToken, Tokens};

use self::access::AccessTokens;
use self::device::DeviceTokens;
use self::refresh::RefreshTokens;
use crate::signing_key::{KeyedHmac, SigningKey, digest, keyed};

/// Signed tokens. Each kind has a separate key, derived from the signing key, so that no token is
/// accepted as another kind.
pub struct SignedTokens {
    access: AccessTokens,
    refresh: RefreshTokens,
    device: DeviceTokens,
    pseudonyms: KeyedHmac,
}

impl SignedTokens {
    /// How long an access token is valid.
    pub const ACCESS_VALIDITY: TimeDelta = access::LIFETIME;

    pub fn new(key: &SigningKey) -> Self {
        Self {
            access: AccessTokens::new(&key.derive("portal/access-token/1")),
            refresh: RefreshTokens::new(keyed(&key.derive("portal/refresh-token/1"))),
            device: DeviceTokens::new(keyed(&key.derive("portal/device-token/1"))),
            pseudonyms: keyed(&key.derive("portal/pseudonym/1")),
        }
    }
}

impl Tokens for SignedTokens {
    fn issue_access(&self, session: SessionId, now: DateTime<Utc>) -> String {
        self.access.issue(session, now)
    }

    fn verify_access(&self, token: &str, now: DateTime<Utc>) -> Option<SessionId> {
        self.access.verify(token, now)
    }

    fn issue_refresh(&self, session: SessionId) -> RefreshToken {
        refresh::first(session)
    }

    fn session_of(&self, token: &RefreshToken) -> Option<SessionId> {
        refresh::session_of(token)
    }

    fn successor(&self, token: &RefreshToken) -> RefreshToken {
        self.refresh.successor(token)
    }

    fn hash(&self, token: &RefreshToken) -> TokenHash {
        refresh::hash(token)
    }

    fn is_ancestor(&self, token: &RefreshToken, current: &TokenHash) -> bool {
        self.refresh.is_ancestor(token, current)
    }

    fn pseudonym(&self, text: &str) -> String {
        use std::fmt::Write;
        let mac = digest(self.pseudonyms.clone(), text.as_bytes());
        mac.iter().fold(String::with_capacity(2 * mac.len()), |mut hex, byte| {
            // Writing to a string cannot fail.
            let _ = write!(hex, "{byte:02x}");
            hex
        })
    }

    fn account_secret(&self) -> AccountSecret {
        account::secret()
    }

    fn hash_account_secret(&self, secret: &AccountSecret) -> TokenHash {
        account::hash(secret)
    }

    fn issue_device(&self, user: UserId) -> String {
        self.device.issue(user)
    }

    fn verify_device(&self, token: &str) -> Option<UserId> {
        self.device.verify(token)
    }
}

#[cfg(test)]
mod tests;
