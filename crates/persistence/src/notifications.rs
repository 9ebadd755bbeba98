//! Counts of pending reviews and events. Every open menu polls them every few seconds, so each is
//! one statement on partial or covering indexes.

use async_trait::async_trait;
use diesel::prelude::*;
use diesel::sql_types::BigInt;
use portal_domain::application::Decision;
use portal_domain::ids::UserId;
use portal_services::ports::{AdministratorNotifications, NotificationQueries, StoreError};

use crate::page;
use crate::schema::applications;
use crate::statements::RunStatement;
use crate::store::PgStore;

/// The counted groups that wait for administrators.
const PENDING: &str = "
    SELECT
        coalesce(sum(change) FILTER (WHERE relation = 'registrations' AND kind = 'LANDLORD'), 0)::bigint AS landlords,
        coalesce(sum(change) FILTER (WHERE relation = 'registrations' AND kind = 'STUDENT'), 0)::bigint AS students,
        coalesce(sum(change) FILTER (WHERE relation = 'applications'), 0)::bigint AS applications,
        coalesce(sum(change) FILTER (WHERE relation = 'events'), 0)::bigint AS events
    FROM row_counts
    WHERE relation = 'registrations' AND state = 'PENDING'
        OR relation = 'applications' AND kind = 'PENDING'
        OR relation = 'events' AND state = 'false'";

#[derive(QueryableByName)]
struct PendingRow {
    #[diesel(sql_type = BigInt)]
    landlords: i64,
    #[diesel(sql_type = BigInt)]
    students: i64,
    #[diesel(sql_type = BigInt)]
    applications: i64,
    #[diesel(sql_type = BigInt)]
    events: i64,
}

#[async_trait]
impl NotificationQueries for PgStore {
    async fn count_for_administrators(&self) -> Result<AdministratorNotifications, StoreError> {
        let row: PendingRow = diesel::sql_query(PENDING).load_row(&mut *self.pool.get().await?).await?;
        Ok(AdministratorNotifications {
            landlord_registrations: page::to_count(row.landlords),
            student_registrations: page::to_count(row.students),
            applications: page::to_count(row.applications),
            events: page::to_count(row.events),
        })
    }

    async fn count_applications_for(&self, landlord: UserId) -> Result<u64, StoreError> {
        let pending = applications::table
            .filter(applications::landlord_id.eq(landlord.0))
            .filter(applications::administrator_decision.eq(Decision::Approved.as_str()))
            .filter(applications::landlord_decision.eq(Decision::Pending.as_str()))
            .count();
        Ok(page::to_count(pending.load_row(&mut *self.pool.get().await?).await?))
    }
}
