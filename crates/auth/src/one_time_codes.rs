//! TOTP (RFC 6238), the encryption of its secrets, and recovery codes.
//!
//! Secrets must be readable to check a code, so they are encrypted, not hashed. The key is derived
//! from a secret that may be kept outside of the database; then a copy of the database is not
//! enough to make codes.

use chrono::{DateTime, Utc};
use portal_domain::ids::UserId;
use portal_domain::second_factor::SealedSecret;
use portal_domain::session::TokenHash;
use portal_domain::user::Email;
use portal_services::ports::{OneTimeCodes, RecoveryCode, TotpSecret};
use ring::aead::{Aad, CHACHA20_POLY1305, LessSafeKey, NONCE_LEN, Nonce, UnboundKey};
use sha2::{Digest, Sha256};
use totp_rs::{Builder, Secret, Totp};

use crate::signing_key::SigningKey;

/// Letters and digits without those that look alike.
const RECOVERY_ALPHABET: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";
const RECOVERY_CHARS: usize = 16;
const RECOVERY_GROUP: usize = 4;

/// One-time codes with secrets encrypted by `ChaCha20-Poly1305`.
pub struct SealedCodes {
    key: LessSafeKey,
}

impl SealedCodes {
    /// The key must outlive the secrets: with another one, no stored secret can be read.
    #[expect(clippy::expect_used, clippy::missing_panics_doc, reason = "a derived key has the length of the algorithm")]
    pub fn new(key: &SigningKey) -> Self {
        let key = UnboundKey::new(&CHACHA20_POLY1305, &key.derive("portal/totp-secret/1"));
        Self { key: LessSafeKey::new(key.expect("256 bits")) }
    }
}

impl OneTimeCodes for SealedCodes {
    fn new_totp_secret(&self) -> TotpSecret {
        TotpSecret(rand::random())
    }

    fn totp_text(&self, secret: &TotpSecret) -> String {
        Secret::new_stack(secret.0).to_base32()
    }

    #[expect(clippy::expect_used, reason = "an email address is not empty and has no colon")]
    fn totp_uri(&self, secret: &TotpSecret, issuer: &str, account: &Email) -> String {
        let issuer = issuer.replace(':', " ");
        let totp = builder(secret).with_issuer(Some(issuer)).with_account_name(account.as_str()).build_noncompliant();
        totp.to_url().expect("the account is valid")
    }

    fn totp_step(&self, secret: &TotpSecret, code: &str, now: DateTime<Utc>) -> Option<i64> {
        let code: String = code.chars().filter(|character| !character.is_whitespace()).collect();
        let step = totp(secret).check(&code, u64::try_from(now.timestamp()).ok()?)?;
        i64::try_from(step).ok()
    }

    #[expect(clippy::expect_used, reason = "sealing fails beyond gigabytes only")]
    fn seal(&self, user: UserId, secret: &TotpSecret) -> SealedSecret {
        let nonce: [u8; NONCE_LEN] = rand::random();
        let mut text = secret.0.to_vec();
        let sealed = self.key.seal_in_place_append_tag(Nonce::assume_unique_for_key(nonce), bound_to(user), &mut text);
        sealed.expect("a short text");
        SealedSecret([nonce.as_slice(), &text].concat())
    }

    fn open(&self, user: UserId, secret: &SealedSecret) -> Option<TotpSecret> {
        let (nonce, text) = secret.0.split_first_chunk::<NONCE_LEN>()?;
        let mut text = text.to_vec();
        let nonce = Nonce::assume_unique_for_key(*nonce);
        let opened = self.key.open_in_place(nonce, bound_to(user), &mut text).ok()?;
        Some(TotpSecret(<[u8; 20]>::try_from(&*opened).ok()?))
    }

    fn new_recovery_codes(&self, count: usize) -> Vec<RecoveryCode> {
        (0..count).map(|_| recovery_code(rand::random())).collect()
    }

    fn hash_recovery_code(&self, code: &str) -> TokenHash {
        let code: String =
            code.chars().filter(|character| character.is_alphanumeric()).flat_map(char::to_lowercase).collect();
        // A fast digest is enough: 80 random bits cannot be guessed.
        Sha256::digest(format!("portal/recovery-code/1:{code}")).into()
    }
}

/// A secret can be opened for its user only, so that rows cannot be exchanged.
fn bound_to(user: UserId) -> Aad<[u8; 16]> {
    Aad::from(*user.0.as_bytes())
}

/// SHA-1, six digits, 30 seconds, one step before and after: what authenticator apps expect.
fn builder(secret: &TotpSecret) -> Builder {
    Builder::new().with_secret(Secret::new_stack(secret.0)).with_digits(6).with_skew(1).with_step_duration(30)
}

