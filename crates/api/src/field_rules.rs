//! Validation rules that several requests share.

#![expect(clippy::trivially_copy_pass_by_ref, reason = "the validator passes every field by reference")]

use std::collections::BTreeMap;

use uuid::Uuid;
use validator::ValidationError;

use crate::error::{ApiError, FieldRule};

/// Rejects repeated ids, each named by its index.
pub(crate) fn check_unique(field: &str, ids: &[Uuid]) -> Result<(), ApiError> {
    let repeated = (0..ids.len()).filter(|&index| ids[..index].contains(&ids[index]));
    let errors: BTreeMap<_, _> = repeated.map(|index| (format!("{field}[{index}]"), FieldRule::Invalid)).collect();
    if errors.is_empty() { Ok(()) } else { Err(ApiError::fields(errors)) }
}

/// A checkbox that must be checked.
pub(crate) fn accepted(checked: &bool) -> Result<(), ValidationError> {
    if *checked { Ok(()) } else { Err(ValidationError::new("required")) }
}
