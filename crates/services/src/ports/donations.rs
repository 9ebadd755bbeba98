//! Requests for donations in the store.

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use portal_domain::ids::{ListingId, UserId};

use super::StoreError;

#[cfg_attr(any(test, feature = "testing"), mockall::automock)]
#[async_trait]
pub trait DonationRepository: Send {
    /// Remembers that this landlord is asked now, for the listing or in general. `false`, and nothing is remembered,
    /// when they were asked for the same after `asked_before`; of two who ask at once, one is told so.
    async fn remember(
        &mut self,
        landlord: UserId,
        listing: Option<ListingId>,
        now: DateTime<Utc>,
        asked_before: DateTime<Utc>,
    ) -> Result<bool, StoreError>;

    /// Forgets requests that hinder nobody any more.
    async fn forget(&mut self, asked_before: DateTime<Utc>) -> Result<u64, StoreError>;
}