fn totp(secret: &TotpSecret) -> Totp {
    builder(secret).build_noncompliant()
}

/// Groups of four characters, five bits each.
fn recovery_code(random: [u8; RECOVERY_CHARS]) -> RecoveryCode {
    let mut code = String::with_capacity(RECOVERY_CHARS + RECOVERY_CHARS / RECOVERY_GROUP);
    for (index, byte) in random.into_iter().enumerate() {
        if index > 0 && index % RECOVERY_GROUP == 0 {
            code.push('-');
        }
        let letter = RECOVERY_ALPHABET.get(usize::from(byte % 32)).copied().unwrap_or(b'a');
        code.push(char::from(letter));
    }
    RecoveryCode(code)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use uuid::Uuid;

    use super::*;

    const ADA: UserId = UserId(Uuid::from_u128(7));
    /// The secret of RFC 6238, appendix B.
    const SECRET: TotpSecret = TotpSecret(*b"12345678901234567890");

    fn codes() -> SealedCodes {
        SealedCodes::new(&SigningKey::from_bytes([7; 32]))
    }

    fn at(seconds: i64) -> DateTime<Utc> {
        DateTime::from_timestamp(seconds, 0).unwrap()
    }

    /// The last six digits of the values of RFC 6238, appendix B, for SHA-1.
    #[test]
    fn totp_step_accepts_the_codes_of_the_standard() {
        for (time, code) in [
            (59, "287082"),
            (1_111_111_109, "081804"),
            (1_111_111_111, "050471"),
            (1_234_567_890, "005924"),
            (2_000_000_000, "279037"),
            (20_000_000_000, "353130"),
        ] {
            assert_eq!(codes().totp_step(&SECRET, code, at(time)), Some(time / 30), "{time}");
        }
    }

    #[test]
    fn totp_step_accepts_one_step_before_and_after() {
        let step = 1_111_111_109 / 30;
        for (offset, expected) in [(-2, None), (-1, Some(step)), (0, Some(step)), (1, Some(step)), (2, None)] {
            assert_eq!(codes().totp_step(&SECRET, "081804", at(1_111_111_109 + 30 * offset)), expected, "{offset}");
        }
        assert_eq!(codes().totp_step(&SECRET, " 081 804 ", at(1_111_111_109)), Some(step), "as apps show it");
        for wrong in ["", "81804", "0081804", "+81804", "08180٤", "abcdef"] {
            assert_eq!(codes().totp_step(&SECRET, wrong, at(1_111_111_109)), None, "{wrong}");
        }
    }

    #[test]
    fn totp_uri_names_issuer_account_and_secret() {
        let uri = codes().totp_uri(&SECRET, "Fenster: Platz", &Email::parse("ada@portal.test").unwrap());
        let secret = codes().totp_text(&SECRET);
        assert_eq!(secret, "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ");
        assert!(uri.starts_with("otpauth://totp/Fenster%20%20Platz:ada%40portal"), "{uri}");
        assert!(uri.contains(&format!("secret={secret}")) && uri.contains("issuer=Fenster%20%20Platz"), "{uri}");
    }

    #[test]
    fn open_returns_secret_of_the_same_user_and_key_only() {
        let sealed = codes().seal(ADA, &SECRET);
        assert_eq!(codes().open(ADA, &sealed), Some(SECRET));
        assert_ne!(sealed, codes().seal(ADA, &SECRET), "the nonce is random");
        assert!(!sealed.0.windows(20).any(|window| window == SECRET.0));
        assert_eq!(codes().open(UserId(Uuid::from_u128(8)), &sealed), None);
        let other = SealedCodes::new(&SigningKey::from_bytes([8; 32]));
        assert_eq!(other.open(ADA, &sealed), None);
        for changed in 0..sealed.0.len() {
            let mut bytes = sealed.0.clone();
            bytes[changed] ^= 1;
            assert_eq!(codes().open(ADA, &SealedSecret(bytes)), None, "{changed}");
        }
        assert_eq!(codes().open(ADA, &SealedSecret(Vec::new())), None);
    }

    #[test]
    fn new_recovery_codes_are_distinct_and_hashed_without_separators_and_case() {
        let new = codes().new_recovery_codes(10);
        let distinct: BTreeSet<_> = new.iter().map(|code| code.0.clone()).collect();
        assert_eq!(distinct.len(), 10);
        let code = &new[0].0;
        assert!(code.len() == 19 && code.split('-').all(|group| group.len() == 4), "{code}");
        let typed = code.to_uppercase().replace('-', " ");
        assert_eq!(codes().hash_recovery_code(&typed), codes().hash_recovery_code(code));
        assert_ne!(codes().hash_recovery_code(&new[1].0), codes().hash_recovery_code(code));
    }
}
