//! Places: suggestions, and searches in a place. With SQL first, then with the index.

use portal_domain::user::UserStatus;
use reqwest::Method;
use serde_json::{Value, json};

use crate::harness::{
    Client, Portal, SEARCH, eventually, facet_counts, in_sql_and_memory, listing, malicious_texts, portal_with_listings,
};

const SUGGEST: &str = "/api/v1/listings/suggest";

fn listing_in(city: &str, district: Option<&str>) -> Value {
    let mut listing = listing();
    (listing["address"]["city"], listing["address"]["district"]) = (json!(city), json!(district));
    listing
}

/// The path with the input, every byte of it percent-encoded.
fn suggest_path(input: &str) -> String {
    input.bytes().fold(format!("{SUGGEST}?q="), |path, byte| format!("{path}%{byte:02X}"))
}

/// City, district and count.
type Suggestion = (String, Option<String>, u64);

async fn suggest(visitor: &Client, input: &str) -> Vec<Suggestion> {
    get_suggestions(visitor, &suggest_path(input)).await
}

async fn get_suggestions(visitor: &Client, path: &str) -> Vec<Suggestion> {
    let (status, body) = visitor.get(path).await;
    assert_eq!(status, 200, "{path}: {body}");
    let places = body["payload"].as_array().unwrap().iter().map(|place| {
        let district = place["district"].as_str().map(str::to_owned);
        (place["city"].as_str().unwrap().to_owned(), district, place["count"].as_u64().unwrap())
    });
    places.collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn suggest_places_matches_prefixes_typos_and_districts() {
    let portal = &mut portal_with_listings(&[
        listing_in("München", Some("Schwabing")),
        listing_in("München", Some("Schwabing")),
        listing_in("München", Some("Maxvorstadt")),
        listing_in("Münster", None),
        listing_in("Mainz", None),
        listing_in("Mainz", None),
        listing_in("Frankfurt am Main", Some("Bockenheim")),
    ])
    .await;
    let inactive = portal.landlord().await;
    inactive.publish_listing(&listing_in("München", Some("Bogenhausen"))).await;
    portal.set_status(portal.id_of(&inactive).await, UserStatus::Inactive).await;

    let (munich, muenster) = (("München", None, 3), ("Münster", None, 1));
    let (schwabing, mainz, frankfurt) =
        (("München", Some("Schwabing"), 2), ("Mainz", None, 2), ("Frankfurt am Main", None, 1));
    let table = [
        // The most listings first.
        ("mün", vec![munich, muenster]),
        ("mun", vec![munich, muenster]),
        ("MUEN", vec![munich, muenster]),
        ("mu\u{308}nchen", vec![munich]),
        ("main", vec![mainz, frankfurt]),
        // Exact matches before fuzzy ones, regardless of their counts.
        ("mains", vec![frankfurt, mainz]),
        ("Muenstar", vec![muenster]),
        ("Munich", vec![munich]),
        ("Schwabing Munich", vec![schwabing]),
        // A district does not match by its city alone.
        ("schwab", vec![schwabing]),
        ("Schwabing, München", vec![schwabing]),
        ("muenchen schwab", vec![schwabing]),
        ("Schwabing Mainz", vec![]),
        // The listing there is not searchable.
        ("Bogenhausen", vec![]),
        ("Lindenstraße", vec![]),
        ("xyz", vec![]),
        ("", vec![]),
        (" … ", vec![]),
        ("%", vec![]),
    ];
    in_sql_and_memory(portal, async |visitor| {
        for (input, expected) in &table {
            let places = suggest(visitor, input).await;
            let places: Vec<_> =
                places.iter().map(|(city, district, count)| (city.as_str(), district.as_deref(), *count)).collect();
            assert_eq!(places, *expected, "{input}");
        }
        assert_eq!(visitor.get(SUGGEST).await, (reqwest::StatusCode::OK, json!({ "payload": [] })));
        for input in malicious_texts() {
            suggest(visitor, &input).await;
        }
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn suggest_places_returns_at_most_eight() {
    let listings: Vec<Value> = (1..10).map(|number| listing_in("Ulm", Some(&format!("Viertel {number}")))).collect();
    in_sql_and_memory(&mut portal_with_listings(&listings).await, async |visitor| {
        let districts = suggest(visitor, "viertel").await.into_iter().map(|(_, district, _)| district.unwrap());
        let expected: Vec<String> = (1..9).map(|number| format!("Viertel {number}")).collect();
        assert_eq!(districts.collect::<Vec<_>>(), expected, "by name where the counts are equal");
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn suggest_places_rejects_long_input_and_other_methods() {
    let portal = Portal::start().await;
    let visitor = portal.anonymous();
    for (input, rule) in [("x".repeat(201), "validation.too-long"), ("ä".repeat(201), "validation.too-long")] {
        let (status, body) = visitor.get(&suggest_path(&input)).await;
        assert_eq!((status.as_u16(), &body["error"]["fields"]), (400, &json!({ "q": rule })), "{input}");
    }
    assert_eq!(visitor.get(&suggest_path(&"ä".repeat(200))).await.0, 200);
    for method in [Method::POST, Method::PUT, Method::DELETE, Method::PATCH] {
        let response = visitor.request(method.clone(), SUGGEST).send().await.unwrap();
        assert_eq!(
            (response.status().as_u16(), &response.headers()["allow"]),
            (405, &"GET".parse().unwrap()),
            "{method}"
        );
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn index_follows_deactivation_of_landlord() {
    let mut portal = Portal::start().await;
    let (active, changing) = (portal.landlord().await, portal.landlord().await);
    active.publish_listing(&listing_in("Ulm", Some("Oststadt"))).await;
    changing.publish_listing(&listing_in("Ulm", Some("Oststadt"))).await;
    changing.publish_listing(&listing_in("Ulm", Some("Söflingen"))).await;
    drop(portal.search_in_memory_only().await);
    let visitor = portal.anonymous();
    let counts = async || {
        let rooms = facet_counts(&visitor.search(&json!({ "facets": true })).await["facets"], "unitTypes")[2];
        let places = [suggest(&visitor, "ulm").await, suggest(&visitor, "soefl").await];
        let places = places.map(|places| places.iter().map(|(.., count)| *count).sum::<u64>());
        (rooms, places)
    };
    eventually((3, [3, 1]), counts).await;
    portal.set_status(portal.id_of(&changing).await, UserStatus::Inactive).await;
    eventually((1, [1, 0]), counts).await;
    portal.set_status(portal.id_of(&changing).await, UserStatus::Active).await;
    eventually((3, [3, 1]), counts).await;
}

/// Listings in Munich in several spellings, and listings elsewhere with similar names.
fn listings_in_munich() -> Vec<Value> {
    let mut outside = listing_in("Garching", None);
    outside["title"] = json!("Zimmer bei München");
    vec![
        listing_in("München", Some("Au-Haidhausen")),
        listing_in("Muenchen", Some("Au Haidhausen")),
        listing_in("MÜNCHEN", None),
        listing_in("München", Some("Schwabing")),
        listing_in("Münchendorf", None),
        listing_in("Garching", Some("München")),
        outside,
    ]
}

#[tokio::test(flavor = "multi_thread")]
async fn search_in_suggested_place_finds_its_count() {
    in_sql_and_memory(&mut portal_with_listings(&listings_in_munich()).await, async |visitor| {
        let [munich, haidhausen] = ["Munich", "haidhausen"].map(async |input| suggest(visitor, input).await);
        let (munich, haidhausen) = (munich.await, haidhausen.await);
        assert_eq!(munich[0], ("München".to_owned(), None, 4), "all spellings are one place");
        assert_eq!(haidhausen[0], ("Muenchen".to_owned(), Some("Au Haidhausen".to_owned()), 2));
        for (city, district, count) in [&munich[0], &haidhausen[0]] {
            let place = json!({ "city": city, "district": district });
            let found = visitor.search(&json!({ "place": place, "pageSize": 100, "facets": true })).await;
            assert_eq!(found["totalSize"], *count, "{place}");
            let rows = found["payload"].as_array().unwrap();
            let cities: Vec<&str> = rows.iter().map(|row| row["address"]["city"].as_str().unwrap()).collect();
            assert!(cities.iter().all(|city| ["München", "Muenchen", "MÜNCHEN"].contains(city)), "{cities:?}");
            assert_eq!(facet_counts(&found["facets"], "unitTypes"), [0, 0, *count, 0]);
        }
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn search_in_place_combines_with_keyword_filters_and_sort() {
    let mut expensive = listing_in("Köln", None);
    (expensive["basicRent"], expensive["description"]) = (json!(900), json!("Mit Balkon in Aachen gewohnt."));
    let listings = [listing_in("Köln", None), expensive, listing_in("Aachen", None)];
    in_sql_and_memory(&mut portal_with_listings(&listings).await, async |visitor| {
        let in_cologne = json!({ "city": "KOELN" });
        let rents = async |query: Value| {
            let found = visitor.search(&query).await;
            let rows = found["payload"].as_array().unwrap();
            rows.iter().map(|row| row["basicRent"].as_u64().unwrap()).collect::<Vec<_>>()
        };
        assert_eq!(rents(json!({ "place": in_cologne })).await, [380, 900]);
        assert_eq!(rents(json!({ "place": in_cologne, "sortDirection": "DESC" })).await, [900, 380]);
        assert_eq!(rents(json!({ "place": in_cologne, "sortField": "relevance" })).await, [380, 900]);
        assert_eq!(rents(json!({ "place": in_cologne, "keyword": "Aachen" })).await, [900]);
        assert_eq!(rents(json!({ "place": in_cologne, "keyword": "Cologne", "price": { "max": 500 } })).await, [380]);
        assert_eq!(rents(json!({ "place": in_cologne, "unitTypes": ["HOUSE"] })).await, [0; 0]);
        for other in
            [json!({ "city": "Köl" }), json!({ "city": "Cologne" }), json!({ "city": "Köln", "district": "Köln" })]
        {
            assert_eq!(rents(json!({ "place": other })).await, [0; 0], "{other}: names must be equal");
        }
        assert_eq!(visitor.search(&json!({ "place": null })).await["totalSize"], 3);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn search_keyword_matches_english_city_names() {
    let listings =
        ["Köln", "München", "Nürnberg", "Hannover", "Braunschweig", "Ulm"].map(|city| listing_in(city, None));
    in_sql_and_memory(&mut portal_with_listings(&listings).await, async |visitor| {
        for (english, german) in [
            ("Cologne", "Köln"),
            ("munich", "München"),
            ("Nuremburg", "Nürnberg"),
            ("Hanover", "Hannover"),
            ("room brunswick", "Braunschweig"),
        ] {
            for sort in ["basicRent", "relevance"] {
                let found = visitor.search(&json!({ "keyword": english, "sortField": sort })).await;
                assert_eq!(found["totalSize"], 1, "{english}");
                assert_eq!(found["payload"][0]["address"]["city"], german);
            }
        }
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn suggest_places_exact_returns_whole_names_only() {
    let listings = [listing_in("München", Some("Schwabing")), listing_in("Münchendorf", None)];
    in_sql_and_memory(&mut portal_with_listings(&listings).await, async |visitor| {
        let exact = async |input: &str| {
            let found = get_suggestions(visitor, &format!("{}&exact=true", suggest_path(input))).await;
            found.into_iter().map(|(city, district, _)| district.unwrap_or(city)).collect::<Vec<_>>()
        };
        for (input, expected) in [
            ("muenchen", vec!["München"]),
            ("Munich", vec!["München"]),
            ("Schwabing", vec!["Schwabing"]),
            ("Schwabing, Munich", vec!["Schwabing"]),
            ("Münche", vec![]),
            ("München Balkon", vec![]),
        ] {
            assert_eq!(exact(input).await, expected, "{input}");
        }
        for input in malicious_texts() {
            exact(&input).await;
        }
    })
    .await;
    let (status, body) = Portal::start().await.anonymous().get(&format!("{SUGGEST}?q=a&exact=yes")).await;
    assert_eq!((status.as_u16(), &body["error"]["fields"]), (400, &json!({ "exact": "validation.invalid" })));
}

#[tokio::test(flavor = "multi_thread")]
async fn search_rejects_invalid_place() {
    let portal = Portal::start().await;
    for (place, field, rule) in [
        (json!({}), "place.city", "required"),
        (json!({ "city": " " }), "place.city", "required"),
        (json!({ "city": null, "district": "Au" }), "place.city", "required"),
        (json!({ "city": "x".repeat(101) }), "place.city", "too-long"),
        (json!({ "city": "Köln", "district": "x".repeat(101) }), "place.district", "too-long"),
        (json!({ "city": " – " }), "place.city", "invalid"),
        (json!({ "city": "Köln", "district": "/" }), "place.district", "invalid"),
        (json!({ "city": "a\0" }), "place.city", "invalid"),
        (json!({ "city": "Kö\nln" }), "place.city", "invalid"),
        (json!({ "city": 7 }), "place.city", "invalid"),
        (json!("Köln"), "place", "invalid"),
    ] {
        let (status, body) = portal.anonymous().post(SEARCH, &json!({ "place": place })).await;
        assert_eq!(status, 400, "{place}");
        assert_eq!(body["error"]["fields"][field], format!("validation.{rule}"), "{place}: {body}");
    }
    for name in malicious_texts() {
        let (status, body) = portal.anonymous().post(SEARCH, &json!({ "place": { "city": name } })).await;
        assert!(status == 200 || status == 400, "{name}: {body}");
    }
    let blank = json!({ "place": { "city": " Köln ", "district": " " } });
    assert_eq!(portal.anonymous().search(&blank).await["totalSize"], 0, "a blank district is ignored");
}
