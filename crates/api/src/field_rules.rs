//! Rules of fields that several requests have, as the validator calls them.

#![expect(clippy::trivially_copy_pass_by_ref, reason = "the validator passes every field by reference")]

use std::collections::BTreeMap;

use uuid::Uuid;
use validator::ValidationError;

use crate::error::{ApiError, FieldRule};

/// Refuses ids that stand twice in a list, each named by its place.
pub(crate) fn check_each_once(field: &str, ids: &[Uuid]) -> Result<(), ApiError> {
    let repeated = (0..ids.len()).filter(|&index| ids[..index].contains(&ids[index]));
    let broken: BTreeMap<_, _> = repeated.map(|index| (format!("{field}[{index}]"), FieldRule::Invalid)).collect();
    if broken.is_empty() { Ok(()) } else { Err(ApiError::fields(broken)) }
}

/// A box that has to be ticked.
pub(crate) fn accepted(ticked: &bool) -> Result<(), ValidationError> {
    if *ticked { Ok(()) } else { Err(ValidationError::new("required")) }
}
