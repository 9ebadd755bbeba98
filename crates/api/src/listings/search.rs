//! The handler of the search.

use actix_web::{HttpRequest, HttpResponse, post, web};
use portal_domain::place::PlaceKey;
use portal_domain::search_words;
use portal_services::listings;
use portal_services::paging::{PageRequest, Sort, SortDirection};
use portal_services::ports::{Bounds, SearchQuery, SearchSortField as Field};
use serde::{Deserialize, Deserializer};
use utoipa::ToSchema;
use validator::Validate;

use super::search_results::{self, SearchPage};
use crate::compression;
use crate::enums::UnitType;
use crate::envelope::ErrorResponse;
use crate::error::{ApiError, FieldRule};
use crate::extract::{Body, direction};
use crate::number::{Euro, SquareMetres};
use crate::state::Api;
use crate::text::{Keyword, PlaceName, optional, required, valid};

/// A range with inclusive bounds. A missing or null bound is unlimited.
#[derive(Debug, Deserialize, ToSchema)]
pub struct PriceRange {
    min: Option<Euro>,
    max: Option<Euro>,
}

/// A range with inclusive bounds. A missing or null bound is unlimited.
#[derive(Debug, Deserialize, ToSchema)]
pub struct AreaRange {
    min: Option<SquareMetres>,
    max: Option<SquareMetres>,
}

/// A city or a district by its complete name. Case, accents, umlaut spelling and punctuation are
/// ignored.
#[derive(Debug, Deserialize, Validate, ToSchema)]
pub struct PlaceFilter {
    #[validate(custom(function = "required"))]
    #[schema(inline)]
    city: PlaceName,
    /// Missing or null for the city as a whole.
    #[validate(custom(function = "valid"))]
    #[schema(inline)]
    district: Option<PlaceName>,
}

/// The conditions of a search. All are optional, and listings must meet all that are given.
#[derive(Debug, Deserialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SearchListingsRequest {
    /// Every word must match a word of the listing: exactly, as a prefix, or with a typing error.
    #[validate(custom(function = "valid"))]
    #[schema(inline)]
    keyword: Option<Keyword>,
    #[validate(nested)]
    place: Option<PlaceFilter>,
    /// The total rent.
    price: Option<PriceRange>,
    area: Option<AreaRange>,
    #[validate(length(max = 20))]
    unit_types: Option<Vec<UnitType>>,
    /// The index of the page, from 0. Default: 0.
    #[serde(default, deserialize_with = "page_index")]
    #[schema(value_type = Option<u32>, minimum = 0)]
    page: Option<u32>,
    /// Default: 10.
    #[validate(range(min = 1, max = 100))]
    #[schema(minimum = 1, maximum = 100)]
    page_size: Option<u32>,
    /// Default: `basicRent`.
    sort_field: Option<SearchSortField>,
    /// Default: `ASC`. Lower case is accepted.
    #[serde(default, deserialize_with = "sort_direction")]
    #[schema(value_type = Option<crate::sort_field::SortDirection>)]
    sort_direction: Option<SortDirection>,
    /// Alias of `sortDirection`.
    #[serde(default, deserialize_with = "sort_direction")]
    #[schema(value_type = Option<crate::sort_field::SortDirection>)]
    direction: Option<SortDirection>,
    /// Whether to count the results by unit type, price and area.
    facets: Option<bool>,
}

/// The sort field of a search.
#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum SearchSortField {
    BasicRent,
    TotalRent,
    AreaSqm,
    DateCreated,
    LastModified,
    /// How well the keyword matches. Ascending order begins with the best match.
    Relevance,
}

/// Saturates at `u32::MAX`, which is beyond every list.
fn page_index<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<u32>, D::Error> {
    let page = Option::<u64>::deserialize(deserializer)?;
    Ok(page.map(|page| u32::try_from(page).unwrap_or(u32::MAX)))
}

fn sort_direction<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<SortDirection>, D::Error> {
    let text = Option::<String>::deserialize(deserializer)?;
    text.map(|text| direction(&text).ok_or_else(|| serde::de::Error::custom("unknown direction"))).transpose()
}

impl PlaceFilter {
    fn key(self) -> Result<PlaceKey, ApiError> {
        let (city, district) = (self.city.required()?, optional(self.district)?);
        PlaceKey::new(&city, district.as_deref()).ok_or_else(ApiError::invalid)
    }
}

impl TryFrom<SearchListingsRequest> for SearchQuery {
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
            None | Some(SearchSortField::BasicRent) => Field::BasicRent,
            Some(SearchSortField::TotalRent) => Field::TotalRent,
            Some(SearchSortField::AreaSqm) => Field::Area,
            Some(SearchSortField::DateCreated) => Field::DateCreated,
            Some(SearchSortField::LastModified) => Field::LastModified,
            Some(SearchSortField::Relevance) => Field::Relevance,
        };
        let direction = match (request.sort_direction, request.direction) {
            (Some(_), Some(_)) => return Err(ApiError::field("sortDirection", FieldRule::Invalid)),
            (direction, alias) => direction.or(alias).unwrap_or(SortDirection::Ascending),
        };
        Ok(Self {
            words: optional(request.keyword)?.as_deref().map(search_words::of_keyword).unwrap_or_default(),
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

/// Searches the available listings, by ascending basic rent by default.
#[utoipa::path(
    operation_id = "searchListings",
    tag = "listing",
    request_body = SearchListingsRequest,
    responses(
        (status = 200, description = "A page of search results.", body = SearchPage),
        (status = 429, body = ErrorResponse),
    )
)]
#[post("/listings/search")]
pub async fn search_listings(
    request: HttpRequest,
    api: web::Data<Api>,
    body: Body<SearchListingsRequest>,
) -> Result<HttpResponse, ApiError> {
    api.check_search_limit(&request)?;
    let query = SearchQuery::try_from(body.0)?;
    let results = listings::search_listings(&api.ports, &query).await?;
    Ok(compression::json(&request, search_results::to_json(results, query.page)))
}

impl Api {
    /// The JSON response of `searchListings` to this request; `None` if the search fails.
    pub async fn search_json(&self, request: serde_json::Value) -> Option<Vec<u8>> {
        let request: SearchListingsRequest = serde_json::from_value(request).ok()?;
        request.validate().ok()?;
        let query = SearchQuery::try_from(request).ok()?;
        let results = listings::search_listings(&self.ports, &query).await.ok()?;
        Some(search_results::to_json(results, query.page))
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn words(keyword: Option<&str>) -> Vec<search_words::KeywordWord> {
        let request: SearchListingsRequest = serde_json::from_value(json!({ "keyword": keyword })).unwrap();
        SearchQuery::try_from(request).unwrap().words
    }

    #[test]
    fn search_query_contains_all_words_of_keyword() {
        let expected = search_words::of_keyword("Zimmer München");
        assert_eq!(expected.len(), 2);
        assert_eq!(words(Some("Zimmer München")), expected);
    }

    #[test]
    fn search_query_of_keyword_without_words_has_none() {
        for keyword in [None, Some(" … ")] {
            assert_eq!(words(keyword), []);
        }
    }
}
