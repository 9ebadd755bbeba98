//! Query strings: read once, every mistake reported with its name.

use std::collections::BTreeMap;
use std::future::{Ready, ready};

use actix_web::dev::Payload;
use actix_web::{FromRequest, HttpRequest};
use portal_domain::text::keyword;
use portal_services::paging::{PageRequest, Sort, SortDirection};

use crate::error::{ApiError, FieldRule};
use crate::text::MAX_KEYWORD;

/// Rows of a page when nobody says.
const PAGE_SIZE: u32 = 10;
/// The most rows of a page.
const MAX_PAGE_SIZE: u32 = 100;
/// The most rows of a list that is not divided into pages.
const UNPAGINATED_SIZE: u32 = 500;

/// Reads typed parameters from the pairs of a query string, and collects what is wrong with them.
pub struct ParamsReader {
    pairs: Vec<(String, String)>,
    broken: BTreeMap<String, FieldRule>,
}

impl ParamsReader {
    pub fn new(query: &str) -> Self {
        // A parameter without a value, as forms send it for an empty field, is no parameter.
        let pairs = form_urlencoded::parse(query.as_bytes()).into_owned().filter(|(_, value)| !value.trim().is_empty());
        Self { pairs: pairs.collect(), broken: BTreeMap::new() }
    }

    /// What was wrong, if anything was.
    pub fn finish(self) -> Result<(), ApiError> {
        if self.broken.is_empty() { Ok(()) } else { Err(ApiError::fields(self.broken)) }
    }

    fn broken(&mut self, name: &str, rule: FieldRule) {
        self.broken.entry(name.to_owned()).or_insert(rule);
    }

    /// The values under any of these names; the first name is the one that is reported.
    fn all(&mut self, names: &[&str]) -> Vec<String> {
        let found = self.pairs.iter().filter(|(name, _)| names.contains(&name.as_str()));
        let values: Vec<String> = found.map(|(_, value)| value.trim().to_owned()).collect();
        values
    }

    /// The one value under any of these names. Given twice it is an error: nobody knows which counts.
    fn one(&mut self, names: &[&str]) -> Option<String> {
        let mut values = self.all(names);
        if values.len() > 1 {
            self.broken(names[0], FieldRule::Invalid);
        }
        values.pop()
    }

    /// A parameter that has one of a closed set of spellings.
    pub fn choice<T>(&mut self, name: &'static str, parse: impl Fn(&str) -> Option<T>) -> Option<T> {
        let value = self.one(&[name])?;
        let choice = parse(&value);
        if choice.is_none() {
            self.broken(name, FieldRule::Invalid);
        }
        choice
    }

    /// Like [`choice`](Self::choice), but it must be there.
    pub fn required<T>(mut self, name: &'static str, parse: impl Fn(&str) -> Option<T>) -> Result<T, ApiError> {
        let choice = self.choice(name, parse);
        if choice.is_none() {
            self.broken(name, FieldRule::Required);
        }
        match choice {
            Some(choice) if self.broken.is_empty() => Ok(choice),
            _ => Err(ApiError::fields(self.broken)),
        }
    }

