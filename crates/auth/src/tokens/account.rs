//! Secrets of links in mails: 256 random bits, known by their digest alone.
//!
//! A digest without salt and without cost is enough: what nobody can guess, nobody can try out.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use portal_domain::session::TokenHash;
use portal_services::ports::AccountSecret;
use sha2::{Digest, Sha256};

/// In letters that addresses carry as they are.
pub(super) fn secret() -> AccountSecret {
    AccountSecret(URL_SAFE_NO_PAD.encode(rand::random::<[u8; 32]>()))
}

/// Of the text, as the link carries it: only that one spelling is the secret.
pub(super) fn hash(secret: &AccountSecret) -> TokenHash {
    Sha256::digest(secret.0.as_bytes()).into()
}
