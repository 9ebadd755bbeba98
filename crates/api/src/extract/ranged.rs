//! Numbers of requests that must be in a range.

use serde::de::DeserializeOwned;
use utoipa::openapi::schema::{KnownFormat, ObjectBuilder, SchemaFormat, Type};
use utoipa::openapi::{RefOr, Schema};
use validator::ValidateRange;

use super::field::{Scalar, reference};
use crate::error::FieldRule;
use crate::extract::number::{Euro, SquareMetres};

/// A number from `MIN` to `MAX`, counted in its smallest unit.
pub(crate) struct Ranged<N, const MIN: i64, const MAX: i64>(pub N);

impl<N: Number, const MIN: i64, const MAX: i64> Scalar for Ranged<N, MIN, MAX> {
    type Json = N;

    fn check(number: N) -> Result<Option<Self>, FieldRule> {
        let is_in_range = number.units().validate_range(Some(MIN), Some(MAX), None, None);
        if is_in_range { Ok(Some(Self(number))) } else { Err(FieldRule::OutOfRange) }
    }

    fn schema() -> RefOr<Schema> {
        N::schema(MIN, MAX)
    }
}

/// A type of numbers.
pub(crate) trait Number: DeserializeOwned {
    /// The number in its smallest unit: one, a cent or a tenth of a square metre.
    fn units(&self) -> i64;

    fn schema(min: i64, max: i64) -> RefOr<Schema>;
}

macro_rules! whole_numbers {
    ($( $name:ty ),+) => { $(
        impl Number for $name {
            fn units(&self) -> i64 {
                i64::from(*self)
            }

            fn schema(min: i64, max: i64) -> RefOr<Schema> {
                whole_number(min, Some(max))
            }
        }
    )+ };
}
whole_numbers!(i16, u32);

impl Number for Euro {
    fn units(&self) -> i64 {
        self.0.get()
    }

    fn schema(_: i64, _: i64) -> RefOr<Schema> {
        reference::<Self>()
    }
}

impl Number for SquareMetres {
    fn units(&self) -> i64 {
        i64::from(self.0.tenths())
    }

    fn schema(_: i64, _: i64) -> RefOr<Schema> {
        reference::<Self>()
    }
}

/// The schema of a whole number.
pub(super) fn whole_number(min: i64, max: Option<i64>) -> RefOr<Schema> {
    let format = SchemaFormat::KnownFormat(KnownFormat::Int32);
    ObjectBuilder::new().schema_type(Type::Integer).format(Some(format)).minimum(Some(min)).maximum(max).into()
}
