//! The front end: its files, and the shell that answers every page.

mod assets;
mod shell;

pub use assets::FrontEnd;

use actix_web::http::StatusCode;
use actix_web::{HttpRequest, HttpResponse};
use portal_domain::ids::ListingId;
use portal_services::listings;
use uuid::Uuid;

use crate::error::ApiError;
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
    "/listing/:id",
    "/listing/:id/apply",
    "/application-success",
    "/my-applications",
    "/student-applications",
    "/registration-requests",
    "/users",
    "/applications",
    "/my-listings",
];

/// A file of the front end, or the shell with the status that the page has.
pub(crate) async fn serve(api: &Api, request: &HttpRequest) -> Result<HttpResponse, ApiError> {
    if let Some(asset) = api.front_end.find(request.path()) {
        return Ok(asset.answer(request));
    }
    let status = if exists(api, request.path()).await? { StatusCode::OK } else { StatusCode::NOT_FOUND };
    Ok(api.front_end.shell(request, status))
}

/// Whether a page of this path exists for everybody. A listing that is not public does not; the app
/// shows it to those who may see it.
async fn exists(api: &Api, path: &str) -> Result<bool, ApiError> {
    let Some(pattern) = PAGES.iter().find(|pattern| fits(pattern, path)) else { return Ok(false) };
    match (*pattern, path.strip_prefix("/listing/")) {
        ("/listing/:id", Some(id)) => match Uuid::try_parse(id) {
            Ok(id) => Ok(listings::is_visible(&api.ports, ListingId(id)).await?),
            Err(_) => Ok(false),
        },
        _ => Ok(true),
    }
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
    use super::fits;

    #[test]
    fn a_part_that_varies_is_one_whole_part() {
        assert!(fits("/listing/:id", "/listing/7"));
        assert!(fits("/", "/"));
        for path in ["/listing", "/listing/", "/listing/7/", "/listing/7/apply", "/listings/7"] {
            assert!(!fits("/listing/:id", path), "{path}");
        }
    }
}
