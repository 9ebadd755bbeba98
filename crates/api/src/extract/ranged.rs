//! Numbers of requests that must be in a range.

use serde::de::DeserializeOwned;
use utoipa::PartialSchema;
use utoipa::openapi::schema::{KnownFormat, ObjectBuilder, SchemaFormat, Type};
use utoipa::openapi::{RefOr, Schema};
use validator::ValidateRange;

use super::field::Scalar;
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

    fn schema(min: i64, max: i64) -> RefOr<Schema> {
        decimal::<Self>(min, max, 100)
    }
}

impl Number for SquareMetres {
    fn units(&self) -> i64 {
        i64::from(self.0.tenths())
    }

    fn schema(min: i64, max: i64) -> RefOr<Schema> {
        decimal::<Self>(min, max, 10)
    }
}

/// The schema of a number with decimals, of which `scale` units are one. No reference: it could not
/// carry the limits.
fn decimal<T: PartialSchema>(min: i64, max: i64, scale: i64) -> RefOr<Schema> {
    let mut schema = T::schema();
    if let RefOr::T(Schema::Object(object)) = &mut schema {
        object.minimum = Some(in_ones(min, scale));
        object.maximum = Some(in_ones(max, scale));
    }
    schema
}

#[expect(clippy::cast_precision_loss, reason = "limits are far below 2^53")]
fn in_ones(units: i64, scale: i64) -> utoipa::Number {
    if units % scale == 0 { (units / scale).into() } else { (units as f64 / scale as f64).into() }
}

/// The schema of a whole number.
pub(super) fn whole_number(min: i64, max: Option<i64>) -> RefOr<Schema> {
    let format = SchemaFormat::KnownFormat(KnownFormat::Int32);
    ObjectBuilder::new().schema_type(Type::Integer).format(Some(format)).minimum(Some(min)).maximum(max).into()
}
