//! Favourites: the listings that a student has marked.

use std::collections::HashMap;

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use portal_domain::ids::{ListingId, UserId};
use portal_domain::listing::UnitType;
use portal_domain::money::Cents;
use portal_domain::policy::Visibility;

use super::{ListingSummary, StoreError};
use crate::paging::{Page, PageRequest, SortDirection};

/// What a list of favourites is asked for. It is sorted by when they were marked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FavouriteListQuery {
    pub direction: SortDirection,
    pub page: PageRequest,
}

/// A marked listing as it was when the public last saw it. Kept when the listing is deleted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Favourite {
    pub listing_id: ListingId,
    pub title: String,
    pub city: String,
    pub unit_type: UnitType,
    pub total_rent: Cents,
    pub date_created: DateTime<Utc>,
}

/// A favourite with its listing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FavouriteDetails {
    pub favourite: Favourite,
    /// `None` if it was deleted, or is hidden from the student.
    pub listing: Option<ListingSummary>,
    /// Whether the student has applied to it.
    pub applied: bool,
}

#[cfg_attr(any(test, feature = "testing"), mockall::automock)]
#[async_trait]
pub trait FavouriteRepository: Send {
    /// The listings that this student has marked. Changes of the same list wait until the
    /// transaction ends.
    async fn list_ids_for_update(&mut self, student: UserId) -> Result<Vec<ListingId>, StoreError>;

    /// Marks these listings, the first one as the newest. Returns how many are new: what is deleted
    /// or marked already is left out.
    async fn insert(&mut self, student: UserId, listings: &[ListingId], now: DateTime<Utc>) -> Result<u64, StoreError>;

    /// Removes the mark, if there is one.
    async fn delete(&mut self, student: UserId, listing: ListingId) -> Result<(), StoreError>;
}

#[cfg_attr(any(test, feature = "testing"), mockall::automock)]
#[async_trait]
pub trait FavouriteQueries: Send + Sync {
    /// The student's favourites with their listings, of every status.
    async fn list_favourites(
        &self,
        student: UserId,
        query: &FavouriteListQuery,
    ) -> Result<Page<FavouriteDetails>, StoreError>;

    /// The listings that the student has marked, newest first.
    async fn list_favourite_ids(&self, student: UserId) -> Result<Vec<ListingId>, StoreError>;

    /// What decides whether the student may see these listings. Unknown ones are missing.
    async fn find_visibilities(
        &self,
        student: UserId,
        listings: &[ListingId],
    ) -> Result<HashMap<ListingId, Visibility>, StoreError>;

    /// How many students have marked these listings. Those without any are missing.
    async fn count_favourites(&self, listings: &[ListingId]) -> Result<HashMap<ListingId, i64>, StoreError>;
}
