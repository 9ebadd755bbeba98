//! Handlers of statistics.

mod responses;

use actix_web::{get, web};
use portal_services::stats;

use crate::envelope::envelope;
use crate::error::ApiError;
use crate::extract::{Administrator, Authenticated};
use crate::state::Api;
use responses::{GeneralStatsResponse, TrendsResponse};

envelope!(GeneralStatsEnvelope(GeneralStatsResponse), TrendsEnvelope(TrendsResponse));

/// Returns the numbers of users, listings and applications.
#[utoipa::path(
    operation_id = "getGeneralStats",
    tag = "stats",
    security(("bearer" = [])),
    responses((status = 200, description = "The current numbers.", body = GeneralStatsEnvelope))
)]
#[get("/stats/general")]
pub async fn get_general_stats(
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
pub async fn get_trends(
    _administrator: Authenticated<Administrator>,
    api: web::Data<Api>,
) -> Result<web::Json<TrendsEnvelope>, ApiError> {
    let payload = stats::get_trends(&api.ports).await?.into();
    Ok(web::Json(TrendsEnvelope { payload }))
}
