//! The handler of the search.

use actix_web::{HttpRequest, HttpResponse, post, web};
use chrono::NaiveDate;
use portal_services::listings;
use portal_services::paging::{self, PageRequest, Sort};
use portal_services::ports::{SearchQuery, SearchSortField as Field};

use super::search_filters::SearchFiltersRequest;
use super::search_results::{self, SearchPage};
use crate::Api;
use crate::error::{ApiError, FieldRule, logged};
use crate::extract::sort_field::{SortDirection, sort_field};
use crate::extract::{Body, MAX_PAGE_SIZE, PAGE_SIZE, Ranged, read_json, request};
use crate::response::compression;

request! {
    /// The conditions of a search. All are optional, and listings must meet all that are given.
    pub(crate) struct SearchListingsRequest {
        ..filters: SearchFiltersRequest,
        /// The index of the page, from 0. Default: 0.
        page: Option<u64>,
        /// Default: 10.
        page_size: Option<Ranged<u32, 1, { MAX_PAGE_SIZE as i64 }>>,
        /// Default: `basicRent`. `distance` needs `near`.
        sort_field: Option<SearchSortField>,
        /// Default: `ASC`. Lower case is accepted.
        sort_direction: Option<SortDirection>,
        /// Alias of `sortDirection`.
        direction: Option<SortDirection>,
        /// Whether to count the results by unit type, price and area.
        facets: Option<bool>,
        /// Whether to count them by amenity too.
        amenity_facets: Option<bool>,
    }
}

sort_field! {
    /// The sort field of a search.
    SearchSortField: Field {
        BasicRent = "basicRent",
        TotalRent = "totalRent",
        Area = "areaSqm",
        DateCreated = "dateCreated",
        LastModified = "lastModified",
        Relevance = "relevance",
        Distance = "distance",
    }
}

impl SearchListingsRequest {
    fn into_query(self, today: NaiveDate) -> Result<SearchQuery, ApiError> {
        let direction = match (self.sort_direction, self.direction) {
            (Some(_), Some(_)) => return Err(ApiError::field("sortDirection", FieldRule::Invalid)),
            (direction, alias) => direction.or(alias).map_or(paging::SortDirection::Ascending, |direction| direction.0),
        };
        let by = self.sort_field.map_or(Field::BasicRent, Into::into);
        if by == Field::Distance && !self.filters.has_near() {
            return Err(ApiError::field("sortField", FieldRule::Invalid));
        }
        let sort = Sort { by, direction };
        let page = PageRequest {
            // A number beyond `u32` is a page beyond every list.
            page: self.page.map_or(0, |page| u32::try_from(page).unwrap_or(u32::MAX)),
            size: self.page_size.map_or(PAGE_SIZE, |size| size.0),
        };
        Ok(SearchQuery {
            facets: self.facets.unwrap_or(false),
            amenity_facets: self.amenity_facets.unwrap_or(false),
            ..SearchQuery::new(&self.filters.into_filters("near")?, today, sort, page)
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
        (status = 429),
    )
)]
#[post("/listings/search")]
pub(crate) async fn search_listings(
    request: HttpRequest,
    api: web::Data<Api>,
    body: Body<SearchListingsRequest>,
) -> Result<HttpResponse, ApiError> {
    api.check_search_limit(&request)?;
    let query = body.0.into_query(api.ports.today())?;
    let results = listings::search_listings(&api.ports, &query).await?;
    Ok(compression::json(&request, search_results::to_json(results, query.page)))
}

impl Api {
    /// The JSON response of `searchListings` to this request; `None` if the search fails.
    pub async fn search_json(&self, request: serde_json::Value) -> Option<Vec<u8>> {
        let request: SearchListingsRequest = read_json(request.to_string().as_bytes()).ok()?;
        let query = request.into_query(self.ports.today()).ok()?;
        let results = logged(listings::search_listings(&self.ports, &query).await)?;
        Some(search_results::to_json(results, query.page))
    }
}

#[cfg(test)]
mod tests {
    use portal_domain::search_words;
    use serde_json::json;

    use super::*;

    fn words(keyword: Option<&str>) -> Vec<search_words::KeywordWord> {
        let request: SearchListingsRequest = read_json(json!({ "keyword": keyword }).to_string().as_bytes()).unwrap();
        request.into_query(NaiveDate::default()).unwrap().words
    }

    #[test]
    fn search_query_contains_all_words_of_keyword() {
        let expected = search_words::of_keyword("Zimmer München");
        assert_eq!(expected.len(), 2);
        assert_eq!(words(Some("Zimmer München")), expected);
    }

    #[test]
    fn search_query_refuses_a_distance_without_town_and_a_town_with_place() {
        let query = |json: serde_json::Value| {
            let request: SearchListingsRequest = read_json(json.to_string().as_bytes()).unwrap();
            request.into_query(NaiveDate::default())
        };
        let near = json!({ "city": "Ulm", "radiusKm": 5 });
        assert!(query(json!({ "sortField": "distance" })).is_err());
        assert!(query(json!({ "near": near, "place": { "city": "Ulm" } })).is_err());
        for city in ["Ulm", "Atlantis"] {
            let near = json!({ "city": city, "radiusKm": 5 });
            assert_eq!(query(json!({ "near": near, "sortField": "distance" })).unwrap().sort.by, Field::Distance);
        }
    }

    #[test]
    fn search_query_of_keyword_without_words_has_none() {
        for keyword in [None, Some(" … ")] {
            assert_eq!(words(keyword), []);
        }
    }
}
