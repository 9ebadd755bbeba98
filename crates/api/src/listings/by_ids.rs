//! The handler that lists listings by their ids.

use actix_web::{HttpRequest, get, web};
use portal_domain::ids::ListingId;
use portal_services::listings;
use uuid::Uuid;

use super::ListingSummaryResponse;
use crate::Api;
use crate::error::{ApiError, FieldRule};
use crate::extract::{FromParams, MAX_PAGE_SIZE, Params, ParamsReader};
use crate::response::envelope::envelope;

envelope!(ListingListEnvelope(Vec<ListingSummaryResponse>));

pub(super) struct IdsQuery(Vec<ListingId>);

impl FromParams for IdsQuery {
    fn read(reader: &mut ParamsReader) -> Option<Self> {
        let ids = reader.choices(&["id"], |text| Uuid::try_parse(text).ok().map(ListingId));
        Some(Self(ids))
    }
}

/// Lists those of the named listings that are public, as cards. Counts no views.
#[utoipa::path(
    operation_id = "listListingsByIds",
    tag = "listing",
    params(("id" = Option<Vec<Uuid>>, Query, description = "Repeatable, at most 100.")),
    responses(
        (status = 200, description = "The listings, in the requested order.", body = ListingListEnvelope),
        (status = 429),
    )
)]
#[get("/listings/by-ids")]
pub(crate) async fn list_listings_by_ids(
    request: HttpRequest,
    query: Params<IdsQuery>,
    api: web::Data<Api>,
) -> Result<web::Json<ListingListEnvelope>, ApiError> {
    api.check_search_limit(&request)?;
    let IdsQuery(ids) = query.0;
    if ids.len() > MAX_PAGE_SIZE as usize {
        return Err(ApiError::field("id", FieldRule::TooLong));
    }
    let found = listings::list_listings_by_ids(&api.ports, &ids).await?;
    Ok(web::Json(ListingListEnvelope { payload: found.into_iter().map(Into::into).collect() }))
}
