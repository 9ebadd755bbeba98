//! Extractors: the parts of a request, each validated before the handler runs.
//!
//! The actor must be the first argument of a handler. It is checked without waiting, so that an
//! unauthorised request is rejected before its body is read.

mod actor;
mod body;
mod format;
mod id;
mod params;

pub use actor::{
    Administrator, AnyRole, Authenticated, Identity, Landlord, LandlordOrAdministrator, MaybeActor, Student,
};
pub use body::{Body, OptionalBody};
pub(crate) use body::{MAX_BYTES as MAX_JSON_BYTES, read_json};
pub use format::ListFormat;
pub use id::Id;
pub use params::{FromParams, ListParams, Params, ParamsReader, direction};
