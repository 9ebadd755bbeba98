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
    exact: bool,
}

impl FromParams for SuggestQuery {
    fn read(reader: &mut ParamsReader) -> Self {
        Self { typed: reader.keyword("q").unwrap_or_default(), exact: reader.flag("exact").unwrap_or(false) }
    }
}

/// Cities and districts whose names what was typed can mean, at most eight, the best first.
#[utoipa::path(
    operation_id = "suggestPlaces",
    tag = "listing",
    params(
        ("q" = Option<String>, Query, description = "What was typed", max_length = 200),
        ("exact" = Option<bool>, Query, description = "Only places whose whole name was typed, in any spelling or in English"),
    ),
    responses(
        (status = 200, description = "Places with the number of their listings.", body = PlaceListEnvelope),
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
    let SuggestQuery { typed, exact } = query.0;
    let places = if exact {
        listings::suggest_exact(&api.ports, &typed).await?
    } else {
        listings::suggest(&api.ports, &typed).await?
    };
    Ok(web::Json(PlaceListEnvelope { payload: places.into_iter().map(Into::into).collect() }))
}
