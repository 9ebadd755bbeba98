//! Prevents cross-site request forgery.
//!
//! Browsers send the origin of the page with every state-changing request. They also send the
//! refresh cookie with requests of foreign pages, so requests of foreign origins must be rejected.
//! Other programs send no origin.

use actix_web::http::Method;
use actix_web::http::header::{self, HeaderMap};

/// The origins of state-changing requests: those of the portal and those that the operator allows.
#[derive(Debug)]
pub struct Origins {
    portal: Vec<String>,
    allowed: Vec<String>,
}

impl Origins {
    /// `portal` is the origin of the public URL. If it is on loopback, all names of loopback are
    /// accepted.
    pub fn new(portal: &str, allowed: Vec<String>) -> Self {
        let mut origins = vec![portal.to_ascii_lowercase()];
        if let Some((scheme, host, port)) = split(portal)
            && LOOPBACK.contains(&host)
        {
            origins.extend(LOOPBACK.iter().map(|name| format!("{scheme}://{name}{port}")));
        }
        Self { portal: origins, allowed }
    }

    /// The foreign origins that the operator allows.
    pub fn allowed(&self) -> &[String] {
        &self.allowed
    }

    /// Whether the request is safe or comes from an accepted origin.
    pub(crate) fn permits(&self, method: &Method, headers: &HeaderMap) -> bool {
        if method.is_safe() {
            return true;
        }
        let mut origins = headers.get_all(header::ORIGIN);
        let Some(origin) = origins.next() else { return true };
        let is_accepted = origin.to_str().is_ok_and(|origin| {
            self.portal.iter().any(|portal| portal.eq_ignore_ascii_case(origin))
                || self.allowed.iter().any(|allowed| allowed == origin)
        });
        is_accepted && origins.next().is_none()
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

    fn permits(portal: &str, method: &Method, origin: Option<&'static str>) -> bool {
        let mut headers = HeaderMap::new();
        if let Some(origin) = origin {
            headers.insert(header::ORIGIN, origin.parse().unwrap());
        }
        Origins::new(portal, vec!["https://app.example.org".to_owned()]).permits(method, &headers)
    }

    #[test]
    fn permits_only_safe_methods_for_foreign_origins() {
        assert!(permits("https://portal.example", &Method::GET, Some("https://evil.example")));
        for foreign in
            ["https://evil.example", "null", "http://portal.example", "https://portal.example.evil.example", ""]
        {
            assert!(!permits("https://portal.example", &Method::POST, Some(foreign)), "{foreign:?}");
        }
    }

    #[test]
    fn permits_portal_allowed_and_missing_origin() {
        for origin in [None, Some("https://portal.example"), Some("https://app.example.org")] {
            assert!(permits("https://portal.example", &Method::PUT, origin), "{origin:?}");
        }
    }

    #[test]
    fn permits_all_names_of_loopback() {
        for origin in ["http://localhost:8080", "http://127.0.0.1:8080", "http://[::1]:8080"] {
            assert!(permits("http://127.0.0.1:8080", &Method::POST, Some(origin)), "{origin}");
        }
        assert!(!permits("http://127.0.0.1:8080", &Method::POST, Some("http://localhost:9090")));
        assert!(!permits("https://portal.example", &Method::POST, Some("http://localhost:8080")));
    }
}
