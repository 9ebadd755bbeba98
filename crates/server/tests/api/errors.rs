//! Bad requests get the contract's error and change nothing (acceptance AB 419–422).

use reqwest::Method;
use serde_json::{Value, json};

use crate::harness::{Portal, SEARCH, answer};

async fn raw(portal: &Portal, kind: &str, body: impl Into<reqwest::Body>) -> (u16, Value) {
    let request = portal.anonymous().request(Method::POST, SEARCH).header("content-type", kind).body(body);
    let (status, body) = answer(request).await;
    (status.as_u16(), body)
}

#[tokio::test(flavor = "multi_thread")]
async fn every_error_names_a_key_and_the_request() {
    let portal = Portal::start().await;
    let response = portal.anonymous().request(Method::GET, "/api/v1/nothing").send().await.unwrap();
    assert_eq!(response.status(), 404);
    assert_eq!(response.headers()["content-type"], "application/json");
    let header = response.headers()["x-request-id"].to_str().unwrap().to_owned();
    let body: Value = response.json().await.unwrap();
    assert_eq!(body["error"], json!({ "message": "exception.request.not-found", "requestId": header }));
}

#[tokio::test(flavor = "multi_thread")]
async fn malformed_bodies_are_refused() {
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
        let (status, answer) = raw(&portal, "application/json", body.to_owned()).await;
        assert_eq!(status, 400, "{body:.40}: {answer}");
        assert_eq!(answer["error"]["message"], "exception.request.invalid");
    }
    assert_eq!(raw(&portal, "application/json", vec![0xff, 0xfe]).await.0, 400);
    assert_eq!(raw(&portal, "text/plain", "{}").await.0, 415);
    assert_eq!(raw(&portal, "application/json", format!("{{\"keyword\":\"{}\"}}", "x".repeat(300_000))).await.0, 413);
    assert_eq!(raw(&portal, "application/json; charset=utf-8", "{}").await.0, 200);
}

#[tokio::test(flavor = "multi_thread")]
async fn who_may_not_call_learns_that_before_anything_else() {
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
            let (status, body) = answer(request).await;
            assert_eq!(
                (status.as_u16(), &body["error"]["message"]),
                (403, &json!(format!("exception.auth.{message}")))
            );
        }
    }
    let landlord = portal.landlord().await;
    let (status, body) = landlord.put_json("/api/v1/listings/not-an-id", &json!({ "title": "" })).await;
    assert_eq!(status, 400, "a bad body comes before an unknown id: {body}");
}

#[tokio::test(flavor = "multi_thread")]
async fn another_method_of_a_known_path_is_a_405_that_says_which_are_allowed() {
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
    assert_eq!(portal.anonymous().put("/api/v1/users/profile").await.0, 403, "guarded as a whole");
    assert_eq!(answer(portal.student().await.request(Method::PUT, "/api/v1/users/profile")).await.0, 405);
    assert_eq!(answer(portal.anonymous().request(Method::POST, "/login")).await.0, 405);
}

#[tokio::test(flavor = "multi_thread")]
async fn foreign_pages_cannot_change_anything() {
    let portal = Portal::start().await;
    for origin in ["https://evil.example", "null", "http://127.0.0.1:1"] {
        let (status, body) =
            answer(portal.anonymous().request(Method::POST, SEARCH).header("origin", origin).json(&json!({}))).await;
        assert_eq!((status.as_u16(), &body["error"]["message"]), (400, &json!("exception.request.origin")), "{origin}");
    }
    let own = portal.url.clone();
    let (status, _) =
        answer(portal.anonymous().request(Method::POST, SEARCH).header("origin", own).json(&json!({}))).await;
    assert_eq!(status, 200);
}

#[tokio::test(flavor = "multi_thread")]
async fn allowed_foreign_pages_may_read_answers_and_no_others() {
    let portal = Portal::start_with(|settings| settings.allowed_origins = vec!["https://app.example".to_owned()]).await;
    let cross = async |origin: &str| {
        let request =
            portal.anonymous().request(Method::GET, "/api/v1/settings/public").header("origin", origin.to_owned());
        let response = request.send().await.unwrap();
        response.headers().get("access-control-allow-origin").map(|value| value.to_str().unwrap().to_owned())
    };
    assert_eq!(cross("https://app.example").await.as_deref(), Some("https://app.example"));
    assert_eq!(cross("https://evil.example").await, None);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_broken_upload_is_a_400() {
    let portal = Portal::start().await;
    let landlord = portal.landlord().await;
    let id = landlord.create_listing(&crate::harness::listing()).await;
    let path = format!("/api/v1/listings/{id}/images");
    let broken = landlord
        .request(Method::POST, &path)
        .header("content-type", "multipart/form-data; boundary=x")
        .body("--x\r\nContent-Disposition: form-data; name=\"files\"\r\n\r\nno end");
    assert_eq!(answer(broken).await.0, 400);
    let boundless = landlord.request(Method::POST, &path).header("content-type", "multipart/form-data").body("x");
    assert_eq!(answer(boundless).await.0, 400);
    let json = landlord.request(Method::POST, &path).json(&json!({}));
    assert_eq!(answer(json).await.0, 415);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_database_that_is_away_is_a_503_without_details() {
    let portal = Portal::start_with(|settings| {
        settings.database_connections = std::num::NonZeroU32::new(1).unwrap();
    })
    .await;
    portal.database.cut().await;
    let (status, body) = portal.anonymous().post(SEARCH, &json!({})).await;
    assert_eq!((status.as_u16(), &body["error"]["message"]), (503, &json!("exception.server.unavailable")));
    assert_eq!(portal.anonymous().get("/health/ready").await.0, 503);
    assert_eq!(portal.anonymous().get("/health/live").await.0, 200);
}
