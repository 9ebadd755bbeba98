//! Extractors: the parts of a request, each validated before the handler runs.
//!
//! The actor must be the first argument of a handler. It is checked without waiting, so that an
//! unauthorised request is rejected before its body is read.

mod actor;
mod base64_url;
mod body;
mod choice;
mod day;
pub(crate) mod enums;
mod field;
mod format;
mod id;
pub(crate) mod number;
mod params;
mod payload;
mod ranged;
mod request;
pub(crate) mod sort_field;
pub(crate) mod text;
pub(crate) mod upload;

pub(crate) use actor::{
    Administrator, AnyRole, AnyUser, Authenticated, Identity, Landlord, LandlordOrAdministrator, MaybeActor, Proved,
    Student,
};
pub(crate) use base64_url::Base64Url;
pub(crate) use body::MAX_BYTES as MAX_JSON_BYTES;
pub(crate) use body::{Body, OptionalBody, UnparsedBody};
pub(crate) use choice::choice;
pub(crate) use day::Day;
pub(crate) use field::{Accepted, DistinctIds, Field, FieldErrors, List, Scalar, parse_date, reference};
pub(crate) use format::ListFormat;
pub(crate) use id::PathId;
pub(crate) use params::{FromParams, ListParams, MAX_PAGE_SIZE, PAGE_SIZE, Params, ParamsReader, UNPAGINATED_SIZE};
pub use payload::BodyLimits;
pub(crate) use ranged::Ranged;
pub(crate) use request::{
    CamelCase, FieldsReader, FromFields, described, field_name, parse_object, property, read_json, request,
};
