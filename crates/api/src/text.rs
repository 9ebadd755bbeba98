//! Texts of requests, parsed into types that guarantee their rule.
//!
//! Every text of a request must have one of these types, never `String`, so that no field lacks a
//! rule. Deserializing accepts invalid texts, so that the validator can report all invalid fields
//! of a request at once; but no method returns an invalid text. A blank text counts as missing.

use std::borrow::Cow;
use std::fmt;
use std::marker::PhantomData;

use portal_domain::limits::{MAX_NAME_CHARS, PASSWORD_CHARS};
use portal_domain::search_words::folded_name;
use portal_domain::text::{keyword, many_lines, one_line};
use portal_domain::user::Email;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use utoipa::openapi::schema::{ObjectBuilder, SchemaType, Type};
use utoipa::openapi::{RefOr, Schema};
use validator::ValidationError;

use crate::error::ApiError;

/// One line of at most `MAX` characters, for names, titles and addresses.
pub(crate) type Line<const MAX: usize> = Text<LineRule<MAX>>;
/// Several lines of at most `MAX` characters altogether, for letters and descriptions. Line breaks
/// become `\n`.
pub(crate) type Lines<const MAX: usize> = Text<LinesRule<MAX>>;
/// A search keyword: one line of at most 200 characters.
pub(crate) type Keyword = Text<KeywordRule>;
/// The name of a city or district: one line of at most 100 characters with at least one letter or
/// digit.
pub(crate) type PlaceName = Text<PlaceNameRule>;
/// One email address.
pub(crate) type EmailAddress = Text<EmailRule>;
/// Five digits.
pub(crate) type PostalCode = Text<PostalCodeRule>;
/// A first or last name.
pub(crate) type Name = Line<MAX_NAME_CHARS>;
/// The password of a login, unchanged: at most 128 characters.
pub(crate) type Password = Text<PasswordRule>;
/// A new password: 8 to 128 characters of any script, without further rules.
pub(crate) type NewPassword = Text<NewPasswordRule>;

/// A text of a request with a rule.
pub(crate) struct Text<R: Rule>(Content<R::Value>);

enum Content<T> {
    Missing,
    /// The validator's code of the violated rule.
    Invalid(&'static str),
    Valid(T),
}

/// The rule of a kind of text.
pub(crate) trait Rule {
    type Value;

    /// The value, or the validator's code of the violated rule. `None` if the text counts as
    /// missing.
    fn read(text: String) -> Result<Option<Self::Value>, &'static str>;

    fn schema() -> ObjectBuilder;
}

impl<R: Rule> Text<R> {
    /// The value of a required text.
    pub fn required(self) -> Result<R::Value, ApiError> {
        match self.0 {
            Content::Valid(value) => Ok(value),
            // Reached only if the field lacks its validator attribute, which would have reported
            // the path.
            Content::Missing | Content::Invalid(_) => Err(ApiError::invalid()),
        }
    }

    pub const fn is_missing(&self) -> bool {
        matches!(self.0, Content::Missing)
    }
}

/// The value of an optional text.
pub(crate) fn optional<R: Rule>(text: Option<Text<R>>) -> Result<Option<R::Value>, ApiError> {
    text.filter(|text| !text.is_missing()).map(Text::required).transpose()
}

/// For the validator: the text is present and valid.
pub(crate) fn required<R: Rule>(text: &Text<R>) -> Result<(), ValidationError> {
    if text.is_missing() { Err(ValidationError::new("required")) } else { valid(text) }
}

/// For the validator: the text is missing or valid.
pub(crate) fn valid<R: Rule>(text: &Text<R>) -> Result<(), ValidationError> {
    match text.0 {
        Content::Invalid(code) => Err(ValidationError::new(code)),
        Content::Missing | Content::Valid(_) => Ok(()),
    }
}

/// Hides the text, which may be a password.
impl<R: Rule> fmt::Debug for Text<R> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self.0 {
            Content::Missing => "missing",
            Content::Invalid(code) => code,
            Content::Valid(_) => "valid",
        })
    }
}

/// Required by the validator, which adds values to its errors. They are not returned, so none is
/// written.
impl<R: Rule> Serialize for Text<R> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_unit()
    }
}

impl<R: Rule> Default for Text<R> {
    fn default() -> Self {
        Self(Content::Missing)
    }
}

/// Treats a missing field like `null`. `#[serde(default)]` would make the field optional in
/// OpenAPI.
impl<'de, R: Rule> Deserialize<'de> for Text<R> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let Some(text) = Option::<String>::deserialize(deserializer)? else { return Ok(Self::default()) };
        Ok(Self(match R::read(text) {
            Ok(Some(value)) => Content::Valid(value),
            Ok(None) => Content::Missing,
            Err(code) => Content::Invalid(code),
        }))
    }
}

