//! Refresh tokens: a session, 256 secret bits, and a tag.
//!
//! The first token of a session is random. Each successor is derived from its predecessor and the
//! signing key, so a repeated refresh gets the same successor, although only hashes are stored. The
//! tag shows that the portal issued the token: an old one is recognised however often the session
//! was refreshed since.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use hmac::Mac;
use portal_domain::ids::SessionId;
use portal_domain::session::TokenHash;
use portal_services::ports::RefreshToken;
use sha2::{Digest, Sha256};
use uuid::Uuid;

use crate::signing_key::{KeyedHmac, digest};

const SESSION_BYTES: usize = 16;
const SECRET_BYTES: usize = 32;
const SIGNED_BYTES: usize = SESSION_BYTES + SECRET_BYTES;
const TAG_BYTES: usize = 16;

pub(super) struct RefreshTokens {
    chain: KeyedHmac,
    tags: KeyedHmac,
}

impl RefreshTokens {
    pub(crate) fn new(chain: KeyedHmac, tags: KeyedHmac) -> Self {
        Self { chain, tags }
    }

    /// The first token of a session.
    pub(crate) fn first(&self, session: SessionId) -> RefreshToken {
        self.token(*session.0.as_bytes(), rand::random())
    }

    /// The token that replaces this one. The successor of an invalid token is invalid, too.
    pub(crate) fn successor(&self, token: &RefreshToken) -> RefreshToken {
        match decode(token) {
            Some((signed, _)) => {
                let session = signed.first_chunk::<SESSION_BYTES>().copied().unwrap_or_default();
                self.token(session, digest(self.chain.clone(), &signed))
            }
            None => RefreshToken(URL_SAFE_NO_PAD.encode(digest(self.chain.clone(), token.0.as_bytes()))),
        }
    }

    /// Whether this key made the token. Tokens of older versions have no tag.
    pub(crate) fn was_issued(&self, token: &RefreshToken) -> bool {
        let Some((signed, tag)) = decode(token) else { return false };
        // Compares in constant time, the length included.
        self.tags.clone().chain_update(signed).verify_truncated_left(&tag).is_ok() && tag.len() == TAG_BYTES
    }

    fn token(&self, session: [u8; SESSION_BYTES], secret: [u8; SECRET_BYTES]) -> RefreshToken {
        let mut bytes = [session.as_slice(), &secret].concat();
        let tag = digest(self.tags.clone(), &bytes);
        bytes.extend(tag.into_iter().take(TAG_BYTES));
        RefreshToken(URL_SAFE_NO_PAD.encode(bytes))
    }
}

pub(super) fn session_of(token: &RefreshToken) -> Option<SessionId> {
    let session = decode(token)?.0.first_chunk::<SESSION_BYTES>().copied()?;
    Some(SessionId(Uuid::from_bytes(session)))
}

/// Hashes the text as the cookie contains it: no other encoding of the same bytes is accepted.
pub(super) fn hash(token: &RefreshToken) -> TokenHash {
    Sha256::digest(token.0.as_bytes()).into()
}

/// Session and secret, and the tag, which is empty in tokens of older versions.
fn decode(token: &RefreshToken) -> Option<([u8; SIGNED_BYTES], Vec<u8>)> {
    let bytes = URL_SAFE_NO_PAD.decode(&token.0).ok()?;
    let (signed, tag) = bytes.split_first_chunk::<SIGNED_BYTES>()?;
    [0, TAG_BYTES].contains(&tag.len()).then(|| (*signed, tag.to_vec()))
}
