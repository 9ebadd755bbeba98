//! Place suggestions, and the spellings of a place in listings.

use std::collections::{BTreeMap, BTreeSet};

use diesel::dsl::count_star;
use diesel::prelude::*;
use diesel_async::AsyncPgConnection;
use portal_domain::place::PlaceKey;
use portal_domain::search_words::{self, KeywordWord};
use portal_services::listings as services;
use portal_services::ports::{Place, PlaceCount, StoreError};

use super::dictionary;
use super::tsvector::{Matches, Scope, Term, TsQuery, WordQuery};
use crate::page;
use crate::schema::listings;
use crate::statements::RunStatement;

/// Counts only listings with all words in the headline. The headline of every listing contains its
/// place names, so the count of a matching place is exact. Other places may be counted too low, but
/// [`rank_places`](services::rank_places) drops them.
pub(super) async fn suggest(
    connection: &mut AsyncPgConnection,
    typed: &[KeywordWord],
    limit: usize,
) -> Result<Vec<PlaceCount>, StoreError> {
    let expansions = dictionary::expand(connection, typed).await?;
    let Some(query) = dictionary::query_all(&expansions, Scope::Headline) else { return Ok(Vec::new()) };
    let counted: Vec<(String, Option<String>, i64)> = listings::table
        .filter(listings::searchable)
        .filter(Matches::new(listings::search_vector, query.into_sql::<TsQuery>()))
        .group_by((listings::city, listings::district))
        .select((listings::city, listings::district, count_star()))
        .load_rows(connection)
        .await?;
    let mut places = BTreeMap::new();
    for (city, district, count) in counted {
        let mut add =
            |district| *places.entry(Place { city: city.clone(), district }).or_insert(0) += page::to_count(count);
        add(None);
        if district.is_some() {
            add(district);
        }
    }
    let candidates = places.into_iter().map(|(place, listings)| PlaceCount { place, listings });
    Ok(services::rank_places(typed, candidates, limit))
}

/// The spellings of one place in listings.
#[derive(Debug, Default)]
pub(super) struct PlaceSpellings {
    pub cities: Vec<String>,
    /// `None` for the whole city.
    pub districts: Option<Vec<String>>,
}

/// The words of city and district; each listing of the place contains all of them.
pub(super) fn words_of(key: &PlaceKey) -> Vec<Vec<Term>> {
    let names = std::iter::once(key.city()).chain(key.district());
    let words = names.flat_map(search_words::of_name);
    words.map(|word| vec![Term::Whole(word.surface)]).collect()
}

/// Only the domain can fold place names: the database returns the names of listings that contain
/// the words, and the domain keeps those that are spellings of the place.
pub(super) async fn load_spellings(
    connection: &mut AsyncPgConnection,
    key: &PlaceKey,
) -> Result<PlaceSpellings, StoreError> {
    let query = WordQuery { words: words_of(key), scope: Scope::Everything };
    let names: Vec<(String, Option<String>)> = listings::table
        .filter(listings::searchable)
        .filter(Matches::new(listings::search_vector, query.into_sql::<TsQuery>()))
        .group_by((listings::city, listings::district))
        .select((listings::city, listings::district))
        .load_rows(connection)
        .await?;
    let spellings = names.into_iter().filter(|(city, district)| key.contains(city, district.as_deref()));
    let (cities, districts): (BTreeSet<String>, BTreeSet<Option<String>>) = spellings.unzip();
    let districts = key.district().map(|_| districts.into_iter().flatten().collect());
    Ok(PlaceSpellings { cities: cities.into_iter().collect(), districts })
}
