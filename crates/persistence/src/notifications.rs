//! Counts of pending reviews and events. Every open menu polls them every few seconds, so each is
//! one statement on partial or covering indexes.

use async_trait::async_trait;
use diesel::dsl::{count, not};
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use portal_domain::application::Decision;
use portal_domain::ids::UserId;
use portal_domain::registration::RegistrationStatus;
use portal_domain::user::Role;
use portal_services::ports::{AdministratorNotifications, NotificationQueries, StoreError};

use crate::errors::store_error;
use crate::page;
use crate::schema::{applications, events, registrations};
use crate::store::PgStore;

#[async_trait]
impl NotificationQueries for PgStore {
    async fn count_for_administrators(&self) -> Result<AdministratorNotifications, StoreError> {
        let of_role = |role: Role| count(registrations::role).aggregate_filter(registrations::role.eq(role.as_str()));
        let unreviewed = applications::table
            .filter(applications::administrator_decision.eq(Decision::Pending.as_str()))
            .count()
            .single_value();
        let unacknowledged = events::table.filter(not(events::acknowledged)).count().single_value();
        let (landlords, students, applications, events): (i64, i64, Option<i64>, Option<i64>) = registrations::table
            .filter(registrations::status.eq(RegistrationStatus::Pending.as_str()))
            .select((of_role(Role::Landlord), of_role(Role::Student), unreviewed, unacknowledged))
            .get_result(&mut *self.pool.get().await?)
            .await
            .map_err(store_error)?;
        Ok(AdministratorNotifications {
            landlord_registrations: page::to_count(landlords),
            student_registrations: page::to_count(students),
            applications: page::to_count(applications.unwrap_or(0)),
            events: page::to_count(events.unwrap_or(0)),
        })
    }

    async fn count_applications_for(&self, landlord: UserId) -> Result<u64, StoreError> {
        let pending = applications::table
            .filter(applications::landlord_id.eq(landlord.0))
            .filter(applications::administrator_decision.eq(Decision::Approved.as_str()))
            .filter(applications::landlord_decision.eq(Decision::Pending.as_str()))
            .count();
        Ok(page::to_count(pending.get_result(&mut *self.pool.get().await?).await.map_err(store_error)?))
    }
}
