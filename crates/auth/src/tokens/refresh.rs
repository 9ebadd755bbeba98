//! Refresh tokens: a session and 256 secret bits.
//!
//! The first of a session is chance. Each later one follows from the one before and the signing key:
//! whoever asks twice with the same token gets the same answer twice, and nothing but hashes is stored.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use portal_domain::ids::SessionId;
use portal_domain::session::TokenHash;
use portal_services::ports::RefreshToken;
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;
use uuid::Uuid;

use crate::signing_key::{Keyed, digest};

/// No chain is longer: a session lasts 30 days, and an access token 15 minutes.
pub(super) const LONGEST_CHAIN: u32 = 3_000;

const SESSION: usize = 16;
const LENGTH: usize = SESSION + 32;

pub(super) struct RefreshTokens(Keyed);

impl RefreshTokens {
    pub fn new(key: Keyed) -> Self {
        Self(key)
    }

    /// What replaces a token. That of something that is no token is none either.
    pub fn successor(&self, token: &RefreshToken) -> RefreshToken {
        match decode(token) {
            Some(bytes) => encode(&self.follow(&bytes)),
            None => RefreshToken(URL_SAFE_NO_PAD.encode(digest(self.0.clone(), token.0.as_bytes()))),
        }
    }

    pub fn is_ancestor(&self, token: &RefreshToken, current: &TokenHash) -> bool {
        let Some(mut bytes) = decode(token) else { return false };
        (0..LONGEST_CHAIN).any(|_| {
            bytes = self.follow(&bytes);
            hash(&encode(&bytes)).ct_eq(current).into()
        })
    }

    fn follow(&self, bytes: &[u8; LENGTH]) -> [u8; LENGTH] {
        let mut next = *bytes;
        next[SESSION..].copy_from_slice(&digest(self.0.clone(), bytes));
        next
    }
}

pub(super) fn first(session: SessionId) -> RefreshToken {
    let mut bytes = [0; LENGTH];
    bytes[..SESSION].copy_from_slice(session.0.as_bytes());
    bytes[SESSION..].copy_from_slice(&rand::random::<[u8; 32]>());
    encode(&bytes)
}

pub(super) fn session_of(token: &RefreshToken) -> Option<SessionId> {
    let session = decode(token)?.first_chunk::<SESSION>().copied()?;
    Some(SessionId(Uuid::from_bytes(session)))
}

/// Of the text, as the cookie carries it: only that one spelling is the token.
pub(super) fn hash(token: &RefreshToken) -> TokenHash {
    Sha256::digest(token.0.as_bytes()).into()
}

fn encode(bytes: &[u8; LENGTH]) -> RefreshToken {
    RefreshToken(URL_SAFE_NO_PAD.encode(bytes))
}

fn decode(token: &RefreshToken) -> Option<[u8; LENGTH]> {
    URL_SAFE_NO_PAD.decode(&token.0).ok()?.try_into().ok()
}
