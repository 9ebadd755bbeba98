//! The link that an email carries to set a password.

use portal_domain::user::Email;

use crate::ports::AccountSecret;

/// The parameters of an activation link or a password reset link.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AccountLink {
    pub email: Email,
    pub token: AccountSecret,
}
