//! Deletes data whose retention period is over, and rows that have ended.
//!
//! Statements within a transaction skip locked rows, so that jobs of several processes do not wait
//! for each other.

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use diesel::dsl::{InnerJoin, IntoBoxed, exists, sql};
use diesel::pg::Pg;
use diesel::prelude::*;
use diesel::sql_types::{Bool, Nullable, Timestamptz};
use diesel_async::methods::ExecuteDsl;
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use portal_domain::account_token::AccountTokenPurpose;
use portal_domain::ids::UserId;
use portal_domain::registration::RegistrationStatus;
use portal_domain::user::UserStatus;
use portal_services::ports::{Pruner, RetentionCutoffs, RetentionRepository, StoreError};
use uuid::Uuid;

use crate::errors::store_error;
use crate::schema::{
    account_tokens, applications, attempt_counters, devices, documents, events, login_challenges, registrations,
    sessions, users,
};
use crate::search::dictionary;
use crate::search_feed;
use crate::store::{PgStore, PgUnitOfWork};

type ExpiredUsers = IntoBoxed<'static, InnerJoin<registrations::table, users::table>, Pg>;

fn expired_users(expiry: &RetentionCutoffs) -> ExpiredUsers {
    let undecided = registrations::status
        .eq(RegistrationStatus::Pending.as_str())
        .and(registrations::date_created.le(expiry.undecided));
    let rejected = registrations::status
        .eq(RegistrationStatus::Rejected.as_str())
        .and(registrations::decided_at.le(expiry.rejected).assume_not_null());
    registrations::table
        .inner_join(users::table)
        .into_boxed()
        .filter(users::status.eq(UserStatus::New.as_str()))
        .filter(undecided.or(rejected))
}

#[async_trait]
impl RetentionRepository for PgUnitOfWork {
    async fn prune_documents(&mut self, decided_before: DateTime<Utc>, limit: i64) -> Result<Vec<String>, StoreError> {
        let expired = diesel::alias!(documents as expired);
        let decided = registrations::table
            .filter(registrations::id.eq(expired.field(documents::registration_id)))
            .filter(registrations::decided_at.le(decided_before));
        let due = expired
            .filter(exists(decided))
            .order(expired.field(documents::id))
            .limit(limit)
            .select(expired.field(documents::id))
            .for_update()
            .skip_locked();
        diesel::delete(documents::table.filter(documents::id.eq_any(due)))
            .returning(documents::location)
            .get_results(self.connection()?)
            .await
            .map_err(store_error)
    }

    async fn list_due_users(&mut self, expiry: &RetentionCutoffs, limit: i64) -> Result<Vec<UserId>, StoreError> {
        let ids: Vec<Uuid> = expired_users(expiry)
            .order(users::id)
            .limit(limit)
            .select(users::id)
            .load(self.connection()?)
            .await
            .map_err(store_error)?;
        Ok(ids.into_iter().map(UserId).collect())
    }

    async fn is_user_due(&mut self, id: UserId, expiry: &RetentionCutoffs) -> Result<bool, StoreError> {
        let due = expired_users(expiry).filter(users::id.eq(id.0)).select(users::id);
        let found: Option<Uuid> = due.first(self.connection()?).await.optional().map_err(store_error)?;
        Ok(found.is_some())
    }

    async fn prune_letters(&mut self, decided_before: DateTime<Utc>, limit: i64) -> Result<u64, StoreError> {
        let expired = diesel::alias!(applications as expired);
        // Finally decided: by the landlord, or rejected by the administrator.
        let due = expired
            .filter(expired.field(applications::letter).is_not_null())
            .filter(expired.field(applications::badge).ne("PENDING"))
            .filter(
                sql::<Nullable<Bool>>("COALESCE(expired.landlord_decided_at, expired.administrator_decided_at) <= ")
                    .bind::<Timestamptz, _>(decided_before),
            )
            .order(expired.field(applications::id))
            .limit(limit)
            .select(expired.field(applications::id))
            .for_no_key_update()
            .skip_locked();
        let cleared = diesel::update(applications::table.filter(applications::id.eq_any(due)))
            .set(applications::letter.eq(None::<String>))
            .execute(self.connection()?)
            .await
            .map_err(store_error)?;
        Ok(cleared as u64)
    }

