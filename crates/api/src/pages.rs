//! The front end: its files, and the shell that answers every page.

mod assets;
mod first_answers;
mod first_search;
mod head;
mod language;
mod listing;
mod shell;
mod sitemap;
mod words;

pub use assets::FrontEnd;
pub(crate) use sitemap::{robots, sitemap, sitemap_part};

use actix_web::http::{StatusCode, header};
use actix_web::{HttpRequest, HttpResponse};
use head::Head;
use listing::ListingPage;
use portal_domain::ids::ListingId;
use portal_domain::locale::Locale;
use portal_services::listings::{self, ListingPreview};
use uuid::Uuid;
use words::Words;

use crate::error::ApiError;
use crate::legal::LegalPage;
use crate::state::Api;

/// The pages of the app; `:id` stands for one part of a path. The front end's own list
/// (`frontend/src/app/paths.ts`) is held against this one by a test.
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
    "/listing/:id",
    "/listing/:id/apply",
    "/application-success",
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

/// Pages that search engines may keep. The others need a log-in, or a link out of a mail.
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
    "/listing/:id",
];

/// What a path stands for.
enum Page {
    Listing(Box<ListingPreview>),
    /// Any other page of the app, by its pattern.
    Known(&'static str),
    /// Nothing that exists for everybody. A listing that is not public does not; the app shows it to those
    /// who may see it.
    Missing,
}

/// A file of the front end, or the shell: with the status that the page has, and a head that tells others
/// in the reader's language what they will see.
pub(crate) async fn serve(api: &Api, request: &HttpRequest) -> Result<HttpResponse, ApiError> {
    if let Some(asset) = api.front_end.find(request.path()) {
        return Ok(asset.answer(request));
    }
    // A script or style of a former build: a browser could not use a page in its place.
    if request.path().starts_with("/assets/") {
        return Ok(HttpResponse::NotFound().content_type("text/plain; charset=utf-8").body("Not found.\n"));
    }
    if let Some(elsewhere) = replacement(api, request.path()) {
        return Ok(HttpResponse::Found().insert_header((header::LOCATION, elsewhere)).finish());
    }
    let page = find(api, request.path()).await?;
    let status = if matches!(page, Page::Missing) { StatusCode::NOT_FOUND } else { StatusCode::OK };
    let locale = language::of(request, api.ports.rules.public.default_locale);
    let mut head = head(api, request.path(), &page, locale);
    let answers = first_answers::find(api, request, &page, &mut head).await;
    Ok(api.front_end.page(request, status, locale, &head, &answers))
}

/// Where the operator keeps the legal page of this path, if not here.
fn replacement<'a>(api: &'a Api, path: &str) -> Option<&'a str> {
    LegalPage::of_path(path)?.replacement(&api.ports.rules.public)
}

async fn find(api: &Api, path: &str) -> Result<Page, ApiError> {
    let Some(pattern) = PAGES.iter().find(|pattern| fits(pattern, path)) else { return Ok(Page::Missing) };
    let Some(id) = path.strip_prefix("/listing/").filter(|_| *pattern == "/listing/:id") else {
        return Ok(Page::Known(pattern));
    };
    let Ok(id) = Uuid::try_parse(id) else { return Ok(Page::Missing) };
    let preview = listings::preview(&api.ports, ListingId(id)).await?;
    Ok(preview.map_or(Page::Missing, |preview| Page::Listing(Box::new(preview))))
}

fn head(api: &Api, path: &str, page: &Page, locale: Locale) -> Head {
    let (brand_name, words) = (&api.ports.rules.public.brand_name, Words::of(locale));
    let url = &api.public_url;
    let mut head = Head::default();
    match page {
        Page::Listing(preview) => ListingPage::new(preview, url, locale).write(&mut head, brand_name),
        Page::Known(pattern) => {
            let (name, description) = words.page(LegalPage::of_path(pattern));
            let title = format!("{name} – {brand_name}");
            head.title(&title).named("description", description);
            if INDEXED.contains(pattern) {
                let address = format!("{url}{path}");
                head.canonical(&address).property("og:type", "website").property("og:title", &title);
                head.property("og:description", description).property("og:url", &address);
                head.named("twitter:card", "summary");
            }
        }
        Page::Missing => {
            head.title(&format!("{} – {brand_name}", words.missing));
        }
    }
    match page {
        Page::Known(pattern) if !INDEXED.contains(pattern) => head.named("robots", "noindex"),
        Page::Missing => head.named("robots", "noindex"),
        _ => open_graph(&mut head, brand_name, locale),
    };
    head
}

/// What every page says of the portal that it belongs to.
fn open_graph<'a>(head: &'a mut Head, brand_name: &str, locale: Locale) -> &'a mut Head {
    let code = |locale: Locale| locale.as_str().replace('-', "_");
    head.property("og:site_name", brand_name).property("og:locale", &code(locale));
    for other in Locale::ALL.iter().filter(|other| **other != locale) {
        head.property("og:locale:alternate", &code(*other));
    }
    head
}

fn fits(pattern: &str, path: &str) -> bool {
    let (mut wanted, mut given) = (pattern.split('/'), path.split('/'));
    loop {
        match (wanted.next(), given.next()) {
            (None, None) => return true,
            (Some(wanted), Some(given)) if wanted == given || (wanted.starts_with(':') && !given.is_empty()) => {}
            _ => return false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{INDEXED, PAGES, fits};

    #[test]
    fn only_pages_are_kept_by_search_engines() {
        assert!(INDEXED.iter().all(|pattern| PAGES.contains(pattern)));
    }

    #[test]
    fn a_part_that_varies_is_one_whole_part() {
        assert!(fits("/listing/:id", "/listing/7"));
        assert!(fits("/", "/"));
        for path in ["/listing", "/listing/", "/listing/7/", "/listing/7/apply", "/listings/7"] {
            assert!(!fits("/listing/:id", path), "{path}");
        }
    }
}
