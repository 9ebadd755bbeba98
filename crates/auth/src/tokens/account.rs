//! Secrets of links in mails: 256 random bits, of which only the digest is stored.
//!
//! A fast digest without salt is enough, because 256 random bits cannot be guessed.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use portal_domain::session::TokenHash;
use portal_services::ports::AccountSecret;
use sha2::{Digest, Sha256};

/// URL-safe characters only.
pub(super) fn secret() -> AccountSecret {
    AccountSecret(URL_SAFE_NO_PAD.encode(rand::random::<[u8; 32]>()))
}

/// Hashes the text as the link contains it: no other encoding of the same bytes is accepted.
pub(super) fn hash(secret: &AccountSecret) -> TokenHash {
    Sha256::digest(secret.0.as_bytes()).into()
}
