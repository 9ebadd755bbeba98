//! The search over HTTP.

use actix_web::http::header::ContentType;
use actix_web::{HttpRequest, HttpResponse, post, web};
use portal_services::listings::{self, SearchRequest};
use portal_services::paging::{PageRequest, Sort, SortDirection};
use portal_services::ports::{Bounds, SearchSortField};
use serde::{Deserialize, Deserializer};
use utoipa::ToSchema;
use validator::Validate;

use super::found::{self, SearchPage};
use crate::closed_set::UnitType;
use crate::envelope::ErrorResponse;
use crate::error::ApiError;
use crate::extract::{Body, direction};
use crate::number::{Euro, SquareMetres};
use crate::state::Api;
use crate::text::trimmed;

/// Inclusive bounds; a missing or null one does not bind.
#[derive(Debug, Deserialize, ToSchema)]
pub struct PriceRange {
    min: Option<Euro>,
    max: Option<Euro>,
}

/// Inclusive bounds; a missing or null one does not bind.
#[derive(Debug, Deserialize, ToSchema)]
pub struct AreaRange {
    min: Option<SquareMetres>,
    max: Option<SquareMetres>,
}

/// What is looked for. Everything may be missing or null; the conditions given must all hold.
#[derive(Debug, Deserialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SearchListingsRequest {
    /// Every word must match: whole, as a beginning, or with a typing error.
    #[serde(default, deserialize_with = "trimmed")]
    #[validate(length(max = 200))]
    #[schema(max_length = 200)]
    keyword: Option<String>,
    /// Of the total rent.
    price: Option<PriceRange>,
    area: Option<AreaRange>,
    #[validate(length(max = 20))]
    unit_types: Option<Vec<UnitType>>,
    /// From 0.
    #[serde(default, deserialize_with = "page_number")]
    #[schema(value_type = Option<u32>, minimum = 0)]
    page: Option<u32>,
    #[validate(range(min = 1, max = 100))]
    #[schema(minimum = 1, maximum = 100)]
    page_size: Option<u32>,
    sort_field: Option<SearchSort>,
    #[serde(default, alias = "direction", deserialize_with = "sort_direction")]
    #[schema(value_type = Option<String>, example = "ASC")]
    sort_direction: Option<SortDirection>,
    /// Whether the matches are counted by type, price and area, too.
    facets: Option<bool>,
}

#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum SearchSort {
    BasicRent,
    TotalRent,
    AreaSqm,
    DateCreated,
    LastModified,
    /// How well the keyword matches; ascending begins with the best.
    Relevance,
}

/// A page beyond the largest number is beyond every list, and so is the largest number.
fn page_number<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<u32>, D::Error> {
    let page = Option::<u64>::deserialize(deserializer)?;
    Ok(page.map(|page| u32::try_from(page).unwrap_or(u32::MAX)))
}

fn sort_direction<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<SortDirection>, D::Error> {
    let text = Option::<String>::deserialize(deserializer)?;
    text.map(|text| direction(&text).ok_or_else(|| serde::de::Error::custom("an unknown direction"))).transpose()
}

impl From<SearchListingsRequest> for SearchRequest {
    fn from(request: SearchListingsRequest) -> Self {
        let price = request.price.map_or_else(Bounds::default, |price| Bounds {
            min: price.min.map(|euro| euro.0),
            max: price.max.map(|euro| euro.0),
        });
        let area = request.area.map_or_else(Bounds::default, |area| Bounds {
            min: area.min.map(|area| area.0),
            max: area.max.map(|area| area.0),
        });
        let by = match request.sort_field {
            None | Some(SearchSort::BasicRent) => SearchSortField::BasicRent,
            Some(SearchSort::TotalRent) => SearchSortField::TotalRent,
            Some(SearchSort::AreaSqm) => SearchSortField::Area,
            Some(SearchSort::DateCreated) => SearchSortField::DateCreated,
            Some(SearchSort::LastModified) => SearchSortField::LastModified,
            Some(SearchSort::Relevance) => SearchSortField::Relevance,
        };
        Self {
            keyword: request.keyword,
            price,
            area,
            unit_types: request.unit_types.unwrap_or_default().into_iter().map(|unit_type| unit_type.0).collect(),
            sort: Sort { by, direction: request.sort_direction.unwrap_or(SortDirection::Ascending) },
            page: PageRequest { page: request.page.unwrap_or(0), size: request.page_size.unwrap_or(10) },
            facets: request.facets.unwrap_or(false),
        }
    }
}

/// Finds available listings; by ascending basic rent unless told otherwise.
#[utoipa::path(
    operation_id = "searchListings",
    tag = "listing",
    request_body = SearchListingsRequest,
    responses(
        (status = 200, body = SearchPage),
        (status = 400, body = ErrorResponse),
        (status = 413, body = ErrorResponse),
        (status = 415, body = ErrorResponse),
        (status = 429, body = ErrorResponse),
    )
)]
#[post("/listings/search")]
pub async fn search(
    request: HttpRequest,
    api: web::Data<Api>,
    body: Body<SearchListingsRequest>,
) -> Result<HttpResponse, ApiError> {
    api.limits.search(api.client_address(&request))?;
    let search = SearchRequest::from(body.0);
    let page = search.page;
    let found = listings::search(&api.ports, search).await?;
    Ok(HttpResponse::Ok().content_type(ContentType::json()).body(found::body(found, page)))
}
