//! Sessions. Only digests of refresh tokens are stored.

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use portal_domain::ids::{SessionId, UserId};
use portal_domain::policy::Actor;
use portal_domain::session::Session;
use portal_domain::user::{Role, UserStatus};
use portal_services::ports::{SessionActor, SessionQueries, SessionRepository, StoreError};
use uuid::Uuid;

use crate::errors::{corrupt, parse_column, store_error};
use crate::schema::{sessions, users};
use crate::store::{PgStore, PgUnitOfWork};

#[derive(Queryable, Selectable, Insertable, AsChangeset)]
#[diesel(table_name = sessions, treat_none_as_null = true, check_for_backend(diesel::pg::Pg))]
struct SessionRow {
    id: Uuid,
    user_id: Uuid,
    current_token: Vec<u8>,
    previous_token: Option<Vec<u8>>,
    started_at: DateTime<Utc>,
    rotated_at: DateTime<Utc>,
}

impl From<&Session> for SessionRow {
    fn from(session: &Session) -> Self {
        Self {
            id: session.id.0,
            user_id: session.user_id.0,
            current_token: session.current.to_vec(),
            previous_token: session.previous.map(|token| token.to_vec()),
            started_at: session.started_at,
            rotated_at: session.rotated_at,
        }
    }
}

impl TryFrom<SessionRow> for Session {
    type Error = StoreError;

    fn try_from(row: SessionRow) -> Result<Self, StoreError> {
        let digest = |bytes: Vec<u8>| bytes.try_into().map_err(|_| corrupt("digest of another length"));
        Ok(Self {
            id: SessionId(row.id),
            user_id: UserId(row.user_id),
            current: digest(row.current_token)?,
            previous: row.previous_token.map(digest).transpose()?,
            started_at: row.started_at,
            rotated_at: row.rotated_at,
        })
    }
}

#[async_trait]
impl SessionRepository for PgUnitOfWork {
    async fn find_for_update(&mut self, id: SessionId) -> Result<Option<(Session, UserStatus)>, StoreError> {
        let connection = self.connection()?;
        let row = sessions::table
            .find(id.0)
            .select(SessionRow::as_select())
            .for_no_key_update()
            .first(connection)
            .await
            .optional()
            .map_err(store_error)?;
        let Some(row) = row else { return Ok(None) };
        // A join would lock the user row as well.
        let status: String =
            users::table.find(row.user_id).select(users::status).first(connection).await.map_err(store_error)?;
        Ok(Some((row.try_into()?, parse_column(&status, UserStatus::parse)?)))
    }

    async fn insert(&mut self, session: &Session) -> Result<(), StoreError> {
        let row = SessionRow::from(session);
        diesel::insert_into(sessions::table).values(row).execute(self.connection()?).await.map_err(store_error)?;
        Ok(())
    }

    async fn save(&mut self, session: &Session) -> Result<(), StoreError> {
        let changed = diesel::update(sessions::table.find(session.id.0))
            .set(SessionRow::from(session))
            .execute(self.connection()?)
            .await
            .map_err(store_error)?;
        if changed == 0 { Err(store_error(diesel::result::Error::NotFound)) } else { Ok(()) }
    }

    async fn delete(&mut self, id: SessionId) -> Result<(), StoreError> {
        diesel::delete(sessions::table.find(id.0)).execute(self.connection()?).await.map_err(store_error)?;
        Ok(())
    }

    async fn delete_all_of(&mut self, user: UserId, except: Option<SessionId>) -> Result<(), StoreError> {
        let mut ended = diesel::delete(sessions::table.filter(sessions::user_id.eq(user.0))).into_boxed();
        if let Some(kept) = except {
            ended = ended.filter(sessions::id.ne(kept.0));
        }
        ended.execute(self.connection()?).await.map_err(store_error)?;
        Ok(())
    }
}

#[async_trait]
impl SessionQueries for PgStore {
    async fn find_actor(&self, id: SessionId) -> Result<Option<SessionActor>, StoreError> {
        let found: Option<(SessionRow, String, String)> = sessions::table
            .inner_join(users::table)
            .filter(sessions::id.eq(id.0))
            .select((SessionRow::as_select(), users::role, users::status))
            .first(&mut *self.pool.get().await?)
            .await
            .optional()
            .map_err(store_error)?;
        let Some((row, role, status)) = found else { return Ok(None) };
        let session = Session::try_from(row)?;
        let actor = Actor::new(session.user_id, parse_column(&role, Role::parse)?);
        Ok(Some(SessionActor { session, actor, status: parse_column(&status, UserStatus::parse)? }))
    }
}
