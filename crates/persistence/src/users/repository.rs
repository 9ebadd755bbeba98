//! People within a transaction.

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel::sql_types::Bool;
use diesel_async::RunQueryDsl;
use portal_domain::ids::UserId;
use portal_domain::listing::ListingStatus;
use portal_domain::user::{Role, User, UserStatus};
use portal_services::ports::{AmongAdministrators, Credentials, PasswordHash, StoreError, UserRepository};

use super::rows::{CredentialsRow, UserRow, UserValues};
use crate::errors::failed;
use crate::schema::{listings, users};
use crate::store::PgWork;

#[async_trait]
impl UserRepository for PgWork {
    async fn find_for_update(&mut self, id: UserId) -> Result<Option<User>, StoreError> {
        let row = users::table
            .find(id.0)
            .select(UserRow::as_select())
            // Nobody changes a key: rows that refer to this one may be added meanwhile.
            .for_no_key_update()
            .first(self.connection()?)
            .await
            .optional()
            .map_err(failed)?;
        row.map(User::try_from).transpose()
    }

    async fn find_with_administrators(&mut self, id: UserId) -> Result<Option<AmongAdministrators>, StoreError> {
        let connection = self.connection()?;
        // Nobody's role ever changes. The others are in nobody's way: they lock only the one person.
        let role: Option<String> =
            users::table.find(id.0).select(users::role).first(connection).await.optional().map_err(failed)?;
        let is_administrator = role.as_deref() == Some(Role::Admin.as_str());
        let administrators = users::role.eq(Role::Admin.as_str()).and(users::status.eq(UserStatus::Active.as_str()));
        let locked: Vec<UserRow> = users::table
            .filter(users::id.eq(id.0).or(administrators.and(is_administrator.into_sql::<Bool>())))
            .order(users::id)
            .select(UserRow::as_select())
            .for_update()
            .load(connection)
            .await
            .map_err(failed)?;
        let others = locked.iter().filter(|row| row.id != id.0).count();
        let Some(row) = locked.into_iter().find(|row| row.id == id.0) else { return Ok(None) };
        Ok(Some(AmongAdministrators { user: row.try_into()?, others }))
    }

    async fn find_credentials_for_share(&mut self, id: UserId) -> Result<Option<Credentials>, StoreError> {
        let row = users::table
            .find(id.0)
            .select(CredentialsRow::as_select())
            .for_share()
            .first(self.connection()?)
            .await
            .optional()
            .map_err(failed)?;
        row.map(Credentials::try_from).transpose()
    }

    async fn find_credentials_for_update(&mut self, id: UserId) -> Result<Option<Credentials>, StoreError> {
        let row = users::table
            .find(id.0)
            .select(CredentialsRow::as_select())
            .for_no_key_update()
            .first(self.connection()?)
            .await
            .optional()
            .map_err(failed)?;
        row.map(Credentials::try_from).transpose()
    }

    async fn insert(&mut self, user: &User, password: Option<PasswordHash>) -> Result<(), StoreError> {
        diesel::insert_into(users::table)
            .values((UserValues::from(user), users::password_hash.eq(password.map(|hash| hash.0))))
            .execute(self.connection()?)
            .await
            .map_err(failed)?;
        Ok(())
    }

    async fn save(&mut self, user: &User) -> Result<(), StoreError> {
        let connection = self.connection()?;
        let changed = diesel::update(users::table.find(user.id.0))
            .set(UserValues::from(user))
            .execute(connection)
            .await
            .map_err(failed)?;
        if changed == 0 {
            return Err(failed(diesel::result::Error::NotFound));
        }
        if user.role != Role::Landlord {
            return Ok(());
        }
        // Whoever works on a listing holds its landlord's row, so nobody can be between the two.
        let theirs = listings::table.filter(listings::landlord_id.eq(user.id.0));
        if user.status == UserStatus::Active {
            let hidden = theirs
                .filter(listings::status.eq(ListingStatus::Available.as_str()))
                .filter(listings::searchable.eq(false));
            diesel::update(hidden).set(listings::searchable.eq(true)).execute(connection).await.map_err(failed)?;
        } else {
            let shown = theirs.filter(listings::searchable);
            diesel::update(shown).set(listings::searchable.eq(false)).execute(connection).await.map_err(failed)?;
        }
        Ok(())
    }

    async fn set_password(&mut self, id: UserId, password: PasswordHash, now: DateTime<Utc>) -> Result<(), StoreError> {
        let changed = diesel::update(users::table.find(id.0))
            .set((users::password_hash.eq(password.0), users::last_modified.eq(now)))
            .execute(self.connection()?)
            .await
            .map_err(failed)?;
        if changed == 0 { Err(failed(diesel::result::Error::NotFound)) } else { Ok(()) }
    }

    async fn delete(&mut self, id: UserId) -> Result<(), StoreError> {
        diesel::delete(users::table.find(id.0)).execute(self.connection()?).await.map_err(failed)?;
        Ok(())
    }
}
