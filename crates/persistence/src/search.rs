//! The public search in SQL: fallback and test oracle of the in-memory search.
//!
//! A search takes two steps, measured to be several times cheaper than one: an index-only scan of a
//! covering index returns the ids of a page, then the rows of that page are loaded. The exact total
//! is a separate statement on the same index.

pub(crate) mod dictionary;
mod directory;
mod facets;
mod near;
mod places;
mod relevance;
mod stays;
pub(crate) mod tsvector;

use async_trait::async_trait;
use diesel::pg::Pg;
use diesel::prelude::*;
use diesel_async::AsyncPgConnection;
use portal_domain::search_words::KeywordWord;
use portal_services::paging::SortDirection;
use portal_services::ports::{
    Cards, DirectoryStart, ListingSearch, PlaceCount, SearchQuery, SearchResults, SearchSortField, SearchableListing,
    StoreError,
};
use uuid::Uuid;

use crate::listings::summaries;
use crate::page;
use crate::pool::Pool;
use crate::schema::listings;
use crate::statements::RunStatement;
use dictionary::TermExpansion;
use near::{Distance, NearAddresses};
use places::PlaceSpellings;
use relevance::{RankQueries, Relevance};
use tsvector::{Matches, Scope, TsQuery, WordQuery};

/// The search on the primary database or on a replica.
#[derive(Debug, Clone)]
pub struct PgSearch {
    pool: Pool,
}

impl PgSearch {
    pub fn new(pool: Pool) -> Self {
        Self { pool }
    }
}

#[async_trait]
impl ListingSearch for PgSearch {
    async fn search(&self, query: &SearchQuery) -> Result<SearchResults, StoreError> {
        let connection = &mut *self.pool.get().await?;
        let expansions = dictionary::expand(connection, &query.words).await?;
        let terms = ResolvedTerms::load(connection, query, &expansions).await?;
        let rank_queries = RankQueries::new(expansions);
        let ids: Vec<Uuid> = page_ids(query, &terms, &rank_queries).load_rows(connection).await?;
        let total = if let Some(total) = page::total_from_page(query.page, ids.len()) {
            total
        } else {
            let count = matching(query, &terms).count();
            page::to_count(count.load_row(connection).await?)
        };
        let mut rows = summaries::load(connection, &ids).await?;
        for row in &mut rows {
            row.views = None;
            row.distance_km = query.near.and_then(|near| near.distance_of(&row.facts.address));
        }
        let facets = if query.facets { Some(facets::count(connection, query, &terms).await?) } else { None };
        Ok(SearchResults { cards: Cards::Rows(rows), total, facets })
    }

    async fn suggest(&self, words: &[KeywordWord], limit: usize) -> Result<Vec<PlaceCount>, StoreError> {
        places::suggest(&mut *self.pool.get().await?, words, limit).await
    }

    async fn count_searchable_listings(&self) -> Result<u64, StoreError> {
        directory::count(&mut *self.pool.get().await?).await
    }

    async fn list_searchable_listings(
        &self,
        start: DirectoryStart,
        limit: u32,
    ) -> Result<Vec<SearchableListing>, StoreError> {
        directory::list(&mut *self.pool.get().await?, start, limit).await
    }
}

/// The listings that a query finds, at most `limit`, each with its total rent; in no order.
pub(crate) async fn load_rents(
    connection: &mut AsyncPgConnection,
    query: &SearchQuery,
    limit: i64,
) -> Result<Vec<(Uuid, i64)>, StoreError> {
    let expansions = dictionary::expand(connection, &query.words).await?;
    let terms = ResolvedTerms::load(connection, query, &expansions).await?;
    let rents = matching(query, &terms).select((listings::id, listings::total_rent_cents)).limit(limit);
    rents.load_rows(connection).await
}

/// Keyword, place and surroundings of a search as terms and spellings of the database.
#[derive(Debug)]
struct ResolvedTerms {
    /// The words of the keyword and of the place's names; `None` without either.
    words: Option<WordQuery>,
    place: Option<PlaceSpellings>,
    near: Option<NearAddresses>,
}

