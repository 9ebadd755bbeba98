//! Sessions.

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use portal_domain::ids::{SessionId, UserId};
use portal_domain::policy::Actor;
use portal_domain::session::{Session, TokenHash};
use portal_domain::user::UserStatus;

use super::StoreError;

#[cfg_attr(any(test, feature = "testing"), mockall::automock)]
#[async_trait]
pub trait SessionRepository: Send {
    /// The session, locked until the transaction ends, with its user's current status.
    async fn find_for_update(&mut self, id: SessionId) -> Result<Option<(Session, UserStatus)>, StoreError>;

    async fn insert(&mut self, session: &Session) -> Result<(), StoreError>;

    async fn save(&mut self, session: &Session) -> Result<(), StoreError>;

    /// Ends a session. A missing session is no error.
    async fn delete(&mut self, id: SessionId) -> Result<(), StoreError>;

    /// Ends a session of this user and forgets its device. Returns whether it existed.
    async fn delete_of(&mut self, user: UserId, id: SessionId) -> Result<bool, StoreError>;

    /// Ends the user's sessions but the `keep` that were used last.
    async fn end_oldest(&mut self, user: UserId, keep: i64) -> Result<(), StoreError>;

    /// Records a proof of the user's identity. A missing session is no error.
    async fn set_proved(&mut self, id: SessionId, at: DateTime<Utc>) -> Result<(), StoreError>;

    /// Records a login with a device, and returns whether it is known as the user's.
    async fn touch_device(&mut self, user: UserId, hash: &TokenHash, now: DateTime<Utc>) -> Result<bool, StoreError>;

    /// Inserts a device of the user, and forgets all but the `keep` that were used last.
    async fn insert_device(
        &mut self,
        user: UserId,
        hash: &TokenHash,
        now: DateTime<Utc>,
        keep: i64,
    ) -> Result<(), StoreError>;

    /// Ends up to `limit` sessions of any users, and every login that waits for its second factor.
    /// Returns the number of sessions.
    async fn delete_some(&mut self, limit: i64) -> Result<u64, StoreError>;

    /// Ends every session of the user but this one, and every login that waits for its second
    /// factor, and forgets every device but that of the kept session.
    async fn delete_all_of(&mut self, user: UserId, except: Option<SessionId>) -> Result<(), StoreError>;
}

/// A session with its user's current data.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SessionActor {
    pub session: Session,
    pub actor: Actor,
    pub status: UserStatus,
}

#[cfg_attr(any(test, feature = "testing"), mockall::automock)]
#[async_trait]
pub trait SessionQueries: Send + Sync {
    /// One statement, because it runs for every request with an access token. Always reads the
    /// primary database, so that an ended session is rejected at once.
    async fn find_actor(&self, id: SessionId) -> Result<Option<SessionActor>, StoreError>;

    /// The user's sessions, last used first, ended ones included.
    async fn list_sessions_of(&self, user: UserId) -> Result<Vec<Session>, StoreError>;

    /// The user who logged in with this device before.
    async fn find_device(&self, hash: &TokenHash) -> Result<Option<UserId>, StoreError>;

    /// Whether the user has logged in with any device before.
    async fn has_devices(&self, user: UserId) -> Result<bool, StoreError>;
}
