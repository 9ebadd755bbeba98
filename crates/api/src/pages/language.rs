//! In which language a page's head speaks.

use actix_web::HttpRequest;
use actix_web::http::header;
use portal_domain::locale::Locale;

use crate::accept::quality;

/// Where the app keeps the language that somebody has chosen.
const COOKIE: &str = "i18next";

/// The reader's language, found as the shell's own script finds it: what the address says, what was chosen
/// before, what the browser prefers. What a browser keeps for itself no server can know; the script puts
/// that right.
pub(super) fn of(request: &HttpRequest, fallback: Locale) -> Locale {
    let query = form_urlencoded::parse(request.query_string().as_bytes());
    let asked = query.into_iter().find(|(name, _)| name == "lng").and_then(|(_, value)| named(&value));
    let chosen = || request.cookie(COOKIE).and_then(|cookie| named(cookie.value()));
    let preferred = || {
        let header = request.headers().get(header::ACCEPT_LANGUAGE)?.to_str().ok()?;
        preferred(header)
    };
    asked.or_else(chosen).or_else(preferred).unwrap_or(fallback)
}

/// The language of a code like `de`, `de-AT` or `en_GB`.
fn named(code: &str) -> Option<Locale> {
    match code.split(['-', '_']).next()?.to_ascii_lowercase().as_str() {
        "de" => Some(Locale::German),
        "en" => Some(Locale::English),
        _ => None,
    }
}

/// The language that an `Accept-Language` header likes best; of equals the first.
fn preferred(header: &str) -> Option<Locale> {
    let mut best: Option<(Locale, f32)> = None;
    for item in header.split(',') {
        let mut parts = item.split(';').map(str::trim);
        let Some(locale) = parts.next().and_then(named) else { continue };
        let quality = quality(parts);
        if quality > best.map_or(0.0, |(_, quality)| quality) {
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

    fn found(address: &str, cookie: Option<&str>, header: Option<&str>) -> Locale {
        let mut request = TestRequest::with_uri(address);
        if let Some(cookie) = cookie {
            request = request.cookie(Cookie::new(COOKIE, cookie.to_owned()));
        }
        if let Some(header) = header {
            request = request.insert_header((header::ACCEPT_LANGUAGE, header));
        }
        of(&request.to_http_request(), Locale::German)
    }

    #[test]
    fn the_address_comes_before_the_choice_before_the_browser() {
        assert_eq!(found("/?page=1&lng=en", Some("de-DE"), Some("de")), Locale::English);
        assert_eq!(found("/?lng=fr", Some("en-US"), Some("de")), Locale::English);
        assert_eq!(found("/", Some("nonsense"), Some("en-GB")), Locale::English);
        assert_eq!(found("/", None, None), Locale::German);
        assert_eq!(found("/?lng=&lng=en", Some("tlh"), Some("fr, *;q=0.5")), Locale::German);
    }

    #[test]
    fn of_a_browsers_languages_the_best_liked_counts() {
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
