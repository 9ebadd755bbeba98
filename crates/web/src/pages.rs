//! Serves the front end: its files, and its index page for every path of the app.

use actix_web::http::header::{self, HeaderValue};
use actix_web::http::{Method, StatusCode};
use actix_web::{Error, HttpRequest, HttpResponse, web};
use portal_domain::ids::ListingId;
use portal_domain::legal_page::LegalPage;
use portal_domain::locale::Locale;
use portal_services::ports::{AssetName, ListingPreview};
use portal_services::{assets, listings};
use uuid::Uuid;

use crate::assets::{HASHED_FILES, respond_with_stored};
use crate::head::Head;
use crate::listing::ListingPage;
use crate::page_texts::PageTexts;
use crate::state::{self, Web};
use crate::{initial_responses, language};

/// The paths of the app; `:id` is one segment. A test compares them with
/// `frontend/src/app/paths.ts`.
pub const PAGES: &[&str] = &[
    "/",
    "/login",
    "/signup-student",
    "/signup-landlord",
    "/signup-success",
    "/finish-registration",
    "/registration-finished",
    "/forgot-password",
    "/forgot-password-success",
    "/reset-password",
    "/account",
    "/change-password",
    "/about",
    "/contact",
    "/legal/terms",
    "/legal/privacy",
    "/legal/imprint",
    "/legal/accessibility",
    "/listing/:id",
    "/listing/:id/apply",
    "/application-success",
    "/favourites",
    "/saved-searches",
    "/unsubscribe",
    "/my-applications",
    "/student-applications",
    "/registration-requests",
    "/users",
    "/stats",
    "/events",
    "/settings",
    "/audit",
    "/applications",
    "/my-listings",
    "/add-listing",
    "/manage-listing/:id",
];

/// The pages that search engines may index. The others need a login or a link of a mail.
const INDEXED: &[&str] = &[
    "/",
    "/login",
    "/signup-student",
    "/signup-landlord",
    "/about",
    "/contact",
    "/legal/terms",
    "/legal/privacy",
    "/legal/imprint",
    "/legal/accessibility",
    "/listing/:id",
];

/// Lets the browser keep the process that it started for the page. Otherwise it starts another one
/// when it has read the headers, which takes a phone up to 140 ms. Only for public pages: a window
/// that opened this one keeps its handle.
const SHARED_WINDOW: HeaderValue = HeaderValue::from_static("unsafe-none");

/// The page of a path.
pub(crate) enum Page {
    Listing(Box<ListingPreview>),
    /// Any other page of the app, by its pattern.
    Known(&'static str),
    /// An unknown path, or a listing that is not public. The app shows the latter to users who may
    /// see it.
    NotFound,
}

impl Page {
    /// Whether the page contains responses of the API, which are public.
    fn has_initial_responses(&self) -> bool {
        matches!(self, Self::Listing(_) | Self::Known("/"))
    }
}

/// Responds to a request that matches no other route.
pub(crate) async fn handle_unmatched(request: HttpRequest, web: web::Data<Web>) -> Result<HttpResponse, Error> {
    if request.method() == Method::GET || request.method() == Method::HEAD {
        return serve(&web, &request).await;
    }
    state::method_not_allowed(web).await
}

/// Responds with a file of the front end, or with the index page: with the status of the page, and
/// with a head in the reader's language for link previews and search engines.
pub(crate) async fn serve(web: &Web, request: &HttpRequest) -> Result<HttpResponse, Error> {
    if let Some(asset) = web.front_end.find(request.path()) {
        return Ok(asset.respond(request));
    }
    if let Some(name) = request.path().strip_prefix(HASHED_FILES) {
        return serve_stored(web, request, name).await;
    }
    if let Some(url) = legal_page_replacement(web, request.path()) {
        return Ok(HttpResponse::Found().insert_header((header::LOCATION, url)).finish());
    }
    web.api.check_page_limit(request)?;
    let page = find_page(web, request.path()).await?;
    let status = if matches!(page, Page::NotFound) { StatusCode::NOT_FOUND } else { StatusCode::OK };
    let locale = language::detect(request, web.ports.config.public.default_locale);
    let mut head = head(web, request.path(), &page, locale);
    let responses = initial_responses::load(web, request, &page, &mut head).await;
    let mut response = web.front_end.page(request, status, locale, &head, &responses);
    if page.has_initial_responses() {
        response.headers_mut().insert(header::CROSS_ORIGIN_OPENER_POLICY, SHARED_WINDOW);
    }
    Ok(response)
}

/// Responds with a script or style of another build; a page in its place would be useless.
async fn serve_stored(web: &Web, request: &HttpRequest, name: &str) -> Result<HttpResponse, Error> {
    if let Some(name) = AssetName::parse(name) {
        web.api.check_page_limit(request)?;
        let found = assets::find_asset(&web.ports, &name).await.map_err(|error| web.api.service_error(error))?;
        if let Some(content) = found {
            return Ok(respond_with_stored(request, &name, content));
        }
    }
    let mut response = HttpResponse::NotFound();
    // It may be stored a moment later, when a process of its version starts.
    response.insert_header((header::CACHE_CONTROL, "no-store")).content_type("text/plain; charset=utf-8");
    Ok(response.body("Not found.\n"))
}

/// The URL of the operator's page, if it replaces the legal page of this path.
fn legal_page_replacement<'a>(web: &'a Web, path: &str) -> Option<&'a str> {
    web.ports.config.public.legal_replacement(LegalPage::from_path(path)?)
}

