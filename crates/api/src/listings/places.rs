//! Places for a keyword, as it is being typed.

use actix_web::{HttpRequest, get, web};
use portal_services::listings::{self, PlaceCount};
use serde::Serialize;
use utoipa::ToSchema;

use crate::envelope::{ErrorResponse, envelope};
use crate::error::ApiError;
use crate::extract::{FromParams, Params, ParamsReader};
use crate::state::Api;

envelope!(PlaceListEnvelope(Vec<PlaceResponse>));

/// A city, or a district of one.
#[derive(Debug, Serialize, ToSchema)]
pub struct PlaceResponse {
    city: String,
    /// Null: the city as a whole.
    #[schema(required)]
    district: Option<String>,
    /// How many listings can be found there.
    count: u64,
}

impl From<PlaceCount> for PlaceResponse {
    fn from(counted: PlaceCount) -> Self {
        Self { city: counted.place.city, district: counted.place.district, count: counted.listings }
    }
}

/// What was typed; nothing means nothing.
pub struct SuggestQuery {
    typed: String,
}

impl FromParams for SuggestQuery {
    fn read(reader: &mut ParamsReader) -> Self {
        Self { typed: reader.keyword("q").unwrap_or_default() }
    }
}

/// Cities and districts whose names what was typed can mean, at most eight, the best first.
#[utoipa::path(
    operation_id = "suggestPlaces",
    tag = "listing",
    params(("q" = Option<String>, Query, description = "What was typed, at most 200 characters")),
    responses(
        (status = 200, body = PlaceListEnvelope),
        (status = 400, body = ErrorResponse),
        (status = 429, body = ErrorResponse),
    )
)]
#[get("/listings/suggest")]
pub async fn suggest(
    request: HttpRequest,
    query: Params<SuggestQuery>,
    api: web::Data<Api>,
) -> Result<web::Json<PlaceListEnvelope>, ApiError> {
    api.limits.search(api.client_address(&request))?;
    let places = listings::suggest(&api.ports, &query.0.typed).await?;
    Ok(web::Json(PlaceListEnvelope { payload: places.into_iter().map(Into::into).collect() }))
}
