//! What figures look like on the wire.

use chrono::NaiveDate;
use portal_services::stats::{
    ApplicationStats, GeneralStats, Hours, HoursToDecision, ListingStats, ListingsByStatus, Trends, UserStats, Week,
};
use serde::Serialize;
use utoipa::ToSchema;

#[derive(Debug, Serialize, ToSchema)]
pub struct GeneralStatsResponse {
    user: UserStatsResponse,
    listing: ListingStatsResponse,
    application: ApplicationStatsResponse,
}

/// People, without those of status NEW.
#[derive(Debug, Serialize, ToSchema)]
pub struct UserStatsResponse {
    total: u64,
    active: u64,
    landlords: u64,
    students: u64,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct ListingStatsResponse {
    total: u64,
    available: u64,
    rented: u64,
    archived: u64,
    draft: u64,
    /// Of the listings that there are, each visitor once a listing and day.
    views: u64,
}

/// By the badge.
#[derive(Debug, Serialize, ToSchema)]
pub struct ApplicationStatsResponse {
    total: u64,
    approved: u64,
    pending: u64,
    rejected: u64,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TrendsResponse {
    /// 26, oldest first; the last one is the present week.
    #[schema(min_items = 26, max_items = 26)]
    weeks: Vec<WeekResponse>,
    listings_by_status: ListingsByStatusResponse,
    hours_to_decision: HoursToDecisionResponse,
}

/// What came within a week of the portal's calendar.
#[derive(Debug, Serialize, ToSchema)]
pub struct WeekResponse {
    /// Its Monday.
    start: NaiveDate,
    registrations: u64,
    listings: u64,
    applications: u64,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "UPPERCASE")]
pub struct ListingsByStatusResponse {
    draft: u64,
    archived: u64,
    available: u64,
    rented: u64,
}

/// Of the decisions within those weeks: the administrator's time runs from sending, the landlord's from passing on.
#[derive(Debug, Serialize, ToSchema)]
pub struct HoursToDecisionResponse {
    administrator: HoursResponse,
    landlord: HoursResponse,
}

/// Hours with at most two decimals; null where nothing was decided.
#[derive(Debug, Serialize, ToSchema)]
pub struct HoursResponse {
    #[schema(required)]
    median: Option<f64>,
    /// Nine in ten decisions took no longer.
    #[schema(required)]
    p90: Option<f64>,
}

impl From<GeneralStats> for GeneralStatsResponse {
    fn from(GeneralStats { users, listings, applications }: GeneralStats) -> Self {
        Self { user: users.into(), listing: listings.into(), application: applications.into() }
    }
}

impl From<UserStats> for UserStatsResponse {
    fn from(UserStats { total, active, landlords, students }: UserStats) -> Self {
        Self { total, active, landlords, students }
    }
}

impl From<ListingStats> for ListingStatsResponse {
    fn from(ListingStats { by_status, views }: ListingStats) -> Self {
        let ListingsByStatus { draft, archived, available, rented } = by_status;
        Self { total: by_status.total(), available, rented, archived, draft, views }
    }
}

impl From<ApplicationStats> for ApplicationStatsResponse {
    fn from(stats: ApplicationStats) -> Self {
        let ApplicationStats { approved, pending, rejected } = stats;
        Self { total: stats.total(), approved, pending, rejected }
    }
}

impl From<Trends> for TrendsResponse {
    fn from(Trends { weeks, listings_by_status, hours_to_decision }: Trends) -> Self {
        let HoursToDecision { administrator, landlord } = hours_to_decision;
        Self {
            weeks: weeks.into_iter().map(Into::into).collect(),
            listings_by_status: listings_by_status.into(),
            hours_to_decision: HoursToDecisionResponse {
                administrator: administrator.into(),
                landlord: landlord.into(),
            },
        }
    }
}

impl From<Week> for WeekResponse {
    fn from(Week { start, counts }: Week) -> Self {
        let (registrations, listings, applications) = (counts.registrations, counts.listings, counts.applications);
        Self { start, registrations, listings, applications }
    }
}

impl From<ListingsByStatus> for ListingsByStatusResponse {
    fn from(ListingsByStatus { draft, archived, available, rented }: ListingsByStatus) -> Self {
        Self { draft, archived, available, rented }
    }
}

impl From<Option<Hours>> for HoursResponse {
    fn from(hours: Option<Hours>) -> Self {
        Self {
            median: hours.map(|hours| rounded(hours.median)),
            p90: hours.map(|hours| rounded(hours.ninetieth_percentile)),
        }
    }
}

fn rounded(hours: f64) -> f64 {
    (hours * 100.0).round() / 100.0
}
