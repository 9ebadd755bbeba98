//! What a client says that it understands: `Accept`, `Accept-Encoding` and their kind.

use actix_web::http::header::{HeaderMap, HeaderName};

/// Whether the header names this value itself, and does not refuse it. What stars stand for does not count.
pub(crate) fn accepts(headers: &HeaderMap, header: HeaderName, wanted: &str) -> bool {
    liking(headers, header, wanted) > 0.0
}

/// How much the header likes this value, from 0 to 1; 0 where it does not name it itself.
pub(crate) fn liking(headers: &HeaderMap, header: HeaderName, wanted: &str) -> f32 {
    let accepted = headers.get(header).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let likings = accepted.split(',').filter_map(|item| {
        let mut parts = item.split(';').map(str::trim);
        parts.next().filter(|name| name.eq_ignore_ascii_case(wanted)).map(|_| quality(parts))
    });
    likings.fold(0.0, f32::max)
}

/// How much something is liked, from 0 to 1: the parameter `q`, 1 where it is missing.
pub(crate) fn quality<'a>(mut parameters: impl Iterator<Item = &'a str>) -> f32 {
    let given = parameters.find_map(|parameter| parameter.strip_prefix("q=").or(parameter.strip_prefix("Q=")));
    given.map_or(1.0, |given| given.trim().parse().unwrap_or(0.0))
}
