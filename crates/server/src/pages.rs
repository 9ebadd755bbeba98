//! Connects the pages to the API.

use actix_web::{Error, HttpRequest};
use async_trait::async_trait;
use portal_api::Api;
use portal_api::error::ApiError;
use portal_domain::ids::ListingId;
use portal_services::error::ServiceError;
use portal_web::ApiClient;
use serde_json::Value;

/// The API as pages use it.
pub struct PageApi(pub Api);

#[async_trait(?Send)]
impl ApiClient for PageApi {
    async fn search_listings(&self, request: Value) -> Option<Vec<u8>> {
        self.0.search_json(request).await
    }

    async fn get_listing(&self, id: ListingId) -> Option<Vec<u8>> {
        self.0.listing_json(id).await
    }

    async fn get_public_settings(&self) -> Option<Vec<u8>> {
        self.0.public_settings_json().await
    }

    fn check_search_limit(&self, request: &HttpRequest) -> Result<(), Error> {
        Ok(self.0.check_search_limit(request)?)
    }

    fn check_page_limit(&self, request: &HttpRequest) -> Result<(), Error> {
        Ok(self.0.check_page_limit(request)?)
    }

    fn check_sitemap_limit(&self, request: &HttpRequest) -> Result<(), Error> {
        Ok(self.0.check_sitemap_limit(request)?)
    }

    fn service_error(&self, error: ServiceError) -> Error {
        ApiError::from(error).into()
    }

    fn method_not_allowed(&self, allow: &str) -> Error {
        ApiError::method_not_allowed(allow.to_owned()).into()
    }
}
