//! The distinct words of all listings: what a mistyped word can have meant.

use std::collections::BTreeSet;

use diesel::pg::Pg;
use diesel::prelude::*;
use diesel::sql_types::{Array, Bool, Integer, Text};
use diesel_async::{AsyncConnection, AsyncPgConnection, RunQueryDsl, SimpleAsyncConnection};
use portal_domain::search_words::KeywordWord;
use portal_services::ports::StoreError;

use super::tsvector::{Term, Within, WordQuery};
use crate::errors::failed;
use crate::page;
use crate::schema::search_words;
use crate::store::PgStore;

diesel::define_sql_function! {
    /// The number of letters to change, at most one more than `limit`.
    fn levenshtein_less_equal(one: Text, other: Text, limit: Integer) -> Integer;
}

/// Words in one statement, far below the number of values that the protocol allows.
const BATCH: usize = 10_000;

/// Makes sure that these words are known. In alphabetical order, so that two transactions with the same new words wait
/// for each other and do not block each other.
pub(crate) async fn remember(connection: &mut AsyncPgConnection, words: &BTreeSet<String>) -> Result<(), StoreError> {
    let words: Vec<&String> = words.iter().collect();
    for batch in words.chunks(BATCH) {
        let rows: Vec<_> = batch.iter().map(|word| search_words::word.eq(*word)).collect();
        diesel::insert_into(search_words::table)
            .values(rows)
            .on_conflict_do_nothing()
            .execute(connection)
            .await
            .map_err(failed)?;
    }
    Ok(())
}

/// Words that are looked through at once.
const LOOKED_THROUGH: i64 = 500;

impl PgStore {
    /// Forgets the words that no listing is found under any more, and says how many there were. For a quiet moment, now
    /// and then.
    pub(crate) async fn forget_words(&self) -> Result<u64, StoreError> {
        let connection = &mut *self.pool.get().await?;
        let (mut after, mut forgotten) = (String::new(), 0);
        loop {
            let next: Vec<String> = search_words::table
                .filter(search_words::word.gt(&after))
                .order(search_words::word)
                .limit(LOOKED_THROUGH)
                .select(search_words::word)
                .load(connection)
                .await
                .map_err(failed)?;
            let Some(last) = next.last() else { return Ok(forgotten) };
            after.clone_from(last);
            forgotten += forget_unused(connection, next).await.map_err(failed)?;
        }
    }
}

#[derive(QueryableByName)]
struct Unused {
    #[diesel(sql_type = Text)]
    word: String,
}

/// Those of the words under which no listing is found. The most common ones are left out, by the statistics of the
/// database: they are dear to look up, and if the last of them has gone, the next statistics know.
async fn unused(connection: &mut AsyncPgConnection, words: &[String]) -> QueryResult<Vec<String>> {
    let unused = "SELECT word FROM unnest($1) AS word WHERE word NOT IN ( \
                  SELECT unnest(most_common_elems::text::text[]) FROM pg_stats \
                  WHERE schemaname = current_schema() AND tablename = 'listings' AND attname = 'search_vector') \
                  AND NOT EXISTS (SELECT FROM listings WHERE search_vector @@ quote_literal(word)::tsquery)";
    let unused = diesel::sql_query(unused).bind::<Array<Text>, _>(words).load::<Unused>(connection).await?;
    Ok(unused.into_iter().map(|unused| unused.word).collect())
}

async fn forget_unused(connection: &mut AsyncPgConnection, words: Vec<String>) -> QueryResult<u64> {
    // Nearly always all are in use, and then nobody need wait.
    let words = unused(connection, &words).await?;
    if words.is_empty() {
        return Ok(0);
    }
    let forget = async |connection: &mut AsyncPgConnection| {
        // Whoever has just found a word known and relies on it has finished before this begins.
        connection.batch_execute("LOCK TABLE search_words IN SHARE ROW EXCLUSIVE MODE").await?;
        let still_unused = unused(connection, &words).await?;
        let forget = diesel::delete(search_words::table).filter(search_words::word.eq_any(still_unused));
        forget.execute(connection).await
    };
    Ok(connection.transaction(forget).await? as u64)
}

/// The ways in which one word of a keyword may stand in a listing.
#[derive(Debug)]
pub(super) struct Meaning {
    /// As it is, as the beginning of a word, or by its stems.
    pub exact: Vec<Term>,
    /// As one of the other known words that it may be a slip of the finger for.
    pub alike: Vec<Term>,
}

pub(super) async fn expand(
    connection: &mut AsyncPgConnection,
    words: &[KeywordWord],
) -> Result<Vec<Meaning>, StoreError> {
    let mut meanings = Vec::with_capacity(words.len());
    for word in words {
        let mut exact = vec![Term::Prefix(word.surface.clone())];
        exact.extend(word.stems.iter().cloned().map(Term::Whole));
        let alike = near(connection, word).await?;
        let alike = alike.into_iter().filter(|stored| !word.is_or_begins(stored)).map(Term::Whole).collect();
        meanings.push(Meaning { exact, alike });
    }
    Ok(meanings)
}

/// Finds what has all of these words, in any of their ways; `None` for no words, which do not narrow.
pub(super) fn all_of(meanings: &[Meaning], within: Within) -> Option<WordQuery> {
    let ways = |meaning: &Meaning| [meaning.exact.as_slice(), &meaning.alike].concat();
    (!meanings.is_empty()).then(|| WordQuery { words: meanings.iter().map(ways).collect(), within })
}

async fn near(connection: &mut AsyncPgConnection, word: &KeywordWord) -> Result<Vec<String>, StoreError> {
    let edits = word.max_edits();
    if edits == 0 {
        return Ok(Vec::new());
    }
    let letters = word.surface.chars().count();
    let limit = number(edits);
    search_words::table
        .filter(search_words::letters.between(number(letters.saturating_sub(edits)), number(letters + edits)))
        .filter(shares_a_part(&word.surface, edits))
        .filter(levenshtein_less_equal(search_words::word, &word.surface, i32::from(limit)).le(i32::from(limit)))
        .select(search_words::word)
        .load(connection)
        .await
        .map_err(failed)
}

fn number(count: usize) -> i16 {
    i16::try_from(count).unwrap_or(i16::MAX)
}

/// Whoever cuts a word into one part more than there may be mistakes finds at least one part untouched. Looking for that
/// is many times cheaper than the distance, which then needs to be measured for few.
fn shares_a_part(surface: &str, edits: usize) -> Box<dyn BoxableExpression<search_words::table, Pg, SqlType = Bool>> {
    let letters: Vec<char> = surface.chars().collect();
    let mut patterns = letters.chunks(letters.len().div_ceil(edits + 1)).map(|part| {
        let part: String = part.iter().collect();
        search_words::word.like(page::containing(&part))
    });
    let Some(first) = patterns.next() else { return Box::new(false.into_sql::<Bool>()) };
    patterns.fold(Box::new(first), |any, pattern| Box::new(any.or(pattern)))
}
