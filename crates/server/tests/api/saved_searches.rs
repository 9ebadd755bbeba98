//! Searches that students save, and the number of listings that are new.

use portal_services::saved_searches::{self, KnownSearches};
use reqwest::StatusCode;
use serde_json::{Value, json};

use crate::harness::{Client, Portal, listing, listing_with};

const PATH: &str = "/api/v1/saved-searches";

fn search(name: &str, filters: &Value) -> Value {
    json!({ "name": name, "filters": filters, "frequency": "NEVER" })
}

async fn save(student: &Client, name: &str, filters: &Value) -> (StatusCode, Value) {
    student.post(PATH, &search(name, filters)).await
}

/// Saves a search, and returns its path.
async fn saved(student: &Client, name: &str, filters: &Value) -> String {
    let (status, body) = save(student, name, filters).await;
    assert_eq!(status, 201, "{body}");
    format!("{PATH}/{}", body["payload"]["externalId"].as_str().unwrap())
}

async fn list(student: &Client) -> Vec<Value> {
    let (status, body) = student.get(PATH).await;
    assert_eq!(status, 200, "{body}");
    body["payload"].as_array().unwrap().clone()
}

async fn new_count(student: &Client) -> u64 {
    list(student).await[0]["newCount"].as_u64().unwrap()
}

/// Matches everything that waits, as the worker does.
async fn match_listings(portal: &Portal) {
    let known = KnownSearches::default();
    while saved_searches::match_listings(&portal.ports, &known).await.unwrap().has_more {}
}

