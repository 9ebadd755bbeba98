//! How well listings match, as [`Match`](portal_services::ports::Match) says it, reckoned by the database.

use diesel::expression::Expression;
use diesel::pg::Pg;
use diesel::prelude::*;
use diesel::query_builder::{AstPass, QueryFragment};
use diesel::sql_types::{Array, BigInt, Nullable};

use super::tsvector::{Term, TsQuery, Within, WordQuery};
use super::words::Meaning;
use crate::schema::listings;

/// What each word of the keyword is asked for, from its best place down. Where none of it holds, the word stands in a
/// text with a typing error: whatever is ranked has been found.
#[derive(Debug)]
pub(super) struct Ranks {
    headline: Vec<WordQuery>,
    /// `None` where no word is known that could be meant.
    headline_alike: Vec<Option<WordQuery>>,
    text: Vec<WordQuery>,
}

impl Ranks {
    pub fn new(meanings: Vec<Meaning>) -> Self {
        let mut ranks = Self { headline: Vec::new(), headline_alike: Vec::new(), text: Vec::new() };
        for Meaning { exact, alike } in meanings {
            let any_of = |terms: Vec<Term>, within| WordQuery { words: vec![terms], within };
            ranks.headline.push(any_of(exact.clone(), Within::Headline));
            ranks.headline_alike.push((!alike.is_empty()).then(|| any_of(alike, Within::Headline)));
            ranks.text.push(any_of(exact, Within::Anything));
        }
        ranks
    }
}

/// The sum over all words. One text however many there are, so that it stays prepared.
#[derive(Debug, Clone, Copy)]
pub(super) struct Relevance<'a>(pub &'a Ranks);

impl Expression for Relevance<'_> {
    type SqlType = BigInt;
}

impl AppearsOnTable<listings::table> for Relevance<'_> {}

impl QueryFragment<Pg> for Relevance<'_> {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        out.push_sql(
            "(SELECT sum(CASE WHEN listings.search_vector @@ headline THEN 3 \
             WHEN listings.search_vector @@ headline_alike THEN 2 \
             WHEN listings.search_vector @@ in_text THEN 1 ELSE 0 END) FROM unnest(",
        );
        out.push_bind_param::<Array<TsQuery>, _>(&self.0.headline)?;
        out.push_sql(", ");
        out.push_bind_param::<Array<Nullable<TsQuery>>, _>(&self.0.headline_alike)?;
        out.push_sql(", ");
        out.push_bind_param::<Array<TsQuery>, _>(&self.0.text)?;
        out.push_sql(") AS word (headline, headline_alike, in_text))");
        Ok(())
    }
}
