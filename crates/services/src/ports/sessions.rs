//! Sessions.

use async_trait::async_trait;
use portal_domain::ids::{SessionId, UserId};
use portal_domain::policy::Actor;
use portal_domain::session::Session;
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

    /// Ends every session of the user but this one.
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
}
