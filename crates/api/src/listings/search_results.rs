//! The response of a search. The in-memory search returns serialized cards, so the page is
//! concatenated instead of serialized as a whole.

use std::io::Write;
use std::sync::LazyLock;

use portal_services::paging::PageRequest;
use portal_services::ports::{AREA_RANGES, CardSerializer, Cards, Facets, PRICE_RANGES, SearchResults};
use serde::Serialize;
use utoipa::ToSchema;

use super::responses::{JsonCardSerializer, ListingSummaryResponse};
use crate::extract::enums::{Amenity, UnitType};
use crate::extract::number::{Euro, SquareMetres};
use crate::response::envelope;

/// A page of search results.
#[derive(ToSchema)]
#[schema(rename_all = "camelCase")]
#[expect(dead_code, reason = "only describes in OpenAPI what `to_json` writes")]
pub(super) struct SearchPage {
    payload: Vec<ListingSummaryResponse>,
    /// The number of pages of the requested size in all results.
    total_pages: u64,
    /// The number of all results.
    total_size: u64,
    /// Null unless requested.
    #[schema(required)]
    facets: Option<SearchFacetsResponse>,
}

/// The number of matching listings for each choice of a filter. A filter does not apply to its own
/// facet; the keyword, the place and the other filters do.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct SearchFacetsResponse {
    unit_types: Vec<UnitTypeCount>,
    /// By total rent.
    prices: Vec<PriceCount>,
    areas: Vec<AreaCount>,
    /// Null unless requested by `amenityFacets`.
    #[schema(required)]
    amenities: Option<Vec<AmenityCount>>,
}

/// The number of results of the search that have an amenity.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct AmenityCount {
    amenity: Amenity,
    count: u64,
}

/// The number of matching listings of a unit type.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct UnitTypeCount {
    unit_type: UnitType,
    count: u64,
}

/// The number of matching listings whose total rent is within these inclusive bounds.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct PriceCount {
    #[schema(required)]
    min: Option<Euro>,
    #[schema(required)]
    max: Option<Euro>,
    count: u64,
}

/// The number of matching listings whose area is within these inclusive bounds.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct AreaCount {
    #[schema(required)]
    min: Option<SquareMetres>,
    #[schema(required)]
    max: Option<SquareMetres>,
    count: u64,
}

impl From<Facets> for SearchFacetsResponse {
    fn from(facets: Facets) -> Self {
        let unit_types = portal_domain::listing::UnitType::ALL.iter().zip(facets.unit_types);
        let prices = PRICE_RANGES.iter().zip(facets.prices);
        let areas = AREA_RANGES.iter().zip(facets.areas);
        let amenities = facets.amenities.map(|counts| portal_domain::listing::Amenity::ALL.iter().zip(counts));
        Self {
            unit_types: unit_types
                .map(|(unit_type, count)| UnitTypeCount { unit_type: UnitType(*unit_type), count })
                .collect(),
            prices: prices
                .map(|(range, count)| PriceCount { min: range.min.map(Euro), max: range.max.map(Euro), count })
                .collect(),
            areas: areas
                .map(|(range, count)| AreaCount {
                    min: range.min.map(SquareMetres),
                    max: range.max.map(SquareMetres),
                    count,
                })
                .collect(),
            amenities: amenities.map(|counts| {
                counts.map(|(amenity, count)| AmenityCount { amenity: Amenity(*amenity), count }).collect()
            }),
        }
    }
}

/// The JSON of facets between their counts, which alone differ from search to search: serializing
/// all choices each time would cost more than copying them.
struct FacetsTemplate(Vec<String>);

static WITHOUT_AMENITIES: LazyLock<FacetsTemplate> = LazyLock::new(|| FacetsTemplate::new(None));
static WITH_AMENITIES: LazyLock<FacetsTemplate> = LazyLock::new(|| FacetsTemplate::new(Some([0; _])));

