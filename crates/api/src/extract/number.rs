//! Money and areas in JSON: numbers with a fixed number of decimals.
//!
//! A number with more decimals, such as `450.555`, is rejected and must not be rounded.

use portal_domain::area::Area;
use portal_domain::money::Cents;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use utoipa::ToSchema;

/// An amount in euros with at most two decimals.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ToSchema)]
#[schema(value_type = f64, example = 450.5)]
pub(crate) struct Euro(pub Cents);

/// An area in square metres with at most one decimal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ToSchema)]
#[schema(value_type = f64, example = 18.5)]
pub(crate) struct SquareMetres(pub Area);

impl Serialize for Euro {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serialize(self.0.get(), 100, serializer)
    }
}

impl<'de> Deserialize<'de> for Euro {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        exact(f64::deserialize(deserializer)?, 100.0).map(|cents| Self(Cents::new(cents)))
    }
}

impl Serialize for SquareMetres {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serialize(i64::from(self.0.tenths()), 10, serializer)
    }
}

impl<'de> Deserialize<'de> for SquareMetres {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let tenths = exact(f64::deserialize(deserializer)?, 10.0)?;
        // Saturated: the range check of the field then reports the error.
        let tenths = i32::try_from(tenths).unwrap_or(if tenths < 0 { i32::MIN } else { i32::MAX });
        Ok(Self(Area::from_tenths(tenths)))
    }
}

fn serialize<S: Serializer>(units: i64, scale: i64, serializer: S) -> Result<S::Ok, S::Error> {
    if units % scale == 0 {
        serializer.serialize_i64(units / scale)
    } else {
        #[expect(clippy::cast_precision_loss, reason = "amounts are far below 2^53")]
        serializer.serialize_f64(units as f64 / scale as f64)
    }
}

/// The number in units of `1 / scale`; an error if it is not exact. Saturates at 2^53 units, beyond
/// which a double is not exact. No field allows such numbers.
fn exact<E: serde::de::Error>(number: f64, scale: f64) -> Result<i64, E> {
    const MAX: f64 = 9_007_199_254_740_992.0;
    let units = (number * scale).round();
    if units.abs() < MAX && (units / scale + 0.0).to_bits() != (number + 0.0).to_bits() {
        return Err(E::custom("too many decimals"));
    }
    #[expect(clippy::cast_possible_truncation, reason = "clamped to 2^53")]
    Ok(units.clamp(-MAX, MAX) as i64)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cents(json: &str) -> Option<i64> {
        serde_json::from_str::<Euro>(json).ok().map(|euro| euro.0.get())
    }

    #[test]
    fn deserialize_euro_rejects_inexact_number() {
        assert_eq!(cents("450"), Some(45_000));
        assert_eq!(cents("450.5"), Some(45_050));
        assert_eq!(cents("0.29"), Some(29));
        assert_eq!(cents("-0"), Some(0));
        assert_eq!(cents("450.555"), None);
        assert_eq!(cents("1e-9"), None);
        assert_eq!(cents("\"450\""), None);
        assert_eq!(cents("1e400"), None);
    }

    #[test]
    fn euro_round_trips_up_to_ten_thousand() {
        for amount in (0..1_000_000).step_by(7) {
            let json = serde_json::to_string(&Euro(Cents::new(amount))).unwrap();
            assert_eq!(cents(&json), Some(amount), "{json}");
        }
    }

    #[test]
    fn serialize_writes_decimals_only_where_needed() {
        assert_eq!(serde_json::to_string(&Euro(Cents::new(45_000))).unwrap(), "450");
        assert_eq!(serde_json::to_string(&Euro(Cents::new(45_050))).unwrap(), "450.5");
        assert_eq!(serde_json::to_string(&SquareMetres(Area::from_tenths(185))).unwrap(), "18.5");
    }

    #[test]
    fn deserialize_saturates_huge_number() {
        assert!(cents("1e300").is_some_and(|cents| cents > 1_000_000_000));
        assert!(serde_json::from_str::<SquareMetres>("-1e12").is_ok_and(|area| area.0.tenths() == i32::MIN));
    }
}
