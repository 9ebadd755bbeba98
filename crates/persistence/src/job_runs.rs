//! Claims of jobs that one process runs for all.

use async_trait::async_trait;
use chrono::TimeDelta;
use diesel::sql_types::{Interval, Text, Uuid as SqlUuid};
use portal_services::ports::{JobClaim, JobRuns, PeriodicJob, StoreError};
use uuid::Uuid;

use crate::statements::RunStatement;
use crate::store::PgStore;

/// Changes no row while the job is not due, or another process holds it.
const CLAIM: &str = "
    INSERT INTO job_runs (job, holder, held_until) VALUES ($1, gen_random_uuid(), now() + $2)
    ON CONFLICT (job) DO UPDATE SET holder = excluded.holder, held_until = excluded.held_until
    WHERE job_runs.held_until <= now() AND coalesce(job_runs.finished_at <= now() - $3, true)
    RETURNING holder";
const RENEW: &str = "UPDATE job_runs SET held_until = now() + $3 WHERE job = $1 AND holder = $2";
const FINISH: &str = "UPDATE job_runs SET held_until = now(), finished_at = now() WHERE job = $1 AND holder = $2";
const RELEASE: &str = "UPDATE job_runs SET held_until = now() WHERE job = $1 AND holder = $2";

#[derive(diesel::QueryableByName)]
struct ClaimRow {
    #[diesel(sql_type = SqlUuid)]
    holder: Uuid,
}

struct PgJobClaim {
    store: PgStore,
    job: &'static str,
    holder: Uuid,
    lease: TimeDelta,
}

#[async_trait]
impl JobRuns for PgStore {
    async fn claim(
        &self,
        job: PeriodicJob,
        period: TimeDelta,
        lease: TimeDelta,
    ) -> Result<Option<Box<dyn JobClaim>>, StoreError> {
        let claim = diesel::sql_query(CLAIM)
            .bind::<Text, _>(job.as_str())
            .bind::<Interval, _>(lease)
            .bind::<Interval, _>(period);
        let rows: Vec<ClaimRow> = claim.load_rows(&mut *self.pool.get().await?).await?;
        let claim = |row: ClaimRow| PgJobClaim { store: self.clone(), job: job.as_str(), holder: row.holder, lease };
        Ok(rows.into_iter().next().map(|row| Box::new(claim(row)) as Box<dyn JobClaim>))
    }
}

impl PgJobClaim {
    async fn end(&self, statement: &str) -> Result<(), StoreError> {
        let end = diesel::sql_query(statement).bind::<Text, _>(self.job).bind::<SqlUuid, _>(self.holder);
        end.run(&mut *self.store.pool.get().await?).await?;
        Ok(())
    }
}

#[async_trait]
impl JobClaim for PgJobClaim {
    async fn renew(&self) -> Result<bool, StoreError> {
        let renew = diesel::sql_query(RENEW)
            .bind::<Text, _>(self.job)
            .bind::<SqlUuid, _>(self.holder)
            .bind::<Interval, _>(self.lease);
        Ok(renew.run(&mut *self.store.pool.get().await?).await? > 0)
    }

    async fn finish(&self) -> Result<(), StoreError> {
        self.end(FINISH).await
    }

    async fn release(&self) -> Result<(), StoreError> {
        self.end(RELEASE).await
    }
}
