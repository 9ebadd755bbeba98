//! The state that all handlers share, and their routes.

use std::sync::Arc;
use std::time::Duration;

use actix_web::web::{self, ServiceConfig};
use actix_web::{Error, HttpRequest, HttpResponse};
use async_trait::async_trait;
use portal_domain::ids::ListingId;
use portal_services::Ports;
use portal_services::error::ServiceError;
use serde_json::Value;

use crate::assets::FrontEnd;
use crate::sitemap_cache::SitemapCache;
use crate::{pages, sitemap};

/// The API as pages use it. The server connects both, because adapters do not know each other.
#[async_trait(?Send)]
pub trait ApiClient: Send + Sync {
    /// The JSON response of `searchListings` to this request; `None` if the search fails.
    async fn search_listings(&self, request: Value) -> Option<Vec<u8>>;

    /// The JSON response of `getListing` to a visitor; `None` if the listing is not public.
    async fn get_listing(&self, id: ListingId) -> Option<Vec<u8>>;

    /// The JSON response of `getPublicSettings`; `None` if it fails.
    async fn get_public_settings(&self) -> Option<Vec<u8>>;

    /// Counts a search of this client; an error beyond the rate limit.
    fn check_search_limit(&self, request: &HttpRequest) -> Result<(), Error>;

    /// Counts an HTML page of this client; an error beyond the rate limit.
    fn check_page_limit(&self, request: &HttpRequest) -> Result<(), Error>;

    /// Counts a sitemap of this client; an error beyond the rate limit.
    fn check_sitemap_limit(&self, request: &HttpRequest) -> Result<(), Error>;

    fn service_error(&self, error: ServiceError) -> Error;

    /// The error of a path that exists, but not with this method. `allow` lists its methods.
    fn method_not_allowed(&self, allow: &str) -> Error;
}

/// How long a page waits for the responses that it contains.
pub const RESPONSE_TIMEOUT: Duration = Duration::from_millis(200);

/// What pages are made from.
#[derive(Clone)]
pub struct Web {
    pub api: Arc<dyn ApiClient>,
    pub ports: Ports,
    pub front_end: Arc<FrontEnd>,
    /// The public URL of the portal: scheme and authority.
    pub public_url: Arc<str>,
    pub sitemaps: Arc<SitemapCache>,
    /// [`RESPONSE_TIMEOUT`], but in tests, whose machine may be busy.
    pub response_timeout: Duration,
}

impl Web {
    /// Adds the routes to an application. What no other route matches is a page.
    pub fn configure(&self, services: &mut ServiceConfig) {
        services
            .app_data(web::Data::new(self.clone()))
            .service(sitemap::robots())
            .service(sitemap::sitemap())
            .service(sitemap::sitemap_part())
            .default_service(web::to(pages::handle_unmatched));
    }
}

/// Responds to another method than GET and HEAD.
pub(crate) async fn method_not_allowed(web: web::Data<Web>) -> Result<HttpResponse, Error> {
    Err(web.api.method_not_allowed("GET, HEAD"))
}
