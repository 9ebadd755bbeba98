//! Deletes data whose retention period is over, and rows that have ended.
//!
//! Statements within a transaction skip locked rows, so that jobs of several processes do not wait
//! for each other.

use async_trait::async_trait;
use chrono::{DateTime, NaiveDate, NaiveTime, Utc};
use diesel::dsl::{InnerJoin, IntoBoxed, array, exists, not, sql};
use diesel::pg::Pg;
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Bool, Timestamptz, Uuid as SqlUuid};
use portal_domain::account_token::AccountTokenPurpose;
use portal_domain::ids::UserId;
use portal_domain::registration::RegistrationStatus;
use portal_domain::user::UserStatus;
use portal_services::ports::{Pruner, RetentionCutoffs, RetentionRepository, StoreError};
use uuid::Uuid;

use crate::change_logs;
use crate::portions::{self, Job, any_of, delete};
use crate::row_counts;
use crate::schema::{account_tokens, documents, events, registrations, users};
use crate::search::dictionary;
use crate::statements::RunStatement;
use crate::store::{PgStore, PgUnitOfWork};

type ExpiredUsers = IntoBoxed<'static, InnerJoin<registrations::table, users::table>, Pg>;

fn expired_users(cutoffs: &RetentionCutoffs) -> ExpiredUsers {
    let undecided = registrations::status
        .eq(RegistrationStatus::Pending.as_str())
        .and(registrations::date_created.le(cutoffs.undecided));
    let rejected = registrations::status
        .eq(RegistrationStatus::Rejected.as_str())
        .and(registrations::decided_at.le(cutoffs.rejected).assume_not_null());
    registrations::table
        .inner_join(users::table)
        .into_boxed()
        .filter(users::status.eq(UserStatus::New.as_str()))
        .filter(undecided.or(rejected))
}

/// Approved and invited users who have not set a password and have had no valid link since the cutoff.
/// The status is part of the text, so that every plan can use the index of these users.
fn unactivated_users(cutoffs: &RetentionCutoffs) -> IntoBoxed<'static, users::table, Pg> {
    let link = account_tokens::table
        .filter(account_tokens::user_id.eq(users::id))
        .filter(account_tokens::purpose.eq(AccountTokenPurpose::Activation.as_str()))
        .filter(account_tokens::expires_at.gt(cutoffs.unactivated));
    users::table
        .into_boxed()
        .filter(sql::<Bool>("users.status = 'REGISTRATION_PENDING'"))
        .filter(users::last_modified.le(cutoffs.unactivated))
        .filter(not(exists(link)))
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
        diesel::delete(documents::table.filter(documents::id.eq(any_of::<SqlUuid, _>(array::<SqlUuid, _>(due)))))
            .returning(documents::location)
            .load_rows(self.connection()?)
            .await
    }

    async fn list_due_users(&mut self, cutoffs: &RetentionCutoffs, limit: i64) -> Result<Vec<UserId>, StoreError> {
        let registered = expired_users(cutoffs).order(users::id).limit(limit).select(users::id);
        let mut ids: Vec<Uuid> = registered.load_rows(self.connection()?).await?;
        let approved = unactivated_users(cutoffs).order(users::last_modified).limit(limit).select(users::id);
        ids.extend(approved.load_rows::<Uuid>(self.connection()?).await?);
        ids.truncate(usize::try_from(limit).unwrap_or_default());
        Ok(ids.into_iter().map(UserId).collect())
    }

    async fn is_user_due(&mut self, id: UserId, cutoffs: &RetentionCutoffs) -> Result<bool, StoreError> {
        let registered = expired_users(cutoffs).filter(users::id.eq(id.0)).select(users::id);
        let approved = unactivated_users(cutoffs).filter(users::id.eq(id.0)).select(users::id);
        let mut found: Option<Uuid> = registered.find_first(self.connection()?).await?;
        if found.is_none() {
            found = approved.find_first(self.connection()?).await?;
        }
        Ok(found.is_some())
    }

    async fn prune_letters(&mut self, decided_before: DateTime<Utc>, limit: i64) -> Result<u64, StoreError> {
        // Finally decided: by the landlord, or rejected by the administrator.
        let due = "badge <> 'PENDING' AND COALESCE(landlord_decided_at, administrator_decided_at) <= $1 \
                   ORDER BY COALESCE(landlord_decided_at, administrator_decided_at)";
        self.clear_letters(due, decided_before, limit).await
    }

    async fn prune_open_letters(&mut self, changed_before: DateTime<Utc>, limit: i64) -> Result<u64, StoreError> {
        let due = "badge = 'PENDING' AND last_modified <= $1 ORDER BY last_modified";
        self.clear_letters(due, changed_before, limit).await
    }

    async fn prune_rejection_notes(&mut self, decided_before: DateTime<Utc>, limit: i64) -> Result<u64, StoreError> {
        let clear = "UPDATE applications SET rejection_note = NULL WHERE id = ANY(ARRAY( \
                SELECT id FROM applications WHERE rejection_note IS NOT NULL \
                AND COALESCE(landlord_decided_at, administrator_decided_at) <= $1 \
                ORDER BY COALESCE(landlord_decided_at, administrator_decided_at) LIMIT $2 \
                FOR NO KEY UPDATE SKIP LOCKED))";
        let clear = diesel::sql_query(clear).bind::<Timestamptz, _>(decided_before).bind::<BigInt, _>(limit);
        Ok(clear.run(self.connection()?).await? as u64)
    }

    async fn prune_reports(&mut self, created_before: DateTime<Utc>, limit: i64) -> Result<u64, StoreError> {
        let expired = diesel::alias!(events as expired);
        let due = expired
            .filter(expired.field(events::report_text).is_not_null())
            .filter(expired.field(events::date_created).le(created_before))
            .order(expired.field(events::date_created))
            .limit(limit)
            .select(expired.field(events::id))
            .for_no_key_update()
            .skip_locked();
        let cleared =
            diesel::update(events::table.filter(events::id.eq(any_of::<SqlUuid, _>(array::<SqlUuid, _>(due)))))
                .set(events::report_text.eq(None::<String>))
                .run(self.connection()?)
                .await?;
        Ok(cleared as u64)
    }
}