impl ResolvedTerms {
    async fn load(
        connection: &mut AsyncPgConnection,
        query: &SearchQuery,
        expansions: &[TermExpansion],
    ) -> Result<Self, StoreError> {
        let words = dictionary::query_all(expansions, Scope::Everything);
        let near = match query.near {
            Some(near) => Some(near::load(connection, near).await?),
            None => None,
        };
        let Some(key) = &query.place else { return Ok(Self { words, place: None, near }) };
        let place = places::load_spellings(connection, key).await?;
        // The place's words let the index find candidates; city and district are compared
        // afterwards.
        let mut all_words = words.map_or_else(Vec::new, |words| words.words);
        all_words.extend(places::words_of(key));
        let words = Some(WordQuery { words: all_words, scope: Scope::Everything });
        Ok(Self { words, place: Some(place), near })
    }
}

fn page_ids<'a>(
    query: &SearchQuery,
    terms: &'a ResolvedTerms,
    rank_queries: &'a RankQueries,
) -> diesel::helper_types::IntoBoxed<'a, diesel::dsl::Select<listings::table, listings::id>, Pg> {
    use SearchSortField::{
        Area, BasicRent, DateCreated, Distance as ByDistance, LastModified, Relevance as ByRelevance, TotalRent,
    };
    use SortDirection::{Ascending, Descending};
    let found = matching(query, terms).select(listings::id);
    let by_id = listings::id.asc();
    let by_rent = (listings::basic_rent_cents.asc(), by_id);
    let sorted = match (query.sort.by, query.sort.direction) {
        (ByRelevance, _) if query.words.is_empty() => found.order(by_rent),
        // Ascending relevance means best match first.
        (ByRelevance, Ascending) => found.order((Relevance(rank_queries).desc(), by_rent)),
        (ByRelevance, Descending) => found.order((Relevance(rank_queries).asc(), by_rent)),
        (ByDistance, direction) => match (&terms.near, direction) {
            (None, _) => found.order(by_rent),
            (Some(near), Ascending) => found.order((Distance(near).asc(), by_rent)),
            (Some(near), Descending) => found.order((Distance(near).desc(), by_rent)),
        },
        (BasicRent, Ascending) => found.order(by_rent),
        (BasicRent, Descending) => found.order((listings::basic_rent_cents.desc(), by_id)),
        (TotalRent, Ascending) => found.order((listings::total_rent_cents.asc(), by_id)),
        (TotalRent, Descending) => found.order((listings::total_rent_cents.desc(), by_id)),
        (Area, Ascending) => found.order((listings::area.asc(), by_id)),
        (Area, Descending) => found.order((listings::area.desc(), by_id)),
        (DateCreated, Ascending) => found.order((listings::date_created.asc(), by_id)),
        (DateCreated, Descending) => found.order((listings::date_created.desc(), by_id)),
        (LastModified, Ascending) => found.order((listings::last_modified.asc(), by_id)),
        (LastModified, Descending) => found.order((listings::last_modified.desc(), by_id)),
    };
    sorted.limit(query.page.limit()).offset(query.page.offset())
}

fn matching<'a>(query: &SearchQuery, terms: &'a ResolvedTerms) -> listings::BoxedQuery<'a, Pg> {
    let mut found = listings::table.filter(listings::searchable).into_boxed();
    if let Some(min) = query.price.min {
        found = found.filter(listings::total_rent_cents.ge(min.get()));
    }
    if let Some(max) = query.price.max {
        found = found.filter(listings::total_rent_cents.le(max.get()));
    }
    if let Some(min) = query.area.min {
        found = found.filter(listings::area.ge(min.tenths()));
    }
    if let Some(max) = query.area.max {
        found = found.filter(listings::area.le(max.tenths()));
    }
    if !query.unit_types.is_empty() {
        found = found.filter(listings::unit_type.eq_any(query.unit_types.iter().map(|unit_type| unit_type.as_str())));
    }
    if !query.amenities.is_empty() {
        let codes: Vec<&str> = query.amenities.iter().map(|amenity| amenity.as_str()).collect();
        found = found.filter(listings::amenities.contains(codes));
    }
    if let Some(stay) = &query.stay {
        found = stays::filter(found, stay);
    }
    if let Some(place) = &terms.place {
        found = found.filter(listings::city.eq_any(&place.cities));
        if let Some(districts) = &place.districts {
            found = found.filter(listings::district.eq_any(districts));
        }
    }
    if let Some(near) = &terms.near {
        found = near::filter(found, near);
    }
    if let Some(words) = &terms.words {
        found = found.filter(Matches::new(listings::search_vector, words.into_sql::<TsQuery>()));
    }
    found
}
