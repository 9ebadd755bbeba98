//! Facet counts: for each filter one statement without that filter counts the matches of its
//! options.

use diesel::dsl::sql;
use diesel::prelude::*;
use diesel::sql_types::{Array, BigInt};
use diesel_async::AsyncPgConnection;
use portal_domain::area::Area;
use portal_domain::listing::{Amenity, UnitType};
use portal_domain::money::Cents;
use portal_services::ports::{AREA_RANGES, Bounds, Facets, PRICE_RANGES, SearchQuery, StoreError};

use super::{ResolvedTerms, matching};
use crate::errors::corrupt;
use crate::page;
use crate::statements::RunStatement;

pub(super) async fn count(
    connection: &mut AsyncPgConnection,
    query: &SearchQuery,
    terms: &ResolvedTerms,
) -> Result<Facets, StoreError> {
    let any_type = SearchQuery { unit_types: Vec::new(), ..query.clone() };
    let unit_types = UnitType::ALL.iter().map(|unit_type| format!("unit_type = '{}'", unit_type.as_str()));
    let any_price = SearchQuery { price: Bounds::default(), ..query.clone() };
    let prices = PRICE_RANGES
        .iter()
        .map(|range| in_range("total_rent_cents", range.min.map(Cents::get), range.max.map(Cents::get)));
    let any_area = SearchQuery { area: Bounds::default(), ..query.clone() };
    let areas =
        AREA_RANGES.iter().map(|range| in_range("area", range.min.map(Area::tenths), range.max.map(Area::tenths)));
    let amenities = if query.amenity_facets { Some(count_amenities(connection, query, terms).await?) } else { None };
    Ok(Facets {
        unit_types: count_each(connection, &any_type, terms, unit_types).await?,
        prices: count_each(connection, &any_price, terms, prices).await?,
        areas: count_each(connection, &any_area, terms, areas).await?,
        amenities,
    })
}

async fn count_amenities(
    connection: &mut AsyncPgConnection,
    query: &SearchQuery,
    terms: &ResolvedTerms,
) -> Result<[u64; Amenity::ALL.len()], StoreError> {
    let amenities = Amenity::ALL.iter().map(|amenity| format!("amenities @> '{{{}}}'", amenity.as_str()));
    count_each(connection, query, terms, amenities).await
}

/// An SQL condition; both bounds are inclusive.
fn in_range<T: ToString>(column: &str, min: Option<T>, max: Option<T>) -> String {
    let bounds = [(">=", min), ("<=", max)];
    let conditions =
        bounds.iter().filter_map(|(is, bound)| Some(format!("{column} {is} {}", bound.as_ref()?.to_string())));
    conditions.collect::<Vec<_>>().join(" AND ")
}

async fn count_each<const OPTIONS: usize>(
    connection: &mut AsyncPgConnection,
    query: &SearchQuery,
    terms: &ResolvedTerms,
    options: impl Iterator<Item = String>,
) -> Result<[u64; OPTIONS], StoreError> {
    let counts: Vec<_> = options.map(|option| format!("count(*) FILTER (WHERE {option})")).collect();
    let counts = sql::<Array<BigInt>>(&format!("ARRAY[{}]", counts.join(", ")));
    let counted: Vec<i64> = matching(query, terms).select(counts).load_row(connection).await?;
    <[i64; OPTIONS]>::try_from(counted)
        .map(|counted| counted.map(page::to_count))
        .map_err(|counted| corrupt(format!("{} counts", counted.len())))
}
