use actix_web::body::to_bytes;
use portal_domain::listing::ListingError;
use portal_services::ServiceError;
use portal_services::ports::{PictureError, StoreError};
use serde_json::{Value, json};

use super::*;

async fn answer(error: ServiceError) -> (u16, Value) {
    let response = ApiError::from(error).error_response();
    let status = response.status().as_u16();
    let Ok(body) = to_bytes(response.into_body()).await else { panic!("an error has a body") };
    (status, serde_json::from_slice(&body).unwrap())
}

#[actix_web::test]
async fn a_failure_names_its_key_and_nothing_else() {
    let (status, body) = answer(ListingError::Stale.into()).await;
    assert_eq!(status, 409);
    assert_eq!(body["error"]["message"], "exception.listing.stale");
    assert_eq!(body["error"].get("fields"), None);
}

#[actix_web::test]
async fn the_bad_file_is_named() {
    let (status, body) = answer(ServiceError::File { index: 2, source: PictureError::FileType }).await;
    assert_eq!(status, 415);
    assert_eq!(body["error"]["fields"], json!({ "files[2]": "validation.file-type" }));
}

#[actix_web::test]
async fn the_cause_of_a_failure_is_never_sent() {
    let cause = "relation \"listings\" does not exist";
    for error in
        [StoreError::Unavailable(cause.into()), StoreError::Corrupt(cause.into()), StoreError::Conflict(cause.into())]
    {
        let (_, body) = answer(error.into()).await;
        assert!(!body.to_string().contains("listings"), "{body}");
    }
}

#[test]
fn a_waiting_time_is_told_in_whole_seconds_and_never_zero() {
    let response = ApiError::too_many(TimeDelta::milliseconds(10)).error_response();
    assert_eq!(response.headers().get("retry-after").unwrap(), "1");
}
