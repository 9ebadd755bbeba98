//! Fields of requests: types that carry the rule of their values and its description in OpenAPI.
//!
//! Every field of a request must have one of these types, so that no field lacks a rule.

use std::collections::BTreeMap;

use chrono::NaiveDate;
use portal_domain::ids::{DraftId, ImageId, ListingId, RegistrationId};
use serde::de::DeserializeOwned;
use serde_json::value::RawValue;
use utoipa::ToSchema;
use utoipa::openapi::schema::{ArrayBuilder, KnownFormat, ObjectBuilder, OneOfBuilder, Schema, SchemaFormat, Type};
use utoipa::openapi::{Ref, RefOr};
use uuid::Uuid;
use validator::ValidateLength;

use super::ranged::whole_number;
use crate::error::FieldRule;
use crate::extract::number::{Euro, SquareMetres};
use crate::response::timestamp::Timestamp;

/// The violated rules by their path within a value. The path of the value itself is empty.
pub(crate) type FieldErrors = BTreeMap<String, FieldRule>;

/// The value itself violates this rule.
pub(super) fn violated(rule: FieldRule) -> FieldErrors {
    FieldErrors::from([(String::new(), rule)])
}

/// The errors of a value that is at `path`.
pub(super) fn located(path: &str, errors: FieldErrors) -> impl Iterator<Item = (String, FieldRule)> {
    errors.into_iter().map(move |(inner, rule)| match inner.as_str() {
        "" => (path.to_owned(), rule),
        inner if inner.starts_with('[') => (format!("{path}{inner}"), rule),
        inner => (format!("{path}.{inner}"), rule),
    })
}

/// The type of a field.
pub(crate) trait Field: Sized {
    /// Parses a value. `None` if it counts as missing.
    fn parse(json: &RawValue) -> Result<Option<Self>, FieldErrors>;

    /// The value of a missing field; `None` if the field is required.
    fn missing() -> Option<Self> {
        None
    }

    /// The schema in OpenAPI.
    fn schema() -> RefOr<Schema>;
}

/// A field that is one text, number or `bool`. Null counts as missing.
pub(crate) trait Scalar: Sized {
    /// How JSON spells it.
    type Json: DeserializeOwned;

    /// Checks a value. `None` if it counts as missing, like a blank text.
    fn check(json: Self::Json) -> Result<Option<Self>, FieldRule>;

    /// The schema in OpenAPI.
    fn schema() -> RefOr<Schema>;
}

impl<T: Scalar> Field for T {
    fn parse(json: &RawValue) -> Result<Option<Self>, FieldErrors> {
        match serde_json::from_str::<Option<T::Json>>(json.get()) {
            Ok(Some(json)) => T::check(json).map_err(violated),
            Ok(None) => Ok(None),
            Err(_) => Err(violated(FieldRule::Invalid)),
        }
    }

    fn schema() -> RefOr<Schema> {
        <T as Scalar>::schema()
    }
}

/// An optional field.
impl<T: Field> Field for Option<T> {
    fn parse(json: &RawValue) -> Result<Option<Self>, FieldErrors> {
        if json.get() == "null" { Ok(None) } else { T::parse(json).map(|value| value.map(Some)) }
    }

    fn missing() -> Option<Self> {
        Some(None)
    }

    fn schema() -> RefOr<Schema> {
        OneOfBuilder::new().item(T::schema()).item(ObjectBuilder::new().schema_type(Type::Null)).into()
    }
}

/// A list of at most `MAX` items. Missing, it is empty.
pub(crate) struct List<T, const MAX: usize>(pub Vec<T>);

impl<T: Field, const MAX: usize> Field for List<T, MAX> {
    fn parse(json: &RawValue) -> Result<Option<Self>, FieldErrors> {
        let items: Vec<&RawValue> = serde_json::from_str(json.get()).map_err(|_| violated(FieldRule::Invalid))?;
        if !items.validate_length(None, Some(MAX as u64), None) {
            return Err(violated(FieldRule::TooLong));
        }
        let count = items.len();
        let (mut list, mut errors) = (Vec::new(), FieldErrors::new());
        for (index, item) in items.into_iter().enumerate() {
            match T::parse(item).and_then(|item| item.ok_or_else(|| violated(FieldRule::Invalid))) {
                Ok(item) => list.push(item),
                Err(inner) => errors.extend(located(&format!("[{index}]"), inner)),
            }
        }
        if list.len() == count { Ok(Some(Self(list))) } else { Err(errors) }
    }

