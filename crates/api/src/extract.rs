//! What handlers ask of a request, each checked before the handler runs.
//!
//! The actor comes first in every handler's arguments: its check is ready at once, so that who may not
//! call learns that before anything of the body is read.

mod actor;
mod body;
mod format;
mod id;
mod params;

pub use actor::{Anybody, As, Identity, LandlordOrAdministrator, OnlyAdministrator, OnlyLandlord, OnlyStudent, Person};
pub use body::{Body, OptionalBody};
pub(crate) use body::{MAX_BYTES as MAX_JSON_BYTES, read_json};
pub use format::ListFormat;
pub use id::Id;
pub use params::{FromParams, ListParams, Params, ParamsReader, direction};
