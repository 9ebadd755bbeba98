//! Which pages may change something here.
//!
//! A browser names the page's origin with every state-changing call. The refresh cookie travels with
//! calls of any page, so a foreign origin is refused; programs that are no browsers send none.

use actix_web::http::Method;
use actix_web::http::header::{self, HeaderMap};

/// The origins that may change something: the portal's own and those that the operator allows.
#[derive(Debug)]
pub struct Origins {
    own: Vec<String>,
    allowed: Vec<String>,
}

impl Origins {
    /// `own` is the origin of the public URL. Loopback has several names for one machine, and people
    /// type any of them.
    pub fn new(own: &str, allowed: Vec<String>) -> Self {
        let mut names = vec![own.to_ascii_lowercase()];
        if let Some((scheme, host, port)) = split(own)
            && LOOPBACK.contains(&host)
        {
            names.extend(LOOPBACK.iter().map(|name| format!("{scheme}://{name}{port}")));
        }
        Self { own: names, allowed }
    }

    /// The foreign origins that may read answers, too.
    pub fn allowed(&self) -> &[String] {
        &self.allowed
    }

    /// Whether this request may go on.
    pub(crate) fn permits(&self, method: &Method, headers: &HeaderMap) -> bool {
        if method.is_safe() {
            return true;
        }
        let mut origins = headers.get_all(header::ORIGIN);
        let Some(origin) = origins.next() else { return true };
        let known = origin.to_str().is_ok_and(|origin| {
            self.own.iter().any(|own| own.eq_ignore_ascii_case(origin))
                || self.allowed.iter().any(|allowed| allowed == origin)
        });
        known && origins.next().is_none()
    }
}

const LOOPBACK: [&str; 3] = ["localhost", "127.0.0.1", "[::1]"];

/// Scheme, host and `:port` of an origin.
fn split(origin: &str) -> Option<(&str, &str, &str)> {
    let (scheme, authority) = origin.split_once("://")?;
    let end = if authority.starts_with('[') {
        authority.find(']')? + 1
    } else {
        authority.find(':').unwrap_or(authority.len())
    };
    Some((scheme, &authority[..end], &authority[end..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn permits(own: &str, method: &Method, origin: Option<&'static str>) -> bool {
        let mut headers = HeaderMap::new();
        if let Some(origin) = origin {
            headers.insert(header::ORIGIN, origin.parse().unwrap());
        }
        Origins::new(own, vec!["https://app.example.org".to_owned()]).permits(method, &headers)
    }

    #[test]
    fn foreign_pages_may_read_but_not_change() {
        assert!(permits("https://portal.example", &Method::GET, Some("https://evil.example")));
        for foreign in
            ["https://evil.example", "null", "http://portal.example", "https://portal.example.evil.example", ""]
        {
            assert!(!permits("https://portal.example", &Method::POST, Some(foreign)), "{foreign:?}");
        }
    }

    #[test]
    fn the_portal_itself_allowed_pages_and_programs_may_change() {
        for origin in [None, Some("https://portal.example"), Some("https://app.example.org")] {
            assert!(permits("https://portal.example", &Method::PUT, origin), "{origin:?}");
        }
    }

    #[test]
    fn loopback_is_one_machine_under_three_names() {
        for origin in ["http://localhost:8080", "http://127.0.0.1:8080", "http://[::1]:8080"] {
            assert!(permits("http://127.0.0.1:8080", &Method::POST, Some(origin)), "{origin}");
        }
        assert!(!permits("http://127.0.0.1:8080", &Method::POST, Some("http://localhost:9090")));
        assert!(!permits("https://portal.example", &Method::POST, Some("http://localhost:8080")));
    }
}
