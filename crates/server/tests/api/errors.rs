//! The error responses of malformed and unauthorized requests.

use reqwest::Method;
use serde_json::{Value, json};

use crate::harness::{Portal, SEARCH, send_request};

async fn post_raw(portal: &Portal, kind: &str, body: impl Into<reqwest::Body>) -> (u16, Value) {
    let request = portal.anonymous().request(Method::POST, SEARCH).header("content-type", kind).body(body);
    let (status, body) = send_request(request).await;
    (status.as_u16(), body)
}

#[tokio::test(flavor = "multi_thread")]
async fn error_contains_message_key_and_request_id() {
    let portal = Portal::start().await;
    let response = portal.anonymous().request(Method::GET, "/api/v1/nothing").send().await.unwrap();
    assert_eq!(response.status(), 404);
    assert_eq!(response.headers()["content-type"], "application/json");
    let header = response.headers()["x-request-id"].to_str().unwrap().to_owned();
    let body: Value = response.json().await.unwrap();
    assert_eq!(body["error"], json!({ "message": "exception.request.not-found", "requestId": header }));
}

#[tokio::test(flavor = "multi_thread")]
async fn search_rejects_malformed_bodies() {
    let portal = Portal::start().await;
    let deep = format!("{}{}", "[".repeat(10_000), "]".repeat(10_000));
    for body in [
        "",
        "{",
        "[]",
        "null",
        "{\"page\":1}x",
        "{\"price\":{\"min\":1e400}}",
        "{\"page\":1,\"page\":2}",
        "{\"keyword\":\"\\ud800\"}",
        deep.as_str(),
    ] {
        let (status, response) = post_raw(&portal, "application/json", body.to_owned()).await;
        assert_eq!(status, 400, "{body:.40}: {response}");
        assert_eq!(response["error"]["message"], "exception.request.invalid");
    }
    assert_eq!(post_raw(&portal, "application/json", vec![0xff, 0xfe]).await.0, 400);
    assert_eq!(post_raw(&portal, "text/plain", "{}").await.0, 415);
    assert_eq!(
        post_raw(&portal, "application/json", format!("{{\"keyword\":\"{}\"}}", "x".repeat(300_000))).await.0,
        413
    );
    assert_eq!(post_raw(&portal, "application/json; charset=utf-8", "{}").await.0, 200);
}

#[tokio::test(flavor = "multi_thread")]
async fn missing_permission_is_checked_first() {
    let portal = Portal::start().await;
    let student = portal.student().await;
    for (client, message) in [(&portal.anonymous(), "unauthenticated"), (&student, "forbidden")] {
        for request in [
            client.request(Method::POST, "/api/v1/listings").header("content-type", "text/plain").body("x"),
            client.request(Method::POST, "/api/v1/listings").json(&json!({ "title": 7 })),
            client.request(Method::GET, "/api/v1/listings?page=-1"),
            client.request(Method::PUT, "/api/v1/listings/not-an-id/status?status=NOTHING"),
            client.request(Method::POST, "/api/v1/listings/not-an-id/images").body("x"),
        ] {
            let (status, body) = send_request(request).await;
            assert_eq!(
                (status.as_u16(), &body["error"]["message"]),
                (403, &json!(format!("exception.auth.{message}")))
            );
        }
    }
    let landlord = portal.landlord().await;
    let (status, body) = landlord.put_json("/api/v1/listings/not-an-id", &json!({ "title": "" })).await;
    assert_eq!(status, 400, "an invalid body is reported before an unknown id: {body}");
}

