//! Second factors: what is stored, and the cryptography behind it.

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use portal_domain::ids::{PasskeyId, SessionId, UserId};
use portal_domain::second_factor::{
    LoginChallenge, Passkey, PasskeyChallenge, PasskeyChallengePurpose, SealedSecret, SecondFactor, Totp,
};
use portal_domain::session::TokenHash;
use portal_domain::user::Email;

use super::StoreError;
use crate::config::RelyingParty;

/// The constraint that allows a passkey once.
pub const PASSKEY_EXISTS: &str = "passkeys_credential_id_key";

/// A user's factors are locked after the user.
#[cfg_attr(any(test, feature = "testing"), mockall::automock)]
#[async_trait]
pub trait SecondFactorRepository: Send {
    /// The confirmed TOTP secret, locked until the transaction ends.
    async fn find_totp_for_update(&mut self, user: UserId) -> Result<Option<Totp>, StoreError>;

    /// The TOTP secret that waits for its first code, locked.
    async fn find_pending_totp_for_update(&mut self, user: UserId) -> Result<Option<Totp>, StoreError>;

    /// Stores a secret that waits for its first code, in place of another one.
    async fn save_pending_totp(
        &mut self,
        user: UserId,
        secret: &SealedSecret,
        now: DateTime<Utc>,
    ) -> Result<(), StoreError>;

    /// Confirms the waiting secret by a code of this step; it replaces the confirmed one.
    async fn confirm_totp(&mut self, user: UserId, step: i64) -> Result<(), StoreError>;

    /// Records the step of an accepted code.
    async fn set_totp_step(&mut self, user: UserId, step: i64) -> Result<(), StoreError>;

    /// Deletes the confirmed and the waiting secret. Returns whether there was a confirmed one.
    async fn delete_totp(&mut self, user: UserId) -> Result<bool, StoreError>;

    /// Replaces the user's recovery codes.
    async fn replace_recovery_codes(&mut self, user: UserId, codes: &[TokenHash]) -> Result<(), StoreError>;

    /// Deletes a recovery code, and returns whether it existed.
    async fn use_recovery_code(&mut self, user: UserId, code: &TokenHash) -> Result<bool, StoreError>;

    /// The user's passkeys, oldest first, locked.
    async fn list_passkeys_for_update(&mut self, user: UserId) -> Result<Vec<Passkey>, StoreError>;

    /// Inserts a passkey. A known one is `Conflict(PASSKEY_EXISTS)`.
    async fn insert_passkey(&mut self, passkey: &Passkey) -> Result<(), StoreError>;

    /// Stores the signature count and the time of a use.
    async fn save_passkey_use(&mut self, id: PasskeyId, sign_count: u32, now: DateTime<Utc>) -> Result<(), StoreError>;

    /// Deletes a passkey of this user, and returns whether it existed.
    async fn delete_passkey(&mut self, user: UserId, id: PasskeyId) -> Result<bool, StoreError>;

    /// Deletes all factors and recovery codes. Returns whether there was a factor.
    async fn delete_all(&mut self, user: UserId) -> Result<bool, StoreError>;

    async fn insert_login_challenge(&mut self, challenge: &LoginChallenge) -> Result<(), StoreError>;

    /// Deletes a login challenge, and returns whether it existed: each is passed once.
    async fn delete_login_challenge(&mut self, hash: &TokenHash) -> Result<bool, StoreError>;

    /// Stores what a passkey must sign for this purpose in this session, in place of an older one.
    async fn save_passkey_challenge(
        &mut self,
        session: SessionId,
        purpose: PasskeyChallengePurpose,
        challenge: &PasskeyChallenge,
        expires_at: DateTime<Utc>,
    ) -> Result<(), StoreError>;

    /// Deletes the challenge of this purpose and returns it, unless it has expired: each is signed
    /// once.
    async fn take_passkey_challenge(
        &mut self,
        session: SessionId,
        purpose: PasskeyChallengePurpose,
        now: DateTime<Utc>,
    ) -> Result<Option<PasskeyChallenge>, StoreError>;
}

