//! Requests to join.

use async_trait::async_trait;
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use portal_domain::registration::Registration;
use portal_services::ports::{RegistrationRepository, StoreError};

use crate::errors::failed;
use crate::schema::registrations;
use crate::store::PgWork;

#[async_trait]
impl RegistrationRepository for PgWork {
    async fn insert(&mut self, registration: &Registration) -> Result<(), StoreError> {
        diesel::insert_into(registrations::table)
            .values((
                registrations::id.eq(registration.id.0),
                registrations::user_id.eq(registration.user_id.0),
                registrations::status.eq(registration.status.as_str()),
                registrations::date_created.eq(registration.date_created),
                registrations::last_modified.eq(registration.last_modified),
            ))
            .execute(self.connection()?)
            .await
            .map_err(failed)?;
        Ok(())
    }
}
