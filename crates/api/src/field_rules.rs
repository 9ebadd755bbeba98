//! Rules of fields that several requests have, as the validator calls them.

#![expect(clippy::trivially_copy_pass_by_ref, reason = "the validator passes every field by reference")]

use std::ops::RangeInclusive;

use portal_domain::user::Email;
use validator::ValidationError;

/// Characters of a password. Nothing else is asked of it.
const PASSWORD: RangeInclusive<usize> = 8..=128;

pub(crate) fn five_digits(text: &str) -> Result<(), ValidationError> {
    let holds = text.len() == 5 && text.bytes().all(|byte| byte.is_ascii_digit());
    if holds { Ok(()) } else { Err(ValidationError::new("invalid")) }
}

/// What could be delivered to; one address, never a list of them.
pub(crate) fn one_email(text: &str) -> Result<(), ValidationError> {
    if text.chars().count() > Email::MAX_CHARS {
        return Err(ValidationError::new("length"));
    }
    Email::parse(text).map(drop).ok_or_else(|| ValidationError::new("invalid"))
}

pub(crate) fn long_enough(text: &str) -> Result<(), ValidationError> {
    let characters = text.chars().count();
    if characters < *PASSWORD.start() {
        Err(ValidationError::new("too-short"))
    } else if characters > *PASSWORD.end() {
        Err(ValidationError::new("length"))
    } else {
        Ok(())
    }
}

/// A box that has to be ticked.
pub(crate) fn accepted(ticked: &bool) -> Result<(), ValidationError> {
    if *ticked { Ok(()) } else { Err(ValidationError::new("required")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_password_has_eight_to_128_characters_of_whatever_script() {
        for good in ["12345678", "🦊🦊🦊🦊🦊🦊🦊🦊", "   spaces   ", &"ü".repeat(128)] {
            assert!(long_enough(good).is_ok(), "{good}");
        }
        assert_eq!(long_enough("🦊🦊🦊🦊🦊🦊🦊").unwrap_err().code, "too-short");
        assert_eq!(long_enough(&"a".repeat(129)).unwrap_err().code, "length");
    }

    #[test]
    fn an_address_is_one_address() {
        assert!(one_email("Ada@Example.org").is_ok());
        for bad in ["ada", "a@b.de,c@d.de", "a@b.de\r\nBcc: c@d.de", "a@b"] {
            assert_eq!(one_email(bad).unwrap_err().code, "invalid", "{bad:?}");
        }
        assert_eq!(one_email(&format!("{}@b.de", "a".repeat(300))).unwrap_err().code, "length");
    }
}
