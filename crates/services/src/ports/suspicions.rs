//! What suspicions compare a listing with, and what administrators found to be fine.

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use portal_domain::ids::{ImageId, ListingId, UserId};
use portal_domain::listing::Listing;
use portal_domain::suspicion::{CityRents, Publications, ReviewedContent};

use super::StoreError;

#[cfg_attr(any(test, feature = "testing"), mockall::automock)]
#[async_trait]
pub trait SuspicionRepository: Send {
    /// Records that the landlord has published the listing at this time, and removes the landlord's
    /// publications of more than two days before.
    async fn record_publication(
        &mut self,
        landlord: UserId,
        listing: ListingId,
        at: DateTime<Utc>,
    ) -> Result<(), StoreError>;

    /// The listing's last publication, if it was within the day before `now`, and those of the
    /// landlord within the day before it.
    async fn count_publications(
        &mut self,
        landlord: UserId,
        listing: ListingId,
        now: DateTime<Utc>,
    ) -> Result<Publications, StoreError>;

    /// The rents of the newest other searchable listings of a city, at most 1,000. Spellings of a
    /// name are one city.
    async fn find_city_rents(&mut self, city: &str, other_than: ListingId) -> Result<CityRents, StoreError>;

    /// The listing's images that resemble an older image of another landlord: their hashes differ
    /// in at most this many of 64 bits.
    async fn list_reused_images(&mut self, listing: &Listing, distance: u32) -> Result<Vec<ImageId>, StoreError>;

    /// Which of these contents of the landlord were found to be fine.
    async fn list_dismissed(
        &mut self,
        landlord: UserId,
        contents: &[ReviewedContent],
    ) -> Result<Vec<ReviewedContent>, StoreError>;

    /// Remembers that these contents of the landlord are fine.
    async fn dismiss(
        &mut self,
        landlord: UserId,
        contents: &[ReviewedContent],
        now: DateTime<Utc>,
    ) -> Result<(), StoreError>;
}
