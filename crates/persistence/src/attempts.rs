//! Attempt counters of rate limits, shared by all processes.

use async_trait::async_trait;
use chrono::{DateTime, TimeDelta, Utc};
use diesel::dsl::case_when;
use diesel::prelude::*;
use diesel::upsert::excluded;
use portal_services::ports::{AttemptCounters, Attempts, StoreError};

use crate::schema::attempt_counters as counters;
use crate::statements::RunStatement;
use crate::store::PgStore;

/// The counter saturates here, far beyond every limit.
const MAX_COUNT: i32 = i32::MAX - 1;

#[async_trait]
impl AttemptCounters for PgStore {
    async fn add(&self, key: &str, window: TimeDelta, now: DateTime<Utc>) -> Result<Attempts, StoreError> {
        let first = (counters::key.eq(key), counters::attempts.eq(1), counters::window_ends.eq(now + window));
        // A window that ends later than a new one was begun before the clock was set back.
        let ended = || counters::window_ends.le(now).or(counters::window_ends.gt(now + window));
        let full = counters::attempts.ge(MAX_COUNT);
        let (attempts, window_ends): (i32, DateTime<Utc>) = diesel::insert_into(counters::table)
            .values(first)
            .on_conflict(counters::key)
            .do_update()
            .set((
                counters::attempts.eq(case_when(ended(), excluded(counters::attempts))
                    .when(full, counters::attempts)
                    .otherwise(counters::attempts + 1)),
                counters::window_ends
                    .eq(case_when(ended(), excluded(counters::window_ends)).otherwise(counters::window_ends)),
            ))
            .returning((counters::attempts, counters::window_ends))
            .load_row(&mut *self.pool.get().await?)
            .await?;
        Ok(Attempts { count: u32::try_from(attempts).unwrap_or(u32::MAX), window_ends })
    }

    async fn take_back(&self, key: &str) -> Result<(), StoreError> {
        let mut connection = self.pool.get().await?;
        let several = counters::table.find(key).filter(counters::attempts.gt(1));
        let fewer = counters::attempts.eq(counters::attempts - 1);
        if diesel::update(several).set(fewer).run(&mut connection).await? == 0 {
            let only = counters::table.find(key).filter(counters::attempts.eq(1));
            diesel::delete(only).run(&mut connection).await?;
        }
        Ok(())
    }

    async fn clear(&self, key: &str) -> Result<(), StoreError> {
        diesel::delete(counters::table.find(key)).run(&mut *self.pool.get().await?).await?;
        Ok(())
    }
}
