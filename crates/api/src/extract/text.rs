//! Texts of requests: each type carries the rule that its text follows.
//!
//! Every text of a request must have one of these types or [`Email`], never `String`. A blank text
//! counts as missing.

use portal_domain::limits::{
    MAX_HOUSE_NUMBER_CHARS, MAX_IMAGE_DESCRIPTION_CHARS, MAX_KEYWORD_CHARS, MAX_LETTER_CHARS, MAX_LETTER_NAME_CHARS,
    MAX_LINK_TOKEN_CHARS, MAX_NAME_CHARS, MAX_NOTE_CHARS, MAX_PHONE_NUMBER_CHARS, MAX_PLACE_NAME_CHARS,
    MAX_REJECTION_NOTE_CHARS, MAX_SAVED_SEARCH_NAME_CHARS, MAX_STREET_CHARS, MAX_TITLE_CHARS, PASSWORD_CHARS,
};
use portal_domain::search_words::folded_name;
use portal_domain::text::{keyword, many_lines, one_line};
use portal_domain::user::Email;
use utoipa::openapi::schema::{ObjectBuilder, Type};
use utoipa::openapi::{RefOr, Schema};
use validator::ValidateLength;

use crate::error::FieldRule;
use crate::extract::Scalar;

/// One line of at most `MAX` characters, for names, titles and addresses.
pub(crate) struct Line<const MAX: usize>(pub String);
/// Several lines of at most `MAX` characters altogether, for letters and descriptions. Line breaks
/// become `\n`.
pub(crate) struct Lines<const MAX: usize>(pub String);
/// A search keyword.
pub(crate) struct Keyword(pub String);
/// The name of a city or district: one line with at least one letter or digit.
pub(crate) struct PlaceName(pub String);
/// Five digits.
pub(crate) struct PostalCode(pub String);
/// The password of a login, unchanged.
pub(crate) struct Password(pub String);
/// A new password: of any script, without further rules.
pub(crate) struct NewPassword(pub String);

/// A first or last name.
pub(crate) type Name = Line<MAX_NAME_CHARS>;
pub(crate) type PhoneNumber = Line<MAX_PHONE_NUMBER_CHARS>;
pub(crate) type Street = Line<MAX_STREET_CHARS>;
pub(crate) type HouseNumber = Line<MAX_HOUSE_NUMBER_CHARS>;
/// The city or district of an address.
pub(crate) type City = Line<MAX_PLACE_NAME_CHARS>;
pub(crate) type Title = Line<MAX_TITLE_CHARS>;
pub(crate) type ImageDescription = Line<MAX_IMAGE_DESCRIPTION_CHARS>;
pub(crate) type LinkToken = Line<MAX_LINK_TOKEN_CHARS>;
pub(crate) type Letter = Lines<MAX_LETTER_CHARS>;
pub(crate) type LetterName = Line<MAX_LETTER_NAME_CHARS>;
pub(crate) type SavedSearchName = Line<MAX_SAVED_SEARCH_NAME_CHARS>;
pub(crate) type RejectionNote = Lines<MAX_REJECTION_NOTE_CHARS>;
pub(crate) type Note = Lines<MAX_NOTE_CHARS>;

/// The characters of a text of one line, for OpenAPI.
const LINE_PATTERN: &str = r"^[^\u0000-\u001F\u007F-\u009F\u2028-\u202E\u2066-\u2069]*$";
/// The characters of a text of several lines, for OpenAPI.
const LINES_PATTERN: &str = r"^[^\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F\u202A-\u202E\u2066-\u2069]*$";

fn text() -> ObjectBuilder {
    ObjectBuilder::new().schema_type(Type::String)
}

/// A text of at most `max` characters. `None` if it is empty.
fn bounded(text: String, max: usize) -> Result<Option<String>, FieldRule> {
    if text.validate_length(None, Some(max as u64), None) {
        Ok(Some(text).filter(|text| !text.is_empty()))
    } else {
        Err(FieldRule::TooLong)
    }
}