#[tokio::test(flavor = "multi_thread")]
async fn saved_searches_are_saved_listed_changed_and_deleted() {
    let portal = Portal::start().await;
    let (student, other) = (portal.student().await, portal.student().await);
    let filters = json!({
        "keyword": "ruhig", "place": { "city": "Köln", "district": null }, "near": null, "price": { "min": null, "max": 650.5 },
        "area": { "min": 12.5, "max": null }, "unitTypes": ["ROOM", "APARTMENT"], "availableBy": "2090-04-01",
        "availableUntil": null, "amenities": ["WIFI"]
    });
    let (status, body) = save(&student, " Zimmer ", &filters).await;
    let first = &body["payload"];
    assert_eq!((status.as_u16(), &first["name"], &first["filters"]), (201, &json!("Zimmer"), &filters), "{body}");
    assert_eq!((&first["frequency"], &first["newCount"]), (&json!("NEVER"), &json!(0)));
    let path = format!("{PATH}/{}", first["externalId"].as_str().unwrap());
    saved(&student, "Alles", &json!({})).await;
    let names: Vec<Value> = list(&student).await.iter().map(|saved| saved["name"].clone()).collect();
    assert_eq!(names, ["Alles", "Zimmer"], "the last saved first");

    let near = json!({ "city": "Köln", "radiusKm": 20 });
    let changed = json!({ "name": "WG", "filters": { "unitTypes": ["ROOM"], "near": near }, "frequency": "WEEKLY" });
    let (status, body) = student.put_json(&path, &changed).await;
    let second = &body["payload"];
    assert_eq!((status.as_u16(), &second["name"], &second["frequency"]), (200, &json!("WG"), &json!("WEEKLY")));
    let expected = json!({
        "keyword": null, "place": null, "near": near, "price": { "min": null, "max": null }, "area": { "min": null, "max": null },
        "unitTypes": ["ROOM"], "availableBy": null, "availableUntil": null, "amenities": []
    });
    assert_eq!(second["filters"], expected);

    assert!(list(&other).await.is_empty());
    assert_eq!(other.put_json(&path, &changed).await.0, 404);
    assert_eq!(other.post(&format!("{path}/seen"), &json!({})).await.0, 404);
    assert_eq!(other.delete(&path).await.0, 404);
    assert_eq!(student.delete(&path).await.0, 204);
    let (status, body) = student.delete(&path).await;
    assert_eq!((status.as_u16(), &body["error"]["message"]), (404, &json!("exception.saved-search.not-found")));
    assert_eq!(student.put_json(&path, &changed).await.0, 404);
    assert_eq!(student.post(&format!("{path}/seen"), &json!({})).await.0, 404);
    assert_eq!(list(&student).await.len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn create_saved_search_beyond_twenty_is_rejected() {
    let portal = Portal::start_with_pool().await;
    let student = portal.student().await;
    for number in 0..18 {
        assert_eq!(save(&student, &format!("Suche {number}"), &json!({})).await.0, 201);
    }
    let names = ["A", "B", "C", "D"];
    let nothing = json!({});
    let added = futures_util::future::join_all(names.map(|name| save(&student, name, &nothing))).await;
    let mut statuses: Vec<u16> = added.iter().map(|(status, _)| status.as_u16()).collect();
    statuses.sort_unstable();
    assert_eq!(statuses, [201, 201, 409, 409], "concurrent requests do not pass the limit together");
    let (_, body) = save(&student, "E", &nothing).await;
    assert_eq!(body["error"]["message"], "exception.saved-search.too-many");
    let last = list(&student).await[0]["externalId"].as_str().unwrap().to_owned();
    assert_eq!(student.delete(&format!("{PATH}/{last}")).await.0, 204);
    assert_eq!(save(&student, "E", &nothing).await.0, 201);
}

#[tokio::test(flavor = "multi_thread")]
async fn create_saved_search_rejects_invalid_fields() {
    let portal = Portal::start().await;
    let student = portal.student().await;
    for (body, field, rule) in [
        (search("", &json!({})), "name", "required"),
        (search("A\nB", &json!({})), "name", "invalid"),
        (search(&"x".repeat(61), &json!({})), "name", "too-long"),
        (json!({ "name": "A", "frequency": "NEVER" }), "filters", "required"),
        (json!({ "name": "A", "filters": {} }), "frequency", "required"),
        (json!({ "name": "A", "filters": {}, "frequency": "HOURLY" }), "frequency", "invalid"),
        (search("A", &json!({ "unitTypes": ["CASTLE"] })), "filters.unitTypes[0]", "invalid"),
        (search("A", &json!({ "place": { "city": " / " } })), "filters.place.city", "invalid"),
        (search("A", &json!({ "near": { "city": "Ulm", "radiusKm": 7 } })), "filters.near.radiusKm", "invalid"),
        (
            search("A", &json!({ "near": { "city": "Ulm", "radiusKm": 5 }, "place": { "city": "Ulm" } })),
            "filters.near",
            "invalid",
        ),
        (search("A", &json!({ "price": { "max": 1.234 } })), "filters.price.max", "invalid"),
        (search("A", &json!({ "availableBy": "1999-01-01" })), "filters.availableBy", "out-of-range"),
    ] {
        let (status, response) = student.post(PATH, &body).await;
        let expected = json!({ field: format!("validation.{rule}") });
        assert_eq!((status.as_u16(), &response["error"]["fields"]), (400, &expected), "{body}");
    }
    assert!(list(&student).await.is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn new_count_counts_what_is_found_since_it_was_seen() {
    let portal = Portal::start().await;
    let (student, landlord) = (portal.student().await, portal.landlord().await);
    let known = landlord.publish_listing(&listing()).await;
    match_listings(&portal).await;
    let path = saved(&student, "Zimmer", &json!({ "unitTypes": ["ROOM"], "price": { "max": 500 } })).await;
    // Changed, but found when the search was saved.
    assert_eq!(landlord.put_json(&format!("/api/v1/listings/{known}"), &listing()).await.0, 200);
    let first = landlord.publish_listing(&listing()).await;
    landlord.publish_listing(&listing_with("Haus", "HOUSE", 300, 400, 20.0)).await;
    landlord.create_listing(&listing()).await;
    let dear = landlord.publish_listing(&listing_with("Teuer", "ROOM", 500, 600, 20.0)).await;
    match_listings(&portal).await;
    assert_eq!(new_count(&student).await, 1);

    // It becomes one of the found.
    let cheaper = listing_with("Teuer", "ROOM", 400, 500, 20.0);
    assert_eq!(landlord.put_json(&format!("/api/v1/listings/{dear}"), &cheaper).await.0, 200);
    match_listings(&portal).await;
    match_listings(&portal).await;
    assert_eq!(new_count(&student).await, 2);
    let status = format!("/api/v1/listings/{first}/status?status=RENTED");
    assert_eq!(landlord.put(&status).await.0, 200);
    assert_eq!(new_count(&student).await, 1, "what is rented cannot be found any more");

    let renamed = search("Anders", &json!({ "unitTypes": ["ROOM"], "price": { "max": 500 } }));
    let (_, body) = student.put_json(&path, &renamed).await;
    assert_eq!(body["payload"]["newCount"], 1, "the name changes nothing");
    assert_eq!(student.post(&format!("{path}/seen"), &json!({})).await.0, 204);
    assert_eq!(new_count(&student).await, 0);
    landlord.publish_listing(&listing()).await;
    match_listings(&portal).await;
    assert_eq!(new_count(&student).await, 1);

    let other = search("Anders", &json!({ "unitTypes": ["HOUSE"] }));
    let (_, body) = student.put_json(&path, &other).await;
    assert_eq!(body["payload"]["newCount"], 0, "another search");
    match_listings(&portal).await;
    assert_eq!(new_count(&student).await, 0);
    landlord.publish_listing(&listing_with("Haus", "HOUSE", 300, 400, 20.0)).await;
    match_listings(&portal).await;
    assert_eq!(new_count(&student).await, 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn new_count_counts_listings_around_a_town() {
    let portal = Portal::start().await;
    let (student, landlord) = (portal.student().await, portal.landlord().await);
    // Freising is about 31 km from the listing's München, and no town is called Atlantis.
    for (name, city, radius) in [("Fern", "Freising", 20), ("Unbekannt", "Atlantis", 50), ("Nah", "Freising", 50)] {
        saved(&student, name, &json!({ "near": { "city": city, "radiusKm": radius } })).await;
    }
    landlord.publish_listing(&listing()).await;
    match_listings(&portal).await;
    let counts: Vec<(Value, Value)> =
        list(&student).await.iter().map(|saved| (saved["name"].clone(), saved["newCount"].clone())).collect();
    assert_eq!(counts, [("Nah", 1), ("Unbekannt", 0), ("Fern", 0)].map(|(name, count)| (json!(name), json!(count))));
}

#[tokio::test(flavor = "multi_thread")]
async fn saved_searches_are_deleted_with_their_student() {
    let portal = Portal::start().await;
    let (student, landlord, administrator) =
        (portal.student().await, portal.landlord().await, portal.administrator().await);
    saved(&student, "Zimmer", &json!({})).await;
    landlord.publish_listing(&listing()).await;
    match_listings(&portal).await;
    let id = portal.id_of(&student).await;
    assert_eq!(administrator.delete(&format!("/api/v1/users/{id}")).await.0, 204);
    let database = portal.database.client().await;
    for table in ["saved_searches", "saved_search_matches"] {
        let left = database.query_one(&format!("SELECT count(*) FROM {table}"), &[]).await.unwrap();
        assert_eq!(left.get::<_, i64>(0), 0, "{table}");
    }
    landlord.publish_listing(&listing()).await;
    match_listings(&portal).await;
}
