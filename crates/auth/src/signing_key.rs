//! The one secret of an installation, and the keys that are derived from it.

use hmac::{Hmac, KeyInit, Mac};
use secrecy::{ExposeSecret, SecretBox};
use sha2::Sha256;

/// HMAC-SHA256 with a key. Cloning it is cheaper than creating it again from the key.
pub(crate) type KeyedHmac = Hmac<Sha256>;

/// The secret that all tokens are signed with: 256 bits that never leave the processes of one
/// installation. Sessions outlive its replacement; access tokens of the old key are accepted until they
/// expire, if [`PreviousKey`](crate::PreviousKey) has it.
pub struct SigningKey(SecretBox<[u8; 32]>);

/// The configured secret has fewer than 32 bytes and could be guessed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the signing secret must have at least {} bytes", SigningKey::MIN_SECRET_BYTES)]
pub struct SecretTooShort;

impl SigningKey {
    pub const MIN_SECRET_BYTES: usize = 32;

    /// A new random key.
    pub fn generate() -> Self {
        Self::from_bytes(rand::random())
    }

    /// The key that an earlier [`generate`](Self::generate) returned.
    pub fn from_bytes(bytes: [u8; 32]) -> Self {
        Self(SecretBox::new(Box::new(bytes)))
    }

    /// Derives the key from a configured text: the same key in every process.
    pub fn from_secret_text(secret: &str) -> Result<Self, SecretTooShort> {
        if secret.len() < Self::MIN_SECRET_BYTES {
            return Err(SecretTooShort);
        }
        Ok(Self::from_bytes(digest(keyed(b"portal/signing-secret/1"), secret.as_bytes())))
    }

    /// The bytes of the key, to store them.
    pub fn expose(&self) -> &[u8; 32] {
        self.0.expose_secret()
    }

    /// The key for one purpose. Keys of different purposes are independent, so a token of one kind
    /// is never accepted as another kind.
    pub(crate) fn derive(&self, purpose: &str) -> [u8; 32] {
        digest(keyed(self.expose()), purpose.as_bytes())
    }
}

impl std::fmt::Debug for SigningKey {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("SigningKey(…)")
    }
}

#[expect(clippy::expect_used, reason = "HMAC accepts keys of every length")]
pub(crate) fn keyed(key: &[u8]) -> KeyedHmac {
    KeyedHmac::new_from_slice(key).expect("HMAC accepts keys of every length")
}

pub(crate) fn digest(mut keyed: KeyedHmac, message: &[u8]) -> [u8; 32] {
    keyed.update(message);
    keyed.finalize().into_bytes().into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn from_secret_text_rejects_short_secret_and_is_deterministic() {
        assert_eq!(SigningKey::from_secret_text(&"x".repeat(31)).unwrap_err(), SecretTooShort);
        let secret = "ein langes Geheimnis mit Umlauten: äöü";
        let key = SigningKey::from_secret_text(secret).unwrap();
        assert_eq!(key.expose(), SigningKey::from_secret_text(secret).unwrap().expose());
        assert_ne!(key.expose(), SigningKey::from_secret_text(&format!("{secret} ")).unwrap().expose());
    }

    #[test]
    fn generate_returns_distinct_keys_that_from_bytes_restores() {
        let key = SigningKey::generate();
        assert_ne!(key.expose(), SigningKey::generate().expose());
        assert_eq!(SigningKey::from_bytes(*key.expose()).expose(), key.expose());
    }

    #[test]
    fn derive_returns_another_key_for_each_purpose() {
        let key = SigningKey::from_bytes([7; 32]);
        assert_ne!(key.derive("one"), key.derive("other"));
        assert_ne!(key.derive("one"), *key.expose());
    }

    #[test]
    fn debug_hides_the_key() {
        assert_eq!(format!("{:?}", SigningKey::from_bytes([7; 32])), "SigningKey(…)");
    }

    /// The second test case of RFC 4231.
    #[test]
    fn digest_is_hmac_sha256() {
        let mac = digest(keyed(b"Jefe"), b"what do ya want for nothing?");
        assert_eq!(mac[..8], [0x5b, 0xdc, 0xc1, 0x46, 0xbf, 0x60, 0x75, 0x4e]);
    }
}
