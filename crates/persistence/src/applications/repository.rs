//! Reads and writes applications within a transaction.

use async_trait::async_trait;
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use portal_domain::application::{Application, Decision};
use portal_domain::ids::{ApplicationId, ListingId, UserId};
use portal_services::ports::{ApplicationRepository, StoreError};

use super::rows::{ApplicationRow, ApplicationValues};
use crate::errors::{found, store_error};
use crate::schema::applications;
use crate::store::PgUnitOfWork;

#[async_trait]
impl ApplicationRepository for PgUnitOfWork {
    async fn find_for_update(&mut self, id: ApplicationId) -> Result<Option<Application>, StoreError> {
        let row = applications::table
            .find(id.0)
            .select(ApplicationRow::as_select())
            .for_no_key_update()
            .first(self.connection()?)
            .await;
        found(row)
    }

    async fn list_open_for_update(&mut self, listing: ListingId) -> Result<Vec<Application>, StoreError> {
        // An application is open as long as its badge is pending.
        let rows: Vec<ApplicationRow> = applications::table
            .filter(applications::listing_id.eq(listing.0))
            .filter(applications::badge.eq(Decision::Pending.as_str()))
            .order(applications::id)
            .select(ApplicationRow::as_select())
            .for_no_key_update()
            .load(self.connection()?)
            .await
            .map_err(store_error)?;
        rows.into_iter().map(Application::try_from).collect()
    }

    async fn list_of_student_for_update(&mut self, student: UserId) -> Result<Vec<Application>, StoreError> {
        let rows: Vec<ApplicationRow> = applications::table
            .filter(applications::student_id.eq(student.0))
            .order(applications::id)
            .select(ApplicationRow::as_select())
            .for_no_key_update()
            .load(self.connection()?)
            .await
            .map_err(store_error)?;
        rows.into_iter().map(Application::try_from).collect()
    }

    async fn insert(&mut self, application: &Application) -> Result<(), StoreError> {
        diesel::insert_into(applications::table)
            .values(ApplicationValues::from(application))
            .execute(self.connection()?)
            .await
            .map_err(store_error)?;
        Ok(())
    }

    async fn save(&mut self, application: &Application) -> Result<(), StoreError> {
        let changed = diesel::update(applications::table.find(application.id.0))
            .set(ApplicationValues::from(application))
            .execute(self.connection()?)
            .await
            .map_err(store_error)?;
        if changed == 0 { Err(store_error(diesel::result::Error::NotFound)) } else { Ok(()) }
    }

    async fn delete(&mut self, id: ApplicationId) -> Result<(), StoreError> {
        diesel::delete(applications::table.find(id.0)).execute(self.connection()?).await.map_err(store_error)?;
        Ok(())
    }
}
