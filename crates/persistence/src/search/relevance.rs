//! Computes the relevance of listings in SQL, as [`MatchQuality`](portal_services::ports::MatchQuality) defines
//! it.

use diesel::expression::Expression;
use diesel::pg::Pg;
use diesel::prelude::*;
use diesel::query_builder::{AstPass, QueryFragment};
use diesel::sql_types::{Array, BigInt, Nullable};

use super::dictionary::TermExpansion;
use super::tsvector::{Scope, Term, TsQuery, WordQuery};
use crate::schema::listings;

/// The queries that rank a match of each word, from the best down. If none matches, the word has a
/// fuzzy match in a text, because only matches are ranked.
#[derive(Debug)]
pub(super) struct RankQueries {
    headline: Vec<WordQuery>,
    /// `None` without fuzzy terms.
    headline_fuzzy: Vec<Option<WordQuery>>,
    text: Vec<WordQuery>,
}

impl RankQueries {
    pub(crate) fn new(expansions: Vec<TermExpansion>) -> Self {
        let mut queries = Self { headline: Vec::new(), headline_fuzzy: Vec::new(), text: Vec::new() };
        for TermExpansion { exact, fuzzy } in expansions {
            let any_of = |terms: Vec<Term>, scope| WordQuery { words: vec![terms], scope };
            queries.headline.push(any_of(exact.clone(), Scope::Headline));
            queries.headline_fuzzy.push((!fuzzy.is_empty()).then(|| any_of(fuzzy, Scope::Headline)));
            queries.text.push(any_of(exact, Scope::Everything));
        }
        queries
    }
}

/// The sum over all words. The SQL text does not depend on their number, so the statement stays
/// prepared.
#[derive(Debug, Clone, Copy)]
pub(super) struct Relevance<'a>(pub &'a RankQueries);

impl Expression for Relevance<'_> {
    type SqlType = BigInt;
}

impl AppearsOnTable<listings::table> for Relevance<'_> {}

impl QueryFragment<Pg> for Relevance<'_> {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        out.push_sql(
            "(SELECT sum(CASE WHEN listings.search_vector @@ headline THEN 3 \
             WHEN listings.search_vector @@ headline_fuzzy THEN 2 \
             WHEN listings.search_vector @@ in_text THEN 1 ELSE 0 END) FROM unnest(",
        );
        out.push_bind_param::<Array<TsQuery>, _>(&self.0.headline)?;
        out.push_sql(", ");
        out.push_bind_param::<Array<Nullable<TsQuery>>, _>(&self.0.headline_fuzzy)?;
        out.push_sql(", ");
        out.push_bind_param::<Array<TsQuery>, _>(&self.0.text)?;
        out.push_sql(") AS word (headline, headline_fuzzy, in_text))");
        Ok(())
    }
}
