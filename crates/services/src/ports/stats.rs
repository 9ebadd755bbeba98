//! Figures over everything that the portal holds.

use async_trait::async_trait;
use chrono::{DateTime, Utc};

use super::StoreError;
use crate::stats::{GeneralStats, HoursToDecision, ListingsByStatus, WeekCounts};

/// From a moment on, and before another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Period {
    pub from: DateTime<Utc>,
    pub until: DateTime<Utc>,
}

#[cfg_attr(any(test, feature = "testing"), mockall::automock)]
#[async_trait]
pub trait StatsQueries: Send + Sync {
    /// All of one moment.
    async fn count_all(&self) -> Result<GeneralStats, StoreError>;

    async fn count_listings_by_status(&self) -> Result<ListingsByStatus, StoreError>;

    /// What came within each of the periods, in their order; also where that is nothing.
    async fn count_new(&self, periods: &[Period]) -> Result<Vec<WeekCounts>, StoreError>;

    /// How long the decisions of this period took.
    async fn find_hours_to_decision(&self, period: Period) -> Result<HoursToDecision, StoreError>;
}
