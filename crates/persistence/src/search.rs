//! The search of everybody, in SQL.
//!
//! In two steps, measured to be several times cheaper than one: the ids of a page come from one covering index without
//! touching a row, and only then are the rows of that page read. The exact number of matches is a statement of its own
//! on the same index.

mod directory;
mod facets;
mod places;
mod relevance;
pub(crate) mod tsvector;
pub(crate) mod words;

use async_trait::async_trait;
use diesel::pg::Pg;
use diesel::prelude::*;
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use portal_domain::search_words::KeywordWord;
use portal_services::listings::{DirectoryStart, PlaceCount};
use portal_services::paging::SortDirection;
use portal_services::ports::{Cards, Listed, ListingSearch, SearchQuery, SearchResults, SearchSortField, StoreError};
use uuid::Uuid;

use crate::errors::failed;
use crate::listings::summaries;
use crate::page;
use crate::pool::Pool;
use crate::schema::listings;
use places::Spellings;
use relevance::{Ranks, Relevance};
use tsvector::{Matches, TsQuery, Within, WordQuery};
use words::Meaning;

/// The search, on the primary database or on a replica: it bears an answer that is a moment old.
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
        let meanings = words::expand(connection, &query.words).await?;
        let narrowed = Narrowed::by(connection, query, &meanings).await?;
        let ranks = Ranks::new(meanings);
        let ids: Vec<Uuid> = page_of(query, &narrowed, &ranks).load(connection).await.map_err(failed)?;
        let total = if let Some(total) = page::total_by_page(query.page, ids.len()) {
            total
        } else {
            let count = matching(query, &narrowed).count();
            page::total(count.get_result(connection).await.map_err(failed)?)
        };
        let mut rows = summaries::load(connection, &ids).await?;
        for row in &mut rows {
            row.views = None;
        }
        let facets = if query.facets { Some(facets::count(connection, query, &narrowed).await?) } else { None };
        Ok(SearchResults { cards: Cards::Read(rows), total, facets })
    }

    async fn suggest(&self, words: &[KeywordWord], limit: usize) -> Result<Vec<PlaceCount>, StoreError> {
        places::suggest(&mut *self.pool.get().await?, words, limit).await
    }

    async fn count_listed(&self) -> Result<u64, StoreError> {
        directory::count(&mut *self.pool.get().await?).await
    }

    async fn list_listed(&self, start: DirectoryStart, limit: u32) -> Result<Vec<Listed>, StoreError> {
        directory::list(&mut *self.pool.get().await?, start, limit).await
    }
}

/// What the keyword and the place of a search mean in the database.
#[derive(Debug)]
struct Narrowed {
    /// The words of the keyword and of the place's names; `None` where neither is asked for.
    words: Option<WordQuery>,
    place: Option<Spellings>,
}

impl Narrowed {
    async fn by(
        connection: &mut AsyncPgConnection,
        query: &SearchQuery,
        meanings: &[Meaning],
    ) -> Result<Self, StoreError> {
        let words = words::all_of(meanings, Within::Anything);
        let Some(key) = &query.place else { return Ok(Self { words, place: None }) };
        let place = places::spellings(connection, key).await?;
        // The index of words leads to the place's listings, whose names are then compared.
        let mut both = words.map_or_else(Vec::new, |words| words.words);
        both.extend(places::words_of(key));
        Ok(Self { words: Some(WordQuery { words: both, within: Within::Anything }), place: Some(place) })
    }
}

fn page_of<'a>(
    query: &SearchQuery,
    narrowed: &'a Narrowed,
    ranks: &'a Ranks,
) -> diesel::helper_types::IntoBoxed<'a, diesel::dsl::Select<listings::table, listings::id>, Pg> {
    use SearchSortField::{Area, BasicRent, DateCreated, LastModified, Relevance as ByRelevance, TotalRent};
    use SortDirection::{Ascending, Descending};
    let found = matching(query, narrowed).select(listings::id);
    let by_id = listings::id.asc();
    let by_rent = (listings::basic_rent_cents.asc(), by_id);
    let sorted = match (query.sort.by, query.sort.direction) {
        (ByRelevance, _) if query.words.is_empty() => found.order(by_rent),
        // The best comes first.
        (ByRelevance, Ascending) => found.order((Relevance(ranks).desc(), by_rent)),
        (ByRelevance, Descending) => found.order((Relevance(ranks).asc(), by_rent)),
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

fn matching<'a>(query: &SearchQuery, narrowed: &'a Narrowed) -> listings::BoxedQuery<'a, Pg> {
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
    if let Some(place) = &narrowed.place {
        found = found.filter(listings::city.eq_any(&place.cities));
        if let Some(districts) = &place.districts {
            found = found.filter(listings::district.eq_any(districts));
        }
    }
    if let Some(words) = &narrowed.words {
        found = found.filter(Matches::new(listings::search_vector, words.into_sql::<TsQuery>()));
    }
    found
}
