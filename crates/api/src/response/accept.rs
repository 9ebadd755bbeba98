//! Reads the quality values of `Accept` and `Accept-Encoding`.

use actix_web::http::header::{HeaderMap, HeaderName};

/// Whether the header names this value with a quality above 0. Wildcards are ignored.
pub(crate) fn accepts(headers: &HeaderMap, header: HeaderName, value: &str) -> bool {
    quality_of(headers, header, value) > 0.0
}

/// The quality of this value in the header, from 0 to 1; 0 if the header does not name it.
/// Wildcards are ignored.
pub(crate) fn quality_of(headers: &HeaderMap, header: HeaderName, value: &str) -> f32 {
    let accepted = headers.get(header).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let qualities = accepted.split(',').filter_map(|item| {
        let mut parts = item.split(';').map(str::trim);
        parts.next().filter(|name| name.eq_ignore_ascii_case(value)).map(|_| parse_quality(parts))
    });
    qualities.fold(0.0, f32::max)
}

/// The parameter `q`, from 0 to 1; 1 if it is missing, 0 if it is malformed.
fn parse_quality<'a>(mut parameters: impl Iterator<Item = &'a str>) -> f32 {
    let quality = parameters.find_map(|parameter| parameter.strip_prefix("q=").or(parameter.strip_prefix("Q=")));
    quality.map_or(1.0, |quality| quality.trim().parse().unwrap_or(0.0))
}
