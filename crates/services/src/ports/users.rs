//! Users.

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use portal_domain::ids::UserId;
use portal_domain::user::{Email, Role, User, UserStatus};

use super::{PasswordHash, StoreError};
use crate::paging::{Page, PageRequest, Sort};

/// The constraint that allows one account per email address.
pub const USER_EMAIL_TAKEN: &str = "users_email_key";

#[cfg_attr(any(test, feature = "testing"), mockall::automock)]
#[async_trait]
pub trait UserRepository: Send {
    /// The user, locked until the transaction ends.
    async fn find_for_update(&mut self, id: UserId) -> Result<Option<User>, StoreError>;

    /// The user, locked together with all active administrators, so that no concurrent transaction
    /// can delete or deactivate one of them.
    async fn find_with_administrators_for_update(
        &mut self,
        id: UserId,
    ) -> Result<Option<UserWithAdministratorCount>, StoreError>;

    /// The user's credentials, locked for share: they cannot be changed until the transaction ends,
    /// but others can read them in the same way.
    async fn find_credentials_for_share(&mut self, id: UserId) -> Result<Option<Credentials>, StoreError>;

    /// The user's credentials, locked for update.
    async fn find_credentials_for_update(&mut self, id: UserId) -> Result<Option<Credentials>, StoreError>;

    /// Inserts a user. A used email address is `Conflict(USER_EMAIL_TAKEN)`.
    async fn insert(&mut self, user: &User, password: Option<PasswordHash>) -> Result<(), StoreError>;

    /// Updates a user, and with a landlord's status whether their listings are searchable.
    async fn save(&mut self, user: &User) -> Result<(), StoreError>;

    /// Sets the password and `last_modified`.
    async fn set_password(&mut self, id: UserId, password: PasswordHash, now: DateTime<Utc>) -> Result<(), StoreError>;

    /// Replaces `old` by another hash of the same password, unless the hash was changed since. Returns
    /// whether it was replaced.
    async fn rehash_password(&mut self, id: UserId, old: &PasswordHash, new: &PasswordHash)
    -> Result<bool, StoreError>;

    /// Deletes the user with sessions, devices, second factors, registration and tokens. The caller has deleted document and
    /// listings; applications and events are kept without the user.
    async fn delete(&mut self, id: UserId) -> Result<(), StoreError>;
}

/// A user, and the number of other active administrators.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UserWithAdministratorCount {
    pub user: User,
    /// The other active administrators.
    pub others: usize,
}

impl UserWithAdministratorCount {
    /// Whether no active administrator would remain without this user.
    pub fn is_last_administrator(&self) -> bool {
        self.user.role == Role::Administrator && self.user.status == UserStatus::Active && self.others == 0
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UserSortField {
    FirstName,
    LastName,
    Email,
    Role,
    Status,
    DateCreated,
    LastModified,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UserListQuery {
    /// Each of the first ten words must occur in the name or the email address, in any order,
    /// literally except for case, accents and umlaut spelling. Trimmed; `None` when blank.
    pub keyword: Option<String>,
    /// Empty: every role.
    pub roles: Vec<Role>,
    /// Empty: every status. The use case replaces an empty list of a request by the statuses that
    /// the list shows.
    pub statuses: Vec<UserStatus>,
    pub sort: Sort<UserSortField>,
    pub page: PageRequest,
}

/// What a login is checked against.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Credentials {
    pub user_id: UserId,
    pub role: Role,
    pub status: UserStatus,
    /// `None` until the user has set a password.
    pub password: Option<PasswordHash>,
}

/// A user in lists for administrators.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UserSummary {
    pub id: UserId,
    pub first_name: String,
    pub last_name: String,
    pub email: String,
    pub role: Role,
}

impl UserSummary {
    pub fn full_name(&self) -> String {
        format!("{} {}", self.first_name, self.last_name)
    }
}

/// What is deleted or rejected together with a user.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DeletionPreview {
    /// The user's listings, which would be deleted.
    pub listings: u64,
    /// Pending applications: a student's own would be deleted, those to a landlord's listings
    /// rejected.
    pub applications: u64,
}

#[cfg_attr(any(test, feature = "testing"), mockall::automock)]
#[async_trait]
pub trait UserQueries: Send + Sync {
    async fn find_credentials(&self, email: &Email) -> Result<Option<Credentials>, StoreError>;

    async fn find_user(&self, id: UserId) -> Result<Option<User>, StoreError>;

    /// The credentials of the user with this id.
    async fn find_credentials_of(&self, id: UserId) -> Result<Option<Credentials>, StoreError>;

    async fn list_users(&self, query: &UserListQuery) -> Result<Page<User>, StoreError>;

    /// The ids of all pages of a query, in its order, at most `limit`.
    async fn list_user_ids(&self, query: &UserListQuery, limit: i64) -> Result<Vec<UserId>, StoreError>;

    /// The existing users with these ids, in the order of `ids`.
    async fn list_users_by_ids(&self, ids: &[UserId]) -> Result<Vec<User>, StoreError>;

    /// What would be deleted or rejected together with this user; `None` if the user does not
    /// exist.
    async fn preview_deletion(&self, id: UserId) -> Result<Option<DeletionPreview>, StoreError>;

    /// Whether any account exists.
    async fn any_user_exists(&self) -> Result<bool, StoreError>;
}