impl<const MAX: usize> Scalar for Line<MAX> {
    type Json = String;

    fn check(text: String) -> Result<Option<Self>, FieldRule> {
        Ok(bounded(one_line(&text).map_err(|_| FieldRule::Invalid)?, MAX)?.map(Self))
    }

    fn schema() -> RefOr<Schema> {
        text().max_length(Some(MAX)).pattern(Some(LINE_PATTERN)).into()
    }
}

impl<const MAX: usize> Scalar for Lines<MAX> {
    type Json = String;

    fn check(text: String) -> Result<Option<Self>, FieldRule> {
        Ok(bounded(many_lines(&text).map_err(|_| FieldRule::Invalid)?, MAX)?.map(Self))
    }

    fn schema() -> RefOr<Schema> {
        text().max_length(Some(MAX)).pattern(Some(LINES_PATTERN)).into()
    }
}

impl Scalar for Keyword {
    type Json = String;

    fn check(text: String) -> Result<Option<Self>, FieldRule> {
        Ok(bounded(keyword(&text).map_err(|_| FieldRule::Invalid)?, MAX_KEYWORD_CHARS)?.map(Self))
    }

    fn schema() -> RefOr<Schema> {
        text().max_length(Some(MAX_KEYWORD_CHARS)).into()
    }
}

impl Scalar for PlaceName {
    type Json = String;

    fn check(text: String) -> Result<Option<Self>, FieldRule> {
        let name = Line::<MAX_PLACE_NAME_CHARS>::check(text)?;
        // Places are compared by their folded names, and all empty ones are equal.
        if name.as_ref().is_some_and(|Line(name)| folded_name(name).is_empty()) {
            return Err(FieldRule::Invalid);
        }
        Ok(name.map(|Line(name)| Self(name)))
    }

    fn schema() -> RefOr<Schema> {
        text().max_length(Some(MAX_PLACE_NAME_CHARS)).pattern(Some(LINE_PATTERN)).into()
    }
}

impl Scalar for Email {
    type Json = String;

    fn check(text: String) -> Result<Option<Self>, FieldRule> {
        let Some(text) = bounded(text.trim().to_owned(), Self::MAX_CHARS)? else { return Ok(None) };
        Self::parse(&text).map(Some).ok_or(FieldRule::Invalid)
    }

    fn schema() -> RefOr<Schema> {
        text().max_length(Some(Self::MAX_CHARS)).pattern(Some(LINE_PATTERN)).into()
    }
}

impl Scalar for PostalCode {
    type Json = String;

    fn check(text: String) -> Result<Option<Self>, FieldRule> {
        let digits = text.trim();
        match digits.len() {
            0 => Ok(None),
            5 if digits.bytes().all(|byte| byte.is_ascii_digit()) => Ok(Some(Self(digits.to_owned()))),
            _ => Err(FieldRule::Invalid),
        }
    }

    fn schema() -> RefOr<Schema> {
        text().pattern(Some("^[0-9]{5}$")).into()
    }
}

impl Scalar for Password {
    type Json = String;

    fn check(text: String) -> Result<Option<Self>, FieldRule> {
        Ok(bounded(without_nul(text)?, *PASSWORD_CHARS.end())?.map(Self))
    }

    fn schema() -> RefOr<Schema> {
        text().max_length(Some(*PASSWORD_CHARS.end())).into()
    }
}

impl Scalar for NewPassword {
    type Json = String;

    fn check(text: String) -> Result<Option<Self>, FieldRule> {
        match bounded(without_nul(text)?, *PASSWORD_CHARS.end())? {
            Some(password) if password.chars().count() < *PASSWORD_CHARS.start() => Err(FieldRule::TooShort),
            password => Ok(password.map(Self)),
        }
    }

    fn schema() -> RefOr<Schema> {
        text().min_length(Some(*PASSWORD_CHARS.start())).max_length(Some(*PASSWORD_CHARS.end())).into()
    }
}

