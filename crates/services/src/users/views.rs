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

impl UserBrief {
    pub fn full_name(&self) -> String {
        format!("{} {}", self.first_name, self.last_name)
    }
}

/// What goes along with a user who is deleted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DeletionPreview {
    /// The user's listings, which are deleted.
    pub listings: u64,
    /// Applications without a final decision: a student's own are deleted, those to a landlord's listings are rejected.
    pub applications: u64,
}
