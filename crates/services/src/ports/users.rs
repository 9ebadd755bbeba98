//! People in the store.

use async_trait::async_trait;
use portal_domain::ids::UserId;
use portal_domain::user::{Email, Role, User, UserStatus};

use super::{PasswordHash, StoreError};

/// The name of the constraint that keeps an e-mail to one account.
pub const USER_EMAIL_TAKEN: &str = "users_email_key";

#[cfg_attr(any(test, feature = "testing"), mockall::automock)]
#[async_trait]
pub trait UserRepository: Send {
    /// The user, locked until the transaction ends.
    async fn find_for_update(&mut self, id: UserId) -> Result<Option<User>, StoreError>;

    /// Adds a user. A taken e-mail is `Conflict(USER_EMAIL_TAKEN)`.
    async fn insert(&mut self, user: &User, password: Option<PasswordHash>) -> Result<(), StoreError>;

    /// Writes a changed user, and with a landlord's status whether their listings can be found.
    async fn save(&mut self, user: &User) -> Result<(), StoreError>;
}

/// What a log-in is checked against.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Credentials {
    pub user_id: UserId,
    pub role: Role,
    pub status: UserStatus,
    /// `None` until the person has set a password.
    pub password: Option<PasswordHash>,
}

#[cfg_attr(any(test, feature = "testing"), mockall::automock)]
#[async_trait]
pub trait UserQueries: Send + Sync {
    async fn find_credentials(&self, email: &Email) -> Result<Option<Credentials>, StoreError>;

    async fn find_user(&self, id: UserId) -> Result<Option<User>, StoreError>;

    /// Whether anybody has an account yet.
    async fn any_user_exists(&self) -> Result<bool, StoreError>;
}
