//! Tokens of links in mails: they let somebody set the password of one account, once.

use chrono::{DateTime, TimeDelta, Utc};

use crate::closed_set::closed_set;
use crate::ids::UserId;
use crate::session::TokenHash;

closed_set! {
    /// What the link behind a token does.
    AccountTokenPurpose {
        /// Finishes a registration, or an administrator's invitation.
        Activation = "ACTIVATION",
        PasswordReset = "PASSWORD_RESET",
    }
}

/// How long a used activation token stays known, so that its link can say that the account is active.
pub const USED_ACTIVATION_KEPT: TimeDelta = TimeDelta::days(365);

/// A token that was sent. Only its digest is kept. A used token for a new password is deleted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AccountToken {
    pub hash: TokenHash,
    pub user_id: UserId,
    pub purpose: AccountTokenPurpose,
    /// From then on it is worth nothing. A newer token of the same purpose brings this forward.
    pub expires_at: DateTime<Utc>,
    /// When it was used; it never works again.
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
    fn an_unused_token_is_valid_until_it_expires() {
        for (second, valid) in [(59, true), (60, false), (61, false)] {
            let now = DateTime::UNIX_EPOCH + TimeDelta::seconds(second);
            assert_eq!(token(None).is_valid(now), valid, "{second}");
        }
    }

    #[test]
    fn a_used_token_is_never_valid() {
        assert!(!token(Some(DateTime::UNIX_EPOCH)).is_valid(DateTime::UNIX_EPOCH));
    }
}
