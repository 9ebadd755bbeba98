//! The OpenAPI description and its page.

use reqwest::Method;

use crate::harness::Portal;

#[tokio::test(flavor = "multi_thread")]
async fn openapi_and_its_page_are_served_without_external_resources() {
    let portal = Portal::start().await;
    let (status, description) = portal.anonymous().get("/api/openapi.json").await;
    assert_eq!(status, 200);
    assert_eq!(description["openapi"], "3.1.0");
    let page = portal.anonymous().request(Method::GET, "/api/docs/").send().await.unwrap();
    assert_eq!(page.status(), 200);
    assert!(page.headers()["content-security-policy"].to_str().unwrap().contains("style-src 'self' 'unsafe-inline'"));
    let html = page.text().await.unwrap();
    assert!(!html.contains("https://") && !html.contains("//cdn"), "{html}");
    let redirect = portal.anonymous().request(Method::GET, "/api/docs").send().await.unwrap();
    assert_eq!(redirect.url().path(), "/api/docs/");
}

#[test]
fn every_operation_describes_its_errors() {
    let description: serde_json::Value = serde_json::from_str(&portal_api::openapi::json()).unwrap();
    for (path, item) in description["paths"].as_object().unwrap() {
        for (method, operation) in item.as_object().unwrap() {
            let responses = operation["responses"].as_object().unwrap();
            let has = |status: &str| responses.contains_key(status);
            assert!(operation["tags"][0].is_string(), "{method} {path} has no tag");
            let security = operation["security"].as_array();
            let needs_token = security.is_some_and(|ways| !ways.contains(&serde_json::json!({})));
            assert!(!needs_token || has("403"), "{method} {path} needs a token");
            assert!(
                operation.get("requestBody").is_none() || (has("400") && has("413") && has("415")),
                "{method} {path} has a body"
            );
            assert!(!path.contains('{') || has("404"), "{method} {path} has a parameter");
        }
    }
}