/// Rejects NUL: keyboards do not produce it, and programs that end a text there would truncate it.
fn without_nul(text: String) -> Result<String, FieldRule> {
    if text.contains('\0') { Err(FieldRule::Invalid) } else { Ok(text) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text_of<T: Scalar<Json = String>>(text: &str, value: impl Fn(T) -> String) -> String {
        value(T::check(text.to_owned()).unwrap().unwrap())
    }

    fn rule<T: Scalar<Json = String>>(text: &str) -> FieldRule {
        T::check(text.to_owned()).err().unwrap()
    }

    fn is_missing<T: Scalar<Json = String>>(text: &str) -> bool {
        T::check(text.to_owned()).unwrap().is_none()
    }

    #[test]
    fn line_without_text_is_missing() {
        for text in ["", " \n "] {
            assert!(is_missing::<Line<10>>(text), "{text:?}");
        }
    }

    #[test]
    fn line_is_trimmed_and_rejects_length_and_line_breaks() {
        assert_eq!(text_of(" Ada\n", |Line::<3>(text)| text), "Ada");
        assert_eq!(rule::<Line<3>>("Adas"), FieldRule::TooLong);
        for invalid in ["A\nda", "A\rda", "A\tda", "A\0da", "A\u{7f}da", "A\u{202e}da", "A\u{2028}da"] {
            assert_eq!(rule::<Line<100>>(invalid), FieldRule::Invalid, "{invalid:?}");
        }
    }

    #[test]
    fn lines_accept_breaks_and_tabs_but_no_other_control_characters() {
        assert_eq!(text_of("a\r\n\tb\n\nc ", |Lines::<100>(text)| text), "a\n\tb\n\nc");
        assert_eq!(rule::<Lines<100>>("a\u{8}b"), FieldRule::Invalid);
        assert_eq!(rule::<Lines<3>>("a\n\nb"), FieldRule::TooLong);
    }

    #[test]
    fn new_password_accepts_8_to_128_characters_of_any_script() {
        for good in ["12345678", "🦊🦊🦊🦊🦊🦊🦊🦊", "   spaces   ", &"ü".repeat(128)] {
            assert_eq!(text_of(good, |NewPassword(text)| text), good);
        }
        assert_eq!(rule::<NewPassword>("🦊🦊🦊🦊🦊🦊🦊"), FieldRule::TooShort);
        assert_eq!(rule::<NewPassword>(&"a".repeat(129)), FieldRule::TooLong);
        assert_eq!(rule::<NewPassword>("1234567\0"), FieldRule::Invalid);
    }

    #[test]
    fn email_accepts_one_address_only() {
        assert_eq!(text_of(" Ada@Example.org ", |email: Email| email.as_str().to_owned()), "ada@example.org");
        for bad in ["ada", "a@b.de,c@d.de", "a@b.de\r\nBcc: c@d.de", "a@b", "a\u{202e}@b.de"] {
            assert_eq!(rule::<Email>(bad), FieldRule::Invalid, "{bad:?}");
        }
        assert_eq!(rule::<Email>(&format!("{}@b.de", "a".repeat(300))), FieldRule::TooLong);
    }

    #[test]
    fn postal_code_accepts_five_digits_only() {
        assert_eq!(text_of(" 80331 ", |PostalCode(text)| text), "80331");
        for bad in ["8033", "803311", "8033a", "８０３３１", "80\n31"] {
            assert_eq!(rule::<PostalCode>(bad), FieldRule::Invalid, "{bad:?}");
        }
    }

    #[test]
    fn place_name_needs_letter_or_digit() {
        for good in ["Köln", "Halle/Saale", "3", "日本"] {
            assert_eq!(text_of(good, |PlaceName(text)| text), good);
        }
        // The last one counts as a letter, but folding removes it.
        for bad in ["-", " / ", "Kö\nln", "\u{345}"] {
            assert_eq!(rule::<PlaceName>(bad), FieldRule::Invalid, "{bad:?}");
        }
        assert_eq!(rule::<PlaceName>(&"x".repeat(101)), FieldRule::TooLong);
        assert!(is_missing::<PlaceName>(" "));
    }
}
