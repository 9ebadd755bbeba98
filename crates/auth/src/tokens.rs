//! The tokens that browsers keep (access and refresh), and random secrets of links and cookies.

mod access;
mod account;
mod hmac_only;
mod refresh;

use std::sync::{Arc, PoisonError, RwLock};

use chrono::{DateTime, TimeDelta, Utc};
use portal_domain::ids::SessionId;
use portal_domain::session::TokenHash;
use portal_services::ports::{AccountSecret, RefreshToken, Tokens};

use self::access::AccessTokens;
use self::refresh::RefreshTokens;
use crate::signing_key::{KeyedHmac, SigningKey, digest, keyed};

/// Signed tokens. Each kind has a separate key, derived from the signing key, so that no token is
/// accepted as another kind.
///
/// After a rotation, tokens of the previous key are accepted for a while, so that users stay logged
/// in.
pub struct SignedTokens {
    keys: RwLock<Arc<Keys>>,
}

/// The key before the last rotation.
pub struct PreviousKey {
    pub key: SigningKey,
    /// Its access tokens are accepted until then.
    pub accepted_until: DateTime<Utc>,
}

struct Keys {
    current: DerivedKeys,
    previous: Option<(DerivedKeys, DateTime<Utc>)>,
}

/// The keys of one signing key.
struct DerivedKeys {
    access: AccessTokens,
    refresh: RefreshTokens,
    pseudonyms: KeyedHmac,
}

impl DerivedKeys {
    fn new(key: &SigningKey) -> Self {
        let key_id = hexadecimal(&key.derive("portal/key-id/1")).chars().take(16).collect();
        Self {
            access: AccessTokens::new(&key.derive("portal/access-token/1"), key_id),
            refresh: RefreshTokens::new(
                keyed(&key.derive("portal/refresh-token/1")),
                keyed(&key.derive("portal/refresh-token-tag/1")),
            ),
            pseudonyms: keyed(&key.derive("portal/pseudonym/1")),
        }
    }
}

impl SignedTokens {
    /// How long an access token is valid.
    pub const ACCESS_VALIDITY: TimeDelta = access::LIFETIME;

    pub fn new(key: &SigningKey, previous: Option<&PreviousKey>) -> Self {
        Self { keys: RwLock::new(Arc::new(Keys::new(key, previous))) }
    }

    /// Signs with this key from now on.
    pub fn replace_keys(&self, key: &SigningKey, previous: Option<&PreviousKey>) {
        *self.keys.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(Keys::new(key, previous));
    }

    fn keys(&self) -> Arc<Keys> {
        Arc::clone(&self.keys.read().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Keys {
    fn new(key: &SigningKey, previous: Option<&PreviousKey>) -> Self {
        let previous = previous.map(|previous| (DerivedKeys::new(&previous.key), previous.accepted_until));
        Self { current: DerivedKeys::new(key), previous }
    }

    /// The refresh tokens of both keys.
    fn refresh(&self) -> impl Iterator<Item = &RefreshTokens> {
        std::iter::once(&self.current).chain(self.previous.iter().map(|(keys, _)| keys)).map(|keys| &keys.refresh)
    }
}

impl Tokens for SignedTokens {
    fn issue_access(&self, session: SessionId, now: DateTime<Utc>) -> String {
        self.keys().current.access.issue(session, now)
    }

    fn verify_access(&self, token: &str, now: DateTime<Utc>) -> Option<SessionId> {
        let keys = self.keys();
        let previous = || {
            let (previous, _) = keys.previous.as_ref().filter(|(_, accepted_until)| now < *accepted_until)?;
            previous.access.verify(token, now)
        };
        keys.current.access.verify(token, now).or_else(previous)
    }

    fn issue_refresh(&self, session: SessionId) -> RefreshToken {
        self.keys().current.refresh.first(session)
    }

    fn session_of(&self, token: &RefreshToken) -> Option<SessionId> {
        refresh::session_of(token)
    }

    fn successor(&self, token: &RefreshToken) -> RefreshToken {
        self.keys().current.refresh.successor(token)
    }

    fn hash(&self, token: &RefreshToken) -> TokenHash {
        refresh::hash(token)
    }

    fn find_successor(&self, token: &RefreshToken, hash: &TokenHash) -> Option<RefreshToken> {
        let keys = self.keys();
        keys.refresh().map(|tokens| tokens.successor(token)).find(|successor| refresh::hash(successor) == *hash)
    }

    fn was_issued(&self, token: &RefreshToken) -> bool {
        self.keys().refresh().any(|tokens| tokens.was_issued(token))
    }

    fn pseudonym(&self, text: &str) -> String {
        hexadecimal(&digest(self.keys().current.pseudonyms.clone(), text.as_bytes()))
    }

    fn account_secret(&self) -> AccountSecret {
        account::secret()
    }

    fn hash_account_secret(&self, secret: &AccountSecret) -> TokenHash {
        account::hash(secret)
    }
}

fn hexadecimal(bytes: &[u8]) -> String {
    use std::fmt::Write;
    bytes.iter().fold(String::with_capacity(2 * bytes.len()), |mut hex, byte| {
        // Writing to a string cannot fail.
        let _ = write!(hex, "{byte:02x}");
        hex
    })
}

#[cfg(test)]
mod tests;
