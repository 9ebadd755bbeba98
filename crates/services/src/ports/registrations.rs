//! Requests to join, in the store.

use async_trait::async_trait;
use portal_domain::document::Document;
use portal_domain::ids::{DocumentId, RegistrationId, UserId};
use portal_domain::registration::{Registration, RegistrationStatus};
use portal_domain::user::Role;

use super::StoreError;
use crate::paging::{Page, PageRequest, Sort};
use crate::registrations::RegistrationView;

#[cfg_attr(any(test, feature = "testing"), mockall::automock)]
#[async_trait]
pub trait RegistrationRepository: Send {
    /// The request, locked until the transaction ends. Its user is locked before by the caller.
    async fn find_for_update(&mut self, id: RegistrationId) -> Result<Option<Registration>, StoreError>;

    async fn insert(&mut self, registration: &Registration) -> Result<(), StoreError>;

    /// Writes a decided request. A rejection sets its user's e-mail free.
    async fn save(&mut self, registration: &Registration) -> Result<(), StoreError>;

    async fn insert_document(&mut self, document: &Document) -> Result<(), StoreError>;

    /// Forgets the user's document, if there is one, and returns where its file lies.
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
pub struct RegistrationFilter {
    /// As what people signed up.
    pub role: Role,
    /// As in [`UserFilter`](super::UserFilter).
    pub keyword: Option<String>,
    /// Empty: every status.
    pub statuses: Vec<RegistrationStatus>,
    pub sort: Sort<RegistrationSortField>,
    pub page: PageRequest,
}

#[cfg_attr(any(test, feature = "testing"), mockall::automock)]
#[async_trait]
pub trait RegistrationQueries: Send + Sync {
    async fn list_registrations(&self, filter: &RegistrationFilter) -> Result<Page<RegistrationView>, StoreError>;

    /// The requests of a filter on all its pages, in its order, at most `limit`.
    async fn list_registration_ids(
        &self,
        filter: &RegistrationFilter,
        limit: i64,
    ) -> Result<Vec<RegistrationId>, StoreError>;

    /// Those of the requests that there are, in the order of their ids here.
    async fn list_registrations_by_ids(&self, ids: &[RegistrationId]) -> Result<Vec<RegistrationView>, StoreError>;

    async fn find_registration(&self, id: RegistrationId) -> Result<Option<RegistrationView>, StoreError>;

    /// The request by which this user came, if they came by one.
    async fn find_registration_of(&self, user: UserId) -> Result<Option<RegistrationView>, StoreError>;

    async fn find_document(&self, id: DocumentId) -> Result<Option<Document>, StoreError>;
}
