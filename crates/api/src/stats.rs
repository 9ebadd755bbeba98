//! Handlers of statistics.

use actix_web::{get, web};
use chrono::NaiveDate;
use portal_services::ports::{
    ApplicationStats, GeneralStats, Hours, HoursToDecision, ListingStats, ListingsByStatus, MailBacklog, UserStats,
};
use portal_services::stats::{self, Trends, Week};
use serde::Serialize;
use utoipa::ToSchema;

use crate::Api;
use crate::error::ApiError;
use crate::extract::{Administrator, Authenticated};
use crate::response::envelope::envelope;

/// The numbers of users, listings and applications.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct GeneralStatsResponse {
    user: UserStatsResponse,
    listing: ListingStatsResponse,
    application: ApplicationStatsResponse,
}

/// The numbers of users, without users of status `NEW`.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct UserStatsResponse {
    total: u64,
    active: u64,
    landlords: u64,
    students: u64,
}

/// The numbers of listings.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ListingStatsResponse {
    total: u64,
    available: u64,
    rented: u64,
    archived: u64,
    draft: u64,
    /// Views of the existing listings. Each visitor counts once per listing and day.
    views: u64,
}

/// The numbers of applications by their overall status: the administrator's decision until it is
/// `APPROVED`, then the landlord's.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ApplicationStatsResponse {
    total: u64,
    approved: u64,
    pending: u64,
    rejected: u64,
}

/// The mails of the outbox.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct MailStatsResponse {
    /// Queued mails.
    waiting: u64,
    /// The age of the oldest of them in seconds; null if none waits.
    #[schema(required)]
    oldest_seconds: Option<u64>,
    /// Mails that were given up within the last 30 days.
    given_up: u64,
}

/// The trends of the last 26 weeks.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct TrendsResponse {
    /// The 26 weeks, oldest first. The last one is the current week.
    #[schema(min_items = 26, max_items = 26)]
    weeks: Vec<WeekResponse>,
    listings_by_status: ListingsByStatusResponse,
    hours_to_decision: HoursToDecisionResponse,
}

/// The numbers of new registrations, listings and applications in a week, in the portal's time
/// zone.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct WeekResponse {
    /// The Monday of the week.
    start: NaiveDate,
    registrations: u64,
    listings: u64,
    applications: u64,
}

/// The current numbers of listings by status.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "UPPERCASE")]
pub(crate) struct ListingsByStatusResponse {
    draft: u64,
    archived: u64,
    available: u64,
    rented: u64,
}

/// The time to the decisions about applications in these weeks: the administrator's since the
/// application was submitted, the landlord's since the administrator approved it.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct HoursToDecisionResponse {
    administrator: HoursResponse,
    landlord: HoursResponse,
}

/// Hours with at most two decimals. Null without decisions.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct HoursResponse {
    #[schema(required)]
    median: Option<f64>,
    /// The 90th percentile.
    #[schema(required)]
    p90: Option<f64>,
}

impl From<GeneralStats> for GeneralStatsResponse {
    fn from(GeneralStats { users, listings, applications }: GeneralStats) -> Self {
        Self { user: users.into(), listing: listings.into(), application: applications.into() }
    }
}

impl From<MailBacklog> for MailStatsResponse {
    fn from(MailBacklog { waiting, oldest, dead_letters, .. }: MailBacklog) -> Self {
        let oldest_seconds = (waiting > 0).then(|| oldest.num_seconds().unsigned_abs());
        Self { waiting, oldest_seconds, given_up: dead_letters }
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
            median: hours.map(|hours| round(hours.median)),
            p90: hours.map(|hours| round(hours.ninetieth_percentile)),
        }
    }
}

fn round(hours: f64) -> f64 {
    (hours * 100.0).round() / 100.0
}

envelope!(
    GeneralStatsEnvelope(GeneralStatsResponse),
    MailStatsEnvelope(MailStatsResponse),
    TrendsEnvelope(TrendsResponse),
);

/// Returns the numbers of users, listings and applications.
#[utoipa::path(
    operation_id = "getGeneralStats",
    tag = "stats",
    security(("bearer" = [])),
    responses((status = 200, description = "The current numbers.", body = GeneralStatsEnvelope))
)]
#[get("/stats/general")]
pub(crate) async fn get_general_stats(
    _administrator: Authenticated<Administrator>,
    api: web::Data<Api>,
) -> Result<web::Json<GeneralStatsEnvelope>, ApiError> {
    let payload = stats::get_general_stats(&api.ports).await?.into();
    Ok(web::Json(GeneralStatsEnvelope { payload }))
}

/// Returns the trends of the last 26 weeks, including the current one.
#[utoipa::path(
    operation_id = "getTrends",
    tag = "stats",
    security(("bearer" = [])),
    responses((status = 200, description = "The trends.", body = TrendsEnvelope))
)]
#[get("/stats/trends")]
pub(crate) async fn get_trends(
    _administrator: Authenticated<Administrator>,
    api: web::Data<Api>,
) -> Result<web::Json<TrendsEnvelope>, ApiError> {
    let payload = stats::get_trends(&api.ports).await?.into();
    Ok(web::Json(TrendsEnvelope { payload }))
}

/// Returns how many mails wait, since when, and how many were given up.
#[utoipa::path(
    operation_id = "getMailStats",
    tag = "stats",
    security(("bearer" = [])),
    responses((status = 200, description = "The current numbers.", body = MailStatsEnvelope))
)]
#[get("/stats/mails")]
pub(crate) async fn get_mail_stats(
    _administrator: Authenticated<Administrator>,
    api: web::Data<Api>,
) -> Result<web::Json<MailStatsEnvelope>, ApiError> {
    let payload = stats::get_mail_stats(&api.ports).await?.into();
    Ok(web::Json(MailStatsEnvelope { payload }))
}
