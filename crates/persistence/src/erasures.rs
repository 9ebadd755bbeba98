//! Deleted users that are not yet in the object store's list. A trigger adds them.

use async_trait::async_trait;
use chrono::NaiveDate;
use diesel::prelude::*;
use portal_domain::ids::UserId;
use portal_services::ports::{ErasedUser, ErasureQueue, StoreError};
use uuid::Uuid;

use crate::schema::{erasures, users};
use crate::statements::RunStatement;
use crate::store::PgStore;

#[async_trait]
impl ErasureQueue for PgStore {
    async fn list(&self, limit: usize) -> Result<Vec<ErasedUser>, StoreError> {
        let rows: Vec<(Uuid, NaiveDate)> = erasures::table
            .order(erasures::user_id)
            .limit(i64::try_from(limit).unwrap_or(i64::MAX))
            .load_rows(&mut *self.pool.get().await?)
            .await?;
        Ok(rows.into_iter().map(|(id, day)| ErasedUser { id: UserId(id), day }).collect())
    }

    async fn remove(&self, users: &[UserId]) -> Result<(), StoreError> {
        let ids: Vec<Uuid> = users.iter().map(|user| user.0).collect();
        diesel::delete(erasures::table.filter(erasures::user_id.eq_any(ids))).run(&mut *self.pool.get().await?).await?;
        Ok(())
    }

    async fn find_existing(&self, erased: &[UserId]) -> Result<Vec<UserId>, StoreError> {
        let ids: Vec<Uuid> = erased.iter().map(|user| user.0).collect();
        let found: Vec<Uuid> = users::table
            .filter(users::id.eq_any(ids))
            .order(users::id)
            .select(users::id)
            .load_rows(&mut *self.pool.get().await?)
            .await?;
        Ok(found.into_iter().map(UserId).collect())
    }
}