#[cfg_attr(any(test, feature = "testing"), mockall::automock)]
#[async_trait]
pub trait SecondFactorQueries: Send + Sync {
    async fn find_second_factor(&self, user: UserId) -> Result<SecondFactor, StoreError>;
}

/// Counts tries outside of transactions, so that a failed login does not undo the count.
#[cfg_attr(any(test, feature = "testing"), mockall::automock)]
#[async_trait]
pub trait LoginChallenges: Send + Sync {
    /// Counts a try and returns the challenge; `None` if it does not exist, has expired, or had
    /// `max_tries` before.
    async fn add_try(
        &self,
        hash: &TokenHash,
        max_tries: u32,
        now: DateTime<Utc>,
    ) -> Result<Option<LoginChallenge>, StoreError>;
}

/// A TOTP secret as the user's app gets it.
#[derive(Clone, PartialEq, Eq)]
pub struct TotpSecret(pub [u8; 20]);

impl std::fmt::Debug for TotpSecret {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("TotpSecret(…)")
    }
}

/// A recovery code as the user gets it.
#[derive(Clone, PartialEq, Eq)]
pub struct RecoveryCode(pub String);

impl std::fmt::Debug for RecoveryCode {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("RecoveryCode(…)")
    }
}

/// TOTP (RFC 6238) with six digits and steps of 30 seconds, and recovery codes.
#[cfg_attr(any(test, feature = "testing"), mockall::automock)]
pub trait OneTimeCodes: Send + Sync {
    /// A new secret from 160 random bits.
    fn new_totp_secret(&self) -> TotpSecret;

    /// The secret in base 32, for typing.
    fn totp_text(&self, secret: &TotpSecret) -> String;

    /// The `otpauth` URI that authenticator apps read.
    fn totp_uri(&self, secret: &TotpSecret, issuer: &str, account: &Email) -> String;

    /// The step of this code if it is the current one, or one before or after it.
    fn totp_step(&self, secret: &TotpSecret, code: &str, now: DateTime<Utc>) -> Option<i64>;

    /// Encrypts a secret for its user.
    fn seal(&self, user: UserId, secret: &TotpSecret) -> SealedSecret;

    /// Decrypts a secret; `None` if it belongs to another user or was encrypted with another key.
    fn open(&self, user: UserId, secret: &SealedSecret) -> Option<TotpSecret>;

    /// New recovery codes, each from 80 random bits.
    fn new_recovery_codes(&self, count: usize) -> Vec<RecoveryCode>;

    /// The digest that is stored of a code. Ignores case and separators; accepts any text.
    fn hash_recovery_code(&self, code: &str) -> TokenHash;
}

/// What a browser returns for a new passkey.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PasskeyRegistration {
    pub client_data: Vec<u8>,
    pub attestation_object: Vec<u8>,
}

/// What a browser returns when a passkey has signed a challenge.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PasskeyAssertion {
    pub credential_id: Vec<u8>,
    pub client_data: Vec<u8>,
    pub authenticator_data: Vec<u8>,
    pub signature: Vec<u8>,
}

/// A new passkey, verified.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewPasskey {
    pub credential_id: Vec<u8>,
    pub public_key: Vec<u8>,
    pub sign_count: u32,
}

/// The response of a passkey is invalid; the text says why, for the log.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct PasskeyError(pub &'static str);

/// The verification of passkeys (`WebAuthn`).
#[cfg_attr(any(test, feature = "testing"), mockall::automock)]
pub trait PasskeyVerifier: Send + Sync {
    fn new_challenge(&self) -> PasskeyChallenge;

    /// Verifies a new passkey. Attestations are not checked: any authenticator is accepted.
    fn verify_registration(
        &self,
        portal: &RelyingParty,
        challenge: &PasskeyChallenge,
        registration: &PasskeyRegistration,
    ) -> Result<NewPasskey, PasskeyError>;

    /// Verifies a signature and returns the new signature count.
    fn verify_assertion(
        &self,
        portal: &RelyingParty,
        challenge: &PasskeyChallenge,
        passkey: &Passkey,
        assertion: &PasskeyAssertion,
    ) -> Result<u32, PasskeyError>;
}