impl FacetsTemplate {
    fn new(amenities: Option<[u64; portal_domain::listing::Amenity::ALL.len()]>) -> Self {
        let facets = Facets { unit_types: [0; _], prices: [0; _], areas: [0; _], amenities };
        let json = serde_json::to_string(&SearchFacetsResponse::from(facets)).unwrap_or_default();
        Self(json.split(r#""count":0"#).map(str::to_owned).collect())
    }
}

/// Writes a [`SearchFacetsResponse`] as JSON.
fn write_facets(json: &mut Vec<u8>, facets: &Facets) {
    let Facets { unit_types, prices, areas, amenities } = facets;
    let counts = unit_types.iter().chain(prices).chain(areas).chain(amenities.iter().flatten());
    let template = if amenities.is_some() { &WITH_AMENITIES } else { &WITHOUT_AMENITIES };
    let Some((beginning, texts)) = template.0.split_first() else { return };
    json.extend_from_slice(beginning.as_bytes());
    for (count, text) in counts.zip(texts) {
        json.extend_from_slice(br#""count":"#);
        // Writing to memory cannot fail.
        let _ = serde_json::to_writer(&mut *json, count);
        json.extend_from_slice(text.as_bytes());
    }
}

/// Writes a [`SearchPage`] as JSON.
pub(super) fn to_json(results: SearchResults, page: PageRequest) -> Vec<u8> {
    let SearchResults { cards, total, facets } = results;
    let mut json = match cards {
        Cards::Serialized(cards) => cards,
        Cards::Rows(cards) => {
            cards.into_iter().map(|card| JsonCardSerializer.serialize(card)).collect::<Vec<_>>().join(&b',')
        }
    };
    // Inserted around the cards, to reuse their allocation.
    json.splice(..0, *br#"{"payload":["#);
    let pages = envelope::count_pages(total, page);
    // Writing to memory cannot fail.
    let _ = write!(json, r#"],"totalPages":{pages},"totalSize":{total},"facets":"#);
    match facets {
        Some(facets) => write_facets(&mut json, &facets),
        None => json.extend_from_slice(b"null"),
    }
    json.push(b'}');
    json
}

#[cfg(test)]
mod tests {
    use portal_domain::listing::ListingStatus;
    use portal_services::ports::UNKNOWN_DISTANCE;
    use portal_services::testing::samples::{listing, listing_summary};
    use serde_json::{Value, json};

    use super::*;

    fn page(cards: Cards, facets: Option<Facets>) -> Value {
        let results = SearchResults { cards, total: 21, facets };
        serde_json::from_slice(&to_json(results, PageRequest { page: 0, size: 10 })).unwrap()
    }

    #[test]
    fn to_json_of_serialized_cards_equals_json_of_rows() {
        let card = listing_summary(listing(ListingStatus::Available));
        let json = JsonCardSerializer.serialize(card.clone());
        let serialized = page(Cards::Serialized([json.as_slice(), b",", json.as_slice()].concat()), None);
        assert_eq!(page(Cards::Rows(vec![card.clone(), card]), None), serialized);
        assert_eq!(serialized["payload"].as_array().unwrap().len(), 2);
        assert_eq!(
            (&serialized["totalPages"], &serialized["totalSize"], &serialized["facets"]),
            (&json!(3), &json!(21), &json!(null))
        );
    }

    #[test]
    fn serialized_card_ends_with_its_distance() {
        let card = listing_summary(listing(ListingStatus::Available));
        assert!(JsonCardSerializer.serialize(card.clone()).ends_with(UNKNOWN_DISTANCE.as_bytes()));
        let near = portal_services::ports::ListingSummary { distance_km: Some(12), ..card };
        assert!(JsonCardSerializer.serialize(near).ends_with(br#""distanceKm":12}"#));
    }

    #[test]
    fn to_json_without_results_is_an_empty_page() {
        assert_eq!(page(Cards::Rows(Vec::new()), None)["payload"], json!([]));
    }

    #[test]
    fn write_facets_equals_the_serialized_response() {
        let amenities: [u64; _] = std::array::from_fn(|number| 10 * number as u64);
        for amenities in [None, Some(amenities)] {
            let facets = Facets { unit_types: [0, 1, 22, 333], prices: [u64::MAX; _], areas: [4_444; _], amenities };
            let mut json = Vec::new();
            write_facets(&mut json, &facets);
            let expected = serde_json::to_string(&SearchFacetsResponse::from(facets)).unwrap();
            assert_eq!(String::from_utf8(json).unwrap(), expected);
        }
    }

    #[test]
    fn to_json_writes_facets_with_their_choices() {
        let counts = Facets {
            unit_types: [1, 2, 3, 4],
            prices: [5; 8],
            areas: [6; 7],
            amenities: Some(std::array::from_fn(|number| number as u64)),
        };
        let facets = page(Cards::Serialized(Vec::new()), Some(counts))["facets"].take();
        assert_eq!(facets["unitTypes"][2], json!({ "unitType": "ROOM", "count": 3 }));
        assert_eq!(facets["prices"][0], json!({ "min": null, "max": 300, "count": 5 }));
        assert_eq!(facets["amenities"][1], json!({ "amenity": "BALCONY", "count": 1 }));
        assert_eq!(facets["areas"][6], json!({ "min": 80, "max": null, "count": 6 }));
    }
}
