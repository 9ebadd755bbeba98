//! How much waits for whom. Asked for every few seconds by everybody who has a menu open: each is one statement on the
//! indexes of what waits.

use async_trait::async_trait;
use diesel::dsl::{count, not};
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use portal_domain::application::Decision;
use portal_domain::ids::UserId;
use portal_domain::registration::RegistrationStatus;
use portal_domain::user::Role;
use portal_services::notifications::AdministratorNotifications;
use portal_services::ports::{NotificationQueries, StoreError};

use crate::errors::failed;
use crate::page;
use crate::schema::{applications, events, registrations};
use crate::store::PgStore;

#[async_trait]
impl NotificationQueries for PgStore {
    async fn count_for_administrators(&self) -> Result<AdministratorNotifications, StoreError> {
        let of_role = |role: Role| count(registrations::role).aggregate_filter(registrations::role.eq(role.as_str()));
        let unchecked = applications::table
            .filter(applications::administrator_decision.eq(Decision::Pending.as_str()))
            .count()
            .single_value();
        let unacknowledged = events::table.filter(not(events::acknowledged)).count().single_value();
        let (landlords, students, applications, events): (i64, i64, Option<i64>, Option<i64>) = registrations::table
            .filter(registrations::status.eq(RegistrationStatus::Pending.as_str()))
            .select((of_role(Role::Landlord), of_role(Role::Student), unchecked, unacknowledged))
            .get_result(&mut *self.pool.get().await?)
            .await
            .map_err(failed)?;
        Ok(AdministratorNotifications {
            landlord_registrations: page::total(landlords),
            student_registrations: page::total(students),
            applications: page::total(applications.unwrap_or(0)),
            events: page::total(events.unwrap_or(0)),
        })
    }

    async fn count_applications_for(&self, landlord: UserId) -> Result<u64, StoreError> {
        let waiting = applications::table
            .filter(applications::landlord_id.eq(landlord.0))
            .filter(applications::administrator_decision.eq(Decision::Approved.as_str()))
            .filter(applications::landlord_decision.eq(Decision::Pending.as_str()))
            .count();
        Ok(page::total(waiting.get_result(&mut *self.pool.get().await?).await.map_err(failed)?))
    }
}
