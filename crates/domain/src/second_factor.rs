//! Second factors: what a user shows at a login besides the password.
//!
//! A factor is a TOTP app or a passkey. Recovery codes replace a lost one; they are no factor of
//! their own.

use chrono::{DateTime, Utc};

use crate::ids::{PasskeyId, UserId};
use crate::session::TokenHash;
use crate::text_enum::text_enum;

/// Recovery codes that a user gets.
pub const RECOVERY_CODES: usize = 10;

text_enum! {
    /// With what a login is finished.
    SecondFactorMethod { Totp = "TOTP", Passkey = "PASSKEY", Recovery = "RECOVERY" }
}

text_enum! {
    /// What a passkey signs a challenge for, besides a login.
    PasskeyChallengePurpose {
        /// To be added to the account.
        Registration = "REGISTRATION",
        /// To prove the identity of a logged-in user.
        Proof = "PROOF",
    }
}

/// 256 random bits that a passkey signs.
pub type PasskeyChallenge = [u8; 32];

/// An encrypted TOTP secret. Only its user's can be decrypted with their id.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SealedSecret(pub Vec<u8>);

/// A stored TOTP secret.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Totp {
    pub secret: SealedSecret,
    /// The step of the last accepted code.
    pub last_step: Option<i64>,
}

impl Totp {
    /// Whether a code of this step was not accepted before: each step counts once, and none that is
    /// older than an accepted one.
    pub fn is_unused(&self, step: i64) -> bool {
        self.last_step.is_none_or(|last| step > last)
    }
}

/// A passkey of a user.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Passkey {
    pub id: PasskeyId,
    pub user_id: UserId,
    /// How browsers name it. No secret.
    pub credential_id: Vec<u8>,
    /// A COSE key.
    pub public_key: Vec<u8>,
    /// The signatures that it has made, or always 0.
    pub sign_count: u32,
    /// Chosen by the user.
    pub name: String,
    pub date_created: DateTime<Utc>,
    pub last_used: Option<DateTime<Utc>>,
}

/// The second factor of a user.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct SecondFactor {
    /// Whether a TOTP app is set up.
    pub totp: bool,
    /// Oldest first.
    pub passkeys: Vec<Passkey>,
    pub recovery_codes: usize,
}

impl SecondFactor {
    /// Whether a login needs a second step.
    pub const fn is_set_up(&self) -> bool {
        self.totp || !self.passkeys.is_empty()
    }

    /// With what a login can be finished; empty without a factor.
    pub fn methods(&self) -> Vec<SecondFactorMethod> {
        let methods = [
            (self.totp, SecondFactorMethod::Totp),
            (!self.passkeys.is_empty(), SecondFactorMethod::Passkey),
            (self.is_set_up() && self.recovery_codes > 0, SecondFactorMethod::Recovery),
        ];
        methods.into_iter().filter_map(|(exists, method)| exists.then_some(method)).collect()
    }
}

/// A login whose password was right and that waits for the second factor.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LoginChallenge {
    /// The digest of the token that the client gets.
    pub hash: TokenHash,
    pub user_id: UserId,
    /// What a passkey must sign.
    pub passkey_challenge: PasskeyChallenge,
    /// The counter of failed logins that a success clears.
    pub counter: Option<String>,
    pub expires_at: DateTime<Utc>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn is_unused_accepts_each_step_once_and_none_before_it() {
        let totp = |last_step| Totp { secret: SealedSecret(Vec::new()), last_step };
        assert!(totp(None).is_unused(0));
        assert!(totp(Some(7)).is_unused(8));
        assert!(!totp(Some(7)).is_unused(7));
        assert!(!totp(Some(7)).is_unused(6));
    }

    #[test]
    fn methods_name_what_exists_and_no_recovery_without_factor() {
        let none = SecondFactor { recovery_codes: 3, ..SecondFactor::default() };
        assert_eq!((none.is_set_up(), none.methods()), (false, Vec::new()));
        let totp = SecondFactor { totp: true, ..none };
        assert_eq!(totp.methods(), [SecondFactorMethod::Totp, SecondFactorMethod::Recovery]);
        let used_up = SecondFactor { recovery_codes: 0, ..totp };
        assert_eq!(used_up.methods(), [SecondFactorMethod::Totp]);
    }
}
