//! Detects the language of a page's head.

use actix_web::HttpRequest;
use actix_web::http::header::{self, Quality, QualityItem};
use portal_domain::locale::Locale;

/// The cookie in which the app stores the selected language.
const COOKIE: &str = "i18next";

/// The reader's language, detected in the same order as by the script of the index page: the query,
/// the cookie, the browser's preference. The script also reads the browser's storage, and corrects
/// the page.
pub(super) fn detect(request: &HttpRequest, fallback: Locale) -> Locale {
    let query = form_urlencoded::parse(request.query_string().as_bytes());
    let from_query = query.into_iter().find(|(name, _)| name == "lng").and_then(|(_, value)| parse_code(&value));
    let from_cookie = || request.cookie(COOKIE).and_then(|cookie| parse_code(cookie.value()));
    let from_header = || {
        let header = request.headers().get(header::ACCEPT_LANGUAGE)?.to_str().ok()?;
        preferred(header)
    };
    from_query.or_else(from_cookie).or_else(from_header).unwrap_or(fallback)
}

/// The language of a code like `de`, `de-AT` or `en_GB`.
fn parse_code(code: &str) -> Option<Locale> {
    match code.split(['-', '_']).next()?.to_ascii_lowercase().as_str() {
        "de" => Some(Locale::German),
        "en" => Some(Locale::English),
        _ => None,
    }
}

/// The first language with the highest quality in an `Accept-Language` header.
fn preferred(header: &str) -> Option<Locale> {
    let mut best: Option<(Locale, Quality)> = None;
    for QualityItem { item, quality } in header.split(',').filter_map(|item| item.trim().parse().ok()) {
        let item: String = item;
        if let Some(locale) = parse_code(&item).filter(|_| quality > best.map_or(Quality::ZERO, |(_, best)| best)) {
            best = Some((locale, quality));
        }
    }
    best.map(|(locale, _)| locale)
}

#[cfg(test)]
mod tests {
    use actix_web::cookie::Cookie;
    use actix_web::test::TestRequest;

    use super::*;

    fn detected(uri: &str, cookie: Option<&str>, header: Option<&str>) -> Locale {
        let mut request = TestRequest::with_uri(uri);
        if let Some(cookie) = cookie {
            request = request.cookie(Cookie::new(COOKIE, cookie.to_owned()));
        }
        if let Some(header) = header {
            request = request.insert_header((header::ACCEPT_LANGUAGE, header));
        }
        detect(&request.to_http_request(), Locale::German)
    }

    #[test]
    fn detect_prefers_query_over_cookie_over_header() {
        assert_eq!(detected("/?page=1&lng=en", Some("de-DE"), Some("de")), Locale::English);
        assert_eq!(detected("/?lng=fr", Some("en-US"), Some("de")), Locale::English);
        assert_eq!(detected("/", Some("nonsense"), Some("en-GB")), Locale::English);
        assert_eq!(detected("/", None, None), Locale::German);
        assert_eq!(detected("/?lng=&lng=en", Some("tlh"), Some("fr, *;q=0.5")), Locale::German);
    }

    #[test]
    fn preferred_returns_language_with_highest_quality() {
        for (header, expected) in [
            ("en-US,en;q=0.9,de;q=0.8", Some(Locale::English)),
            ("de;q=0.4, fr, EN_us;q=0.5", Some(Locale::English)),
            ("de-AT, en", Some(Locale::German)),
            ("en;q=0, de;q=0.1", Some(Locale::German)),
            ("en;q=0", None),
            ("en;q=nonsense", None),
            ("fr-CH, *", None),
            ("denmark, english", None),
            (",;,", None),
        ] {
            assert_eq!(preferred(header), expected, "{header}");
        }
    }
}
