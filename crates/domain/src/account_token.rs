//! Tokens of links in mails: they let somebody set the password of one account, once.

use chrono::{DateTime, Utc};

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

/// A token that was sent. Only its digest is kept; it is deleted when it is used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AccountToken {
    pub hash: TokenHash,
    pub user_id: UserId,
    pub purpose: AccountTokenPurpose,
    /// From then on it is worth nothing. A newer token of the same purpose brings this forward.
    pub expires_at: DateTime<Utc>,
}

impl AccountToken {
    pub fn is_valid(&self, now: DateTime<Utc>) -> bool {
        now < self.expires_at
    }
}
