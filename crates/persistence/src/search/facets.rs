//! How many matches each choice of a filter would leave: a statement a filter, without that filter.

use diesel::dsl::sql;
use diesel::prelude::*;
use diesel::sql_types::{Array, BigInt};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use portal_domain::area::Area;
use portal_domain::listing::UnitType;
use portal_domain::money::Cents;
use portal_services::listings::{AREA_RANGES, Facets, PRICE_RANGES};
use portal_services::ports::{Bounds, SearchQuery, StoreError};

use super::{Narrowed, matching};
use crate::errors::{failed, meaningless};
use crate::page;

pub(super) async fn count(
    connection: &mut AsyncPgConnection,
    query: &SearchQuery,
    narrowed: &Narrowed,
) -> Result<Facets, StoreError> {
    let any_type = SearchQuery { unit_types: Vec::new(), ..query.clone() };
    let unit_types = UnitType::ALL.iter().map(|unit_type| format!("unit_type = '{}'", unit_type.as_str()));
    let any_price = SearchQuery { price: Bounds::default(), ..query.clone() };
    let prices = PRICE_RANGES
        .iter()
        .map(|range| within("total_rent_cents", range.min.map(Cents::get), range.max.map(Cents::get)));
    let any_area = SearchQuery { area: Bounds::default(), ..query.clone() };
    let areas =
        AREA_RANGES.iter().map(|range| within("area", range.min.map(Area::tenths), range.max.map(Area::tenths)));
    Ok(Facets {
        unit_types: count_each(connection, &any_type, narrowed, unit_types).await?,
        prices: count_each(connection, &any_price, narrowed, prices).await?,
        areas: count_each(connection, &any_area, narrowed, areas).await?,
    })
}

/// A condition in SQL; both bounds are included.
fn within<T: ToString>(column: &str, min: Option<T>, max: Option<T>) -> String {
    let bounds = [(">=", min), ("<=", max)];
    let conditions =
        bounds.iter().filter_map(|(is, bound)| Some(format!("{column} {is} {}", bound.as_ref()?.to_string())));
    conditions.collect::<Vec<_>>().join(" AND ")
}

async fn count_each<const CHOICES: usize>(
    connection: &mut AsyncPgConnection,
    query: &SearchQuery,
    narrowed: &Narrowed,
    choices: impl Iterator<Item = String>,
) -> Result<[u64; CHOICES], StoreError> {
    let counts: Vec<_> = choices.map(|choice| format!("count(*) FILTER (WHERE {choice})")).collect();
    let counts = sql::<Array<BigInt>>(&format!("ARRAY[{}]", counts.join(", ")));
    let counted: Vec<i64> = matching(query, narrowed).select(counts).get_result(connection).await.map_err(failed)?;
    <[i64; CHOICES]>::try_from(counted)
        .map(|counted| counted.map(page::total))
        .map_err(|counted| meaningless(format!("{} counts", counted.len())))
}
