//! Figures for administrators: how much there is, and how it develops.

mod trends;

pub use trends::{Trends, Week, trends};

use crate::error::ServiceError;
use crate::ports::Ports;

/// How much there is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GeneralStats {
    pub users: UserStats,
    pub listings: ListingStats,
    pub applications: ApplicationStats,
}

/// People, without those who wait for an administrator to let them in.
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
    /// Of the listings that there are.
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

/// By the badge.
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

/// What came within a week.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WeekCounts {
    pub registrations: u64,
    pub listings: u64,
    pub applications: u64,
}

/// How long each reviewer took, from the moment at which it was their turn. `None`: nothing was decided.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct HoursToDecision {
    pub administrator: Option<Hours>,
    pub landlord: Option<Hours>,
}

/// Half of the decisions took no longer than the median, nine in ten no longer than the other.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Hours {
    pub median: f64,
    pub ninetieth_percentile: f64,
}

/// How much there is of everything.
pub async fn general(ports: &Ports) -> Result<GeneralStats, ServiceError> {
    Ok(ports.stats.count_all().await?)
}
