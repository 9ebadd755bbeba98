//! Reads and writes users within a transaction.

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel::sql_types::Bool;
use portal_domain::ids::UserId;
use portal_domain::listing::ListingStatus;
use portal_domain::user::{Role, User, UserStatus};
use portal_services::ports::{Credentials, PasswordHash, StoreError, UserRepository, UserWithAdministratorCount};

use super::rows::{CredentialsRow, UserRow, UserValues};
use crate::schema::{listings, users};
use crate::statements::RunStatement;
use crate::store::PgUnitOfWork;

#[async_trait]
impl UserRepository for PgUnitOfWork {
    async fn find_for_update(&mut self, id: UserId) -> Result<Option<User>, StoreError> {
        users::table
            .find(id.0)
            .select(UserRow::as_select())
            // Keys never change, so rows that reference this one may still be inserted.
            .for_no_key_update()
            .find_entity(self.connection()?)
            .await
    }

    async fn find_with_administrators_for_update(
        &mut self,
        id: UserId,
    ) -> Result<Option<UserWithAdministratorCount>, StoreError> {
        let connection = self.connection()?;
        // A role never changes. The other administrators are locked only if this user is one.
        let role: Option<String> = users::table.find(id.0).select(users::role).find_first(connection).await?;
        let is_administrator = role.as_deref() == Some(Role::Administrator.as_str());
        let administrators =
            users::role.eq(Role::Administrator.as_str()).and(users::status.eq(UserStatus::Active.as_str()));
        let locked: Vec<UserRow> = users::table
            .filter(users::id.eq(id.0).or(administrators.and(is_administrator.into_sql::<Bool>())))
            .order(users::id)
            .select(UserRow::as_select())
            .for_update()
            .load_rows(connection)
            .await?;
        let others = locked.iter().filter(|row| row.id != id.0).count();
        let Some(row) = locked.into_iter().find(|row| row.id == id.0) else { return Ok(None) };
        Ok(Some(UserWithAdministratorCount { user: row.try_into()?, others }))
    }

    async fn find_credentials_for_share(&mut self, id: UserId) -> Result<Option<Credentials>, StoreError> {
        users::table.find(id.0).select(CredentialsRow::as_select()).for_share().find_entity(self.connection()?).await
    }

    async fn find_credentials_for_update(&mut self, id: UserId) -> Result<Option<Credentials>, StoreError> {
        users::table
            .find(id.0)
            .select(CredentialsRow::as_select())
            .for_no_key_update()
            .find_entity(self.connection()?)
            .await
    }

    async fn insert(&mut self, user: &User, password: Option<PasswordHash>) -> Result<(), StoreError> {
        diesel::insert_into(users::table)
            .values((UserValues::from(user), users::password_hash.eq(password.map(|hash| hash.0))))
            .run(self.connection()?)
            .await?;
        Ok(())
    }

    async fn save(&mut self, user: &User) -> Result<(), StoreError> {
        let connection = self.connection()?;
        diesel::update(users::table.find(user.id.0)).set(UserValues::from(user)).change_row(connection).await?;
        if user.role != Role::Landlord {
            return Ok(());
        }
        // Changes to a listing lock the landlord's row, so none can run between these two updates.
        let own_listings = listings::table.filter(listings::landlord_id.eq(user.id.0));
        if user.status == UserStatus::Active {
            let hidden = own_listings
                .filter(listings::status.eq(ListingStatus::Available.as_str()))
                .filter(listings::searchable.eq(false));
            diesel::update(hidden).set(listings::searchable.eq(true)).run(connection).await?;
        } else {
            let shown = own_listings.filter(listings::searchable);
            diesel::update(shown).set(listings::searchable.eq(false)).run(connection).await?;
        }
        Ok(())
    }

    async fn set_password(&mut self, id: UserId, password: PasswordHash, now: DateTime<Utc>) -> Result<(), StoreError> {
        diesel::update(users::table.find(id.0))
            .set((users::password_hash.eq(password.0), users::last_modified.eq(now)))
            .change_row(self.connection()?)
            .await
    }

    async fn rehash_password(
        &mut self,
        id: UserId,
        old: &PasswordHash,
        new: &PasswordHash,
    ) -> Result<bool, StoreError> {
        let changed = diesel::update(users::table.find(id.0).filter(users::password_hash.eq(&old.0)))
            .set(users::password_hash.eq(&new.0))
            .run(self.connection()?)
            .await?;
        Ok(changed > 0)
    }

    async fn delete(&mut self, id: UserId) -> Result<(), StoreError> {
        diesel::delete(users::table.find(id.0)).run(self.connection()?).await?;
        Ok(())
    }
}
