//! Reads and writes registrations within a transaction.

use async_trait::async_trait;
use diesel::prelude::*;
use portal_domain::document::Document;
use portal_domain::ids::{RegistrationId, UserId};
use portal_domain::registration::{Registration, RegistrationState};
use portal_services::ports::{RegistrationRepository, StoreError};

use super::rows::{DocumentRow, RegistrationRow};
use crate::schema::{documents, registrations, users};
use crate::statements::RunStatement;
use crate::store::PgUnitOfWork;

#[async_trait]
impl RegistrationRepository for PgUnitOfWork {
    async fn find_for_update(&mut self, id: RegistrationId) -> Result<Option<Registration>, StoreError> {
        registrations::table
            .find(id.0)
            .select(RegistrationRow::as_select())
            .for_no_key_update()
            .find_entity(self.connection()?)
            .await
    }

    async fn insert(&mut self, registration: &Registration) -> Result<(), StoreError> {
        let row = RegistrationRow::from(registration);
        let role = users::table.find(registration.user_id.0).select(users::role).single_value().assume_not_null();
        diesel::insert_into(registrations::table)
            .values((row, registrations::role.eq(role)))
            .run(self.connection()?)
            .await?;
        if let RegistrationState::Rejected { .. } = registration.state {
            self.release_email(registration.user_id).await?;
        }
        Ok(())
    }

    async fn save(&mut self, registration: &Registration) -> Result<(), StoreError> {
        diesel::update(registrations::table.find(registration.id.0))
            .set(RegistrationRow::from(registration))
            .change_row(self.connection()?)
            .await?;
        if let RegistrationState::Rejected { .. } = registration.state {
            self.release_email(registration.user_id).await?;
        }
        Ok(())
    }

    async fn insert_document(&mut self, document: &Document) -> Result<(), StoreError> {
        let row = DocumentRow::from(document);
        diesel::insert_into(documents::table).values(row).run(self.connection()?).await?;
        Ok(())
    }

    async fn delete_document_of(&mut self, user: UserId) -> Result<Option<String>, StoreError> {
        let registration = registrations::table.filter(registrations::user_id.eq(user.0)).select(registrations::id);
        diesel::delete(documents::table.filter(documents::registration_id.eq_any(registration)))
            .returning(documents::location)
            .find_row(self.connection()?)
            .await
    }
}

impl PgUnitOfWork {
    /// Lets another user register with the address of this rejected one.
    async fn release_email(&mut self, user: UserId) -> Result<(), StoreError> {
        diesel::update(users::table.find(user.0)).set(users::rejected.eq(true)).run(self.connection()?).await?;
        Ok(())
    }
}