    fn missing() -> Option<Self> {
        Some(Self(Vec::new()))
    }

    fn schema() -> RefOr<Schema> {
        ArrayBuilder::new().items(<T as Field>::schema()).max_items(Some(MAX)).into()
    }
}

/// `MIN` to `MAX` ids without repetition. Fewer count as missing.
pub(crate) struct DistinctIds<T, const MIN: usize, const MAX: usize>(pub Vec<T>);

impl<T: Field + PartialEq, const MIN: usize, const MAX: usize> Field for DistinctIds<T, MIN, MAX> {
    fn parse(json: &RawValue) -> Result<Option<Self>, FieldErrors> {
        let Some(List(ids)) = Option::<List<T, MAX>>::parse(json)?.flatten() else { return Ok(None) };
        let repeated = ids.iter().enumerate().filter(|(index, id)| ids.iter().take(*index).any(|known| known == *id));
        let errors: FieldErrors = repeated.map(|(index, _)| (format!("[{index}]"), FieldRule::Invalid)).collect();
        if errors.is_empty() { Ok(Some(Self(ids)).filter(|ids| ids.0.len() >= MIN)) } else { Err(errors) }
    }

    fn schema() -> RefOr<Schema> {
        let min = Some(MIN).filter(|min| *min > 0);
        ArrayBuilder::new().items(<T as Field>::schema()).min_items(min).max_items(Some(MAX)).into()
    }
}

/// A box that must be checked.
pub(crate) struct Accepted;

impl Scalar for Accepted {
    type Json = bool;

    fn check(checked: bool) -> Result<Option<Self>, FieldRule> {
        Ok(checked.then_some(Self))
    }

    fn schema() -> RefOr<Schema> {
        plain(Type::Boolean, None)
    }
}

/// Types that allow every value of their JSON.
macro_rules! plain_fields {
    ($( $name:ty: $json:ty => $schema:expr; )+) => { $(
        impl Scalar for $name {
            type Json = $json;

            fn check(json: $json) -> Result<Option<Self>, FieldRule> {
                Ok(Some(json.into()))
            }

            fn schema() -> RefOr<Schema> {
                $schema
            }
        }
    )+ };
}

plain_fields! {
    bool: Self => plain(Type::Boolean, None);
    u64: Self => whole_number(0, None);
    DraftId: Uuid => plain(Type::String, Some(KnownFormat::Uuid));
    ImageId: Uuid => plain(Type::String, Some(KnownFormat::Uuid));
    ListingId: Uuid => plain(Type::String, Some(KnownFormat::Uuid));
    RegistrationId: Uuid => plain(Type::String, Some(KnownFormat::Uuid));
    Euro: Self => reference::<Self>();
    SquareMetres: Self => reference::<Self>();
    Timestamp: Self => reference::<Self>();
}

/// A date `YYYY-MM-DD`. The type's own parser also accepts signs, spaces and numbers of one digit.
impl Scalar for NaiveDate {
    type Json = String;

    fn check(text: String) -> Result<Option<Self>, FieldRule> {
        parse_date(&text).map(Some).ok_or(FieldRule::Invalid)
    }

    fn schema() -> RefOr<Schema> {
        plain(Type::String, Some(KnownFormat::Date))
    }
}

/// Parses a date `YYYY-MM-DD`.
pub(crate) fn parse_date(text: &str) -> Option<NaiveDate> {
    let date: NaiveDate = text.parse().ok()?;
    (date.to_string() == text).then_some(date)
}

fn plain(schema_type: Type, format: Option<KnownFormat>) -> RefOr<Schema> {
    ObjectBuilder::new().schema_type(schema_type).format(format.map(SchemaFormat::KnownFormat)).into()
}

/// A reference to the schema of `T`, which `openapi.rs` must list unless a response refers to it.
pub(crate) fn reference<T: ToSchema>() -> RefOr<Schema> {
    Ref::from_schema_name(T::name()).into()
}
