//! The handler of the search.

use actix_web::{HttpRequest, HttpResponse, post, web};
use chrono::NaiveDate;
use portal_domain::availability::WishedStay;
use portal_domain::limits::{MAX_SEARCHED_AMENITIES, MAX_UNIT_TYPES};
use portal_domain::place::PlaceKey;
use portal_domain::search_words;
use portal_services::listings;
use portal_services::paging::{self, PageRequest, Sort};
use portal_services::ports::{Bounds, SearchQuery, SearchSortField as Field};

use super::near::NearFilter;
use super::search_results::{self, SearchPage};
use crate::Api;
use crate::error::{ApiError, FieldRule};
use crate::extract::enums::{Amenity, UnitType};
use crate::extract::number::{Euro, SquareMetres};
use crate::extract::sort_field::{SortDirection, sort_field};
use crate::extract::text::{Keyword, PlaceName};
use crate::extract::{Body, Day, List, MAX_PAGE_SIZE, PAGE_SIZE, Ranged, read_json, request};
use crate::response::compression;

request! {
    /// A range with inclusive bounds. A missing or null bound is unlimited.
    pub(crate) struct PriceRange {
        min: Option<Euro>,
        max: Option<Euro>,
    }

    /// A range with inclusive bounds. A missing or null bound is unlimited.
    pub(crate) struct AreaRange {
        min: Option<SquareMetres>,
        max: Option<SquareMetres>,
    }

    /// A city or a district by its complete name. Case, accents, umlaut spelling and punctuation are
    /// ignored.
    pub(crate) struct PlaceFilter {
        city: PlaceName,
        /// Missing or null for the city as a whole.
        district: Option<PlaceName>,
    }

    /// The conditions of a search. All are optional, and listings must meet all that are given.
    pub(crate) struct SearchListingsRequest {
        /// Every word must match a word of the listing: exactly, as a prefix, or with a typing error.
        keyword: Option<Keyword>,
        place: Option<PlaceFilter>,
        /// Not together with `place`.
        near: Option<NearFilter>,
        /// The total rent.
        price: Option<PriceRange>,
        area: Option<AreaRange>,
        unit_types: Option<List<UnitType, MAX_UNIT_TYPES>>,
        /// The latest day of moving in; a day in the past means today. Listings that become available
        /// later, or end before that day, are not found.
        available_by: Option<Day>,
        /// The last day of the stay. Listings that end before it are not found, and neither are those
        /// whose minimum stay ends after it, counted from `availableBy`, or else from today or the
        /// day on which the listing becomes available.
        available_until: Option<Day>,
        /// Listings must have all of these.
        amenities: Option<List<Amenity, MAX_SEARCHED_AMENITIES>>,
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

impl PlaceFilter {
    fn key(self) -> Result<PlaceKey, ApiError> {
        let (city, district) = (self.city.0, self.district.map(|district| district.0));
        PlaceKey::new(&city, district.as_deref()).ok_or_else(ApiError::invalid)
    }
}

impl SearchListingsRequest {
    fn into_query(self, today: NaiveDate) -> Result<SearchQuery, ApiError> {
        let request = self;
        let price = request.price.map_or_else(Bounds::default, |price| Bounds {
            min: price.min.map(|euro| euro.0),
            max: price.max.map(|euro| euro.0),
        });
        let area = request.area.map_or_else(Bounds::default, |area| Bounds {
            min: area.min.map(|area| area.0),
            max: area.max.map(|area| area.0),
        });
        let direction = match (request.sort_direction, request.direction) {
            (Some(_), Some(_)) => return Err(ApiError::field("sortDirection", FieldRule::Invalid)),
            (direction, alias) => direction.or(alias).map_or(paging::SortDirection::Ascending, |direction| direction.0),
        };
        let sort_by = request.sort_field.map_or(Field::BasicRent, Into::into);
        if sort_by == Field::Distance && request.near.is_none() {
            return Err(ApiError::field("sortField", FieldRule::Invalid));
        }
        let (place, near) = match (request.place, request.near) {
            (Some(_), Some(_)) => return Err(ApiError::field("near", FieldRule::Invalid)),
            (None, Some(near)) => near.resolve()?,
            (place, None) => (place.map(PlaceFilter::key).transpose()?, None),
        };
        let [by, until] = [request.available_by, request.available_until].map(|day| day.map(|day| day.0));
        Ok(SearchQuery {
            words: request.keyword.map(|keyword| search_words::of_keyword(&keyword.0)).unwrap_or_default(),
            place,
            near,
            price,
            area,
            unit_types: request.unit_types.into_iter().flat_map(|list| list.0).map(|unit_type| unit_type.0).collect(),
            stay: WishedStay::new(by, until, today),
            amenities: request.amenities.into_iter().flat_map(|list| list.0).map(|amenity| amenity.0).collect(),
            sort: Sort { by: sort_by, direction },
            page: PageRequest {
                // A number beyond `u32` is a page beyond every list.
                page: request.page.map_or(0, |page| u32::try_from(page).unwrap_or(u32::MAX)),
                size: request.page_size.map_or(PAGE_SIZE, |size| size.0),
            },
            facets: request.facets.unwrap_or(false),
            amenity_facets: request.amenity_facets.unwrap_or(false),
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
        let results = listings::search_listings(&self.ports, &query).await.ok()?;
        Some(search_results::to_json(results, query.page))
    }
}

#[cfg(test)]
mod tests {
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
