//! Places: suggested while one types, and searched in. Everything is asked of the database first and of the index then.

use portal_domain::user::UserStatus;
use reqwest::Method;
use serde_json::{Value, json};

use crate::harness::{Client, Portal, SEARCH, counts, either_way, hostile, listing, portal_with, until};

const SUGGEST: &str = "/api/v1/listings/suggest";

fn in_place(city: &str, district: Option<&str>) -> Value {
    let mut home = listing();
    (home["address"]["city"], home["address"]["district"]) = (json!(city), json!(district));
    home
}

/// Where to ask for what is typed, every byte of it encoded.
fn typing(typed: &str) -> String {
    typed.bytes().fold(format!("{SUGGEST}?q="), |path, byte| format!("{path}%{byte:02X}"))
}

/// City, district and count.
type Suggestion = (String, Option<String>, u64);

/// What is suggested for this.
async fn suggested(visitor: &Client, typed: &str) -> Vec<Suggestion> {
    suggestions(visitor, &typing(typed)).await
}

async fn suggestions(visitor: &Client, path: &str) -> Vec<Suggestion> {
    let (status, body) = visitor.get(path).await;
    assert_eq!(status, 200, "{path}: {body}");
    let places = body["payload"].as_array().unwrap().iter().map(|place| {
        let district = place["district"].as_str().map(str::to_owned);
        (place["city"].as_str().unwrap().to_owned(), district, place["count"].as_u64().unwrap())
    });
    places.collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn suggestions_are_the_places_that_what_was_typed_can_mean() {
    let portal = &mut portal_with(&[
        in_place("München", Some("Schwabing")),
        in_place("München", Some("Schwabing")),
        in_place("München", Some("Maxvorstadt")),
        in_place("Münster", None),
        in_place("Mainz", None),
        in_place("Mainz", None),
        in_place("Frankfurt am Main", Some("Bockenheim")),
    ])
    .await;
    let silent = portal.landlord().await;
    silent.publish_listing(&in_place("München", Some("Bogenhausen"))).await;
    portal.set_status(portal.id_of(&silent).await, UserStatus::Inactive).await;

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
        // As typed before those with a typing error, whatever their counts.
        ("mains", vec![frankfurt, mainz]),
        ("Muenstar", vec![muenster]),
        ("Munich", vec![munich]),
        ("Schwabing Munich", vec![schwabing]),
        // A district is not meant by its city alone.
        ("schwab", vec![schwabing]),
        ("Schwabing, München", vec![schwabing]),
        ("muenchen schwab", vec![schwabing]),
        ("Schwabing Mainz", vec![]),
        // Nobody can find what is there.
        ("Bogenhausen", vec![]),
        ("Lindenstraße", vec![]),
        ("xyz", vec![]),
        ("", vec![]),
        (" … ", vec![]),
        ("%", vec![]),
    ];
    either_way(portal, async |visitor| {
        for (typed, expected) in &table {
            let places = suggested(visitor, typed).await;
            let places: Vec<_> =
                places.iter().map(|(city, district, count)| (city.as_str(), district.as_deref(), *count)).collect();
            assert_eq!(places, *expected, "{typed}");
        }
        assert_eq!(visitor.get(SUGGEST).await, (reqwest::StatusCode::OK, json!({ "payload": [] })));
        for typed in hostile() {
            suggested(visitor, &typed).await;
        }
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn eight_places_are_suggested_at_most() {
    let homes: Vec<Value> = (1..10).map(|number| in_place("Ulm", Some(&format!("Viertel {number}")))).collect();
    either_way(&mut portal_with(&homes).await, async |visitor| {
        let districts = suggested(visitor, "viertel").await.into_iter().map(|(_, district, _)| district.unwrap());
        let expected: Vec<String> = (1..9).map(|number| format!("Viertel {number}")).collect();
        assert_eq!(districts.collect::<Vec<_>>(), expected, "by name where the counts are equal");
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_no_question_for_places_is_refused() {
    let portal = Portal::start().await;
    let visitor = portal.anonymous();
    for (typed, rule) in [("x".repeat(201), "validation.too-long"), ("ä".repeat(201), "validation.too-long")] {
        let (status, body) = visitor.get(&typing(&typed)).await;
        assert_eq!((status.as_u16(), &body["error"]["fields"]), (400, &json!({ "q": rule })), "{typed}");
    }
    assert_eq!(visitor.get(&typing(&"ä".repeat(200))).await.0, 200);
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
async fn an_index_forgets_the_places_and_counts_of_a_landlord_who_is_deactivated() {
    let mut portal = Portal::start().await;
    let (staying, going) = (portal.landlord().await, portal.landlord().await);
    staying.publish_listing(&in_place("Ulm", Some("Oststadt"))).await;
    going.publish_listing(&in_place("Ulm", Some("Oststadt"))).await;
    going.publish_listing(&in_place("Ulm", Some("Söflingen"))).await;
    drop(portal.search_in_memory_alone().await);
    let visitor = portal.anonymous();
    let shown = async || {
        let rooms = counts(&visitor.search(&json!({ "facets": true })).await["facets"], "unitTypes")[2];
        let places = [suggested(&visitor, "ulm").await, suggested(&visitor, "soefl").await];
        let places = places.map(|places| places.iter().map(|(.., count)| *count).sum::<u64>());
        (rooms, places)
    };
    until((3, [3, 1]), shown).await;
    portal.set_status(portal.id_of(&going).await, UserStatus::Inactive).await;
    until((1, [1, 0]), shown).await;
    portal.set_status(portal.id_of(&going).await, UserStatus::Active).await;
    until((3, [3, 1]), shown).await;
}

/// Homes in Munich and elsewhere, in several spellings, with what could be mistaken for Munich.
fn homes_in_munich() -> Vec<Value> {
    let mut outside = in_place("Garching", None);
    outside["title"] = json!("Zimmer bei München");
    vec![
        in_place("München", Some("Au-Haidhausen")),
        in_place("Muenchen", Some("Au Haidhausen")),
        in_place("MÜNCHEN", None),
        in_place("München", Some("Schwabing")),
        in_place("Münchendorf", None),
        in_place("Garching", Some("München")),
        outside,
    ]
}

#[tokio::test(flavor = "multi_thread")]
async fn a_suggested_place_is_found_as_often_as_its_count_says_and_nowhere_else() {
    either_way(&mut portal_with(&homes_in_munich()).await, async |visitor| {
        let [munich, haidhausen] = ["Munich", "haidhausen"].map(async |typed| suggested(visitor, typed).await);
        let (munich, haidhausen) = (munich.await, haidhausen.await);
        assert_eq!(munich[0], ("München".to_owned(), None, 4), "spellings are one place");
        assert_eq!(haidhausen[0], ("Muenchen".to_owned(), Some("Au Haidhausen".to_owned()), 2));
        for (city, district, count) in [&munich[0], &haidhausen[0]] {
            let place = json!({ "city": city, "district": district });
            let found = visitor.search(&json!({ "place": place, "pageSize": 100, "facets": true })).await;
            assert_eq!(found["totalSize"], *count, "{place}");
            let rows = found["payload"].as_array().unwrap();
            let cities: Vec<&str> = rows.iter().map(|row| row["address"]["city"].as_str().unwrap()).collect();
            assert!(cities.iter().all(|city| ["München", "Muenchen", "MÜNCHEN"].contains(city)), "{cities:?}");
            assert_eq!(counts(&found["facets"], "unitTypes"), [0, 0, *count, 0]);
        }
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_place_holds_beside_keyword_filters_and_order() {
    let mut dear = in_place("Köln", None);
    (dear["basicRent"], dear["description"]) = (json!(900), json!("Mit Balkon in Aachen gewohnt."));
    let homes = [in_place("Köln", None), dear, in_place("Aachen", None)];
    either_way(&mut portal_with(&homes).await, async |visitor| {
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
        for elsewhere in
            [json!({ "city": "Köl" }), json!({ "city": "Cologne" }), json!({ "city": "Köln", "district": "Köln" })]
        {
            assert_eq!(rents(json!({ "place": elsewhere })).await, [0; 0], "{elsewhere}: names are exact");
        }
        assert_eq!(visitor.search(&json!({ "place": null })).await["totalSize"], 3);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_keyword_finds_cities_by_their_english_names() {
    let homes = ["Köln", "München", "Nürnberg", "Hannover", "Braunschweig", "Ulm"].map(|city| in_place(city, None));
    either_way(&mut portal_with(&homes).await, async |visitor| {
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
async fn exact_suggestions_are_the_places_that_were_named_in_full() {
    let homes = [in_place("München", Some("Schwabing")), in_place("Münchendorf", None)];
    either_way(&mut portal_with(&homes).await, async |visitor| {
        let exact = async |typed: &str| {
            let found = suggestions(visitor, &format!("{}&exact=true", typing(typed))).await;
            found.into_iter().map(|(city, district, _)| district.unwrap_or(city)).collect::<Vec<_>>()
        };
        for (typed, expected) in [
            ("muenchen", vec!["München"]),
            ("Munich", vec!["München"]),
            ("Schwabing", vec!["Schwabing"]),
            ("Schwabing, Munich", vec!["Schwabing"]),
            ("Münche", vec![]),
            ("München Balkon", vec![]),
        ] {
            assert_eq!(exact(typed).await, expected, "{typed}");
        }
        for typed in hostile() {
            exact(&typed).await;
        }
    })
    .await;
    let (status, body) = Portal::start().await.anonymous().get(&format!("{SUGGEST}?q=a&exact=yes")).await;
    assert_eq!((status.as_u16(), &body["error"]["fields"]), (400, &json!({ "exact": "validation.invalid" })));
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_no_place_to_search_in_is_refused() {
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
    for name in hostile() {
        let (status, body) = portal.anonymous().post(SEARCH, &json!({ "place": { "city": name } })).await;
        assert!(status == 200 || status == 400, "{name}: {body}");
    }
    let blank = json!({ "place": { "city": " Köln ", "district": " " } });
    assert_eq!(portal.anonymous().search(&blank).await["totalSize"], 0, "a blank district is none");
}
