//! Figures over HTTP.

mod responses;

use actix_web::{get, web};
use portal_services::stats;

use crate::envelope::envelope;
use crate::error::ApiError;
use crate::extract::{As, OnlyAdministrator};
use crate::state::Api;
use responses::{GeneralStatsResponse, TrendsResponse};

envelope!(GeneralStatsEnvelope(GeneralStatsResponse), TrendsEnvelope(TrendsResponse));

/// How much there is of everything.
#[utoipa::path(
    operation_id = "getGeneralStats",
    tag = "stats",
    security(("bearer" = [])),
    responses((status = 200, description = "The figures of now.", body = GeneralStatsEnvelope))
)]
#[get("/stats/general")]
pub async fn general(
    _administrator: As<OnlyAdministrator>,
    api: web::Data<Api>,
) -> Result<web::Json<GeneralStatsEnvelope>, ApiError> {
    let payload = stats::general(&api.ports).await?.into();
    Ok(web::Json(GeneralStatsEnvelope { payload }))
}

/// How things developed over the last 26 weeks, the present one among them.
#[utoipa::path(
    operation_id = "getTrends",
    tag = "stats",
    security(("bearer" = [])),
    responses((status = 200, description = "Figures of each week.", body = TrendsEnvelope))
)]
#[get("/stats/trends")]
pub async fn trends(
    _administrator: As<OnlyAdministrator>,
    api: web::Data<Api>,
) -> Result<web::Json<TrendsEnvelope>, ApiError> {
    let payload = stats::trends(&api.ports).await?.into();
    Ok(web::Json(TrendsEnvelope { payload }))
}
