//! Requests: JSON objects, parsed into structs whose fields carry what was checked.
//!
//! [`request!`] declares them. All invalid fields of a request are reported together.

use std::borrow::Cow;
use std::fmt;

use serde::de::{Error, MapAccess, Visitor};
use serde::{Deserialize, Deserializer};
use serde_json::value::RawValue;
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{ObjectBuilder, Schema};

use super::field::{Field, FieldErrors, located, violated};
use crate::error::{ApiError, FieldRule};

/// Declares requests, and groups of fields that requests share. A request includes the fields of
/// a group by `..name: Group`.
macro_rules! request {
    ($(
        $(#[doc = $about:literal])*
        $vis:vis struct $name:ident {
            $( ..$group:ident: $group_type:ty, )*
            $( $(#[doc = $doc:literal])* $field:ident: $type:ty ),* $(,)?
        }
    )+) => { $(
        $(#[doc = $about])*
        $vis struct $name {
            $( pub(crate) $group: $group_type, )*
            $( $(#[doc = $doc])* pub(crate) $field: $type, )*
        }

        impl $crate::extract::FromFields for $name {
            fn read(reader: &mut $crate::extract::FieldsReader<'_>) -> Option<Self> {
                // All fields are read before one is missing, so that all errors are collected.
                $( let $group = <$group_type as $crate::extract::FromFields>::read(reader); )*
                $( let $field = reader.read($crate::extract::field_name!($field)); )*
                Some(Self { $( $group: $group?, )* $( $field: $field?, )* })
            }

            fn describe(object: utoipa::openapi::ObjectBuilder) -> utoipa::openapi::ObjectBuilder {
                $( let object = <$group_type as $crate::extract::FromFields>::describe(object); )*
                $( let object = $crate::extract::property::<$type>(object, $crate::extract::field_name!($field), &[$( $doc ),*]); )*
                object
            }
        }

        impl $crate::extract::Field for $name {
            fn parse(json: &serde_json::value::RawValue) -> Result<Option<Self>, $crate::extract::FieldErrors> {
                $crate::extract::parse_object(json.get())
            }

            fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::Schema> {
                $crate::extract::reference::<Self>()
            }
        }

        impl utoipa::PartialSchema for $name {
            fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::Schema> {
                let object = <Self as $crate::extract::FromFields>::describe(utoipa::openapi::ObjectBuilder::new());
                $crate::extract::described(object.into(), &[$( $about ),*])
            }
        }

        impl utoipa::ToSchema for $name {}
    )+ };
}
pub(crate) use request;

/// The name of a field in JSON: that of the Rust field in camel case, at compile time.
macro_rules! field_name {
    ($field:ident) => {{
        const CAMEL_CASE: $crate::extract::CamelCase = $crate::extract::CamelCase::of(stringify!($field));
        const NAME: &str = CAMEL_CASE.as_str();
        NAME
    }};
}
pub(crate) use field_name;

/// A type that can be parsed from the fields of a JSON object.
pub(crate) trait FromFields: Sized {
    /// `None` if the reader has collected an error.
    fn read(reader: &mut FieldsReader<'_>) -> Option<Self>;

    /// Adds the fields to the schema of a request.
    fn describe(object: ObjectBuilder) -> ObjectBuilder;
}

/// Reads typed fields from a JSON object, and collects the errors.
pub(crate) struct FieldsReader<'a> {
    object: Object<'a>,
    errors: FieldErrors,
}

impl FieldsReader<'_> {
    /// The field with this name. `None` after an error.
    pub(crate) fn read<T: Field>(&mut self, name: &str) -> Option<T> {
        match self.object.find(name).map_or(Ok(None), T::parse) {
            Ok(value) => value.or_else(T::missing).or_else(|| {
                self.errors.insert(name.to_owned(), FieldRule::Required);
                None
            }),
            Err(errors) => {
                self.errors.extend(located(name, errors));
                None
            }
        }
    }
}

/// Parses a request.
pub(crate) fn read_json<T: FromFields>(json: &[u8]) -> Result<T, ApiError> {
    // Checked once as a whole, instead of each name and value in each object.
    let json = std::str::from_utf8(json).map_err(|_| ApiError::invalid())?;
    match parse_object(json) {
        Ok(Some(request)) => Ok(request),
        Err(errors) if !errors.contains_key("") => Err(ApiError::fields(errors)),
        Ok(None) | Err(_) => Err(ApiError::invalid()),
    }
}

/// Parses a JSON object. `None` for null.
pub(crate) fn parse_object<T: FromFields>(json: &str) -> Result<Option<T>, FieldErrors> {
    let object: Option<Object> = serde_json::from_str(json).map_err(|_| violated(FieldRule::Invalid))?;
    let Some(object) = object else { return Ok(None) };
    let mut reader = FieldsReader { object, errors: FieldErrors::new() };
    T::read(&mut reader).ok_or(reader.errors).map(Some)
}

/// The fields of a JSON object, sorted by name. A repeated name is an error: programs differ in
/// which value counts.
struct Object<'a>(Vec<(Name<'a>, &'a RawValue)>);

/// Room for the fields of most requests.
const USUAL_FIELDS: usize = 8;

/// The name of a field. Copied only if JSON spells it with escapes.
#[derive(PartialEq, Eq, PartialOrd, Ord, Deserialize)]
struct Name<'a>(#[serde(borrow)] Cow<'a, str>);

impl<'a> Object<'a> {
    /// The value of the field with this name. Requests have few fields: comparing all is quicker than
    /// a binary search.
    fn find(&self, name: &str) -> Option<&'a RawValue> {
        self.0.iter().find(|(Name(known), _)| known == name).map(|(_, value)| *value)
    }
}

impl<'de> Deserialize<'de> for Object<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(ObjectVisitor)
    }
}

struct ObjectVisitor;

impl<'de> Visitor<'de> for ObjectVisitor {
    type Value = Object<'de>;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Object<'de>, A::Error> {
        let mut fields: Vec<(Name<'de>, &RawValue)> = Vec::with_capacity(USUAL_FIELDS);
        while let Some(field) = map.next_entry()? {
            fields.push(field);
        }
        fields.sort_unstable_by(|(one, _), (other, _)| one.cmp(other));
        if fields.array_windows().any(|[(one, _), (next, _)]| one == next) {
            return Err(A::Error::custom("a repeated name"));
        }
        Ok(Object(fields))
    }
}

/// Adds a field to the schema of a request.
pub(crate) fn property<T: Field>(object: ObjectBuilder, name: &str, doc: &[&str]) -> ObjectBuilder {
    let object = if T::missing().is_none() { object.required(name) } else { object };
    object.property(name, described(T::schema(), doc))
}

/// Adds doc comments to a schema.
pub(crate) fn described(mut schema: RefOr<Schema>, doc: &[&str]) -> RefOr<Schema> {
    if doc.is_empty() {
        return schema;
    }
    let text = doc.iter().map(|line| line.trim()).collect::<Vec<_>>().join("\n");
    match &mut schema {
        RefOr::Ref(reference) => reference.description = text,
        RefOr::T(Schema::Object(object)) => object.description = Some(text),
        RefOr::T(Schema::Array(array)) => array.description = Some(text),
        RefOr::T(Schema::OneOf(one_of)) => match one_of.items.first_mut() {
            Some(RefOr::Ref(reference)) => reference.description = text,
            _ => one_of.description = Some(text),
        },
        RefOr::T(_) => {}
    }
    schema
}

/// A name in camel case, made from a Rust identifier.
pub(crate) struct CamelCase {
    bytes: [u8; Self::MAX_LENGTH],
    length: usize,
}

impl CamelCase {
    /// In bytes.
    const MAX_LENGTH: usize = 32;

    /// Of an ASCII name in snake case. Longer names do not compile.
    pub(crate) const fn of(name: &str) -> Self {
        let (mut bytes, mut length, mut upper) = ([0; Self::MAX_LENGTH], 0, false);
        let mut name = name.as_bytes();
        while let [letter, following @ ..] = name {
            name = following;
            if *letter != b'_' {
                let Some(free) = bytes.split_at_mut(length).1.first_mut() else {
                    panic!("the name of a field is too long")
                };
                *free = if upper { letter.to_ascii_uppercase() } else { *letter };
                length += 1;
            }
            upper = *letter == b'_';
        }
        Self { bytes, length }
    }

    pub(crate) const fn as_str(&self) -> &str {
        match std::str::from_utf8(self.bytes.split_at(self.length).0) {
            Ok(name) => name,
            Err(_) => panic!("the name of a field is not ASCII"),
        }
    }
}

#[cfg(test)]
mod tests {
    use actix_web::ResponseError;
    use actix_web::http::StatusCode;
    use portal_domain::ids::ImageId;
    use portal_domain::user::Email;
    use serde_json::json;

    use super::*;
    use crate::extract::text::Line;
    use crate::extract::{DistinctIds, List};

    request! {
        struct Address {
            city: Line<10>,
        }

        struct Request {
            ..address: Address,
            home_address: Option<Address>,
            email: Option<Email>,
            others: List<Address, 2>,
            ids: DistinctIds<ImageId, 1, 2>,
        }
    }

    fn errors(json: &str) -> Result<Vec<(String, FieldRule)>, ()> {
        match parse_object::<Request>(json) {
            Ok(_) => Err(()),
            Err(errors) => Ok(errors.into_iter().collect()),
        }
    }

    #[test]
    fn parse_returns_values() {
        let id = ImageId::from(uuid::Uuid::max());
        let json =
            json!({ "city": " Ulm ", "email": "ada@portal.test", "others": [{ "city": "Köln" }], "ids": [id.0] });
        let request: Request = read_json(json.to_string().as_bytes()).unwrap();
        assert_eq!((request.address.city.0.as_str(), request.email), ("Ulm", Email::parse("ada@portal.test")));
        assert!(request.home_address.is_none());
        assert_eq!(request.others.0.into_iter().map(|address| address.city.0).collect::<Vec<_>>(), ["Köln"]);
        assert_eq!(request.ids.0, [id]);
    }

    #[test]
    fn parse_finds_fields_in_any_order_among_unknown_ones() {
        let id = uuid::Uuid::max();
        let json = format!(
            r#"{{"zone": 1, "ids": ["{id}"], "home": {{"city": 1}}, "homeAddres": 2, "em\u0061il": "ada@portal.test",
                "homeAddress": {{"city": "Bonn"}}, "homeAddresses": [], "city": "Ulm", "home_address": 3, "": 4}}"#
        );
        let request: Request = read_json(json.as_bytes()).unwrap();
        assert_eq!((request.address.city.0.as_str(), request.email), ("Ulm", Email::parse("ada@portal.test")));
        assert_eq!(request.home_address.map(|address| address.city.0).as_deref(), Some("Bonn"));
    }

    #[test]
    fn parse_collects_the_errors_of_all_fields() {
        let id = "00000000-0000-7000-8000-000000000000";
        let json = json!({
            "city": " ",
            "homeAddress": { "city": "Garmisch-Partenkirchen" },
            "email": 7,
            "others": [{ "city": "Ulm" }, {}],
            "ids": [id, id],
        });
        let expected = [
            ("city", FieldRule::Required),
            ("email", FieldRule::Invalid),
            ("homeAddress.city", FieldRule::TooLong),
            ("ids[1]", FieldRule::Invalid),
            ("others[1].city", FieldRule::Required),
        ];
        assert_eq!(errors(&json.to_string()), Ok(expected.map(|(path, rule)| (path.to_owned(), rule)).into()));
    }

    #[test]
    fn parse_treats_null_and_missing_fields_alike() {
        let required = [("city", FieldRule::Required), ("ids", FieldRule::Required)];
        let required = Ok(required.map(|(path, rule)| (path.to_owned(), rule)).into());
        assert_eq!(errors("{}"), required);
        assert_eq!(errors(r#"{"city": null, "homeAddress": null, "email": null, "ids": []}"#), required);
    }

    #[test]
    fn parse_rejects_text_that_is_not_utf_8() {
        for json in [b"{\"city\": \"\xFF\"}".as_slice(), b"{\"c\xC3ty\": 1}", b"\xFF"] {
            let refused: Result<Request, ApiError> = read_json(json);
            assert!(refused.is_err_and(|error| error.status_code() == StatusCode::BAD_REQUEST));
        }
    }

    #[test]
    fn parse_rejects_other_json_as_a_whole() {
        for json in ["[]", "7", "{", "{} {}", r#"{"city": "a", "city": "b"}"#, r#"{"city": "a", "c\u0069ty": "b"}"#] {
            assert_eq!(errors(json), Ok(vec![(String::new(), FieldRule::Invalid)]), "{json}");
        }
    }
}
