//! People in the store.

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use portal_domain::ids::UserId;
use portal_domain::user::{Email, Role, User, UserStatus};

use super::{PasswordHash, StoreError};
use crate::paging::{Page, PageRequest, Sort};
use crate::users::DeletionPreview;

/// The name of the constraint that keeps an e-mail to one account.
pub const USER_EMAIL_TAKEN: &str = "users_email_key";

#[cfg_attr(any(test, feature = "testing"), mockall::automock)]
#[async_trait]
pub trait UserRepository: Send {
    /// The user, locked until the transaction ends.
    async fn find_for_update(&mut self, id: UserId) -> Result<Option<User>, StoreError>;

    /// The user, locked against deletion together with all active administrators: nobody else can take
    /// one of them away meanwhile.
    async fn find_with_administrators(&mut self, id: UserId) -> Result<Option<AmongAdministrators>, StoreError>;

    /// What a password of the user is checked against. Nobody changes it, or the user, until the transaction
    /// ends; others may read it in the same way.
    async fn find_credentials_for_share(&mut self, id: UserId) -> Result<Option<Credentials>, StoreError>;

    /// The same for whoever is about to change the user: nobody else holds them.
    async fn find_credentials_for_update(&mut self, id: UserId) -> Result<Option<Credentials>, StoreError>;

    /// Adds a user. A taken e-mail is `Conflict(USER_EMAIL_TAKEN)`.
    async fn insert(&mut self, user: &User, password: Option<PasswordHash>) -> Result<(), StoreError>;

    /// Writes a changed user, and with a landlord's status whether their listings can be found.
    async fn save(&mut self, user: &User) -> Result<(), StoreError>;

    /// Replaces the password, which changes the user as every other change does.
    async fn set_password(&mut self, id: UserId, password: PasswordHash, now: DateTime<Utc>) -> Result<(), StoreError>;

    /// Deletes the user, with sessions, request and tokens. Their document and listings are gone
    /// already; applications and events stay, without the person.
    async fn delete(&mut self, id: UserId) -> Result<(), StoreError>;
}

/// A user, and whether the portal can do without them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AmongAdministrators {
    pub user: User,
    /// Active administrators besides this user.
    pub others: usize,
}

impl AmongAdministrators {
    /// Whether nobody would be left to look after the portal.
    pub fn is_last_administrator(&self) -> bool {
        self.user.role == Role::Admin && self.user.status == UserStatus::Active && self.others == 0
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
pub struct UserFilter {
    /// Each of its words is in the name or the e-mail, in any order and literally but for case, accents and umlaut
    /// spelling. Ten words count. Trimmed; `None` when blank.
    pub keyword: Option<String>,
    /// Empty: every role.
    pub roles: Vec<Role>,
    /// Empty: every status.
    pub statuses: Vec<UserStatus>,
    pub sort: Sort<UserSortField>,
    pub page: PageRequest,
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

    /// The same for somebody whose id is known.
    async fn find_credentials_of(&self, id: UserId) -> Result<Option<Credentials>, StoreError>;

    async fn list_users(&self, filter: &UserFilter) -> Result<Page<User>, StoreError>;

    /// The users of a filter on all its pages, in its order, at most `limit`.
    async fn list_user_ids(&self, filter: &UserFilter, limit: i64) -> Result<Vec<UserId>, StoreError>;

    /// Those of the users that there are, in the order of their ids here.
    async fn list_users_by_ids(&self, ids: &[UserId]) -> Result<Vec<User>, StoreError>;

    /// What would be deleted or rejected together with this user; `None` when there is no such user.
    async fn preview_deletion(&self, id: UserId) -> Result<Option<DeletionPreview>, StoreError>;

    /// Whether anybody has an account yet.
    async fn any_user_exists(&self) -> Result<bool, StoreError>;
}
