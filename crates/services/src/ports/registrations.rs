//! Registrations and their documents.

use async_trait::async_trait;
use portal_domain::document::Document;
use portal_domain::ids::{DocumentId, RegistrationId, UserId};
use portal_domain::registration::{Registration, RegistrationStatus};
use portal_domain::user::{Role, User};

use super::StoreError;
use crate::paging::{Page, PageRequest, Sort};

#[cfg_attr(any(test, feature = "testing"), mockall::automock)]
#[async_trait]
pub trait RegistrationRepository: Send {
    /// The registration, locked until the transaction ends. The caller has locked its user.
    async fn find_for_update(&mut self, id: RegistrationId) -> Result<Option<Registration>, StoreError>;

    async fn insert(&mut self, registration: &Registration) -> Result<(), StoreError>;

    /// Updates a decided registration. A rejection releases its user's email address.
    async fn save(&mut self, registration: &Registration) -> Result<(), StoreError>;

    async fn insert_document(&mut self, document: &Document) -> Result<(), StoreError>;

    /// Deletes the user's document, if any, and returns the location of its file.
    async fn delete_document_of(&mut self, user: UserId) -> Result<Option<String>, StoreError>;
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RegistrationSortField {
    FirstName,
    LastName,
    Email,
    Status,
    DateCreated,
    LastModified,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RegistrationListQuery {
    /// As in [`UserListQuery`](super::UserListQuery).
    pub keyword: Option<String>,
    /// Empty: every status.
    pub statuses: Vec<RegistrationStatus>,
    pub sort: Sort<RegistrationSortField>,
    pub page: PageRequest,
}

/// A registration with its user, and the proof of study while it is kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RegistrationDetails {
    pub registration: Registration,
    pub user: User,
    pub document: Option<Document>,
}

#[cfg_attr(any(test, feature = "testing"), mockall::automock)]
#[async_trait]
pub trait RegistrationQueries: Send + Sync {
    /// The registrations of users with this role.
    async fn list_registrations(
        &self,
        role: Role,
        query: &RegistrationListQuery,
    ) -> Result<Page<RegistrationDetails>, StoreError>;

    /// The ids of all pages of a query, in its order, at most `limit`.
    async fn list_registration_ids(
        &self,
        role: Role,
        query: &RegistrationListQuery,
        limit: i64,
    ) -> Result<Vec<RegistrationId>, StoreError>;

    /// The existing registrations with these ids, in the order of `ids`.
    async fn list_registrations_by_ids(&self, ids: &[RegistrationId]) -> Result<Vec<RegistrationDetails>, StoreError>;

    async fn find_registration(&self, id: RegistrationId) -> Result<Option<RegistrationDetails>, StoreError>;

    /// The registration of this user, if any.
    async fn find_registration_of(&self, user: UserId) -> Result<Option<RegistrationDetails>, StoreError>;

    async fn find_document(&self, id: DocumentId) -> Result<Option<Document>, StoreError>;
}
