//! Extractors: the parts of a request, each validated before the handler runs.
//!
//! The actor must be the first argument of a handler. It is checked without waiting, so that an
//! unauthorised request is rejected before its body is read.

mod actor;
mod body;
mod format;
mod id;
mod params;

pub(crate) use actor::{
    Administrator, AnyRole, Authenticated, Identity, Landlord, LandlordOrAdministrator, MaybeActor, Student,
};
pub(crate) use body::{Body, OptionalBody};
pub(crate) use body::{MAX_BYTES as MAX_JSON_BYTES, read_json};
pub(crate) use format::ListFormat;
pub(crate) use id::Id;
pub(crate) use params::{FromParams, ListParams, Params, ParamsReader, direction};
