//! What a client says that it understands: `Accept`, `Accept-Encoding` and their kind.

use actix_web::http::header::{HeaderMap, HeaderName};

/// Whether the header names this value itself, and does not refuse it. What stars stand for does not count.
pub(crate) fn accepts(headers: &HeaderMap, header: HeaderName, wanted: &str) -> bool {
    let accepted = headers.get(header).and_then(|value| value.to_str().ok()).unwrap_or_default();
    accepted.split(',').any(|item| {
        let mut parts = item.split(';').map(str::trim);
        parts.next().is_some_and(|name| name.eq_ignore_ascii_case(wanted)) && quality(parts) > 0.0
    })
}

/// How much something is liked, from 0 to 1: the parameter `q`, 1 where it is missing.
pub(crate) fn quality<'a>(mut parameters: impl Iterator<Item = &'a str>) -> f32 {
    let given = parameters.find_map(|parameter| parameter.strip_prefix("q=").or(parameter.strip_prefix("Q=")));
    given.map_or(1.0, |given| given.trim().parse().unwrap_or(0.0))
}
