//! The public search, answered by SQL.

use reqwest::Method;
use serde_json::json;

use crate::harness::{Client, Portal, SEARCH, listing_with};

/// Publishes three listings in ascending order of basic rent, not of total rent.
async fn publish_three(portal: &Portal) -> (Client, Client) {
    let landlord = portal.landlord().await;
    landlord.publish_listing(&listing_with("Altbau", "ROOM", 300, 600, 12.5)).await;
    landlord.publish_listing(&listing_with("Loft", "APARTMENT", 400, 500, 40.0)).await;
    landlord.publish_listing(&listing_with("Hof", "HOUSE", 500, 550, 90.0)).await;
    (landlord, portal.anonymous())
}

#[tokio::test(flavor = "multi_thread")]
async fn search_without_filters_orders_by_basic_rent() {
    let portal = Portal::start().await;
    let (_, visitor) = publish_three(&portal).await;
    assert_eq!(visitor.find(&json!({})).await, (vec!["Altbau".into(), "Loft".into(), "Hof".into()], 3));
    let nulls = json!({ "keyword": null, "price": null, "area": { "min": null }, "unitTypes": null, "page": null });
    assert_eq!(visitor.find(&nulls).await.1, 3);
}

#[tokio::test(flavor = "multi_thread")]
async fn search_filters_are_inclusive_and_price_is_total_rent() {
    let portal = Portal::start().await;
    let (_, visitor) = publish_three(&portal).await;
    assert_eq!(visitor.titles(&json!({ "price": { "min": 500, "max": 550 } })).await, ["Loft", "Hof"]);
    assert_eq!(visitor.titles(&json!({ "price": { "max": 499.99 } })).await, [""; 0]);
    assert_eq!(visitor.titles(&json!({ "area": { "min": 12.5, "max": 40 } })).await, ["Altbau", "Loft"]);
    assert_eq!(visitor.titles(&json!({ "price": { "min": 600, "max": 500 } })).await, [""; 0]);
    assert_eq!(visitor.titles(&json!({ "unitTypes": ["ROOM", "HOUSE"] })).await, ["Altbau", "Hof"]);
    assert_eq!(visitor.titles(&json!({ "unitTypes": ["ROOM", "HOUSE"], "area": { "min": 50 } })).await, ["Hof"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn search_sorts_in_both_directions() {
    let portal = Portal::start().await;
    let (landlord, visitor) = publish_three(&portal).await;
    let (_, body) = visitor.post(SEARCH, &json!({ "keyword": "Altbau" })).await;
    let id = body["payload"][0]["externalId"].as_str().unwrap().to_owned();
    landlord.put(&format!("/api/v1/listings/{id}/status?status=RENTED")).await;
    landlord.put(&format!("/api/v1/listings/{id}/status?status=AVAILABLE")).await;
    for (field, ascending) in [
        ("basicRent", ["Altbau", "Loft", "Hof"]),
        ("totalRent", ["Loft", "Hof", "Altbau"]),
        ("areaSqm", ["Altbau", "Loft", "Hof"]),
        ("dateCreated", ["Altbau", "Loft", "Hof"]),
        ("lastModified", ["Loft", "Hof", "Altbau"]),
    ] {
        assert_eq!(visitor.titles(&json!({ "sortField": field })).await, ascending, "{field}");
        let mut descending = ascending;
        descending.reverse();
        assert_eq!(
            visitor.titles(&json!({ "sortField": field, "sortDirection": "desc" })).await,
            descending,
            "{field}"
        );
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn search_pages_contain_every_listing_once() {
    let portal = Portal::start().await;
    let landlord = portal.landlord().await;
    for number in 0..13 {
        landlord.publish_listing(&listing_with(&format!("Nummer {number}"), "ROOM", 400, 500, 20.0)).await;
    }
    let mut found = std::collections::BTreeSet::new();
    for page in 0..3 {
        let (titles, total) = portal.anonymous().find(&json!({ "page": page, "pageSize": 5 })).await;
        assert_eq!((titles.len(), total), (if page < 2 { 5 } else { 3 }, 13));
        found.extend(titles);
    }
    assert_eq!(found.len(), 13);
    let (_, body) = portal.anonymous().post(SEARCH, &json!({ "page": 99_999_999_999_u64 })).await;
    assert_eq!((&body["payload"], &body["totalPages"], &body["totalSize"]), (&json!([]), &json!(2), &json!(13)));
}

#[tokio::test(flavor = "multi_thread")]
async fn search_finds_available_listings_of_active_landlords_only() {
    let portal = Portal::start().await;
    let (landlord, visitor) = publish_three(&portal).await;
    for (title, status) in [("Altbau", "DRAFT"), ("Loft", "ARCHIVED"), ("Hof", "RENTED")] {
        let (_, body) = visitor.post(SEARCH, &json!({ "keyword": title })).await;
        let id = body["payload"][0]["externalId"].as_str().unwrap().to_owned();
        landlord.put(&format!("/api/v1/listings/{id}/status?status={status}")).await;
        assert_eq!(visitor.find(&json!({ "keyword": title })).await.1, 0, "{status}");
    }
    let other = portal.landlord().await;
    let id = other.publish_listing(&listing_with("Turm", "OTHER", 700, 800, 30.0)).await;
    portal.set_status(portal.id_of(&other).await, portal_domain::user::UserStatus::Inactive).await;
    assert_eq!(visitor.find(&json!({})).await.1, 0);
    assert_eq!(visitor.get(&format!("/api/v1/listings/{id}")).await.0, 404);
    portal.set_status(portal.id_of(&other).await, portal_domain::user::UserStatus::Active).await;
    assert_eq!(visitor.find(&json!({})).await.1, 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn search_keyword_matches_words_prefixes_and_typos() {
    let portal = Portal::start().await;
    let (_, visitor) = publish_three(&portal).await;
    for keyword in [
        "Loft",
        "lof",
        "Loff München",
        "loft muenchen",
        "LOFT munchen",
        "80331 Loft",
        "loft balkon",
        "Loft Lindenstrasse",
    ] {
        assert_eq!(visitor.titles(&json!({ "keyword": keyword })).await, ["Loft"], "{keyword}");
    }
    for keyword in ["Loft Hamburg", "oft", "80332", "Lxxt"] {
        assert_eq!(visitor.find(&json!({ "keyword": keyword })).await.1, 0, "{keyword}");
    }
    for keyword in ["%", "' OR 1=1 --", "\\", "(((", "a:*&!|", "🏠", "\u{202e}abc"] {
        visitor.find(&json!({ "keyword": keyword })).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn search_rejects_invalid_fields() {
    let portal = Portal::start().await;
    for (query, field) in [
        (json!({ "page": -1 }), "page"),
        (json!({ "pageSize": 0 }), "pageSize"),
        (json!({ "pageSize": 101 }), "pageSize"),
        (json!({ "sortField": "password" }), "sortField"),
        (json!({ "sortDirection": "UP" }), "sortDirection"),
        (json!({ "unitTypes": ["TENT"] }), "unitTypes[0]"),
        (json!({ "price": { "min": "cheap" } }), "price.min"),
        (json!({ "keyword": "x".repeat(201) }), "keyword"),
        (json!({ "keyword": "a\0" }), "keyword"),
    ] {
        let (status, body) = portal.anonymous().post(SEARCH, &query).await;
        assert_eq!(status, 400, "{query}");
        assert!(body["error"]["fields"][field].is_string(), "{query}: {body}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn search_response_is_compressed() {
    let portal = Portal::start().await;
    let (_, visitor) = publish_three(&portal).await;
    let search = |encoding: &'static str| {
        let request = visitor.request(Method::POST, SEARCH).header("accept-encoding", encoding);
        async { request.json(&json!({ "facets": true })).send().await.unwrap() }
    };
    let plain = search("identity").await.bytes().await.unwrap();
    let compressed = search("gzip, deflate, br").await;
    assert_eq!(compressed.headers()["content-encoding"], "gzip");
    let vary: Vec<&str> = compressed.headers().get_all("vary").iter().map(|value| value.to_str().unwrap()).collect();
    assert!(vary.join(", ").contains("Accept-Encoding"), "{vary:?}");
    let bytes = compressed.bytes().await.unwrap();
    assert!(bytes.starts_with(&[0x1f, 0x8b]) && bytes.len() < plain.len(), "{} of {}", bytes.len(), plain.len());
}
