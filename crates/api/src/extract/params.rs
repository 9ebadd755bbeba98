//! Parses query strings, and reports every invalid parameter by name.

use std::collections::BTreeMap;
use std::future::{Ready, ready};

use actix_web::dev::Payload;
use actix_web::{FromRequest, HttpRequest, web};
use chrono_tz::Tz;
use portal_services::paging::{self, PageRequest, Sort};

use super::Scalar;
use crate::Api;
use crate::error::{ApiError, FieldRule};
use crate::extract::sort_field::SortDirection;
use crate::extract::text::Keyword;

/// The default page size.
pub(crate) const PAGE_SIZE: u32 = 10;
pub(crate) const MAX_PAGE_SIZE: u32 = 100;
/// The size limit of a list with `paginated=false`.
pub(crate) const UNPAGINATED_SIZE: u32 = 500;

/// Reads typed parameters from a query string, and collects the errors.
pub(crate) struct ParamsReader {
    pairs: Vec<(String, String)>,
    errors: BTreeMap<String, FieldRule>,
    /// The portal's time zone, in which dates are read.
    pub zone: Tz,
}

impl ParamsReader {
    fn new(query: &str, zone: Tz) -> Self {
        // Forms send empty fields as parameters without a value: these are ignored.
        let pairs = form_urlencoded::parse(query.as_bytes()).into_owned().filter(|(_, value)| !value.trim().is_empty());
        Self { pairs: pairs.collect(), errors: BTreeMap::new(), zone }
    }

    /// Of a parameter with several names, the first one.
    fn add_invalid(&mut self, names: &[&str]) {
        if let Some(name) = names.first() {
            self.add_error(name, FieldRule::Invalid);
        }
    }

    fn add_error(&mut self, name: &str, rule: FieldRule) {
        self.errors.entry(name.to_owned()).or_insert(rule);
    }

    /// All values under any of these names.
    fn values(&mut self, names: &[&str]) -> Vec<String> {
        let pairs = self.pairs.iter().filter(|(name, _)| names.contains(&name.as_str()));
        pairs.map(|(_, value)| value.trim().to_owned()).collect()
    }

    /// The single value under any of these names. Several are an error of the first name.
    fn value(&mut self, names: &[&str]) -> Option<String> {
        let mut values = self.values(names);
        if values.len() > 1 {
            self.add_invalid(names);
        }
        values.pop()
    }

    /// A parameter that `parse` must accept.
    pub(crate) fn choice<T>(&mut self, name: &'static str, parse: impl Fn(&str) -> Option<T>) -> Option<T> {
        let value = self.value(&[name])?;
        let choice = parse(&value);
        if choice.is_none() {
            self.add_error(name, FieldRule::Invalid);
        }
        choice
    }

    /// Like [`choice`](Self::choice), but required.
    pub(crate) fn required<T>(&mut self, name: &'static str, parse: impl Fn(&str) -> Option<T>) -> Option<T> {
        let choice = self.choice(name, parse);
        if choice.is_none() {
            self.add_error(name, FieldRule::Required);
        }
        choice
    }

