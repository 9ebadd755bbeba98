//! Listings in the store.

use async_trait::async_trait;
use portal_domain::ids::{DraftId, ListingId, UserId};
use portal_domain::listing::{Listing, ListingStatus};
use portal_domain::policy::Visibility;

use super::StoreError;
use crate::listings::{ListingPreview, ListingSummary, ListingView};
use crate::paging::{Page, PageRequest, Sort};

/// The constraint that keeps a draft from becoming two listings.
pub const ONE_LISTING_PER_DRAFT: &str = "listing_drafts_pkey";

#[cfg_attr(any(test, feature = "testing"), mockall::automock)]
#[async_trait]
pub trait ListingRepository: Send {
    /// The listing with its pictures in order, locked until the transaction ends.
    async fn find_for_update(&mut self, id: ListingId) -> Result<Option<Listing>, StoreError>;

    /// The listings of this landlord, by ascending id; not locked.
    async fn list_ids_of(&mut self, landlord: UserId) -> Result<Vec<ListingId>, StoreError>;

    /// The listing that came of this landlord's draft.
    async fn find_of_draft(&mut self, landlord: UserId, draft: DraftId) -> Result<Option<ListingId>, StoreError>;

    /// Remembers what came of a draft. A conflict with [`ONE_LISTING_PER_DRAFT`]: another listing did.
    async fn remember_draft(&mut self, landlord: UserId, draft: DraftId, listing: ListingId) -> Result<(), StoreError>;

    /// Adds listings with their pictures and search words (`portal_domain::search_words::of_listing`), few
    /// statements however many they are.
    async fn insert(&mut self, listings: &[Listing]) -> Result<(), StoreError>;

    /// Writes a changed listing: details, status, pictures, search words, and whether it can be found.
    async fn save(&mut self, listing: &Listing) -> Result<(), StoreError>;

    /// Deletes a listing, its pictures' rows and its views. Applications stay, without it.
    async fn delete(&mut self, id: ListingId) -> Result<(), StoreError>;
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ListingSortField {
    DateCreated,
    LastModified,
    Title,
}

/// Which listings a management list shows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListingFilter {
    /// `None`: everybody's.
    pub landlord: Option<UserId>,
    /// Looked for in title and address, literally, whatever the case. Trimmed; `None` when blank.
    pub keyword: Option<String>,
    /// Empty: every status.
    pub statuses: Vec<ListingStatus>,
    pub sort: Sort<ListingSortField>,
    pub page: PageRequest,
}

#[cfg_attr(any(test, feature = "testing"), mockall::automock)]
#[async_trait]
pub trait ListingQueries: Send + Sync {
    /// The listing as a page shows it, with this student's application to it, if there is one.
    async fn find_listing(&self, id: ListingId, student: Option<UserId>) -> Result<Option<ListingView>, StoreError>;

    /// The facts that decide who may see a listing, without reading the rest of it.
    async fn find_visibility(&self, id: ListingId, student: Option<UserId>) -> Result<Option<Visibility>, StoreError>;

    /// What a link to the listing tells, whoever may see it, in one statement.
    async fn find_preview(&self, id: ListingId) -> Result<Option<ListingPreview>, StoreError>;

    /// Forgets the search words that no listing is found under any more, and says how many there were.
    async fn forget_unused_words(&self) -> Result<u64, StoreError>;

    /// Forgets which listings have changed more than an hour ago, which no reader asks for any more
    /// ([`SearchFeed`](super::SearchFeed)), and says how many changes there were.
    async fn forget_old_changes(&self) -> Result<u64, StoreError>;

    async fn list_listings(&self, filter: &ListingFilter) -> Result<Page<ListingSummary>, StoreError>;
}
