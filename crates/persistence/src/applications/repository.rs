//! Reads and writes applications within a transaction.

use async_trait::async_trait;
use diesel::dsl::IntoBoxed;
use diesel::pg::Pg;
use diesel::prelude::*;
use diesel_async::AsyncPgConnection;
use portal_domain::application::{Application, Decision};
use portal_domain::ids::{ApplicationId, ListingId, UserId};
use portal_services::ports::{ApplicationRepository, StoreError};
use uuid::Uuid;

use super::rows::{ApplicationRow, ApplicationValues};
use super::save_all;
use crate::errors::store_error;
use crate::schema::{applications, users};
use crate::statements::RunStatement;
use crate::store::PgUnitOfWork;

/// Applications that one statement saves. Each may hold a letter of some kilobytes.
const SAVED_AT_ONCE: usize = 1_000;

#[async_trait]
impl ApplicationRepository for PgUnitOfWork {
    async fn find_for_update(&mut self, id: ApplicationId) -> Result<Option<Application>, StoreError> {
        lock_users_of(self.connection()?, applications::table.find(id.0).into_boxed()).await?;
        applications::table
            .find(id.0)
            .select(ApplicationRow::as_select())
            .for_no_key_update()
            .find_entity(self.connection()?)
            .await
    }

    async fn list_open_for_update(&mut self, listing: ListingId) -> Result<Vec<Application>, StoreError> {
        // An application is open as long as its badge is pending.
        let open = applications::table
            .filter(applications::listing_id.eq(listing.0))
            .filter(applications::badge.eq(Decision::Pending.as_str()));
        lock_users_of(self.connection()?, open.into_boxed()).await?;
        let rows: Vec<ApplicationRow> = open
            .order(applications::id)
            .select(ApplicationRow::as_select())
            .for_no_key_update()
            .load_rows(self.connection()?)
            .await?;
        rows.into_iter().map(Application::try_from).collect()
    }

    async fn list_of_student_for_update(&mut self, student: UserId) -> Result<Vec<Application>, StoreError> {
        let rows: Vec<ApplicationRow> = applications::table
            .filter(applications::student_id.eq(student.0))
            .order(applications::id)
            .select(ApplicationRow::as_select())
            .for_no_key_update()
            .load_rows(self.connection()?)
            .await?;
        rows.into_iter().map(Application::try_from).collect()
    }

    async fn insert(&mut self, application: &Application) -> Result<(), StoreError> {
        diesel::insert_into(applications::table)
            .values(ApplicationValues::from(application))
            .run(self.connection()?)
            .await?;
        Ok(())
    }

    async fn save(&mut self, application: &Application) -> Result<(), StoreError> {
        diesel::update(applications::table.find(application.id.0))
            .set(ApplicationValues::from(application))
            .change_row(self.connection()?)
            .await
    }

    async fn save_all(&mut self, applications: &[Application]) -> Result<(), StoreError> {
        for portion in applications.chunks(SAVED_AT_ONCE) {
            if save_all::save(self.connection()?, portion).await? < portion.len() {
                return Err(store_error(diesel::result::Error::NotFound));
            }
        }
        Ok(())
    }

    async fn delete(&mut self, id: ApplicationId) -> Result<(), StoreError> {
        diesel::delete(applications::table.find(id.0)).run(self.connection()?).await?;
        Ok(())
    }
}

/// Locks the students and landlords of these applications against deletion, in the order of all locks:
/// users first. A decision writes mails and audit entries that refer to them, and their foreign keys
/// would take this lock while the application is locked, which is the wrong order.
async fn lock_users_of(
    connection: &mut AsyncPgConnection,
    applications: IntoBoxed<'_, applications::table, Pg>,
) -> Result<(), StoreError> {
    let users_of: Vec<(Option<Uuid>, Option<Uuid>)> =
        applications.select((applications::student_id, applications::landlord_id)).load_rows(connection).await?;
    let ids: Vec<Uuid> = users_of.into_iter().flat_map(|(student, landlord)| [student, landlord]).flatten().collect();
    let users = users::table.filter(users::id.eq_any(ids)).order(users::id).select(users::id).for_key_share();
    users.run(connection).await?;
    Ok(())
}
