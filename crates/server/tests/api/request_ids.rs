//! The ids of requests: those of trusted proxies are taken over.

use reqwest::Method;
use serde_json::Value;

use crate::harness::Portal;

/// The ids of the response, in its header and in its error.
async fn ids(portal: &Portal, sent: &[&str]) -> (String, String) {
    let request = portal.anonymous().request(Method::GET, "/api/v1/nothing");
    let request = sent.iter().fold(request, |request, id| request.header("x-request-id", *id));
    let response = request.send().await.unwrap();
    let header = response.headers()["x-request-id"].to_str().unwrap().to_owned();
    let body: Value = response.json().await.unwrap();
    (header, body["error"]["requestId"].as_str().unwrap().to_owned())
}

#[tokio::test(flavor = "multi_thread")]
async fn request_id_of_a_trusted_proxy_is_in_header_and_error() {
    let portal = Portal::start_with(|config| config.trusted_proxies = vec!["127.0.0.0/8".parse().unwrap()]).await;
    let id = "Root-1_2.a";
    assert_eq!(ids(&portal, &[id]).await, (id.to_owned(), id.to_owned()));
    let longest = "x".repeat(64);
    assert_eq!(ids(&portal, &[&longest]).await.0, longest);
}

#[tokio::test(flavor = "multi_thread")]
async fn request_id_that_is_malformed_or_repeated_is_replaced() {
    let portal = Portal::start_with(|config| config.trusted_proxies = vec!["127.0.0.0/8".parse().unwrap()]).await;
    let too_long = "x".repeat(65);
    for sent in [&[""][..], &["a b"], &["a\"b"], &["a=b"], &["ä"], &[&too_long], &["one", "two"]] {
        let (header, body) = ids(&portal, sent).await;
        assert!(uuid::Uuid::parse_str(&header).is_ok() && header == body, "{sent:?}: {header}, {body}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn request_id_of_other_clients_is_replaced() {
    let portal = Portal::start().await;
    let (header, body) = ids(&portal, &["chosen"]).await;
    assert!(uuid::Uuid::parse_str(&header).is_ok() && header == body, "{header}, {body}");
}