    async fn prune_open_letters(&mut self, changed_before: DateTime<Utc>, limit: i64) -> Result<u64, StoreError> {
        let expired = diesel::alias!(applications as expired);
        let due = expired
            .filter(expired.field(applications::letter).is_not_null())
            .filter(expired.field(applications::badge).eq("PENDING"))
            .filter(expired.field(applications::last_modified).le(changed_before))
            .order(expired.field(applications::id))
            .limit(limit)
            .select(expired.field(applications::id))
            .for_no_key_update()
            .skip_locked();
        let cleared = diesel::update(applications::table.filter(applications::id.eq_any(due)))
            .set(applications::letter.eq(None::<String>))
            .execute(self.connection()?)
            .await
            .map_err(store_error)?;
        Ok(cleared as u64)
    }

    async fn prune_reports(&mut self, created_before: DateTime<Utc>, limit: i64) -> Result<u64, StoreError> {
        let expired = diesel::alias!(events as expired);
        let due = expired
            .filter(expired.field(events::report_text).is_not_null())
            .filter(expired.field(events::date_created).le(created_before))
            .order(expired.field(events::id))
            .limit(limit)
            .select(expired.field(events::id))
            .for_no_key_update()
            .skip_locked();
        let cleared = diesel::update(events::table.filter(events::id.eq_any(due)))
            .set(events::report_text.eq(None::<String>))
            .execute(self.connection()?)
            .await
            .map_err(store_error)?;
        Ok(cleared as u64)
    }
}

#[async_trait]
impl Pruner for PgStore {
    async fn prune_sessions(
        &self,
        idle_since: DateTime<Utc>,
        started_before: DateTime<Utc>,
    ) -> Result<u64, StoreError> {
        let ended =
            sessions::table.filter(sessions::rotated_at.le(idle_since).or(sessions::started_at.le(started_before)));
        execute(self, diesel::delete(ended)).await
    }

    async fn prune_attempts(&self, now: DateTime<Utc>) -> Result<u64, StoreError> {
        let ended = attempt_counters::table.filter(attempt_counters::window_ends.le(now));
        execute(self, diesel::delete(ended)).await
    }

    async fn prune_reset_tokens(&self, now: DateTime<Utc>) -> Result<u64, StoreError> {
        let expired = account_tokens::table
            .filter(account_tokens::purpose.eq(AccountTokenPurpose::PasswordReset.as_str()))
            .filter(account_tokens::expires_at.le(now));
        execute(self, diesel::delete(expired)).await
    }

    async fn prune_activation_tokens(&self, used_before: DateTime<Utc>) -> Result<u64, StoreError> {
        let used = account_tokens::table.filter(account_tokens::used_at.le(used_before));
        execute(self, diesel::delete(used)).await
    }

    async fn prune_login_challenges(&self, now: DateTime<Utc>) -> Result<u64, StoreError> {
        execute(self, diesel::delete(login_challenges::table.filter(login_challenges::expires_at.le(now)))).await
    }

    async fn prune_devices(&self, used_before: DateTime<Utc>) -> Result<u64, StoreError> {
        execute(self, diesel::delete(devices::table.filter(devices::last_used.le(used_before)))).await
    }

    async fn prune_listing_changes(&self) -> Result<u64, StoreError> {
        search_feed::prune(&mut *self.pool.get().await?).await
    }

    async fn prune_search_words(&self) -> Result<u64, StoreError> {
        dictionary::prune(&mut *self.pool.get().await?).await
    }
}

async fn execute(store: &PgStore, delete: impl ExecuteDsl<AsyncPgConnection> + Send) -> Result<u64, StoreError> {
    Ok(delete.execute(&mut *store.pool.get().await?).await.map_err(store_error)? as u64)
}
