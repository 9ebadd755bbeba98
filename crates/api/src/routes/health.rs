//! Liveness and readiness checks.

use actix_web::{HttpResponse, web};

use crate::Api;
use crate::error::ApiError;

pub(super) async fn live() -> HttpResponse {
    HttpResponse::Ok().json(serde_json::json!({ "status": "live" }))
}

/// Ready if the database and the object store respond.
pub(super) async fn ready(api: web::Data<Api>) -> Result<HttpResponse, ApiError> {
    let (database, object_store) = tokio::join!(api.ports.store.ping(), api.ports.images.ping());
    if let Err(error) = &database {
        tracing::warn!(error = %error, "failed to reach the database");
    }
    if let Err(error) = &object_store {
        tracing::warn!(error = %error, "failed to reach the object store");
    }
    if database.is_err() || object_store.is_err() {
        return Err(ApiError::unavailable());
    }
    Ok(HttpResponse::Ok().json(serde_json::json!({ "status": "ready" })))
}
