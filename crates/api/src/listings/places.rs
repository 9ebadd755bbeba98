//! The handler of place suggestions.

use actix_web::{HttpRequest, get, web};
use portal_services::listings;
use portal_services::ports::PlaceCount;
use serde::Serialize;
use utoipa::ToSchema;

use crate::Api;
use crate::error::ApiError;
use crate::extract::{FromParams, Params, ParamsReader};
use crate::response::envelope::envelope;

envelope!(PlaceListEnvelope(Vec<PlaceResponse>));

/// A city or a district.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct PlaceResponse {
    city: String,
    /// Null for the city as a whole.
    #[schema(required)]
    district: Option<String>,
    /// The number of listings that a search in this place finds.
    count: u64,
}

impl From<PlaceCount> for PlaceResponse {
    fn from(counted: PlaceCount) -> Self {
        Self { city: counted.place.city, district: counted.place.district, count: counted.listings }
    }
}

pub(super) struct SuggestQuery {
    /// The typed text. Empty text has no suggestions.
    text: String,
    exact: bool,
    towns: bool,
}

impl FromParams for SuggestQuery {
    fn read(reader: &mut ParamsReader) -> Option<Self> {
        Some(Self {
            text: reader.keyword("q").unwrap_or_default(),
            exact: reader.flag("exact").unwrap_or(false),
            towns: reader.flag("towns").unwrap_or(false),
        })
    }
}

/// Suggests up to eight cities and districts that match the typed text, best match first.
#[utoipa::path(
    operation_id = "suggestPlaces",
    tag = "listing",
    params(
        ("q" = Option<String>, Query, description = "The typed text.", max_length = 200),
        ("exact" = Option<bool>, Query,
            description = "Whether to return only places whose complete name was typed, in any spelling or in \
                English."),
        ("towns" = Option<bool>, Query,
            description = "Whether to fill up with towns without listings, for searches around them. Not with \
                `exact`."),
    ),
    responses(
        (status = 200, description = "The places, with the number of their listings.", body = PlaceListEnvelope),
        (status = 429),
    )
)]
#[get("/listings/suggest")]
pub(crate) async fn suggest_places(
    request: HttpRequest,
    query: Params<SuggestQuery>,
    api: web::Data<Api>,
) -> Result<web::Json<PlaceListEnvelope>, ApiError> {
    api.check_search_limit(&request)?;
    let SuggestQuery { text, exact, towns } = query.0;
    let mut places = if exact {
        listings::find_places_by_name(&api.ports, &text).await?
    } else {
        listings::suggest_places(&api.ports, &text).await?
    };
    if towns && !exact {
        listings::add_towns(&mut places, &text);
    }
    Ok(web::Json(PlaceListEnvelope { payload: places.into_iter().map(Into::into).collect() }))
}
