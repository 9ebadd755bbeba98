//! Refresh tokens: a session and 256 secret bits.
//!
//! The first token of a session is random. Each successor is derived from its predecessor and the
//! signing key, so a repeated refresh gets the same successor, although only hashes are stored.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use portal_domain::ids::SessionId;
use portal_domain::session::TokenHash;
use portal_services::ports::RefreshToken;
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;
use uuid::Uuid;

use crate::signing_key::{KeyedHmac, digest};

/// Tokens of a session at most: it lasts 30 days, and an access token 15 minutes.
pub(super) const MAX_CHAIN_LENGTH: u32 = 3_000;

const SESSION_BYTES: usize = 16;
const TOKEN_BYTES: usize = SESSION_BYTES + 32;

pub(super) struct RefreshTokens(KeyedHmac);

impl RefreshTokens {
    pub(crate) fn new(key: KeyedHmac) -> Self {
        Self(key)
    }

    /// The token that replaces this one. The successor of an invalid token is invalid, too.
    pub(crate) fn successor(&self, token: &RefreshToken) -> RefreshToken {
        match decode(token) {
            Some(bytes) => encode(&self.next(&bytes)),
            None => RefreshToken(URL_SAFE_NO_PAD.encode(digest(self.0.clone(), token.0.as_bytes()))),
        }
    }

    pub(crate) fn is_ancestor(&self, token: &RefreshToken, current: &TokenHash) -> bool {
        let Some(mut bytes) = decode(token) else { return false };
        (0..MAX_CHAIN_LENGTH).any(|_| {
            bytes = self.next(&bytes);
            hash(&encode(&bytes)).ct_eq(current).into()
        })
    }

    fn next(&self, bytes: &[u8; TOKEN_BYTES]) -> [u8; TOKEN_BYTES] {
        let mut next = *bytes;
        next[SESSION_BYTES..].copy_from_slice(&digest(self.0.clone(), bytes));
        next
    }
}

pub(super) fn first(session: SessionId) -> RefreshToken {
    let mut bytes = [0; TOKEN_BYTES];
    bytes[..SESSION_BYTES].copy_from_slice(session.0.as_bytes());
    bytes[SESSION_BYTES..].copy_from_slice(&rand::random::<[u8; 32]>());
    encode(&bytes)
}

pub(super) fn session_of(token: &RefreshToken) -> Option<SessionId> {
    let session = decode(token)?.first_chunk::<SESSION_BYTES>().copied()?;
    Some(SessionId(Uuid::from_bytes(session)))
}

/// Hashes the text as the cookie contains it: no other encoding of the same bytes is accepted.
pub(super) fn hash(token: &RefreshToken) -> TokenHash {
    Sha256::digest(token.0.as_bytes()).into()
}

fn encode(bytes: &[u8; TOKEN_BYTES]) -> RefreshToken {
    RefreshToken(URL_SAFE_NO_PAD.encode(bytes))
}

fn decode(token: &RefreshToken) -> Option<[u8; TOKEN_BYTES]> {
    URL_SAFE_NO_PAD.decode(&token.0).ok()?.try_into().ok()
}
