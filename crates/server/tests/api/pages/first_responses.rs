//! The responses inside of pages.

use reqwest::Method;
use serde_json::{Value, json};

use crate::harness::{Client, Portal, listing, send_request};

const OPENING_TAG: &str = r#"<script type="application/json" id="initial-responses">"#;

async fn html(portal: &Portal, path: &str) -> String {
    portal.anonymous().request(Method::GET, path).send().await.unwrap().text().await.unwrap()
}

/// The responses of a page; `None` without the element.
async fn entries(portal: &Portal, path: &str) -> Option<Vec<Value>> {
    let html = html(portal, path).await;
    let (_, rest) = html.split_once(OPENING_TAG)?;
    let (json, after) = rest.split_once("</script>").unwrap();
    assert_eq!(after.trim(), "</body></html>", "at the end of the body");
    Some(serde_json::from_str(json).unwrap())
}

fn entry<'a>(entries: &'a [Value], operation: &str) -> Option<&'a Value> {
    entries.iter().find(|entry| entry["operation"] == operation)
}

async fn views(landlord: &Client, portal: &Portal, path: &str) -> Value {
    portal.flush_views(landlord).await;
    landlord.get(path).await.1["payload"]["views"].clone()
}

#[tokio::test(flavor = "multi_thread")]
async fn home_contains_search_results_and_public_settings() {
    let portal = Portal::start_with_front_end().await;
    let landlord = portal.landlord().await;
    landlord.publish_listing(&listing()).await;
    for (query, count) in [("", 1), ("?priceMax=100", 0), ("?keyword=balkon&unitTypes=ROOM", 1), ("?page=9", 0)] {
        let entries = entries(&portal, &format!("/{query}")).await.unwrap();
        let search = entry(&entries, "searchListings").unwrap();
        let request = &search["argument"]["searchListingsRequest"];
        let (_, response) = portal.anonymous().post("/api/v1/listings/search", request).await;
        assert_eq!(search["data"], response, "{query}");
        assert_eq!(response["payload"].as_array().unwrap().len(), count, "{query}");
        let settings = entry(&entries, "getPublicSettings").unwrap();
        assert_eq!(settings["data"], portal.anonymous().get("/api/v1/settings/public").await.1);
        assert_eq!(settings.get("argument"), None);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn home_preloads_image_of_first_card() {
    let portal = Portal::start_with_front_end().await;
    assert!(!html(&portal, "/").await.contains("as=\"image\""), "there is no card");
    let landlord = portal.landlord().await;
    let id = landlord.publish_listing(&listing()).await;
    let (_, body) = portal.anonymous().get(&format!("/api/v1/listings/{id}")).await;
    let location = body["payload"]["images"][0]["location"].as_str().unwrap();
    let sources = format!("imagesrcset=\"/images/500x500{location} 500w, /images/1200x800{location} 1200w\"");
    let page = html(&portal, "/").await;
    assert!(page.contains(&sources) && page.contains("fetchpriority=\"high\""), "{page}");
    assert!(!html(&portal, "/?priceMax=1").await.contains("as=\"image\""));
}

#[tokio::test(flavor = "multi_thread")]
async fn listing_page_contains_public_listing_and_counts_no_view() {
    let portal = Portal::start_with_front_end().await;
    let landlord = portal.landlord().await;
    let id = landlord.publish_listing(&listing()).await;
    let path = format!("/api/v1/listings/{id}");
    let responses = entries(&portal, &format!("/listing/{id}?lng=en")).await.unwrap();
    let detail = entry(&responses, "getListing").unwrap();
    assert_eq!(detail["argument"], json!({ "id": id }));
    assert_eq!(
        (&detail["data"]["payload"]["views"], &detail["data"]["payload"]["application"]),
        (&json!(null), &json!(null))
    );
    assert_eq!(views(&landlord, &portal, &path).await, 0);
    assert_eq!(detail["data"], portal.anonymous().get(&path).await.1);

    for status in ["DRAFT", "ARCHIVED"] {
        landlord.put(&format!("{path}/status?status={status}")).await;
        assert_eq!(entries(&portal, &format!("/listing/{id}")).await, None, "{status}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn record_listing_view_counts_as_get_listing() {
    let portal = Portal::start_with_front_end().await;
    let landlord = portal.landlord().await;
    let id = landlord.publish_listing(&listing()).await;
    let path = format!("/api/v1/listings/{id}");
    for agent in ["phone", "phone", "laptop"] {
        let request = portal.anonymous().request(Method::POST, &format!("{path}/views")).header("user-agent", agent);
        assert_eq!(request.send().await.unwrap().status(), 204);
    }
    send_request(portal.anonymous().request(Method::GET, &path).header("user-agent", "phone")).await;
    landlord.request(Method::POST, &format!("{path}/views")).send().await.unwrap();
    assert_eq!(views(&landlord, &portal, &path).await, 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn title_with_markup_is_escaped() {
    let portal = Portal::start_with_front_end().await;
    let landlord = portal.landlord().await;
    let title = "</script><script>alert(1)</script><!--";
    let mut with_markup = listing();
    with_markup["title"] = json!(title);
    let id = landlord.publish_listing(&with_markup).await;
    for path in ["/".to_owned(), format!("/listing/{id}")] {
        let page = html(&portal, &path).await;
        assert!(!page.contains("<script>alert") && !page.contains("<!--"), "{path}");
        let responses = entries(&portal, &path).await.unwrap();
        assert!(json!(responses).to_string().contains("</script><script>alert(1)"), "{path}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn etag_of_home_changes_with_search_results() {
    let portal = Portal::start_with_front_end().await;
    let landlord = portal.landlord().await;
    let id = landlord.publish_listing(&listing()).await;
    let get = |tag: String| portal.anonymous().request(Method::GET, "/").header("if-none-match", tag).send();
    let first = get(String::new()).await.unwrap();
    let tag = first.headers()["etag"].to_str().unwrap().to_owned();
    assert_eq!(first.headers()["cache-control"], "no-cache");
    assert_eq!(get(tag.clone()).await.unwrap().status(), 304);
    landlord.put(&format!("/api/v1/listings/{id}/status?status=RENTED")).await;
    assert_eq!(get(tag).await.unwrap().status(), 200);
}

#[tokio::test(flavor = "multi_thread")]
async fn home_over_search_limit_omits_results() {
    let portal = Portal::start_with_front_end_and(|config| {
        config.rate_limit_enabled = true;
        config.search_per_minute = 1.try_into().unwrap();
    })
    .await;
    let first = entries(&portal, "/").await.unwrap();
    assert!(entry(&first, "searchListings").is_some());
    let limited = portal.anonymous().request(Method::GET, "/").send().await.unwrap();
    assert_eq!(limited.status(), 200);
    let second = entries(&portal, "/").await.unwrap();
    assert!(entry(&second, "searchListings").is_none() && entry(&second, "getPublicSettings").is_some());
}

#[tokio::test(flavor = "multi_thread")]
async fn other_pages_contain_no_responses() {
    let portal = Portal::start_with_front_end().await;
    for path in ["/login", "/nothing", "/my-listings", "/legal/terms"] {
        assert_eq!(entries(&portal, path).await, None, "{path}");
    }
}
