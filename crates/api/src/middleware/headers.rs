//! Security headers.

use actix_web::body::MessageBody;
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::StatusCode;
use actix_web::http::header::{self, HeaderMap, HeaderName, HeaderValue};
use actix_web::middleware::Next;
use actix_web::{Error, web};

use crate::Api;

/// The content security policy of the API documentation, whose library uses inline styles.
const DOCS_POLICY: &str = "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'; object-src 'none'";

/// The content security policy of responses that are not pages: nothing is allowed.
const NO_PAGE_POLICY: &str = "default-src 'none'; frame-ancestors 'none'; sandbox";

/// The path of responses that belong to no route; their headers are those of the API.
pub(crate) const API_PATH: &str = "/api/";

/// The security headers of the portal.
#[derive(Debug)]
pub struct SecurityHeaders {
    /// The content security policy of the pages of the front end.
    page_policy: HeaderValue,
    /// Whether to send `Strict-Transport-Security`.
    strict_transport: bool,
}

impl SecurityHeaders {
    /// `inline_scripts` and `inline_styles` are the sources (`'sha256-…'`) of the index page.
    /// Frames are allowed for the map, and as `blob:` for documents, which are fetched with the
    /// access token.
    pub fn new(inline_scripts: &[String], inline_styles: &[String], strict_transport: bool) -> Self {
        let policy = format!(
            "default-src 'self'; script-src 'self' {}; style-src 'self' {}; img-src 'self' data: blob:; font-src 'self'; \
             connect-src 'self'; frame-src https://www.google.com blob:; frame-ancestors 'none'; form-action 'self'; \
             base-uri 'none'; object-src 'none'",
            inline_scripts.join(" "),
            inline_styles.join(" "),
        );
        let page_policy = HeaderValue::from_str(&policy).unwrap_or(HeaderValue::from_static(NO_PAGE_POLICY));
        Self { page_policy, strict_transport }
    }

    /// Adds the headers that the response to this path lacks.
    pub(crate) fn apply(&self, path: &str, status: StatusCode, headers: &mut HeaderMap) {
        const ALWAYS: [(HeaderName, &str); 5] = [
            (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
            (header::X_FRAME_OPTIONS, "DENY"),
            (header::REFERRER_POLICY, "no-referrer"),
            (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
            (HeaderName::from_static("permissions-policy"), "camera=(), geolocation=(), microphone=(), payment=()"),
        ];
        for (name, value) in ALWAYS {
            // A handler may set its own value.
            if !headers.contains_key(&name) {
                headers.insert(name, HeaderValue::from_static(value));
            }
        }
        if self.strict_transport {
            let two_years = HeaderValue::from_static("max-age=63072000; includeSubDomains");
            headers.insert(header::STRICT_TRANSPORT_SECURITY, two_years);
        }
        let is_page = headers.get(header::CONTENT_TYPE).is_some_and(|mime| mime.as_bytes().starts_with(b"text/html"));
        let policy = match (path.starts_with("/api/docs"), is_page) {
            (true, _) => HeaderValue::from_static(DOCS_POLICY),
            (false, true) => self.page_policy.clone(),
            (false, false) => HeaderValue::from_static(NO_PAGE_POLICY),
        };
        // The headers of a 304 replace those of the cached response, whose content type is unknown
        // here.
        if status != StatusCode::NOT_MODIFIED && !headers.contains_key(header::CONTENT_SECURITY_POLICY) {
            headers.insert(header::CONTENT_SECURITY_POLICY, policy);
        }
        if path.starts_with(API_PATH) && !headers.contains_key(header::CACHE_CONTROL) {
            headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
        }
    }
}

/// Adds the security headers to every response.
pub(crate) async fn add_security_headers<B: MessageBody>(
    api: web::Data<Api>,
    request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<B>, Error> {
    let path = request.path().to_owned();
    let mut response = next.call(request).await?;
    let status = response.status();
    api.headers.apply(&path, status, response.headers_mut());
    Ok(response)
}
