//! What screens read of people beside their whole account.

use portal_domain::ids::UserId;
use portal_domain::user::Role;

/// Somebody as lists for administrators name them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UserBrief {
    pub id: UserId,
    pub first_name: String,
    pub last_name: String,
    pub email: String,
    pub role: Role,
}
