//! The places that words can mean, and the spellings of a place.

use std::collections::{BTreeMap, BTreeSet};

use diesel::dsl::count_star;
use diesel::prelude::*;
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use portal_domain::place::PlaceKey;
use portal_domain::search_words::{self, KeywordWord};
use portal_services::listings::{self as services, Place, PlaceCount};
use portal_services::ports::StoreError;

use super::tsvector::{Matches, Term, TsQuery, Within, WordQuery};
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

/// How listings spell the names of one place.
#[derive(Debug, Default)]
pub(super) struct Spellings {
    pub cities: Vec<String>,
    /// `None`: the city as a whole.
    pub districts: Option<Vec<String>>,
}

/// The words of a place's names, all of which are in each of its listings.
pub(super) fn words_of(key: &PlaceKey) -> Vec<Vec<Term>> {
    let names = std::iter::once(key.city()).chain(key.district());
    let words = names.flat_map(search_words::of_name);
    words.map(|word| vec![Term::Whole(word.surface)]).collect()
}

/// The database cannot fold names as the domain does: it finds listings with the words of the names, and of these the
/// names that are spellings of the place's are taken.
pub(super) async fn spellings(connection: &mut AsyncPgConnection, key: &PlaceKey) -> Result<Spellings, StoreError> {
    let narrowed = WordQuery { words: words_of(key), within: Within::Anything };
    let names: Vec<(String, Option<String>)> = listings::table
        .filter(listings::searchable)
        .filter(Matches::new(listings::search_vector, narrowed.into_sql::<TsQuery>()))
        .group_by((listings::city, listings::district))
        .select((listings::city, listings::district))
        .load(connection)
        .await
        .map_err(failed)?;
    let there = names.into_iter().filter(|(city, district)| key.contains(city, district.as_deref()));
    let (cities, districts): (BTreeSet<String>, BTreeSet<Option<String>>) = there.unzip();
    let districts = key.district().map(|_| districts.into_iter().flatten().collect());
    Ok(Spellings { cities: cities.into_iter().collect(), districts })
}
