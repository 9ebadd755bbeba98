//! The places that words can mean.

use std::collections::BTreeMap;

use diesel::dsl::count_star;
use diesel::prelude::*;
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use portal_domain::search_words::KeywordWord;
use portal_services::listings::{self as services, Place, PlaceCount};
use portal_services::ports::StoreError;

use super::tsvector::{Matches, TsQuery, Within};
use super::words;
use crate::errors::failed;
use crate::page;
use crate::schema::listings;

/// Counts only listings that have all words in their headline. If a place is meant by them, all of its listings do, since
/// its names are in every one's headline; so what is too few is the count of a place that is not meant, which
/// [`suggested`](services::suggested) leaves out.
pub(super) async fn suggest(
    connection: &mut AsyncPgConnection,
    typed: &[KeywordWord],
    limit: usize,
) -> Result<Vec<PlaceCount>, StoreError> {
    let meanings = words::expand(connection, typed).await?;
    let Some(narrowed) = words::all_of(&meanings, Within::Headline) else { return Ok(Vec::new()) };
    let counted: Vec<(String, Option<String>, i64)> = listings::table
        .filter(listings::searchable)
        .filter(Matches::new(listings::search_vector, narrowed.into_sql::<TsQuery>()))
        .group_by((listings::city, listings::district))
        .select((listings::city, listings::district, count_star()))
        .load(connection)
        .await
        .map_err(failed)?;
    let mut places = BTreeMap::new();
    for (city, district, count) in counted {
        let mut add =
            |district| *places.entry(Place { city: city.clone(), district }).or_insert(0) += page::total(count);
        add(None);
        if district.is_some() {
            add(district);
        }
    }
    let candidates = places.into_iter().map(|(place, listings)| PlaceCount { place, listings });
    Ok(services::suggested(typed, candidates, limit))
}
