//! Claims overdue reviews. Each user and each application is claimed by one process only.

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use diesel::dsl::{array, sql};
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Bool, Timestamptz, Uuid as SqlUuid};
use portal_domain::application::{Application, Decision};
use portal_domain::ids::UserId;
use portal_services::ports::{ReplyClockRepository, StoreError};
use uuid::Uuid;

use crate::applications::ApplicationRow;
use crate::portions::any_of;
use crate::schema::{applications, users};
use crate::statements::RunStatement;
use crate::store::PgUnitOfWork;
use crate::unknown_values::known_rows;

/// A second process that claims the same user waits for the first one's row, then finds the new
/// `sent_at`.
const CLAIM_REVIEWERS: &str = "
    INSERT INTO review_digests (user_id, sent_at)
    SELECT id, $3 FROM users
    WHERE status = 'ACTIVE'
      AND (
        role = 'ADMIN' AND (
            EXISTS (SELECT FROM registrations WHERE status = 'PENDING' AND date_created <= $1)
            OR EXISTS (SELECT FROM applications WHERE administrator_decision = 'PENDING' AND date_created <= $1)
        )
        OR role = 'LANDLORD' AND id IN (
            SELECT landlord_id FROM applications
            WHERE administrator_decision = 'APPROVED' AND landlord_decision = 'PENDING'
              AND administrator_decided_at <= $1
        )
      )
      AND id NOT IN (SELECT user_id FROM review_digests WHERE sent_at > $2)
    ORDER BY id
    LIMIT $4
    ON CONFLICT (user_id) DO UPDATE SET sent_at = excluded.sent_at WHERE review_digests.sent_at <= $2
    RETURNING user_id AS id";

#[derive(QueryableByName)]
struct ReviewerRow {
    #[diesel(sql_type = SqlUuid)]
    id: Uuid,
}

fn known_decisions() -> Vec<&'static str> {
    Decision::ALL.iter().map(|decision| decision.as_str()).collect()
}

#[async_trait]
impl ReplyClockRepository for PgUnitOfWork {
    async fn claim_reviewers(
        &mut self,
        waiting_before: DateTime<Utc>,
        told_before: DateTime<Utc>,
        now: DateTime<Utc>,
        limit: i64,
    ) -> Result<Vec<UserId>, StoreError> {
        let claimed: Vec<ReviewerRow> = diesel::sql_query(CLAIM_REVIEWERS)
            .bind::<Timestamptz, _>(waiting_before)
            .bind::<Timestamptz, _>(told_before)
            .bind::<Timestamptz, _>(now)
            .bind::<BigInt, _>(limit)
            .load_rows(self.connection()?)
            .await?;
        Ok(claimed.into_iter().map(|row| UserId(row.id)).collect())
    }

    async fn claim_waiting_applications(
        &mut self,
        waiting_before: DateTime<Utc>,
        now: DateTime<Utc>,
        limit: i64,
    ) -> Result<Vec<Application>, StoreError> {
        const SINCE: &str = "COALESCE(waiting.administrator_decided_at, waiting.date_created)";
        let waiting = diesel::alias!(applications as waiting);
        // Also the students' rows, to which the mails will refer: a student who is being deleted is
        // skipped. Without this lock, the mails would wait for a deletion that waits for the
        // applications.
        let due = waiting
            .inner_join(users::table.on(users::id.nullable().eq(waiting.field(applications::student_id))))
            .filter(waiting.field(applications::badge).eq(Decision::Pending.as_str()))
            .filter(waiting.field(applications::student_told_at).is_null())
            // Those of a newer version are left to it: this one could not read and tell them.
            .filter(waiting.field(applications::administrator_decision).eq_any(known_decisions()))
            .filter(waiting.field(applications::landlord_decision).eq_any(known_decisions()))
            .filter(sql::<Bool>(SINCE).sql(" <= ").bind::<Timestamptz, _>(waiting_before))
            .order(sql::<Timestamptz>(SINCE))
            .limit(limit)
            .select(waiting.field(applications::id))
            .for_no_key_update()
            .skip_locked();
        let claimed: Vec<ApplicationRow> =
            diesel::update(
                applications::table.filter(applications::id.eq(any_of::<SqlUuid, _>(array::<SqlUuid, _>(due)))),
            )
            .set(applications::student_told_at.eq(now))
            .returning(ApplicationRow::as_returning())
            .load_rows(self.connection()?)
            .await?;
        known_rows("applications", claimed, Application::try_from)
    }
}
