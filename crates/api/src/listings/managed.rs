//! A listing in the list of its landlord and of administrators.

use portal_services::ports::ManagedListing;
use serde::Serialize;
use utoipa::ToSchema;

use super::ListingSummaryResponse;

/// A listing with what its landlord and administrators want to know at a glance.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ManagedListingResponse {
    #[serde(flatten)]
    summary: ListingSummaryResponse,
    /// The number of views today and on the 29 days before.
    #[serde(rename = "viewsLast30Days")]
    recent_views: i64,
    /// The number of applications that wait for the landlord.
    open_applications: i64,
}

impl From<ManagedListing> for ManagedListingResponse {
    fn from(ManagedListing { summary, activity }: ManagedListing) -> Self {
        Self {
            summary: summary.into(),
            recent_views: activity.recent_views,
            open_applications: activity.open_applications,
        }
    }
}
