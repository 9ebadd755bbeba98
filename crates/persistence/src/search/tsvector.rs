//! PostgreSQL's `tsvector` and `tsquery` in the binary format, which needs no quoting of words.

use std::io::Write;

use diesel::deserialize::{self, FromSql, FromSqlRow};
use diesel::expression::AsExpression;
use diesel::pg::{Pg, PgValue};
use diesel::query_builder::QueryId;
use diesel::serialize::{self, IsNull, Output, ToSql};
use diesel::sql_types::SqlType;
use portal_domain::search_words::Weight;
use portal_services::ports::WordList;

type BoxError = Box<dyn std::error::Error + Send + Sync>;

#[derive(Debug, Clone, Copy, SqlType, QueryId)]
#[diesel(postgres_type(oid = 3614, array_oid = 3643))]
pub struct TsVector;

#[derive(Debug, Clone, Copy, SqlType, QueryId)]
#[diesel(postgres_type(oid = 3615, array_oid = 3645))]
pub struct TsQuery;

diesel::infix_operator!(Matches, " @@ ", backend: Pg);

/// The search words of a listing, each with one position.
#[derive(Debug, AsExpression, FromSqlRow)]
#[diesel(sql_type = TsVector)]
pub(crate) struct SearchVector(pub Vec<(String, Weight)>);

impl ToSql<TsVector, Pg> for SearchVector {
    fn to_sql<'b>(&'b self, out: &mut Output<'b, '_, Pg>) -> serialize::Result {
        out.write_all(&i32::try_from(self.0.len())?.to_be_bytes())?;
        for (word, weight) in &self.0 {
            write_text(out, word)?;
            // One position: the weight is in the two highest bits, the number itself is not used.
            let position = weight_bits(*weight) << 14 | 1;
            out.write_all(&1_u16.to_be_bytes())?;
            out.write_all(&position.to_be_bytes())?;
        }
        Ok(IsNull::No)
    }
}

/// The search words of a listing as read from the database.
#[derive(Debug, FromSqlRow)]
pub(crate) struct StoredWords(pub WordList);

impl FromSql<TsVector, Pg> for StoredWords {
    fn from_sql(value: PgValue<'_>) -> deserialize::Result<Self> {
        let mut bytes = ByteReader(value.as_bytes());
        let count = u32::from_be_bytes(bytes.take()?) as usize;
        let remaining = bytes.0.len();
        // UTF-8 is checked once for all words: a listing has more than a hundred.
        let mut text = Vec::with_capacity(remaining.saturating_sub(count.saturating_mul(WORD_OVERHEAD)));
        let mut ends = Vec::with_capacity(count.min(remaining / WORD_OVERHEAD));
        for _ in 0..count {
            text.extend_from_slice(bytes.word()?);
            let positions = u16::from_be_bytes(bytes.take()?);
            let mut weight = Weight::Text;
            for _ in 0..positions {
                weight = weight.max(weight_of(u16::from_be_bytes(bytes.take()?)));
            }
            ends.push((u32::try_from(text.len())?, weight));
        }
        let words = WordList::new(String::from_utf8(text)?, ends);
        Ok(Self(words.ok_or("word boundary within a character")?))
    }
}

/// Bytes of a word without its text: the NUL, the number of positions and one position.
const WORD_OVERHEAD: usize = 5;

/// The unread bytes.
struct ByteReader<'a>(&'a [u8]);

impl<'a> ByteReader<'a> {
    #[inline]
    fn take<const N: usize>(&mut self) -> Result<[u8; N], BoxError> {
        let (taken, rest) = self.0.split_first_chunk().ok_or(TRUNCATED)?;
        self.0 = rest;
        Ok(*taken)
    }

    /// The bytes up to a NUL, which is skipped.
    #[inline]
    fn word(&mut self) -> Result<&'a [u8], BoxError> {
        let end = self.0.iter().position(|byte| *byte == 0).ok_or(TRUNCATED)?;
        let (word, rest) = self.0.split_at(end);
        self.0 = rest.get(1..).ok_or(TRUNCATED)?;
        Ok(word)
    }
}

const TRUNCATED: &str = "truncated tsvector";

fn weight_of(position: u16) -> Weight {
    if position >> 14 == weight_bits(Weight::Headline) { Weight::Headline } else { Weight::Text }
}

/// Weight A for title and place, weight D (the lowest) for the rest.
fn weight_bits(weight: Weight) -> u16 {
    match weight {
        Weight::Headline => 3,
        Weight::Text => 0,
    }
}

/// A term that a word of the keyword is expanded to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Term {
    Whole(String),
    Prefix(String),
}

/// Which part of a listing must contain a word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Scope {
    Everything,
    Headline,
}

/// A conjunction of words, each a disjunction of terms. Neither may be empty.
#[derive(Debug, AsExpression, FromSqlRow)]
#[diesel(sql_type = TsQuery)]
pub(crate) struct WordQuery {
    pub words: Vec<Vec<Term>>,
    pub scope: Scope,
}

const VALUE: u8 = 1;
const OPERATOR: u8 = 2;
const AND: u8 = 2;
const OR: u8 = 3;

impl ToSql<TsQuery, Pg> for WordQuery {
    fn to_sql<'b>(&'b self, out: &mut Output<'b, '_, Pg>) -> serialize::Result {
        let terms: usize = self.words.iter().map(Vec::len).sum();
        // Operators are binary, so there is one less than terms.
        let items = terms.saturating_mul(2).saturating_sub(1);
        out.write_all(&i32::try_from(items)?.to_be_bytes())?;
        // A bit per allowed weight; 0 allows all.
        let weights = match self.scope {
            Scope::Everything => 0,
            Scope::Headline => 1 << weight_bits(Weight::Headline),
        };
        let mut write_word = |out: &mut Output<'_, '_, Pg>, word: &Vec<Term>| {
            join(out, OR, word, &mut |out, term| write_term(out, term, weights))
        };
        join(out, AND, &self.words, &mut write_word)?;
        Ok(IsNull::No)
    }
}

/// Writes a balanced tree in prefix order: a chain would be as deep as it is long.
fn join<T>(
    out: &mut Output<'_, '_, Pg>,
    operator: u8,
    operands: &[T],
    write: &mut impl FnMut(&mut Output<'_, '_, Pg>, &T) -> Result<(), BoxError>,
) -> Result<(), BoxError> {
    if let [only] = operands {
        return write(out, only);
    }
    let (left, right) = operands.split_at(operands.len() / 2);
    if left.is_empty() {
        return Err("empty tsquery".into());
    }
    out.write_all(&[OPERATOR, operator])?;
    join(out, operator, left, write)?;
    join(out, operator, right, write)
}

fn write_term(out: &mut Output<'_, '_, Pg>, term: &Term, weights: u8) -> Result<(), BoxError> {
    let (text, prefix) = match term {
        Term::Whole(text) => (text, 0),
        Term::Prefix(text) => (text, 1),
    };
    out.write_all(&[VALUE, weights, prefix])?;
    write_text(out, text)
}

fn write_text(out: &mut Output<'_, '_, Pg>, text: &str) -> Result<(), BoxError> {
    if text.contains('\0') {
        return Err("word contains a NUL".into());
    }
    out.write_all(text.as_bytes())?;
    out.write_all(&[0])?;
    Ok(())
}