#[tokio::test(flavor = "multi_thread")]
async fn unknown_method_returns_405_with_allow_header() {
    let portal = Portal::start().await;
    for (method, path, allow) in [
        (Method::GET, SEARCH, "POST"),
        (Method::DELETE, "/api/v1/settings/public", "GET"),
        (Method::PATCH, "/api/v1/listings/7", "GET, PUT, DELETE"),
        (Method::TRACE, "/api/v1/authenticate", "POST"),
    ] {
        let response = portal.anonymous().request(method.clone(), path).send().await.unwrap();
        assert_eq!(response.status(), 405, "{method} {path}");
        assert_eq!(response.headers()["allow"], allow, "{method} {path}");
    }
    assert_eq!(
        portal.anonymous().put("/api/v1/users/profile").await.0,
        403,
        "the permission is checked before the method"
    );
    assert_eq!(send_request(portal.student().await.request(Method::PUT, "/api/v1/users/profile")).await.0, 405);
    assert_eq!(send_request(portal.anonymous().request(Method::POST, "/login")).await.0, 405);
}

#[tokio::test(flavor = "multi_thread")]
async fn foreign_origin_is_rejected() {
    let portal = Portal::start().await;
    for origin in ["https://evil.example", "null", "http://127.0.0.1:1"] {
        let (status, body) =
            send_request(portal.anonymous().request(Method::POST, SEARCH).header("origin", origin).json(&json!({})))
                .await;
        assert_eq!((status.as_u16(), &body["error"]["message"]), (400, &json!("exception.request.origin")), "{origin}");
    }
    let same_origin = portal.url.clone();
    let (status, _) =
        send_request(portal.anonymous().request(Method::POST, SEARCH).header("origin", same_origin).json(&json!({})))
            .await;
    assert_eq!(status, 200);
}

#[tokio::test(flavor = "multi_thread")]
async fn allowed_origins_get_cors_header() {
    let portal = Portal::start_with(|config| config.allowed_origins = vec!["https://app.example".to_owned()]).await;
    let allowed_origin = async |origin: &str| {
        let request =
            portal.anonymous().request(Method::GET, "/api/v1/settings/public").header("origin", origin.to_owned());
        let response = request.send().await.unwrap();
        response.headers().get("access-control-allow-origin").map(|value| value.to_str().unwrap().to_owned())
    };
    assert_eq!(allowed_origin("https://app.example").await.as_deref(), Some("https://app.example"));
    assert_eq!(allowed_origin("https://evil.example").await, None);
}

#[tokio::test(flavor = "multi_thread")]
async fn upload_rejects_malformed_multipart() {
    let portal = Portal::start().await;
    let landlord = portal.landlord().await;
    let id = landlord.create_listing(&crate::harness::listing()).await;
    let path = format!("/api/v1/listings/{id}/images");
    let broken = landlord
        .request(Method::POST, &path)
        .header("content-type", "multipart/form-data; boundary=x")
        .body("--x\r\nContent-Disposition: form-data; name=\"files\"\r\n\r\nno end");
    assert_eq!(send_request(broken).await.0, 400);
    let without_boundary =
        landlord.request(Method::POST, &path).header("content-type", "multipart/form-data").body("x");
    assert_eq!(send_request(without_boundary).await.0, 400);
    let json = landlord.request(Method::POST, &path).json(&json!({}));
    assert_eq!(send_request(json).await.0, 415);
}

#[tokio::test(flavor = "multi_thread")]
async fn unavailable_database_returns_503_without_details() {
    let portal = Portal::start().await;
    portal.database.disconnect().await;
    let (status, body) = portal.anonymous().post(SEARCH, &json!({})).await;
    assert_eq!((status.as_u16(), &body["error"]["message"]), (503, &json!("exception.server.unavailable")));
    assert_eq!(portal.anonymous().get("/health/ready").await.0, 503);
    assert_eq!(portal.anonymous().get("/health/live").await.0, 200);
}

#[tokio::test(flavor = "multi_thread")]
async fn review_application_checks_the_content_type_before_the_status() {
    let portal = Portal::start().await;
    let landlord = portal.landlord().await;
    let path = "/api/v1/applications/00000000-0000-7000-8000-000000000000/review?status=FOO";
    let text = landlord.request(Method::PUT, path).header("content-type", "text/plain").body("x");
    assert_eq!(send_request(text).await.0, 415);
    assert_eq!(landlord.put(path).await.0, 400);
}
