//! PostgreSQL's text search types, written in its binary format: a list of words needs no quoting that way.

use std::io::Write;

use diesel::deserialize::FromSqlRow;
use diesel::expression::AsExpression;
use diesel::pg::Pg;
use diesel::query_builder::QueryId;
use diesel::serialize::{self, IsNull, Output, ToSql};
use diesel::sql_types::SqlType;
use portal_domain::search_words::Weight;

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

/// All of the words, each in any of its ways.
#[derive(Debug, AsExpression, FromSqlRow)]
#[diesel(sql_type = TsQuery)]
pub(crate) struct WordQuery(pub Vec<Vec<Term>>);

const VALUE: u8 = 1;
const OPERATOR: u8 = 2;
const AND: u8 = 2;
const OR: u8 = 3;
const ANY_WEIGHT: u8 = 0;

impl ToSql<TsQuery, Pg> for WordQuery {
    fn to_sql<'b>(&'b self, out: &mut Output<'b, '_, Pg>) -> serialize::Result {
        let terms: usize = self.0.iter().map(Vec::len).sum();
        // Each operator joins two, so there is one less of them than of terms.
        let items = terms.saturating_mul(2).saturating_sub(1);
        out.write_all(&i32::try_from(items)?.to_be_bytes())?;
        join(out, AND, &self.0, &mut |out, word| join(out, OR, word, &mut write_term))?;
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

fn write_term(out: &mut Output<'_, '_, Pg>, term: &Term) -> Result<(), Failure> {
    let (text, prefix) = match term {
        Term::Whole(text) => (text, 0),
        Term::Prefix(text) => (text, 1),
    };
    out.write_all(&[VALUE, ANY_WEIGHT, prefix])?;
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
