//! Sessions. Only digests of refresh tokens are stored.

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use diesel::dsl::{array, exists};
use diesel::prelude::*;
use diesel::sql_types::{Binary, Uuid as SqlUuid};
use portal_domain::ids::{SessionId, UserId};
use portal_domain::policy::Actor;
use portal_domain::session::{Session, SessionDevice, TokenHash};
use portal_domain::user::{Role, UserStatus};
use portal_services::ports::{SessionActor, SessionQueries, SessionRepository, StoreError};
use uuid::Uuid;

use crate::errors::{corrupt, parse_address, parse_column};
use crate::portions::any_of;
use crate::schema::{devices, login_challenges, sessions, users};
use crate::statements::RunStatement;
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
    device: Option<String>,
    address: Option<String>,
    /// Null for sessions of older versions: proved at the login.
    proved_at: Option<DateTime<Utc>>,
    device_hash: Option<Vec<u8>>,
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
            device: session.device.name.clone(),
            address: session.device.address.map(|address| address.to_string()),
            proved_at: Some(session.proved_at),
            device_hash: session.device.hash.map(|hash| hash.to_vec()),
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
            proved_at: row.proved_at.unwrap_or(row.started_at),
            device: SessionDevice {
                name: row.device,
                address: parse_address(row.address.as_deref())?,
                hash: row.device_hash.map(digest).transpose()?,
            },
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
            .find_first(connection)
            .await?;
        let Some(row) = row else { return Ok(None) };
        // A join would lock the user row as well.
        let status: String = users::table.find(row.user_id).select(users::status).first_row(connection).await?;
        Ok(Some((row.try_into()?, parse_column(&status, UserStatus::parse)?)))
    }

    async fn insert(&mut self, session: &Session) -> Result<(), StoreError> {
        let row = SessionRow::from(session);
        diesel::insert_into(sessions::table).values(row).run(self.connection()?).await?;
        Ok(())
    }

    async fn save(&mut self, session: &Session) -> Result<(), StoreError> {
        diesel::update(sessions::table.find(session.id.0))
            .set(SessionRow::from(session))
            .change_row(self.connection()?)
            .await
    }

    async fn delete(&mut self, id: SessionId) -> Result<(), StoreError> {
        diesel::delete(sessions::table.find(id.0)).run(self.connection()?).await?;
        Ok(())
    }

    async fn delete_of(&mut self, user: UserId, id: SessionId) -> Result<bool, StoreError> {
        let connection = self.connection()?;
        let own = sessions::table.find(id.0).filter(sessions::user_id.eq(user.0));
        let device: Option<Option<Vec<u8>>> =
            diesel::delete(own).returning(sessions::device_hash).find_row(connection).await?;
        let Some(device) = device else { return Ok(false) };
        let devices = devices::table.filter(devices::token_hash.nullable().eq(device));
        diesel::delete(devices).run(connection).await?;
        Ok(true)
    }

    async fn end_oldest(&mut self, user: UserId, keep: i64) -> Result<(), StoreError> {
        let own = diesel::alias!(sessions as own);
        let oldest = own
            .filter(own.field(sessions::user_id).eq(user.0))
            .order((own.field(sessions::rotated_at).desc(), own.field(sessions::id).desc()))
            .offset(keep)
            .select(own.field(sessions::id))
            // Concurrent logins would wait for each other in any order.
            .for_update()
            .skip_locked();
        let ended = sessions::table.filter(sessions::id.eq(any_of::<SqlUuid, _>(array::<SqlUuid, _>(oldest))));
        diesel::delete(ended).run(self.connection()?).await?;
        Ok(())
    }

    async fn set_proved(&mut self, id: SessionId, at: DateTime<Utc>) -> Result<(), StoreError> {
        diesel::update(sessions::table.find(id.0)).set(sessions::proved_at.eq(at)).run(self.connection()?).await?;
        Ok(())
    }

    async fn touch_device(&mut self, user: UserId, hash: &TokenHash, now: DateTime<Utc>) -> Result<bool, StoreError> {
        let known = devices::table.find(hash.as_slice()).filter(devices::user_id.eq(user.0));
        let touched = diesel::update(known).set(devices::last_used.eq(now)).run(self.connection()?).await?;
        Ok(touched > 0)
    }

    async fn insert_device(
        &mut self,
        user: UserId,
        hash: &TokenHash,
        now: DateTime<Utc>,
        keep: i64,
    ) -> Result<(), StoreError> {
        let connection = self.connection()?;
        diesel::insert_into(devices::table)
            .values((devices::token_hash.eq(hash.as_slice()), devices::user_id.eq(user.0), devices::last_used.eq(now)))
            .run(connection)
            .await?;
        let own = diesel::alias!(devices as own);
        let oldest = own
            .filter(own.field(devices::user_id).eq(user.0))
            .order((own.field(devices::last_used).desc(), own.field(devices::token_hash)))
            .offset(keep)
            .select(own.field(devices::token_hash))
            .for_update()
            .skip_locked();
        let forgotten = devices::table.filter(devices::token_hash.eq(any_of::<Binary, _>(array::<Binary, _>(oldest))));
        diesel::delete(forgotten).run(connection).await?;
        Ok(())
    }

    async fn delete_some(&mut self, limit: i64) -> Result<u64, StoreError> {
        let connection = self.connection()?;
        diesel::delete(login_challenges::table).run(connection).await?;
        let listed = diesel::alias!(sessions as listed);
        let some =
            listed.order(listed.field(sessions::id)).limit(limit).select(listed.field(sessions::id)).for_update();
        let ended = sessions::table.filter(sessions::id.eq(any_of::<SqlUuid, _>(array::<SqlUuid, _>(some))));
        Ok(diesel::delete(ended).run(connection).await? as u64)
    }

    async fn delete_all_of(&mut self, user: UserId, except: Option<SessionId>) -> Result<(), StoreError> {
        let waiting = login_challenges::table.filter(login_challenges::user_id.eq(user.0));
        diesel::delete(waiting).run(self.connection()?).await?;
        let mut forgotten = diesel::delete(devices::table.filter(devices::user_id.eq(user.0))).into_boxed();
        if let Some(kept) = except {
            let of_kept = sessions::table
                .filter(sessions::id.eq(kept.0))
                .filter(sessions::device_hash.is_not_null())
                .select(sessions::device_hash.assume_not_null());
            forgotten = forgotten.filter(devices::token_hash.ne_all(of_kept));
        }
        forgotten.run(self.connection()?).await?;
        let mut ended = diesel::delete(sessions::table.filter(sessions::user_id.eq(user.0))).into_boxed();
        if let Some(kept) = except {
            ended = ended.filter(sessions::id.ne(kept.0));
        }
        ended.run(self.connection()?).await?;
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
            .find_first(&mut *self.pool.get().await?)
            .await?;
        let Some((row, role, status)) = found else { return Ok(None) };
        let session = Session::try_from(row)?;
        let actor = Actor::new(session.user_id, parse_column(&role, Role::parse)?);
        Ok(Some(SessionActor { session, actor, status: parse_column(&status, UserStatus::parse)? }))
    }

    async fn list_sessions_of(&self, user: UserId) -> Result<Vec<Session>, StoreError> {
        let rows: Vec<SessionRow> = sessions::table
            .filter(sessions::user_id.eq(user.0))
            .order((sessions::rotated_at.desc(), sessions::id.desc()))
            .select(SessionRow::as_select())
            .load_rows(&mut *self.pool.get().await?)
            .await?;
        rows.into_iter().map(Session::try_from).collect()
    }

    async fn find_device(&self, hash: &TokenHash) -> Result<Option<UserId>, StoreError> {
        let owner: Option<Uuid> = devices::table
            .find(hash.as_slice())
            .select(devices::user_id)
            .find_first(&mut *self.pool.get().await?)
            .await?;
        Ok(owner.map(UserId))
    }

    async fn has_devices(&self, user: UserId) -> Result<bool, StoreError> {
        let own = devices::table.filter(devices::user_id.eq(user.0));
        diesel::select(exists(own)).load_row(&mut *self.pool.get().await?).await
    }
}
