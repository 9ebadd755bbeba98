//! Applications in the store.

use async_trait::async_trait;
use portal_domain::application::{Application, Decision};
use portal_domain::ids::{ApplicationId, ListingId, UserId};

use super::StoreError;
use crate::applications::ApplicationView;
use crate::paging::{Page, PageRequest, Sort};

/// The name of the constraint that keeps a student to one application a listing.
pub const APPLICATION_EXISTS: &str = "applications_student_listing_key";

#[cfg_attr(any(test, feature = "testing"), mockall::automock)]
#[async_trait]
pub trait ApplicationRepository: Send {
    /// The application, locked until the transaction ends.
    async fn find_for_update(&mut self, id: ApplicationId) -> Result<Option<Application>, StoreError>;

    /// The applications to a listing that still wait for a decision, locked, by ascending id.
    async fn list_open_for_update(&mut self, listing: ListingId) -> Result<Vec<Application>, StoreError>;

    /// Everything that this student has written, locked, by ascending id.
    async fn list_of_student_for_update(&mut self, student: UserId) -> Result<Vec<Application>, StoreError>;

    /// Adds an application. A second one of a student to a listing is `Conflict(APPLICATION_EXISTS)`.
    async fn insert(&mut self, application: &Application) -> Result<(), StoreError>;

    async fn save(&mut self, application: &Application) -> Result<(), StoreError>;

    async fn delete(&mut self, id: ApplicationId) -> Result<(), StoreError>;
}

/// Whose eyes a list of applications is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ApplicationScope {
    /// All of them.
    Administrator,
    /// Those that an administrator passed on to this landlord.
    Landlord(UserId),
    /// Those that this student wrote.
    Student(UserId),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ApplicationSortField {
    StudentFirstName,
    StudentLastName,
    StudentEmail,
    ListingTitle,
    DateCreated,
    LastModified,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ApplicationFilter {
    pub scope: ApplicationScope,
    /// Each of its words is in a text that the reader sees. Administrator: both names of student and landlord, the
    /// student's e-mail, the listing's title; landlord: the student's name and the title; student: the title. Otherwise
    /// as in [`UserFilter`](super::UserFilter).
    pub keyword: Option<String>,
    /// By the badge's status. Empty: every status. So are the other two.
    pub badges: Vec<Decision>,
    pub administrator_decisions: Vec<Decision>,
    pub landlord_decisions: Vec<Decision>,
    pub sort: Sort<ApplicationSortField>,
    pub page: PageRequest,
}

#[cfg_attr(any(test, feature = "testing"), mockall::automock)]
#[async_trait]
pub trait ApplicationQueries: Send + Sync {
    async fn list_applications(&self, filter: &ApplicationFilter) -> Result<Page<ApplicationView>, StoreError>;

    /// The applications of a filter on all its pages, in its order, at most `limit`.
    async fn list_application_ids(
        &self,
        filter: &ApplicationFilter,
        limit: i64,
    ) -> Result<Vec<ApplicationId>, StoreError>;

    /// Those of the applications that there are, in the order of their ids here.
    async fn list_applications_by_ids(&self, ids: &[ApplicationId]) -> Result<Vec<ApplicationView>, StoreError>;

    /// The application as the lists show it, whoever asks: the use case has decided who may.
    async fn find_application(&self, id: ApplicationId) -> Result<Option<ApplicationView>, StoreError>;
}
