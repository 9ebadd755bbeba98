//! The search over HTTP.

use actix_web::{HttpRequest, HttpResponse, post, web};
use portal_domain::place::PlaceKey;
use portal_services::listings::{self, SearchRequest};
use portal_services::paging::{PageRequest, Sort, SortDirection};
use portal_services::ports::{Bounds, SearchSortField};
use serde::{Deserialize, Deserializer};
use utoipa::ToSchema;
use validator::Validate;

use super::found::{self, SearchPage};
use crate::closed_set::UnitType;
use crate::compressed;
use crate::envelope::ErrorResponse;
use crate::error::{ApiError, FieldRule};
use crate::extract::{Body, direction};
use crate::number::{Euro, SquareMetres};
use crate::state::Api;
use crate::text::{Keyword, PlaceName, kept, optional, required};

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

/// A city, or a district of one, by its exact name: case, accents, umlaut spelling and punctuation make no difference.
#[derive(Debug, Deserialize, Validate, ToSchema)]
pub struct PlaceFilter {
    #[validate(custom(function = "required"))]
    #[schema(inline)]
    city: PlaceName,
    /// Missing or null: the city as a whole.
    #[validate(custom(function = "kept"))]
    #[schema(inline)]
    district: Option<PlaceName>,
}

/// What is looked for. Everything may be missing or null; the conditions given must all hold.
#[derive(Debug, Deserialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SearchListingsRequest {
    /// Every word must match: whole, as a beginning, or with a typing error.
    #[validate(custom(function = "kept"))]
    #[schema(inline)]
    keyword: Option<Keyword>,
    /// Where they must lie.
    #[validate(nested)]
    place: Option<PlaceFilter>,
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
    /// ASC unless given; lower case is taken as well.
    #[serde(default, deserialize_with = "sort_direction")]
    #[schema(value_type = Option<crate::sort_field::SortDirection>)]
    sort_direction: Option<SortDirection>,
    /// Another name of `sortDirection`.
    #[serde(default, deserialize_with = "sort_direction")]
    #[schema(value_type = Option<crate::sort_field::SortDirection>)]
    direction: Option<SortDirection>,
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

impl PlaceFilter {
    fn key(self) -> Result<PlaceKey, ApiError> {
        let (city, district) = (self.city.required()?, optional(self.district)?);
        PlaceKey::new(&city, district.as_deref()).ok_or_else(ApiError::invalid)
    }
}

impl TryFrom<SearchListingsRequest> for SearchRequest {
    type Error = ApiError;

    fn try_from(request: SearchListingsRequest) -> Result<Self, ApiError> {
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
        let direction = match (request.sort_direction, request.direction) {
            (Some(_), Some(_)) => return Err(ApiError::field("sortDirection", FieldRule::Invalid)),
            (given, other_name) => given.or(other_name).unwrap_or(SortDirection::Ascending),
        };
        Ok(Self {
            keyword: optional(request.keyword)?,
            place: request.place.map(PlaceFilter::key).transpose()?,
            price,
            area,
            unit_types: request.unit_types.unwrap_or_default().into_iter().map(|unit_type| unit_type.0).collect(),
            sort: Sort { by, direction },
            page: PageRequest { page: request.page.unwrap_or(0), size: request.page_size.unwrap_or(10) },
            facets: request.facets.unwrap_or(false),
        })
    }
}

/// Finds available listings; by ascending basic rent unless told otherwise.
#[utoipa::path(
    operation_id = "searchListings",
    tag = "listing",
    request_body = SearchListingsRequest,
    responses(
        (status = 200, description = "A page of listings.", body = SearchPage),
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
    let search = SearchRequest::try_from(body.0)?;
    let page = search.page;
    let found = listings::search(&api.ports, search).await?;
    Ok(compressed::json(&request, found::body(found, page)))
}

/// The answer of `searchListings` to this request, as JSON. `None`: it has another answer than results.
pub(crate) async fn answer(api: &Api, request: serde_json::Value) -> Option<Vec<u8>> {
    let request: SearchListingsRequest = serde_json::from_value(request).ok()?;
    request.validate().ok()?;
    let wanted = SearchRequest::try_from(request).ok()?;
    let page = wanted.page;
    let found = listings::search(&api.ports, wanted).await.ok()?;
    Some(found::body(found, page))
}
