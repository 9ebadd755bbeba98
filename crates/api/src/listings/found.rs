//! What a search answers. Cards come ready for the wire from a search that keeps them, so the page is put together rather
//! than serialised.

use std::io::Write;

use portal_services::listings::{self, AREA_RANGES, PRICE_RANGES};
use portal_services::paging::PageRequest;
use portal_services::ports::{CardWriter, Cards, SearchResults};
use serde::Serialize;
use utoipa::ToSchema;

use super::responses::{JsonCards, ListingSummaryResponse};
use crate::closed_set::UnitType;
use crate::envelope;
use crate::number::{Euro, SquareMetres};

/// A page of what was found.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[allow(dead_code, reason = "describes in OpenAPI what `body` puts together")]
pub struct SearchPage {
    payload: Vec<ListingSummaryResponse>,
    /// Pages of all matches in the asked-for size.
    total_pages: u64,
    /// All matches.
    total_size: u64,
    /// Where they were asked for.
    #[schema(required)]
    facets: Option<SearchFacetsResponse>,
}

/// How many listings match in each type and range: under the keyword and the other two filters, not under its own.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SearchFacetsResponse {
    unit_types: Vec<UnitTypeCount>,
    /// Of the total rent.
    prices: Vec<PriceCount>,
    areas: Vec<AreaCount>,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct UnitTypeCount {
    unit_type: UnitType,
    count: u64,
}

/// How many match if these inclusive bounds are the filter.
#[derive(Debug, Serialize, ToSchema)]
pub struct PriceCount {
    #[schema(required)]
    min: Option<Euro>,
    #[schema(required)]
    max: Option<Euro>,
    count: u64,
}

/// How many match if these inclusive bounds are the filter.
#[derive(Debug, Serialize, ToSchema)]
pub struct AreaCount {
    #[schema(required)]
    min: Option<SquareMetres>,
    #[schema(required)]
    max: Option<SquareMetres>,
    count: u64,
}

impl From<listings::Facets> for SearchFacetsResponse {
    fn from(facets: listings::Facets) -> Self {
        let unit_types = portal_domain::listing::UnitType::ALL.iter().zip(facets.unit_types);
        let prices = PRICE_RANGES.iter().zip(facets.prices);
        let areas = AREA_RANGES.iter().zip(facets.areas);
        Self {
            unit_types: unit_types.map(|(of, count)| UnitTypeCount { unit_type: UnitType(*of), count }).collect(),
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
        }
    }
}

/// The text of a [`SearchPage`].
pub fn body(found: SearchResults, page: PageRequest) -> Vec<u8> {
    let SearchResults { cards, total, facets } = found;
    let mut body = match cards {
        Cards::Ready(cards) => cards,
        Cards::Read(cards) => cards.into_iter().map(|card| JsonCards.write(card)).collect::<Vec<_>>().join(&b','),
    };
    // Around the cards, so that they need no second piece of memory.
    body.splice(..0, *br#"{"payload":["#);
    let pages = envelope::pages(total, page);
    // Writing into memory does not fail.
    let _ = write!(body, r#"],"totalPages":{pages},"totalSize":{total},"facets":"#);
    let _ = serde_json::to_writer(&mut body, &facets.map(SearchFacetsResponse::from));
    body.push(b'}');
    body
}

#[cfg(test)]
mod tests {
    use portal_domain::listing::ListingStatus;
    use portal_services::testing::samples::{listing, listing_summary};
    use serde_json::{Value, json};

    use super::*;

    fn page(cards: Cards, facets: Option<listings::Facets>) -> Value {
        let found = SearchResults { cards, total: 21, facets };
        serde_json::from_slice(&body(found, PageRequest { page: 0, size: 10 })).unwrap()
    }

    #[test]
    fn cards_that_are_kept_ready_and_cards_that_were_just_read_are_the_same() {
        let card = listing_summary(listing(ListingStatus::Available));
        let written = JsonCards.write(card.clone());
        let ready = page(Cards::Ready([written.as_slice(), b",", written.as_slice()].concat()), None);
        assert_eq!(page(Cards::Read(vec![card.clone(), card]), None), ready);
        assert_eq!(ready["payload"].as_array().unwrap().len(), 2);
        assert_eq!(
            (&ready["totalPages"], &ready["totalSize"], &ready["facets"]),
            (&json!(3), &json!(21), &json!(null))
        );
    }

    #[test]
    fn nothing_found_is_an_empty_page() {
        assert_eq!(page(Cards::Read(Vec::new()), None)["payload"], json!([]));
    }

    #[test]
    fn facets_name_what_they_count() {
        let counted = listings::Facets { unit_types: [1, 2, 3, 4], prices: [5; 8], areas: [6; 7] };
        let facets = page(Cards::Ready(Vec::new()), Some(counted))["facets"].take();
        assert_eq!(facets["unitTypes"][2], json!({ "unitType": "ROOM", "count": 3 }));
        assert_eq!(facets["prices"][0], json!({ "min": null, "max": 300, "count": 5 }));
        assert_eq!(facets["areas"][6], json!({ "min": 80, "max": null, "count": 6 }));
    }
}
