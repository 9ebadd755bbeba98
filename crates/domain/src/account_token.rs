//! Tokens in emailed links. Each sets the password of one account, once.

use chrono::{DateTime, TimeDelta, Utc};

use crate::ids::UserId;
use crate::session::TokenHash;
use crate::text_enum::text_enum;

text_enum! {
    /// What the link does.
    AccountTokenPurpose {
        /// Finishes a registration or an administrator's invitation.
        Activation = "ACTIVATION",
        PasswordReset = "PASSWORD_RESET",
    }
}

/// How long a used activation token is kept, so that its link can report that the account is
/// active.
pub const USED_ACTIVATION_RETENTION: TimeDelta = TimeDelta::days(365);

/// A token that was sent. Only its digest is stored. A used password reset token is deleted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AccountToken {
    pub hash: TokenHash,
    pub user_id: UserId,
    pub purpose: AccountTokenPurpose,
    /// The token is invalid from this time on. A newer token of the same purpose brings it forward.
    pub expires_at: DateTime<Utc>,
    /// When it was used; it works once.
    pub used_at: Option<DateTime<Utc>>,
}

impl AccountToken {
    pub fn is_valid(&self, now: DateTime<Utc>) -> bool {
        self.used_at.is_none() && now < self.expires_at
    }
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;

    fn token(used_at: Option<DateTime<Utc>>) -> AccountToken {
        AccountToken {
            hash: [1; 32],
            user_id: UserId(Uuid::from_u128(1)),
            purpose: AccountTokenPurpose::Activation,
            expires_at: DateTime::UNIX_EPOCH + TimeDelta::seconds(60),
            used_at,
        }
    }

    #[test]
    fn is_valid_unused_token_until_expiry_is_true() {
        for (second, valid) in [(59, true), (60, false), (61, false)] {
            let now = DateTime::UNIX_EPOCH + TimeDelta::seconds(second);
            assert_eq!(token(None).is_valid(now), valid, "{second}");
        }
    }

    #[test]
    fn is_valid_used_token_is_false() {
        assert!(!token(Some(DateTime::UNIX_EPOCH)).is_valid(DateTime::UNIX_EPOCH));
    }
}
