//! Texts of requests, parsed into types that carry what was checked.
//!
//! Every text of a request has one of these types, never `String`: a field cannot be added without its rule. They
//! are read leniently, so that the validator can report all broken fields of a request at once; a text that breaks
//! its rule can be taken out by no method here. A blank text counts as missing.

use std::borrow::Cow;
use std::fmt;
use std::marker::PhantomData;

use portal_domain::search_words::folded_name;
use portal_domain::text::{keyword, many_lines, one_line};
use portal_domain::user::Email;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use utoipa::openapi::schema::{ObjectBuilder, SchemaType, Type};
use utoipa::openapi::{RefOr, Schema};
use validator::ValidationError;

use crate::error::ApiError;

/// Names, titles, streets: one line of at most `MAX` characters.
pub(crate) type Line<const MAX: usize> = Text<LineRule<MAX>>;
/// Letters and descriptions: lines of at most `MAX` characters altogether. Line breaks become `\n`.
pub(crate) type Lines<const MAX: usize> = Text<LinesRule<MAX>>;
/// What is searched for: one line of at most 200 characters.
pub(crate) type Keyword = Text<KeywordRule>;
/// The name of a city or district to search in: a line of at most 100 characters, with something to compare.
pub(crate) type PlaceName = Text<PlaceNameRule>;
/// One address that mail could be delivered to, never a list of them.
pub(crate) type EmailAddress = Text<EmailRule>;
/// Five digits.
pub(crate) type PostalCode = Text<PostalCodeRule>;
/// What opens an account, as it is: at most 128 characters.
pub(crate) type Password = Text<PasswordRule>;
/// A password that is to be set: 8 to 128 characters of any script. Nothing else is asked of it.
pub(crate) type NewPassword = Text<NewPasswordRule>;

/// A text of a request under a rule.
pub(crate) struct Text<R: Rule>(Content<R::Value>);

enum Content<T> {
    Missing,
    /// The validator's code of what it breaks.
    Broken(&'static str),
    Kept(T),
}

/// What a kind of text is held to.
pub(crate) trait Rule {
    type Value;

    /// The value, or the validator's code of what the text breaks. `None` counts as missing.
    fn read(text: String) -> Result<Option<Self::Value>, &'static str>;

    fn schema() -> ObjectBuilder;
}

impl<R: Rule> Text<R> {
    /// A text that must be there.
    pub fn required(self) -> Result<R::Value, ApiError> {
        match self.0 {
            Content::Kept(value) => Ok(value),
            // The validator has reported it at its path already; without its attribute the request is refused all
            // the same.
            Content::Missing | Content::Broken(_) => Err(ApiError::invalid()),
        }
    }

    pub const fn is_missing(&self) -> bool {
        matches!(self.0, Content::Missing)
    }
}

/// A text that may be missing.
pub(crate) fn optional<R: Rule>(text: Option<Text<R>>) -> Result<Option<R::Value>, ApiError> {
    text.filter(|text| !text.is_missing()).map(Text::required).transpose()
}

/// For the validator: the text is there and keeps its rule.
pub(crate) fn required<R: Rule>(text: &Text<R>) -> Result<(), ValidationError> {
    if text.is_missing() { Err(ValidationError::new("required")) } else { kept(text) }
}

/// For the validator: the text keeps its rule, if it is there.
pub(crate) fn kept<R: Rule>(text: &Text<R>) -> Result<(), ValidationError> {
    match text.0 {
        Content::Broken(code) => Err(ValidationError::new(code)),
        Content::Missing | Content::Kept(_) => Ok(()),
    }
}

/// Never shows the text: it may be a password.
impl<R: Rule> fmt::Debug for Text<R> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self.0 {
            Content::Missing => "missing",
            Content::Broken(code) => code,
            Content::Kept(_) => "kept",
        })
    }
}

/// The validator requires it, to repeat the text in its report, which the API does not return.
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

/// A missing field and `null` read alike, without `#[serde(default)]`, which would make it optional in OpenAPI.
impl<'de, R: Rule> Deserialize<'de> for Text<R> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let Some(text) = Option::<String>::deserialize(deserializer)? else { return Ok(Self::default()) };
        Ok(Self(match R::read(text) {
            Ok(Some(value)) => Content::Kept(value),
            Ok(None) => Content::Missing,
            Err(code) => Content::Broken(code),
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

/// Characters that a text of one line may hold, for OpenAPI.
const LINE_PATTERN: &str = r"^[^\u0000-\u001F\u007F-\u009F\u2028-\u202E\u2066-\u2069]*$";
/// Characters that a text of several lines may hold, for OpenAPI.
const LINES_PATTERN: &str = r"^[^\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F\u202A-\u202E\u2066-\u2069]*$";

/// Characters of a keyword.
pub(crate) const MAX_KEYWORD: usize = 200;

/// Characters of a city's or district's name.
const MAX_PLACE_NAME: usize = 100;

/// Characters of a password that is to be set.
const PASSWORD: std::ops::RangeInclusive<usize> = 8..=128;

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

fn bounded(text: String, most: usize) -> Result<Option<String>, &'static str> {
    if text.chars().count() > most { Err("length") } else { Ok(Some(text).filter(|text| !text.is_empty())) }
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
        // Places are compared by their folded names: an empty one would be equal to any other empty one.
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
        bounded(without_nul(text)?, *PASSWORD.end())
    }

    fn schema() -> ObjectBuilder {
        ObjectBuilder::new().max_length(Some(*PASSWORD.end()))
    }
}

impl Rule for NewPasswordRule {
    type Value = String;

    fn read(text: String) -> Result<Option<String>, &'static str> {
        let password = bounded(without_nul(text)?, *PASSWORD.end())?;
        match &password {
            Some(password) if password.chars().count() < *PASSWORD.start() => Err("too-short"),
            _ => Ok(password),
        }
    }

    fn schema() -> ObjectBuilder {
        ObjectBuilder::new().min_length(Some(*PASSWORD.start())).max_length(Some(*PASSWORD.end()))
    }
}

/// No keyboard types the null character, and programs that end a text at it would keep less than was typed.
fn without_nul(text: String) -> Result<String, &'static str> {
    if text.contains('\0') { Err("invalid") } else { Ok(text) }
}

#[cfg(test)]
mod tests;