impl PgUnitOfWork {
    /// `due` is a condition with an order, of which an index returns only the first rows.
    async fn clear_letters(&mut self, due: &str, before: DateTime<Utc>, limit: i64) -> Result<u64, StoreError> {
        let clear = format!(
            "UPDATE applications SET letter = NULL WHERE id = ANY(ARRAY( \
                SELECT id FROM applications WHERE letter IS NOT NULL AND {due} LIMIT $2 \
                FOR NO KEY UPDATE SKIP LOCKED))"
        );
        let clear = diesel::sql_query(clear).bind::<Timestamptz, _>(before).bind::<BigInt, _>(limit);
        Ok(clear.run(self.connection()?).await? as u64)
    }
}

#[async_trait]
impl Pruner for PgStore {
    async fn prune_sessions(
        &self,
        idle_since: DateTime<Utc>,
        started_before: DateTime<Utc>,
        limit: i64,
    ) -> Result<u64, StoreError> {
        // Two statements, so that each is the beginning of an index.
        let idle = delete("sessions", "id", "rotated_at <= $1 ORDER BY rotated_at");
        let old = delete("sessions", "id", "started_at <= $1 ORDER BY started_at");
        let idle = portions::run(self, Job::Sessions, &idle, idle_since, limit).await?;
        Ok(idle + portions::run(self, Job::Sessions, &old, started_before, limit).await?)
    }

    async fn prune_attempts(&self, now: DateTime<Utc>, limit: i64) -> Result<u64, StoreError> {
        let ended = delete("attempt_counters", "key", "window_ends <= $1 ORDER BY window_ends");
        portions::run(self, Job::Attempts, &ended, now, limit).await
    }

    async fn prune_reset_tokens(&self, now: DateTime<Utc>, limit: i64) -> Result<u64, StoreError> {
        let due = "purpose = 'PASSWORD_RESET' AND expires_at <= $1 ORDER BY expires_at";
        portions::run(self, Job::ResetTokens, &delete("account_tokens", "token_hash", due), now, limit).await
    }

    async fn prune_activation_tokens(&self, used_before: DateTime<Utc>, limit: i64) -> Result<u64, StoreError> {
        let used = delete("account_tokens", "token_hash", "used_at <= $1 ORDER BY used_at");
        portions::run(self, Job::ActivationTokens, &used, used_before, limit).await
    }

    async fn prune_login_challenges(&self, now: DateTime<Utc>, limit: i64) -> Result<u64, StoreError> {
        let ended = delete("login_challenges", "token_hash", "expires_at <= $1 ORDER BY expires_at");
        portions::run(self, Job::LoginChallenges, &ended, now, limit).await
    }

    async fn prune_devices(&self, used_before: DateTime<Utc>, limit: i64) -> Result<u64, StoreError> {
        let unused = delete("devices", "token_hash", "last_used <= $1 ORDER BY last_used");
        portions::run(self, Job::Devices, &unused, used_before, limit).await
    }

    async fn prune_view_days(&self, before: NaiveDate, limit: i64) -> Result<u64, StoreError> {
        let past = delete("listing_view_days", "ctid", "day < ($1 AT TIME ZONE 'UTC')::date ORDER BY day");
        portions::run(self, Job::ViewDays, &past, before.and_time(NaiveTime::MIN).and_utc(), limit).await
    }

    async fn prune_listing_changes(&self) -> Result<u64, StoreError> {
        change_logs::prune(&mut *self.pool.get().await?, "listing_changes").await
    }

    async fn prune_saved_search_changes(&self) -> Result<u64, StoreError> {
        change_logs::prune(&mut *self.pool.get().await?, "saved_search_changes").await
    }

    async fn fold_row_counts(&self) -> Result<bool, StoreError> {
        row_counts::fold(self).await
    }

    async fn prune_search_words(&self) -> Result<u64, StoreError> {
        dictionary::prune(&mut *self.pool.get().await?).await
    }
}