    /// A parameter that may be repeated.
    pub fn choices<T>(&mut self, names: &[&'static str], parse: impl Fn(&str) -> Option<T>) -> Vec<T> {
        let values = self.all(names);
        let choices: Vec<T> = values.iter().filter_map(|value| parse(value)).collect();
        if choices.len() < values.len() {
            self.broken(names[0], FieldRule::Invalid);
        }
        choices
    }

    fn number(&mut self, name: &'static str) -> Option<u32> {
        let value = self.one(&[name])?;
        if value.chars().all(|c| c.is_ascii_digit()) {
            // More than any list has: as good as the largest.
            return Some(value.parse().unwrap_or(u32::MAX));
        }
        let negative = value.strip_prefix('-').is_some_and(|digits| digits.chars().all(|c| c.is_ascii_digit()));
        self.broken(name, if negative { FieldRule::OutOfRange } else { FieldRule::Invalid });
        None
    }

    /// `true` or `false`, which must be there.
    pub fn required_flag(self, name: &'static str) -> Result<bool, ApiError> {
        self.required(name, flag)
    }

    /// `true` or `false`.
    pub fn flag(&mut self, name: &'static str) -> Option<bool> {
        self.choice(name, flag)
    }

    /// What somebody looks for.
    pub fn keyword(&mut self, name: &'static str) -> Option<String> {
        let Ok(keyword) = keyword(&self.one(&[name])?) else {
            self.broken(name, FieldRule::Invalid);
            return None;
        };
        if keyword.chars().count() > MAX_KEYWORD {
            self.broken(name, FieldRule::TooLong);
        }
        Some(keyword)
    }

    pub fn page(&mut self) -> PageRequest {
        let size = self.number("pageSize").unwrap_or(PAGE_SIZE);
        if !(1..=MAX_PAGE_SIZE).contains(&size) {
            self.broken("pageSize", FieldRule::OutOfRange);
        }
        let page = self.number("page").unwrap_or(0);
        match self.flag("paginated") {
            Some(false) => PageRequest { page: 0, size: UNPAGINATED_SIZE },
            _ => PageRequest { page, size },
        }
    }

    pub fn sort<Field>(&mut self, default: Field, parse: impl Fn(&str) -> Option<Field>) -> Sort<Field> {
        let by = self.choice("sortField", parse).unwrap_or(default);
        let names = ["sortDirection", "direction"];
        let direction = self.one(&names).map(|value| direction(&value));
        if direction == Some(None) {
            self.broken(names[0], FieldRule::Invalid);
        }
        Sort { by, direction: direction.flatten().unwrap_or(SortDirection::Descending) }
    }
}

fn flag(value: &str) -> Option<bool> {
    match value {
        "true" => Some(true),
        "false" => Some(false),
        _ => None,
    }
}

/// `ASC` or `DESC`, in any case.
pub fn direction(value: &str) -> Option<SortDirection> {
    if value.eq_ignore_ascii_case("ASC") {
        Some(SortDirection::Ascending)
    } else if value.eq_ignore_ascii_case("DESC") {
        Some(SortDirection::Descending)
    } else {
        None
    }
}

/// The parameters that every list has.
#[derive(Debug, Clone)]
pub struct ListParams<Field> {
    pub keyword: Option<String>,
    pub sort: Sort<Field>,
    pub page: PageRequest,
}

impl<Field> ListParams<Field> {
    pub fn read(reader: &mut ParamsReader, default: Field, parse: impl Fn(&str) -> Option<Field>) -> Self {
        Self { keyword: reader.keyword("keyword"), sort: reader.sort(default, parse), page: reader.page() }
    }
}

/// A query string, read as `T`.
pub struct Params<T>(pub T);

/// What can be read from a query string.
pub trait FromParams: Sized {
    fn read(reader: &mut ParamsReader) -> Self;
}

impl<T: FromParams> FromRequest for Params<T> {
    type Error = ApiError;
    type Future = Ready<Result<Self, ApiError>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let mut reader = ParamsReader::new(request.query_string());
        let value = T::read(&mut reader);
        ready(reader.finish().map(|()| Self(value)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn list(query: &str) -> Result<ListParams<&'static str>, BTreeMap<String, FieldRule>> {
        let mut reader = ParamsReader::new(query);
        let known = |name: &str| ["title", "dateCreated"].into_iter().find(|field| *field == name);
        let params = ListParams::read(&mut reader, "dateCreated", known);
        if reader.broken.is_empty() { Ok(params) } else { Err(reader.broken) }
    }

    #[test]
    fn a_list_has_ten_rows_and_the_newest_first_unless_told_otherwise() {
        let params = list("").unwrap();
        assert_eq!(params.page, PageRequest { page: 0, size: 10 });
        assert_eq!(params.sort, Sort { by: "dateCreated", direction: SortDirection::Descending });
        assert_eq!(params.keyword, None);
    }

    #[test]
    fn both_names_of_the_direction_are_understood_in_any_case() {
        for query in ["direction=asc", "sortDirection=ASC", "sortDirection=Asc"] {
            assert_eq!(list(query).unwrap().sort.direction, SortDirection::Ascending, "{query}");
        }
    }

    #[test]
    fn empty_parameters_are_none() {
        let params = list("keyword=%20&page=&sortField=&status=").unwrap();
        assert_eq!((params.keyword, params.page.page), (None, 0));
    }

    #[test]
    fn a_page_far_beyond_every_list_is_a_page() {
        assert_eq!(list("page=9223372036854775808").unwrap().page.page, u32::MAX);
    }

    #[test]
    fn a_list_without_pages_has_a_limit() {
        assert_eq!(list("paginated=false&page=3").unwrap().page, PageRequest { page: 0, size: 500 });
    }

    #[test]
    fn every_mistake_is_named() {
        let broken =
            list("page=-1&pageSize=0&sortField=password&direction=up&keyword=%00&paginated=maybe").unwrap_err();
        let expected = [
            ("keyword", FieldRule::Invalid),
            ("page", FieldRule::OutOfRange),
            ("pageSize", FieldRule::OutOfRange),
            ("paginated", FieldRule::Invalid),
            ("sortDirection", FieldRule::Invalid),
            ("sortField", FieldRule::Invalid),
        ];
        assert_eq!(broken, expected.map(|(name, rule)| (name.to_owned(), rule)).into());
        assert_eq!(list("page=one&keyword=a&keyword=b").unwrap_err().len(), 2);
    }
}
