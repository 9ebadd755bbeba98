use actix_web::body::to_bytes;
use portal_domain::listing::ListingError;
use portal_services::ServiceError;
use portal_services::ports::{ImageStoreError, StoreError};
use serde_json::{Value, json};

use super::*;

async fn respond(error: ServiceError) -> (u16, Value) {
    let response = ApiError::from(error).error_response();
    let status = response.status().as_u16();
    let Ok(body) = to_bytes(response.into_body()).await else { panic!("an error has a body") };
    (status, serde_json::from_slice(&body).unwrap())
}

#[actix_web::test]
async fn error_response_contains_only_the_message_key() {
    let (status, body) = respond(ListingError::Stale.into()).await;
    assert_eq!(status, 409);
    assert_eq!(body["error"]["message"], "exception.listing.stale");
    assert_eq!(body["error"].get("fields"), None);
}

#[actix_web::test]
async fn error_response_of_rejected_file_names_its_index() {
    let (status, body) = respond(ServiceError::FileRejected { index: 2, source: ImageStoreError::FileType }).await;
    assert_eq!(status, 415);
    assert_eq!(body["error"]["fields"], json!({ "files[2]": "validation.file-type" }));
}

#[actix_web::test]
async fn error_response_of_store_error_omits_the_cause() {
    let cause = "relation \"listings\" does not exist";
    for error in
        [StoreError::Unavailable(cause.into()), StoreError::Corrupt(cause.into()), StoreError::Conflict(cause.into())]
    {
        let (_, body) = respond(error.into()).await;
        assert!(!body.to_string().contains("listings"), "{body}");
    }
}

#[test]
fn error_response_rounds_retry_after_up() {
    for (milliseconds, seconds) in [(-5, "1"), (0, "1"), (10, "1"), (9_000, "9"), (9_001, "10")] {
        let response = ApiError::too_many_requests(TimeDelta::milliseconds(milliseconds)).error_response();
        assert_eq!(response.headers().get("retry-after").unwrap(), seconds, "{milliseconds} ms");
    }
}
