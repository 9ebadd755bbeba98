//! What has been kept long enough. Each statement takes rows that nobody else holds.

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use diesel::dsl::{InnerJoin, IntoBoxed, exists, sql};
use diesel::pg::Pg;
use diesel::prelude::*;
use diesel::sql_types::{Bool, Nullable, Timestamptz};
use diesel_async::RunQueryDsl;
use portal_domain::ids::UserId;
use portal_domain::registration::RegistrationStatus;
use portal_domain::user::UserStatus;
use portal_services::ports::{Expiry, RetentionRepository, StoreError};
use uuid::Uuid;

use crate::errors::failed;
use crate::schema::{applications, documents, registrations, users};
use crate::store::PgWork;

type PeopleDue = IntoBoxed<'static, InnerJoin<registrations::table, users::table>, Pg>;

fn people_due(expiry: &Expiry) -> PeopleDue {
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
impl RetentionRepository for PgWork {
    async fn take_documents(&mut self, decided_before: DateTime<Utc>, limit: i64) -> Result<Vec<String>, StoreError> {
        let kept = diesel::alias!(documents as kept);
        let decided = registrations::table
            .filter(registrations::id.eq(kept.field(documents::registration_id)))
            .filter(registrations::decided_at.le(decided_before));
        let due = kept
            .filter(exists(decided))
            .order(kept.field(documents::id))
            .limit(limit)
            .select(kept.field(documents::id))
            .for_update()
            .skip_locked();
        diesel::delete(documents::table.filter(documents::id.eq_any(due)))
            .returning(documents::location)
            .get_results(self.connection()?)
            .await
            .map_err(failed)
    }

    async fn list_people(&mut self, expiry: &Expiry, limit: i64) -> Result<Vec<UserId>, StoreError> {
        let ids: Vec<Uuid> = people_due(expiry)
            .order(users::id)
            .limit(limit)
            .select(users::id)
            .load(self.connection()?)
            .await
            .map_err(failed)?;
        Ok(ids.into_iter().map(UserId).collect())
    }

    async fn is_person_due(&mut self, id: UserId, expiry: &Expiry) -> Result<bool, StoreError> {
        let due = people_due(expiry).filter(users::id.eq(id.0)).select(users::id);
        let found: Option<Uuid> = due.first(self.connection()?).await.optional().map_err(failed)?;
        Ok(found.is_some())
    }

    async fn forget_letters(&mut self, decided_before: DateTime<Utc>, limit: i64) -> Result<u64, StoreError> {
        let kept = diesel::alias!(applications as kept);
        // Decided for good: the landlord has answered, or never hears of it.
        let due = kept
            .filter(kept.field(applications::letter).is_not_null())
            .filter(kept.field(applications::badge).ne("PENDING"))
            .filter(
                sql::<Nullable<Bool>>("COALESCE(kept.landlord_decided_at, kept.administrator_decided_at) <= ")
                    .bind::<Timestamptz, _>(decided_before),
            )
            .order(kept.field(applications::id))
            .limit(limit)
            .select(kept.field(applications::id))
            .for_no_key_update()
            .skip_locked();
        let forgotten = diesel::update(applications::table.filter(applications::id.eq_any(due)))
            .set(applications::letter.eq(None::<String>))
            .execute(self.connection()?)
            .await
            .map_err(failed)?;
        Ok(forgotten as u64)
    }
}