    /// A parameter that may be repeated, under any of these names.
    pub(crate) fn choices<T>(&mut self, names: &[&'static str], parse: impl Fn(&str) -> Option<T>) -> Vec<T> {
        let values = self.values(names);
        let choices: Vec<T> = values.iter().filter_map(|value| parse(value)).collect();
        if choices.len() < values.len() {
            self.add_invalid(names);
        }
        choices
    }

    fn number(&mut self, name: &'static str) -> Option<u32> {
        let value = self.value(&[name])?;
        if value.chars().all(|c| c.is_ascii_digit()) {
            // A number beyond `u32` exceeds every list, and so does the maximum.
            return Some(value.parse().unwrap_or(u32::MAX));
        }
        let negative = value.strip_prefix('-').is_some_and(|digits| digits.chars().all(|c| c.is_ascii_digit()));
        self.add_error(name, if negative { FieldRule::OutOfRange } else { FieldRule::Invalid });
        None
    }

    /// `true` or `false`.
    pub(crate) fn flag(&mut self, name: &'static str) -> Option<bool> {
        self.choice(name, |value| value.parse().ok())
    }

    /// A required `true` or `false`.
    pub(crate) fn required_flag(&mut self, name: &'static str) -> Option<bool> {
        self.required(name, |value| value.parse().ok())
    }

    /// A search keyword.
    pub(crate) fn keyword(&mut self, name: &'static str) -> Option<String> {
        let keyword = Keyword::check(self.value(&[name])?);
        keyword.map_err(|rule| self.add_error(name, rule)).ok().flatten().map(|keyword| keyword.0)
    }

    pub(crate) fn page(&mut self) -> PageRequest {
        let size = self.number("pageSize").unwrap_or(PAGE_SIZE);
        if !(1..=MAX_PAGE_SIZE).contains(&size) {
            self.add_error("pageSize", FieldRule::OutOfRange);
        }
        let page = self.number("page").unwrap_or(0);
        match self.flag("paginated") {
            Some(false) => PageRequest { page: 0, size: UNPAGINATED_SIZE },
            _ => PageRequest { page, size },
        }
    }

    pub(crate) fn sort<Field, Name: Into<Field>>(
        &mut self,
        default: Field,
        parse: impl Fn(&str) -> Option<Name>,
    ) -> Sort<Field> {
        let by = self.choice("sortField", parse).map_or(default, Into::into);
        let names = ["sortDirection", "direction"];
        let direction = self.value(&names).map(|value| SortDirection::parse(&value));
        if matches!(direction, Some(None)) {
            self.add_invalid(&names);
        }
        Sort { by, direction: direction.flatten().map_or(paging::SortDirection::Descending, |direction| direction.0) }
    }
}

/// The parameters of every list.
#[derive(Debug, Clone)]
pub(crate) struct ListParams<Field> {
    pub keyword: Option<String>,
    pub sort: Sort<Field>,
    pub page: PageRequest,
}

impl<Field> ListParams<Field> {
    pub(crate) fn read<Name: Into<Field>>(
        reader: &mut ParamsReader,
        default: Field,
        parse: impl Fn(&str) -> Option<Name>,
    ) -> Self {
        Self { keyword: reader.keyword("keyword"), sort: reader.sort(default, parse), page: reader.page() }
    }
}

/// A query string, parsed into `T`.
pub(crate) struct Params<T>(pub T);

/// A type that can be parsed from a query string.
pub(crate) trait FromParams: Sized {
    /// `None` only if the reader has collected an error.
    fn read(reader: &mut ParamsReader) -> Option<Self>;
}

impl<T: FromParams> FromRequest for Params<T> {
    type Error = ApiError;
    type Future = Ready<Result<Self, ApiError>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let zone = request.app_data::<web::Data<Api>>().map_or(Tz::UTC, |api| api.ports.config.time_zone);
        let mut reader = ParamsReader::new(request.query_string(), zone);
        let value = T::read(&mut reader).filter(|_| reader.errors.is_empty());
        ready(value.map(Self).ok_or_else(|| ApiError::fields(reader.errors)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn list(query: &str) -> Result<ListParams<&'static str>, BTreeMap<String, FieldRule>> {
        let mut reader = ParamsReader::new(query, Tz::UTC);
        let parse = |name: &str| ["title", "dateCreated"].into_iter().find(|field| *field == name);
        let params = ListParams::read(&mut reader, "dateCreated", parse);
        if reader.errors.is_empty() { Ok(params) } else { Err(reader.errors) }
    }

    #[test]
    fn list_params_default_to_ten_rows_in_descending_order() {
        let params = list("").unwrap();
        assert_eq!(params.page, PageRequest { page: 0, size: 10 });
        assert_eq!(params.sort, Sort { by: "dateCreated", direction: paging::SortDirection::Descending });
        assert_eq!(params.keyword, None);
    }

    #[test]
    fn direction_is_read_under_both_names_in_any_case() {
        for query in ["direction=asc", "sortDirection=ASC", "sortDirection=Asc"] {
            assert_eq!(list(query).unwrap().sort.direction, paging::SortDirection::Ascending, "{query}");
        }
    }

    #[test]
    fn empty_parameters_are_ignored() {
        let params = list("keyword=%20&page=&sortField=&status=").unwrap();
        assert_eq!((params.keyword, params.page.page), (None, 0));
    }

    #[test]
    fn page_beyond_u32_is_the_maximum() {
        assert_eq!(list("page=9223372036854775808").unwrap().page.page, u32::MAX);
    }

    #[test]
    fn unpaginated_list_is_limited() {
        assert_eq!(list("paginated=false&page=3").unwrap().page, PageRequest { page: 0, size: 500 });
    }

    #[test]
    fn list_params_report_every_invalid_parameter() {
        let errors =
            list("page=-1&pageSize=0&sortField=password&direction=up&keyword=%00&paginated=maybe").unwrap_err();
        let expected = [
            ("keyword", FieldRule::Invalid),
            ("page", FieldRule::OutOfRange),
            ("pageSize", FieldRule::OutOfRange),
            ("paginated", FieldRule::Invalid),
            ("sortDirection", FieldRule::Invalid),
            ("sortField", FieldRule::Invalid),
        ];
        assert_eq!(errors, expected.map(|(name, rule)| (name.to_owned(), rule)).into());
        assert_eq!(list("page=one&keyword=a&keyword=b").unwrap_err().len(), 2);
    }
}
