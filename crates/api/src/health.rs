//! Whether this process lives, and whether it can do its work.

use actix_web::{HttpResponse, web};

use crate::error::ApiError;
use crate::state::Api;

/// It answers, so it lives.
pub async fn live() -> HttpResponse {
    HttpResponse::Ok().json(serde_json::json!({ "status": "live" }))
}

/// Database and object store answer.
pub async fn ready(api: web::Data<Api>) -> Result<HttpResponse, ApiError> {
    let (store, pictures) = tokio::join!(api.ports.store.ping(), api.ports.pictures.ping());
    if let Err(error) = &store {
        tracing::warn!(error = %error, "the database does not answer");
    }
    if let Err(error) = &pictures {
        tracing::warn!(error = %error, "the object store does not answer");
    }
    if store.is_err() || pictures.is_err() {
        return Err(ApiError::unavailable());
    }
    Ok(HttpResponse::Ok().json(serde_json::json!({ "status": "ready" })))
}
