//! Texts on the wire: trimmed, and free of what no text holds.

use serde::{Deserialize, Deserializer};

/// Reads a text without the white space around it; a blank one counts as missing. The null character is
/// refused everywhere: PostgreSQL cannot hold it.
pub(crate) fn trimmed<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<String>, D::Error> {
    let text = verbatim(deserializer)?;
    Ok(text.map(|text| text.trim().to_owned()).filter(|text| !text.is_empty()))
}

/// Reads a text as it is, for passwords; an empty one counts as missing.
pub(crate) fn verbatim<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<String>, D::Error> {
    let text = Option::<String>::deserialize(deserializer)?;
    match text {
        Some(text) if text.contains('\0') => Err(serde::de::Error::custom("a null character")),
        other => Ok(other.filter(|text| !text.is_empty())),
    }
}
