//! Binary data in requests.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use utoipa::openapi::schema::{ObjectBuilder, Type};
use utoipa::openapi::{RefOr, Schema};

use crate::error::FieldRule;
use crate::extract::Scalar;

/// At most `MAX` bytes, in base64url without padding.
pub(crate) struct Base64Url<const MAX: usize>(pub Vec<u8>);

impl<const MAX: usize> Scalar for Base64Url<MAX> {
    type Json = String;

    fn check(text: String) -> Result<Option<Self>, FieldRule> {
        if text.len() > encoded_length(MAX) {
            return Err(FieldRule::TooLong);
        }
        let bytes = URL_SAFE_NO_PAD.decode(text).map_err(|_| FieldRule::Invalid)?;
        Ok((!bytes.is_empty()).then_some(Self(bytes)))
    }

    fn schema() -> RefOr<Schema> {
        let text = ObjectBuilder::new().schema_type(Type::String).pattern(Some("^[A-Za-z0-9_-]*$"));
        text.max_length(Some(encoded_length(MAX))).into()
    }
}

/// The length of the text, in characters.
const fn encoded_length(bytes: usize) -> usize {
    (bytes * 4).div_ceil(3)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base64_url_accepts_bytes_up_to_its_limit_without_padding() {
        let bytes = |text: &str| Base64Url::<4>::check(text.to_owned()).map(|value| value.map(|bytes| bytes.0));
        assert_eq!(bytes("_-8"), Ok(Some(vec![0xff, 0xef])));
        assert_eq!(bytes("AAAAAA"), Ok(Some(vec![0; 4])));
        assert_eq!(bytes(""), Ok(None));
        assert_eq!(bytes("AAAAAAA"), Err(FieldRule::TooLong));
        for invalid in ["_-8=", "+/8", "ab c", "A"] {
            assert_eq!(bytes(invalid), Err(FieldRule::Invalid), "{invalid}");
        }
    }
}