async fn find_page(web: &Web, path: &str) -> Result<Page, Error> {
    let Some(pattern) = PAGES.iter().find(|pattern| matches_pattern(pattern, path)) else {
        return Ok(Page::NotFound);
    };
    let Some(id) = path.strip_prefix("/listing/").filter(|_| *pattern == "/listing/:id") else {
        return Ok(Page::Known(pattern));
    };
    let Ok(id) = Uuid::try_parse(id) else { return Ok(Page::NotFound) };
    let preview = listings::find_listing_preview(&web.ports, ListingId(id)).await;
    let preview = preview.map_err(|error| web.api.service_error(error))?;
    Ok(preview.map_or(Page::NotFound, |preview| Page::Listing(Box::new(preview))))
}

fn head(web: &Web, path: &str, page: &Page, locale: Locale) -> Head {
    let (brand_name, texts) = (&web.ports.config.public.brand_name, PageTexts::of(locale));
    let public_url = &web.public_url;
    let mut head = Head::default();
    match page {
        Page::Listing(preview) => ListingPage::new(preview, public_url, locale).write(&mut head, brand_name),
        Page::Known(pattern) => {
            let (name, description) = texts.page(LegalPage::from_path(pattern));
            let title = format!("{name} – {brand_name}");
            head.title(&title).named("description", description);
            if INDEXED.contains(pattern) {
                let url = format!("{public_url}{path}");
                head.canonical(&url).property("og:type", "website").property("og:title", &title);
                head.property("og:description", description).property("og:url", &url);
                head.named("twitter:card", "summary");
            }
        }
        Page::NotFound => {
            head.title(&format!("{} – {brand_name}", texts.not_found));
        }
    }
    match page {
        Page::Known(pattern) if !INDEXED.contains(pattern) => head.named("robots", "noindex"),
        Page::NotFound => head.named("robots", "noindex"),
        _ => add_site_properties(&mut head, brand_name, locale),
    };
    head
}

/// The Open Graph properties of the portal, for every indexed page.
fn add_site_properties<'a>(head: &'a mut Head, brand_name: &str, locale: Locale) -> &'a mut Head {
    let code = |locale: Locale| locale.as_str().replace('-', "_");
    head.property("og:site_name", brand_name).property("og:locale", &code(locale));
    for other in Locale::ALL.iter().filter(|other| **other != locale) {
        head.property("og:locale:alternate", &code(*other));
    }
    head
}

fn matches_pattern(pattern: &str, path: &str) -> bool {
    let (mut expected, mut actual) = (pattern.split('/'), path.split('/'));
    loop {
        match (expected.next(), actual.next()) {
            (None, None) => return true,
            (Some(expected), Some(actual))
                if expected == actual || (expected.starts_with(':') && !actual.is_empty()) => {}
            _ => return false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{INDEXED, PAGES, matches_pattern};

    #[test]
    fn indexed_pages_exist() {
        assert!(INDEXED.iter().all(|pattern| PAGES.contains(pattern)));
    }

    #[test]
    fn matches_pattern_accepts_one_segment_per_parameter() {
        assert!(matches_pattern("/listing/:id", "/listing/7"));
        assert!(matches_pattern("/", "/"));
        for path in ["/listing", "/listing/", "/listing/7/", "/listing/7/apply", "/listings/7"] {
            assert!(!matches_pattern("/listing/:id", path), "{path}");
        }
    }
}
