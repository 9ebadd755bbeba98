//! Ranges of numeric keys: beyond them, times overflow and limits lose their meaning.

use std::fmt;

use serde::de::{Error, Visitor};
use serde::{Deserialize, Deserializer};

/// Reads a whole number from `MIN` to `MAX`, inclusive.
pub(super) fn range<'de, D, T, const MIN: u32, const MAX: u32>(deserializer: D) -> Result<T, D::Error>
where
    D: Deserializer<'de>,
    T: TryFrom<u32>,
{
    let Number::<MIN, MAX>(number) = Number::deserialize(deserializer)?;
    T::try_from(number).map_err(|_| D::Error::custom(format!("{number} is not allowed")))
}

/// The same for a key without a default.
pub(super) fn optional_range<'de, D, T, const MIN: u32, const MAX: u32>(deserializer: D) -> Result<Option<T>, D::Error>
where
    D: Deserializer<'de>,
    T: TryFrom<u32>,
{
    range::<D, T, MIN, MAX>(deserializer).map(Some)
}

struct Number<const MIN: u32, const MAX: u32>(u32);

impl<'de, const MIN: u32, const MAX: u32> Deserialize<'de> for Number<MIN, MAX> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_u64(NumberVisitor::<MIN, MAX>)
    }
}

struct NumberVisitor<const MIN: u32, const MAX: u32>;

impl<const MIN: u32, const MAX: u32> Visitor<'_> for NumberVisitor<MIN, MAX> {
    type Value = Number<MIN, MAX>;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "a whole number from {MIN} to {MAX}")
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<Self::Value, E> {
        let unexpected = || E::invalid_value(serde::de::Unexpected::Unsigned(number), &self);
        let small = u32::try_from(number).map_err(|_| unexpected())?;
        if (MIN..=MAX).contains(&small) { Ok(Number(small)) } else { Err(unexpected()) }
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<Self::Value, E> {
        match u64::try_from(number) {
            Ok(number) => self.visit_u64(number),
            Err(_) => Err(E::invalid_value(serde::de::Unexpected::Signed(number), &self)),
        }
    }
}
