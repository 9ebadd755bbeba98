//! Statistics.

use async_trait::async_trait;
use chrono::{DateTime, Utc};

use super::StoreError;

/// A half-open period.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Period {
    pub from: DateTime<Utc>,
    pub until: DateTime<Utc>,
}

/// The totals.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GeneralStats {
    pub users: UserStats,
    pub listings: ListingStats,
    pub applications: ApplicationStats,
}

/// Users, without those who await an administrator's decision.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct UserStats {
    pub total: u64,
    pub active: u64,
    pub landlords: u64,
    pub students: u64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ListingStats {
    pub by_status: ListingsByStatus,
    /// The views of all existing listings.
    pub views: u64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ListingsByStatus {
    pub draft: u64,
    pub archived: u64,
    pub available: u64,
    pub rented: u64,
}

impl ListingsByStatus {
    pub const fn total(self) -> u64 {
        self.draft + self.archived + self.available + self.rented
    }
}

/// Applications by badge.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ApplicationStats {
    pub approved: u64,
    pub pending: u64,
    pub rejected: u64,
}

impl ApplicationStats {
    pub const fn total(self) -> u64 {
        self.approved + self.pending + self.rejected
    }
}

/// New entities within a week.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WeekCounts {
    pub registrations: u64,
    pub listings: u64,
    pub applications: u64,
}

/// How long each reviewer took, from the start of their review. `None` without a decision.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct HoursToDecision {
    pub administrator: Option<Hours>,
    pub landlord: Option<Hours>,
}

/// Percentiles of the duration of decisions, in hours.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Hours {
    pub median: f64,
    pub ninetieth_percentile: f64,
}

#[cfg_attr(any(test, feature = "testing"), mockall::automock)]
#[async_trait]
pub trait StatsQueries: Send + Sync {
    /// All totals, from one snapshot.
    async fn count_all(&self) -> Result<GeneralStats, StoreError>;

    async fn count_listings_by_status(&self) -> Result<ListingsByStatus, StoreError>;

    /// The new entities of each period, in the order of `periods`, zeros included.
    async fn count_new(&self, periods: &[Period]) -> Result<Vec<WeekCounts>, StoreError>;

    /// The durations of the decisions in this period.
    async fn find_hours_to_decision(&self, period: Period) -> Result<HoursToDecision, StoreError>;
}
