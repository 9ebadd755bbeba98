//! The dictionary of fuzzy matching: the distinct search words of all listings.

use std::collections::BTreeSet;

use diesel::pg::Pg;
use diesel::prelude::*;
use diesel::sql_types::{Array, Bool, Integer, Text};
use diesel_async::{AsyncConnection, AsyncPgConnection, RunQueryDsl, SimpleAsyncConnection};
use portal_domain::search_words::KeywordWord;
use portal_services::ports::StoreError;

use super::tsvector::{Scope, Term, WordQuery};
use crate::errors::store_error;
use crate::page;
use crate::schema::search_words;
use crate::statements::RunStatement;

diesel::define_sql_function! {
    /// The edit distance; a value above `limit` means only that the limit is exceeded.
    fn levenshtein_less_equal(one: Text, other: Text, limit: Integer) -> Integer;
}

/// Words per INSERT: keeps it below the protocol's limit of 65,535 bind parameters.
const INSERT_BATCH: usize = 10_000;

/// Inserts the words that are missing. In alphabetical order, so that transactions with the same
/// new words cannot deadlock.
pub(crate) async fn insert_missing(
    connection: &mut AsyncPgConnection,
    words: &BTreeSet<String>,
) -> Result<(), StoreError> {
    let words: Vec<&String> = words.iter().collect();
    for batch in words.chunks(INSERT_BATCH) {
        let rows: Vec<_> = batch.iter().map(|word| search_words::word.eq(*word)).collect();
        diesel::insert_into(search_words::table).values(rows).on_conflict_do_nothing().run(connection).await?;
    }
    Ok(())
}

const PRUNE_BATCH: i64 = 500;

/// Deletes the words that no listing contains any more and returns their number. For an occasional
/// background job.
pub(crate) async fn prune(connection: &mut AsyncPgConnection) -> Result<u64, StoreError> {
    let (mut after, mut deleted) = (String::new(), 0);
    loop {
        let batch: Vec<String> = search_words::table
            .filter(search_words::word.gt(&after))
            .order(search_words::word)
            .limit(PRUNE_BATCH)
            .select(search_words::word)
            .load_rows(connection)
            .await?;
        let Some(last) = batch.last() else { return Ok(deleted) };
        after.clone_from(last);
        deleted += delete_unused(connection, batch).await.map_err(store_error)?;
    }
}

#[derive(QueryableByName)]
struct WordRow {
    #[diesel(sql_type = Text)]
    word: String,
}

/// The words that no listing contains. Words that are common according to the table statistics
/// count as used: looking them up is expensive, and the next ANALYZE notices when they disappear.
async fn find_unused(connection: &mut AsyncPgConnection, words: &[String]) -> QueryResult<Vec<String>> {
    let query = "SELECT word FROM unnest($1) AS word WHERE word NOT IN ( \
                  SELECT unnest(most_common_elems::text::text[]) FROM pg_stats \
                  WHERE schemaname = current_schema() AND tablename = 'listings' AND attname = 'search_vector') \
                  AND NOT EXISTS (SELECT FROM listings WHERE search_vector @@ quote_literal(word)::tsquery)";
    let rows = diesel::sql_query(query).bind::<Array<Text>, _>(words).load::<WordRow>(connection).await?;
    Ok(rows.into_iter().map(|row| row.word).collect())
}

async fn delete_unused(connection: &mut AsyncPgConnection, words: Vec<String>) -> QueryResult<u64> {
    // Checked first without a lock: nearly always all words are in use.
    let words = find_unused(connection, &words).await?;
    if words.is_empty() {
        return Ok(0);
    }
    let delete = async |connection: &mut AsyncPgConnection| {
        // Waits for transactions that found a word present and did not insert it.
        connection.batch_execute("LOCK TABLE search_words IN SHARE ROW EXCLUSIVE MODE").await?;
        let still_unused = find_unused(connection, &words).await?;
        let rows = search_words::table.filter(search_words::word.eq_any(still_unused));
        diesel::delete(rows).execute(connection).await
    };
    Ok(connection.transaction(delete).await? as u64)
}

/// The terms that match one word of a keyword.
#[derive(Debug)]
pub(super) struct TermExpansion {
    /// The word as a prefix, and its stems.
    pub exact: Vec<Term>,
    /// Words of the dictionary within the edit distance.
    pub fuzzy: Vec<Term>,
}

pub(super) async fn expand(
    connection: &mut AsyncPgConnection,
    words: &[KeywordWord],
) -> Result<Vec<TermExpansion>, StoreError> {
    let mut expansions = Vec::with_capacity(words.len());
    for word in words {
        let mut exact = vec![Term::Prefix(word.surface.clone())];
        exact.extend(word.stems.iter().cloned().map(Term::Whole));
        let fuzzy = find_fuzzy(connection, word).await?;
        let fuzzy = fuzzy.into_iter().filter(|stored| !word.is_exact_match(stored)).map(Term::Whole).collect();
        expansions.push(TermExpansion { exact, fuzzy });
    }
    Ok(expansions)
}

/// Matches listings that contain a term of every word; `None` without words, which means no
/// condition.
pub(super) fn query_all(expansions: &[TermExpansion], scope: Scope) -> Option<WordQuery> {
    let terms = |expansion: &TermExpansion| [expansion.exact.as_slice(), &expansion.fuzzy].concat();
    (!expansions.is_empty()).then(|| WordQuery { words: expansions.iter().map(terms).collect(), scope })
}

async fn find_fuzzy(connection: &mut AsyncPgConnection, word: &KeywordWord) -> Result<Vec<String>, StoreError> {
    let edits = word.max_edits();
    if edits == 0 {
        return Ok(Vec::new());
    }
    let letters = word.surface.chars().count();
    let limit = to_i16(edits);
    search_words::table
        .filter(search_words::letters.between(to_i16(letters.saturating_sub(edits)), to_i16(letters + edits)))
        .filter(shares_part(&word.surface, edits))
        .filter(levenshtein_less_equal(search_words::word, &word.surface, i32::from(limit)).le(i32::from(limit)))
        .select(search_words::word)
        .load_rows(connection)
        .await
}

fn to_i16(count: usize) -> i16 {
    i16::try_from(count).unwrap_or(i16::MAX)
}

/// Pigeonhole filter: of `edits + 1` parts of the word, at least one is unchanged in every fuzzy
/// match. The filter is many times cheaper than the edit distance, which is then computed for few
/// words.
fn shares_part(surface: &str, edits: usize) -> Box<dyn BoxableExpression<search_words::table, Pg, SqlType = Bool>> {
    let letters: Vec<char> = surface.chars().collect();
    let mut patterns = letters.chunks(letters.len().div_ceil(edits + 1)).map(|part| {
        let part: String = part.iter().collect();
        search_words::word.like(page::contains_pattern(&part))
    });
    let Some(first) = patterns.next() else { return Box::new(false.into_sql::<Bool>()) };
    patterns.fold(Box::new(first), |any, pattern| Box::new(any.or(pattern)))
}