impl<R: Rule> utoipa::PartialSchema for Text<R> {
    fn schema() -> RefOr<Schema> {
        R::schema().schema_type(SchemaType::Type(Type::String)).into()
    }
}

impl<R: Rule> utoipa::ToSchema for Text<R> {
    fn name() -> Cow<'static, str> {
        Cow::Borrowed("Text")
    }
}

/// The characters of a text of one line, for OpenAPI.
const LINE_PATTERN: &str = r"^[^\u0000-\u001F\u007F-\u009F\u2028-\u202E\u2066-\u2069]*$";
/// The characters of a text of several lines, for OpenAPI.
const LINES_PATTERN: &str = r"^[^\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F\u202A-\u202E\u2066-\u2069]*$";

/// The maximum length of a keyword, in characters.
pub(crate) const MAX_KEYWORD: usize = 200;

/// The maximum length of a city's or district's name, in characters.
const MAX_PLACE_NAME: usize = 100;

pub(crate) struct LineRule<const MAX: usize>(PhantomData<()>);
pub(crate) struct LinesRule<const MAX: usize>(PhantomData<()>);
pub(crate) struct KeywordRule;
pub(crate) struct PlaceNameRule;
pub(crate) struct EmailRule;
pub(crate) struct PostalCodeRule;
pub(crate) struct PasswordRule;
pub(crate) struct NewPasswordRule;

impl<const MAX: usize> Rule for LineRule<MAX> {
    type Value = String;

    fn read(text: String) -> Result<Option<String>, &'static str> {
        bounded(one_line(&text).map_err(|_| "invalid")?, MAX)
    }

    fn schema() -> ObjectBuilder {
        ObjectBuilder::new().max_length(Some(MAX)).pattern(Some(LINE_PATTERN))
    }
}

impl<const MAX: usize> Rule for LinesRule<MAX> {
    type Value = String;

    fn read(text: String) -> Result<Option<String>, &'static str> {
        bounded(many_lines(&text).map_err(|_| "invalid")?, MAX)
    }

    fn schema() -> ObjectBuilder {
        ObjectBuilder::new().max_length(Some(MAX)).pattern(Some(LINES_PATTERN))
    }
}

fn bounded(text: String, max: usize) -> Result<Option<String>, &'static str> {
    if text.chars().count() > max { Err("length") } else { Ok(Some(text).filter(|text| !text.is_empty())) }
}

impl Rule for KeywordRule {
    type Value = String;

    fn read(text: String) -> Result<Option<String>, &'static str> {
        bounded(keyword(&text).map_err(|_| "invalid")?, MAX_KEYWORD)
    }

    fn schema() -> ObjectBuilder {
        ObjectBuilder::new().max_length(Some(MAX_KEYWORD))
    }
}

impl Rule for PlaceNameRule {
    type Value = String;

    fn read(text: String) -> Result<Option<String>, &'static str> {
        let name = LineRule::<MAX_PLACE_NAME>::read(text)?;
        // Places are compared by their folded names, and all empty ones are equal.
        if name.as_deref().is_some_and(|name| folded_name(name).is_empty()) { Err("invalid") } else { Ok(name) }
    }

    fn schema() -> ObjectBuilder {
        LineRule::<MAX_PLACE_NAME>::schema()
    }
}

impl Rule for EmailRule {
    type Value = Email;

    fn read(text: String) -> Result<Option<Email>, &'static str> {
        let Some(text) = bounded(text.trim().to_owned(), Email::MAX_CHARS)? else { return Ok(None) };
        Email::parse(&text).map(Some).ok_or("invalid")
    }

    fn schema() -> ObjectBuilder {
        ObjectBuilder::new().max_length(Some(Email::MAX_CHARS)).pattern(Some(LINE_PATTERN))
    }
}

impl Rule for PostalCodeRule {
    type Value = String;

    fn read(text: String) -> Result<Option<String>, &'static str> {
        let digits = text.trim();
        match digits.len() {
            0 => Ok(None),
            5 if digits.bytes().all(|byte| byte.is_ascii_digit()) => Ok(Some(digits.to_owned())),
            _ => Err("invalid"),
        }
    }

    fn schema() -> ObjectBuilder {
        ObjectBuilder::new().pattern(Some("^[0-9]{5}$"))
    }
}

impl Rule for PasswordRule {
    type Value = String;

    fn read(text: String) -> Result<Option<String>, &'static str> {
        bounded(without_nul(text)?, *PASSWORD_CHARS.end())
    }

    fn schema() -> ObjectBuilder {
        ObjectBuilder::new().max_length(Some(*PASSWORD_CHARS.end()))
    }
}

impl Rule for NewPasswordRule {
    type Value = String;

