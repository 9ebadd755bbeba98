//! PostgreSQL's text search types, in its binary format: a list of words needs no quoting that way.

use std::io::Write;

use diesel::deserialize::{self, FromSql, FromSqlRow};
use diesel::expression::AsExpression;
use diesel::pg::{Pg, PgValue};
use diesel::query_builder::QueryId;
use diesel::serialize::{self, IsNull, Output, ToSql};
use diesel::sql_types::SqlType;
use portal_domain::search_words::Weight;
use portal_services::ports::WordList;

type Failure = Box<dyn std::error::Error + Send + Sync>;

#[derive(Debug, Clone, Copy, SqlType, QueryId)]
#[diesel(postgres_type(oid = 3614, array_oid = 3643))]
pub struct TsVector;

#[derive(Debug, Clone, Copy, SqlType, QueryId)]
#[diesel(postgres_type(oid = 3615, array_oid = 3645))]
pub struct TsQuery;

diesel::infix_operator!(Matches, " @@ ", backend: Pg);

/// The words that a listing is found under, each at one place.
#[derive(Debug, AsExpression, FromSqlRow)]
#[diesel(sql_type = TsVector)]
pub(crate) struct SearchVector(pub Vec<(String, Weight)>);

impl ToSql<TsVector, Pg> for SearchVector {
    fn to_sql<'b>(&'b self, out: &mut Output<'b, '_, Pg>) -> serialize::Result {
        out.write_all(&i32::try_from(self.0.len())?.to_be_bytes())?;
        for (word, weight) in &self.0 {
            write_text(out, word)?;
            // One place: the weight in the two highest bits, and its number, of which nothing depends.
            let place = weight_bits(*weight) << 14 | 1;
            out.write_all(&1_u16.to_be_bytes())?;
            out.write_all(&place.to_be_bytes())?;
        }
        Ok(IsNull::No)
    }
}

/// The words that a listing is stored under.
#[derive(Debug, FromSqlRow)]
pub(crate) struct StoredWords(pub WordList);

impl FromSql<TsVector, Pg> for StoredWords {
    fn from_sql(value: PgValue<'_>) -> deserialize::Result<Self> {
        let mut bytes = Bytes(value.as_bytes());
        let count = u32::from_be_bytes(bytes.take()?) as usize;
        let left = bytes.0.len();
        // Whether it is text is looked at once for all words: there are a hundred and more in every listing.
        let mut text = Vec::with_capacity(left.saturating_sub(count.saturating_mul(SMALLEST_WORD)));
        let mut ends = Vec::with_capacity(count.min(left / SMALLEST_WORD));
        for _ in 0..count {
            text.extend_from_slice(bytes.word()?);
            let places = u16::from_be_bytes(bytes.take()?);
            let mut weight = Weight::Text;
            for _ in 0..places {
                weight = weight.max(weight_of(u16::from_be_bytes(bytes.take()?)));
            }
            ends.push((u32::try_from(text.len())?, weight));
        }
        let words = WordList::new(String::from_utf8(text)?, ends);
        Ok(Self(words.ok_or("words that end within a character")?))
    }
}

/// What a word takes beside its text, in bytes: its NUL, the number of its places, and one place.
const SMALLEST_WORD: usize = 5;

/// What is left to be read.
struct Bytes<'a>(&'a [u8]);

impl<'a> Bytes<'a> {
    #[inline]
    fn take<const N: usize>(&mut self) -> Result<[u8; N], Failure> {
        let (taken, rest) = self.0.split_first_chunk().ok_or(CUT_OFF)?;
        self.0 = rest;
        Ok(*taken)
    }

    /// Up to a NUL, which is passed over.
    #[inline]
    fn word(&mut self) -> Result<&'a [u8], Failure> {
        let end = self.0.iter().position(|byte| *byte == 0).ok_or(CUT_OFF)?;
        let (word, rest) = self.0.split_at(end);
        self.0 = &rest[1..];
        Ok(word)
    }
}

const CUT_OFF: &str = "a list of words that ends too early";

fn weight_of(place: u16) -> Weight {
    if place >> 14 == weight_bits(Weight::Headline) { Weight::Headline } else { Weight::Text }
}

/// PostgreSQL's weight A for what stands in title and place, and D, its lowest, for the rest.
fn weight_bits(weight: Weight) -> u16 {
    match weight {
        Weight::Headline => 3,
        Weight::Text => 0,
    }
}

/// One way in which a word of the keyword may stand in a listing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Term {
    Whole(String),
    Prefix(String),
}

/// Where in a listing a word has to stand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Within {
    Anything,
    Headline,
}

/// All of the words, each in any of its ways. Nothing can be found for no words, or for one without a way.
#[derive(Debug, AsExpression, FromSqlRow)]
#[diesel(sql_type = TsQuery)]
pub(crate) struct WordQuery {
    pub words: Vec<Vec<Term>>,
    pub within: Within,
}

const VALUE: u8 = 1;
const OPERATOR: u8 = 2;
const AND: u8 = 2;
const OR: u8 = 3;

impl ToSql<TsQuery, Pg> for WordQuery {
    fn to_sql<'b>(&'b self, out: &mut Output<'b, '_, Pg>) -> serialize::Result {
        let terms: usize = self.words.iter().map(Vec::len).sum();
        // Each operator joins two, so there is one less of them than of terms.
        let items = terms.saturating_mul(2).saturating_sub(1);
        out.write_all(&i32::try_from(items)?.to_be_bytes())?;
        // A bit for each weight that is allowed; none of them allows all.
        let weights = match self.within {
            Within::Anything => 0,
            Within::Headline => 1 << weight_bits(Weight::Headline),
        };
        let mut write_word = |out: &mut Output<'_, '_, Pg>, word: &Vec<Term>| {
            join(out, OR, word, &mut |out, term| write_term(out, term, weights))
        };
        join(out, AND, &self.words, &mut write_word)?;
        Ok(IsNull::No)
    }
}

/// Writes operators before their operands, in halves: a chain would be as deep as it is long.
fn join<T>(
    out: &mut Output<'_, '_, Pg>,
    operator: u8,
    operands: &[T],
    write: &mut impl FnMut(&mut Output<'_, '_, Pg>, &T) -> Result<(), Failure>,
) -> Result<(), Failure> {
    if let [only] = operands {
        return write(out, only);
    }
    let (left, right) = operands.split_at(operands.len() / 2);
    if left.is_empty() {
        return Err("a search for nothing".into());
    }
    out.write_all(&[OPERATOR, operator])?;
    join(out, operator, left, write)?;
    join(out, operator, right, write)
}

fn write_term(out: &mut Output<'_, '_, Pg>, term: &Term, weights: u8) -> Result<(), Failure> {
    let (text, prefix) = match term {
        Term::Whole(text) => (text, 0),
        Term::Prefix(text) => (text, 1),
    };
    out.write_all(&[VALUE, weights, prefix])?;
    write_text(out, text)
}

fn write_text(out: &mut Output<'_, '_, Pg>, text: &str) -> Result<(), Failure> {
    if text.contains('\0') {
        return Err("a word with a NUL".into());
    }
    out.write_all(text.as_bytes())?;
    out.write_all(&[0])?;
    Ok(())
}
