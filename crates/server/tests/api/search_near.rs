//! Searches around a town, with SQL first and then with the index, and the towns of a postal code.

use reqwest::Method;
use serde_json::{Value, json};

use crate::harness::{Client, Portal, SEARCH, facet_counts, in_sql_and_memory, listing_with, portal_with_listings};

const TOWNS: &str = "/api/v1/listings/towns";

fn room_in(title: &str, rent: u32, postal_code: &str, city: &str) -> Value {
    let mut room = listing_with(title, "ROOM", rent, rent + 50, 20.0);
    (room["address"]["postalCode"], room["address"]["city"]) = (json!(postal_code), json!(city));
    room
}

async fn portal_around_munich() -> Portal {
    portal_with_listings(&[
        room_in("Freising", 300, "85354", "Freising"),
        room_in("Mitte", 400, "80331", "München"),
        room_in("Garching", 500, "85748", "Garching"),
        room_in("Maxvorstadt", 350, "80539", "Muenchen"),
        room_in("Bonn", 200, "53111", "Bonn"),
        room_in("Unbekannt", 100, "00000", "Entenhausen"),
    ])
    .await
}

/// Titles and distances.
async fn cards(visitor: &Client, query: &Value) -> Vec<(String, Option<u64>)> {
    let body = visitor.search(query).await;
    let rows = body["payload"].as_array().unwrap().iter();
    rows.map(|row| (row["title"].as_str().unwrap().to_owned(), row["distanceKm"].as_u64())).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn search_near_a_town_finds_its_surroundings_with_distances() {
    let mut portal = portal_around_munich().await;
    in_sql_and_memory(&mut portal, async |visitor| {
        for (city, radius, sort, expected) in [
            ("München", 5, "basicRent", vec![("Maxvorstadt", 0), ("Mitte", 0)]),
            ("MUENCHEN", 20, "basicRent", vec![("Maxvorstadt", 0), ("Mitte", 0), ("Garching", 14)]),
            ("München", 50, "basicRent", vec![("Freising", 32), ("Maxvorstadt", 0), ("Mitte", 0), ("Garching", 14)]),
            ("Munich", 50, "distance", vec![("Maxvorstadt", 0), ("Mitte", 0), ("Garching", 14), ("Freising", 32)]),
            // A town without listings.
            ("Unterschleißheim", 10, "basicRent", vec![("Garching", 6)]),
            ("Köln", 50, "distance", vec![("Bonn", 24)]),
            ("Hamburg", 50, "distance", vec![]),
        ] {
            let query = json!({ "near": { "city": city, "radiusKm": radius }, "sortField": sort });
            let expected: Vec<_> =
                expected.into_iter().map(|(title, distance)| (title.to_owned(), Some(distance))).collect();
            assert_eq!(cards(visitor, &query).await, expected, "{query}");
        }
        let descending = json!({
            "near": { "city": "München", "radiusKm": 50 }, "sortField": "distance", "sortDirection": "DESC"
        });
        assert_eq!(visitor.titles(&descending).await, ["Freising", "Garching", "Maxvorstadt", "Mitte"]);
        let everything = cards(visitor, &json!({})).await;
        assert!(everything.len() == 6 && everything.iter().all(|(_, distance)| distance.is_none()), "{everything:?}");
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn search_near_a_town_is_combined_with_other_filters_and_facets() {
    let mut portal = portal_around_munich().await;
    in_sql_and_memory(&mut portal, async |visitor| {
        let query = json!({
            "near": { "city": "München", "radiusKm": 50 }, "price": { "min": null, "max": 450 }, "facets": true,
        });
        let body = visitor.search(&query).await;
        assert_eq!(body["totalSize"], 3);
        // The facet of the price ignores its filter; 400 is in two ranges.
        assert_eq!(facet_counts(&body["facets"], "prices"), [0, 2, 2, 1, 0, 0, 0, 0]);
        assert_eq!(facet_counts(&body["facets"], "unitTypes"), [0, 0, 3, 0]);
        let keyword = json!({ "near": { "city": "München", "radiusKm": 50 }, "keyword": "Garching" });
        assert_eq!(visitor.titles(&keyword).await, ["Garching"]);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn search_near_an_unknown_town_finds_the_listings_of_this_city() {
    let mut portal = portal_around_munich().await;
    in_sql_and_memory(&mut portal, async |visitor| {
        for sort in ["basicRent", "distance"] {
            let query = json!({ "near": { "city": "ENTENHAUSEN", "radiusKm": 50 }, "sortField": sort });
            assert_eq!(cards(visitor, &query).await, [("Unbekannt".to_owned(), None)]);
        }
        assert_eq!(visitor.titles(&json!({ "near": { "city": "Atlantis", "radiusKm": 50 } })).await, [""; 0]);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn search_rejects_other_radii_and_a_distance_to_nothing() {
    let portal = Portal::start().await;
    let visitor = portal.anonymous();
    for (query, field, message) in [
        (json!({ "near": { "city": "Ulm", "radiusKm": 15 } }), "near.radiusKm", "validation.invalid"),
        (json!({ "near": { "city": "Ulm", "radiusKm": -5 } }), "near.radiusKm", "validation.invalid"),
        (json!({ "near": { "city": "Ulm", "radiusKm": 5.5 } }), "near.radiusKm", "validation.invalid"),
        (json!({ "near": { "city": "Ulm" } }), "near.radiusKm", "validation.required"),
        (json!({ "near": { "radiusKm": 5 } }), "near.city", "validation.required"),
        (json!({ "near": { "city": " – ", "radiusKm": 5 } }), "near.city", "validation.invalid"),
        (json!({ "near": { "city": "Ulm", "radiusKm": 5 }, "place": { "city": "Ulm" } }), "near", "validation.invalid"),
        (json!({ "sortField": "distance" }), "sortField", "validation.invalid"),
        (json!({ "sortField": "distance", "place": { "city": "Ulm" } }), "sortField", "validation.invalid"),
    ] {
        let (status, body) = visitor.post(SEARCH, &query).await;
        assert_eq!((status.as_u16(), &body["error"]["fields"]), (400, &json!({ field: message })), "{query}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn list_towns_returns_the_towns_of_a_postal_code_and_may_be_cached() {
    let portal = Portal::start().await;
    let visitor = portal.anonymous();
    let response = visitor.request(Method::GET, &format!("{TOWNS}?postalCode=80331")).send().await.unwrap();
    assert_eq!(response.headers()["cache-control"], "public, max-age=86400");
    let body: Value = response.json().await.unwrap();
    assert_eq!(body, json!({ "payload": [{ "city": "München", "region": "Bayern" }] }));
    let (_, body) = visitor.get(&format!("{TOWNS}?postalCode=01945")).await;
    let towns = body["payload"].as_array().unwrap();
    assert!(towns.len() > 1 && towns.iter().all(|town| town["region"] == "Brandenburg"), "{body}");
    assert_eq!(visitor.get(&format!("{TOWNS}?postalCode=00000")).await.1, json!({ "payload": [] }));
    for (query, message) in [
        ("", "validation.required"),
        ("?postalCode=8033", "validation.invalid"),
        ("?postalCode=803311", "validation.invalid"),
        ("?postalCode=8033a", "validation.invalid"),
    ] {
        let (status, body) = visitor.get(&format!("{TOWNS}{query}")).await;
        let expected = json!({ "postalCode": message });
        assert_eq!((status.as_u16(), &body["error"]["fields"]), (400, &expected), "{query}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn suggest_places_with_towns_adds_those_without_listings() {
    let mut portal = portal_with_listings(&[room_in("Mitte", 400, "80331", "München")]).await;
    in_sql_and_memory(&mut portal, async |visitor| {
        let suggested = async |query: &str| {
            let (status, body) = visitor.get(&format!("/api/v1/listings/suggest?{query}")).await;
            assert_eq!(status, 200, "{query}: {body}");
            let places = body["payload"].as_array().unwrap().iter();
            let named = |place: &Value| (place["city"].as_str().unwrap().to_owned(), place["count"].as_u64().unwrap());
            places.map(named).collect::<Vec<(String, u64)>>()
        };
        let named = |city: &str, count: u64| (city.to_owned(), count);
        let with_towns = suggested("q=M%C3%BCn&towns=true").await;
        assert_eq!(with_towns[..2], [named("München", 1), named("Münster", 0)]);
        assert_eq!(suggested("q=M%C3%BCn").await, vec![named("München", 1)]);
        assert!(suggested("q=Freising&towns=true&exact=true").await.is_empty());
    })
    .await;
}
