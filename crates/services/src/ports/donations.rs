//! Donation requests.

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use portal_domain::ids::{ListingId, UserId};

use super::StoreError;

#[cfg_attr(any(test, feature = "testing"), mockall::automock)]
#[async_trait]
pub trait DonationRepository: Send {
    /// Records a request to this landlord, about the listing or in general. Returns `false` and
    /// records nothing if the same was requested after `asked_before`; of two concurrent requests
    /// one gets `false`.
    async fn record_request(
        &mut self,
        landlord: UserId,
        listing: Option<ListingId>,
        now: DateTime<Utc>,
        asked_before: DateTime<Utc>,
    ) -> Result<bool, StoreError>;

    /// Prunes the requests from before `asked_before`, and returns how many.
    async fn prune(&mut self, asked_before: DateTime<Utc>) -> Result<u64, StoreError>;
}
