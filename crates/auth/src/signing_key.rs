//! The one secret of an installation, and the keys that follow from it.

use hmac::{Hmac, KeyInit, Mac};
use secrecy::{ExposeSecret, SecretBox};
use sha2::Sha256;

/// HMAC-SHA256 with a key. Cloning it is cheaper than keying it anew.
pub(crate) type Keyed = Hmac<Sha256>;

/// The secret that all tokens are signed with: 256 bits that never leave the processes of one
/// installation. Exchanging it ends every session.
pub struct SigningKey(SecretBox<[u8; 32]>);

/// The configured secret has fewer than 32 bytes, so that it could be guessed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the signing secret must have at least {} bytes", SigningKey::MIN_SECRET_BYTES)]
pub struct SecretTooShort;

impl SigningKey {
    pub const MIN_SECRET_BYTES: usize = 32;

    /// A new key, by chance.
    pub fn generate() -> Self {
        Self::from_bytes(rand::random())
    }

    /// The key that an earlier [`generate`](Self::generate) made.
    pub fn from_bytes(bytes: [u8; 32]) -> Self {
        Self(SecretBox::new(Box::new(bytes)))
    }

    /// The key that follows from a text of the operator's choice, the same on every process.
    pub fn from_secret_text(secret: &str) -> Result<Self, SecretTooShort> {
        if secret.len() < Self::MIN_SECRET_BYTES {
            return Err(SecretTooShort);
        }
        Ok(Self::from_bytes(digest(keyed(b"portal/signing-secret/1"), secret.as_bytes())))
    }

    /// The bytes of the key, for whoever stores it.
    pub fn expose(&self) -> &[u8; 32] {
        self.0.expose_secret()
    }

    /// The key for one purpose. Keys of different purposes say nothing about each other, so a token of
    /// one kind can never pass for one of another.
    pub(crate) fn derive(&self, purpose: &str) -> [u8; 32] {
        digest(keyed(self.expose()), purpose.as_bytes())
    }
}

impl std::fmt::Debug for SigningKey {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("SigningKey(…)")
    }
}

/// HMAC takes keys of every length, which its type does not say.
#[expect(clippy::expect_used, reason = "HMAC has no length of key that it refuses")]
pub(crate) fn keyed(key: &[u8]) -> Keyed {
    Keyed::new_from_slice(key).expect("HMAC takes keys of every length")
}

pub(crate) fn digest(mut keyed: Keyed, message: &[u8]) -> [u8; 32] {
    keyed.update(message);
    keyed.finalize().into_bytes().into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_short_secret_is_refused_and_a_long_one_always_gives_the_same_key() {
        assert_eq!(SigningKey::from_secret_text(&"x".repeat(31)).unwrap_err(), SecretTooShort);
        let secret = "ein langes Geheimnis mit Umlauten: äöü";
        let key = SigningKey::from_secret_text(secret).unwrap();
        assert_eq!(key.expose(), SigningKey::from_secret_text(secret).unwrap().expose());
        assert_ne!(key.expose(), SigningKey::from_secret_text(&format!("{secret} ")).unwrap().expose());
    }

    #[test]
    fn generated_keys_differ_and_survive_being_stored() {
        let key = SigningKey::generate();
        assert_ne!(key.expose(), SigningKey::generate().expose());
        assert_eq!(SigningKey::from_bytes(*key.expose()).expose(), key.expose());
    }

    #[test]
    fn every_purpose_has_its_own_key() {
        let key = SigningKey::from_bytes([7; 32]);
        assert_ne!(key.derive("one"), key.derive("other"));
        assert_ne!(key.derive("one"), *key.expose());
    }

    #[test]
    fn a_key_is_not_printed() {
        assert_eq!(format!("{:?}", SigningKey::from_bytes([7; 32])), "SigningKey(…)");
    }

    /// The first case of RFC 4231 with a key of the block's length or less.
    #[test]
    fn the_digest_is_hmac_sha256() {
        let mac = digest(keyed(b"Jefe"), b"what do ya want for nothing?");
        assert_eq!(mac[..8], [0x5b, 0xdc, 0xc1, 0x46, 0xbf, 0x60, 0x75, 0x4e]);
    }
}
