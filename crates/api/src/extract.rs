//! Extractors: the parts of a request, each validated before the handler runs.
//!
//! The actor must be the first argument of a handler. It is checked without waiting, so that an
//! unauthorised request is rejected before its body is read.

mod actor;
mod body;
mod choice;
mod field;
mod format;
mod id;
mod params;
mod ranged;
mod request;

pub use actor::{
    Administrator, AnyRole, Authenticated, Identity, Landlord, LandlordOrAdministrator, MaybeActor, Student,
};
pub(crate) use body::MAX_BYTES as MAX_JSON_BYTES;
pub use body::{Body, OptionalBody};
pub(crate) use choice::choice;
pub use field::{Accepted, DistinctIds, Field, FieldErrors, List, Scalar, reference};
pub use format::ListFormat;
pub use id::PathId;
pub use params::{FromParams, ListParams, MAX_PAGE_SIZE, PAGE_SIZE, Params, ParamsReader};
pub use ranged::Ranged;
pub(crate) use request::request;
pub use request::{FieldsReader, FromFields, described, parse_object, property, read_json};