    fn read(text: String) -> Result<Option<String>, &'static str> {
        let password = bounded(without_nul(text)?, *PASSWORD_CHARS.end())?;
        match &password {
            Some(password) if password.chars().count() < *PASSWORD_CHARS.start() => Err("too-short"),
            _ => Ok(password),
        }
    }

    fn schema() -> ObjectBuilder {
        ObjectBuilder::new().min_length(Some(*PASSWORD_CHARS.start())).max_length(Some(*PASSWORD_CHARS.end()))
    }
}

/// Rejects NUL: keyboards do not produce it, and programs that end a text there would truncate it.
fn without_nul(text: String) -> Result<String, &'static str> {
    if text.contains('\0') { Err("invalid") } else { Ok(text) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read<R: Rule>(text: &str) -> Text<R> {
        serde_json::from_value(serde_json::Value::from(text)).unwrap()
    }

    fn code<R: Rule>(text: &str) -> String {
        required(&read::<R>(text)).unwrap_err().code.into_owned()
    }

    #[derive(Deserialize)]
    struct Request {
        name: Line<10>,
    }

    #[test]
    fn line_without_text_is_missing() {
        for json in ["null", "\"\"", "\" \\n \""] {
            assert_eq!(optional::<LineRule<10>>(serde_json::from_str(json).unwrap()).unwrap(), None, "{json}");
            let line: Line<10> = serde_json::from_str(json).unwrap();
            assert!(line.is_missing() && valid(&line).is_ok(), "{json}");
            assert_eq!(required(&line).unwrap_err().code, "required", "{json}");
        }
        assert!(serde_json::from_str::<Request>("{}").unwrap().name.is_missing());
    }

    #[test]
    fn line_is_trimmed_and_rejects_length_and_line_breaks() {
        assert_eq!(read::<LineRule<3>>(" Ada\n").required().unwrap(), "Ada");
        assert_eq!(code::<LineRule<3>>("Adas"), "length");
        for invalid in ["A\nda", "A\rda", "A\tda", "A\0da", "A\u{7f}da", "A\u{202e}da", "A\u{2028}da"] {
            assert_eq!(code::<LineRule<100>>(invalid), "invalid", "{invalid:?}");
            assert!(read::<LineRule<100>>(invalid).required().is_err(), "{invalid:?}");
            assert!(optional(Some(read::<LineRule<100>>(invalid))).is_err(), "{invalid:?}");
        }
    }

    #[test]
    fn lines_accept_breaks_and_tabs_but_no_other_control_characters() {
        assert_eq!(read::<LinesRule<100>>("a\r\n\tb\n\nc ").required().unwrap(), "a\n\tb\n\nc");
        assert_eq!(code::<LinesRule<100>>("a\u{8}b"), "invalid");
        assert_eq!(code::<LinesRule<3>>("a\n\nb"), "length");
    }

    #[test]
    fn new_password_accepts_8_to_128_characters_of_any_script() {
        for good in ["12345678", "🦊🦊🦊🦊🦊🦊🦊🦊", "   spaces   ", &"ü".repeat(128)] {
            assert_eq!(read::<NewPasswordRule>(good).required().unwrap(), good);
        }
        assert_eq!(code::<NewPasswordRule>("🦊🦊🦊🦊🦊🦊🦊"), "too-short");
        assert_eq!(code::<NewPasswordRule>(&"a".repeat(129)), "length");
        assert_eq!(code::<NewPasswordRule>("1234567\0"), "invalid");
    }

    #[test]
    fn email_address_accepts_one_address_only() {
        assert_eq!(read::<EmailRule>(" Ada@Example.org ").required().unwrap().as_str(), "ada@example.org");
        for bad in ["ada", "a@b.de,c@d.de", "a@b.de\r\nBcc: c@d.de", "a@b", "a\u{202e}@b.de"] {
            assert_eq!(code::<EmailRule>(bad), "invalid", "{bad:?}");
        }
        assert_eq!(code::<EmailRule>(&format!("{}@b.de", "a".repeat(300))), "length");
    }

    #[test]
    fn postal_code_accepts_five_digits_only() {
        assert_eq!(read::<PostalCodeRule>(" 80331 ").required().unwrap(), "80331");
        for bad in ["8033", "803311", "8033a", "８０３３１", "80\n31"] {
            assert_eq!(code::<PostalCodeRule>(bad), "invalid", "{bad:?}");
        }
    }

    #[test]
    fn place_name_needs_letter_or_digit() {
        for good in ["Köln", "Halle/Saale", "3", "日本"] {
            assert_eq!(read::<PlaceNameRule>(good).required().unwrap(), good);
        }
        // The last one counts as a letter, but folding removes it.
        for bad in ["-", " / ", "Kö\nln", "\u{345}"] {
            assert_eq!(code::<PlaceNameRule>(bad), "invalid", "{bad:?}");
        }
        assert_eq!(code::<PlaceNameRule>(&"x".repeat(101)), "length");
        assert!(read::<PlaceNameRule>(" ").is_missing());
    }
}
