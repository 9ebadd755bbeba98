//! What a visitor of the search chooses from: the order by relevance, and the counts beside the filters. Everything is
//! asked of the database first and of the index then.

use serde_json::{Value, json};

use crate::harness::{Portal, SEARCH, counts, either_way, home, hostile, portal_with};

/// One flat of 50 m² for each title and basic rent, with this description.
fn flat(title: &str, rent: u32, description: &str) -> Value {
    let mut flat = home(title, "APARTMENT", rent, rent + 50, 50.0);
    flat["description"] = json!(description);
    flat
}

#[tokio::test(flavor = "multi_thread")]
async fn relevance_puts_title_and_place_before_texts_and_typing_errors_after_both() {
    let mut in_district = flat("Bezirk", 600, "Hell.");
    in_district["address"]["district"] = json!("Wintergartenviertel");
    let mut portal = portal_with(&[
        flat("Laube", 200, "Hell."),
        flat("Alike", 300, "Mit Wintergarden und sauna."),
        flat("Text", 400, "Mit Wintergarten."),
        flat("Wintergarden", 500, "Hell."),
        in_district,
        flat("Wintergarten", 700, "Mit Sauna."),
    ])
    .await;
    either_way(&mut portal, async |visitor| {
        for (keyword, direction, expected) in [
            ("Wintergarten", "ASC", vec!["Bezirk", "Wintergarten", "Wintergarden", "Text", "Alike"]),
            // Those that match as well as each other stay in the order of their rents.
            ("Wintergarten", "DESC", vec!["Alike", "Text", "Wintergarden", "Bezirk", "Wintergarten"]),
            ("wintergärten sauna", "ASC", vec!["Wintergarten", "Alike"]),
            ("sauna wintergarten", "DESC", vec!["Alike", "Wintergarten"]),
            ("Wintergarten Kamin", "ASC", vec![]),
            // With nothing to be relevant to, it is the order that nobody asked for, whatever the direction.
            ("", "ASC", vec!["Laube", "Alike", "Text", "Wintergarden", "Bezirk", "Wintergarten"]),
            (" …", "DESC", vec!["Laube", "Alike", "Text", "Wintergarden", "Bezirk", "Wintergarten"]),
        ] {
            let query = json!({ "keyword": keyword, "sortField": "relevance", "sortDirection": direction });
            assert_eq!(visitor.titles(&query).await, expected, "{query}");
            let [mut paged, mut query] = [json!([]), query];
            for page in 0..4 {
                (query["page"], query["pageSize"]) = (json!(page), json!(2));
                let (titles, total) = visitor.find(&query).await;
                assert_eq!(total, expected.len() as u64, "{query}");
                paged.as_array_mut().unwrap().extend(titles.into_iter().map(Value::from));
            }
            assert_eq!(paged, json!(expected), "{query}");
        }
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn pages_by_relevance_never_overlap_where_everything_is_equal() {
    let homes: Vec<Value> = (0..9).map(|number| flat(&format!("Nummer {number}"), 400, "Hell.")).collect();
    let mut portal = portal_with(&homes).await;
    either_way(&mut portal, async |visitor| {
        for direction in ["ASC", "DESC"] {
            let mut seen = Vec::new();
            for page in 0..5 {
                let query = json!({
                    "keyword": "Numer", "sortField": "relevance", "sortDirection": direction, "page": page, "pageSize": 2
                });
                let (titles, total) = visitor.find(&query).await;
                assert_eq!((titles.len(), total), (if page < 4 { 2 } else { 1 }, 9), "{query}");
                seen.extend(titles);
            }
            let expected: Vec<String> = (0..9).map(|number| format!("Nummer {number}")).collect();
            assert_eq!(seen, expected, "in the order of their ids, {direction}");
        }
    })
    .await;
}

/// Two rooms, a flat and a house, the ends of whose ranges some of them meet.
async fn four() -> Portal {
    portal_with(&[
        home("Nord eins", "ROOM", 200, 300, 12.0),
        home("West zwei", "ROOM", 250, 350, 20.0),
        home("West drei", "APARTMENT", 700, 800, 45.0),
        home("Nord vier", "HOUSE", 1_400, 1_500, 80.0),
    ])
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn facets_count_under_the_keyword_and_the_other_filters_but_not_their_own() {
    let mut portal = four().await;
    let (all_types, all_prices, all_areas) = ([1, 1, 2, 0], [1, 2, 0, 0, 1, 1, 1, 1], [1; 7]);
    let table = [
        (json!({}), 4, all_types, all_prices, all_areas),
        (json!({ "page": 7 }), 4, all_types, all_prices, all_areas),
        (json!({ "unitTypes": ["ROOM"] }), 2, all_types, [1, 2, 0, 0, 0, 0, 0, 0], [1, 1, 1, 1, 0, 0, 0]),
        (json!({ "price": { "max": 350 } }), 2, [0, 0, 2, 0], all_prices, [1, 1, 1, 1, 0, 0, 0]),
        (json!({ "area": { "min": 45 } }), 2, [1, 1, 0, 0], [0, 0, 0, 0, 1, 1, 1, 1], all_areas),
        (json!({ "keyword": "Nord" }), 2, [0, 1, 1, 0], [1, 1, 0, 0, 0, 0, 1, 1], [1, 1, 0, 0, 0, 1, 1]),
        (
            json!({ "keyword": "nord", "unitTypes": ["ROOM", "OTHER"] }),
            1,
            [0, 1, 1, 0],
            [1, 1, 0, 0, 0, 0, 0, 0],
            [1, 1, 0, 0, 0, 0, 0],
        ),
        (
            json!({ "unitTypes": ["ROOM", "HOUSE"], "price": { "max": 1500 }, "area": { "max": 20 } }),
            2,
            [0, 0, 2, 0],
            [1, 2, 0, 0, 0, 0, 0, 0],
            [1, 1, 1, 1, 0, 1, 1],
        ),
        // Nothing can cost so much, but another price can be chosen.
        (json!({ "price": { "min": 600, "max": 500 } }), 0, [0; 4], all_prices, [0; 7]),
        (
            json!({ "keyword": "Nord", "price": { "min": 600, "max": 500 } }),
            0,
            [0; 4],
            [1, 1, 0, 0, 0, 0, 1, 1],
            [0; 7],
        ),
        (json!({ "area": { "min": 9, "max": 8 } }), 0, [0; 4], [0; 8], all_areas),
        (json!({ "keyword": "Xylophon" }), 0, [0; 4], [0; 8], [0; 7]),
    ];
    either_way(&mut portal, async |visitor| {
        for (query, total, unit_types, prices, areas) in &table {
            let mut query = query.clone();
            assert_eq!(visitor.search(&query).await.get("facets"), Some(&Value::Null), "{query}");
            query["facets"] = json!(true);
            let found = visitor.search(&query).await;
            assert_eq!(found["totalSize"], *total, "{query}");
            let facets = &found["facets"];
            assert_eq!(counts(facets, "unitTypes"), unit_types, "types of {query}");
            assert_eq!(counts(facets, "prices"), prices, "prices of {query}");
            assert_eq!(counts(facets, "areas"), areas, "areas of {query}");
        }
    })
    .await;
}

/// The filter that somebody sets who chooses this.
fn choice(facet: &str, choice: &Value) -> (&'static str, Value) {
    match facet {
        "unitTypes" => ("unitTypes", json!([choice["unitType"]])),
        "prices" => ("price", json!({ "min": choice["min"], "max": choice["max"] })),
        "areas" => ("area", json!({ "min": choice["min"], "max": choice["max"] })),
        other => panic!("what is {other}?"),
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn every_count_is_the_total_of_the_search_with_that_choice() {
    let mut portal = four().await;
    either_way(&mut portal, async |visitor| {
        for query in [
            json!({}),
            json!({ "keyword": "west", "price": { "min": 350 } }),
            json!({ "unitTypes": ["ROOM", "HOUSE"], "area": { "max": 79.9 } }),
        ] {
            let mut asked = query.clone();
            asked["facets"] = json!(true);
            let facets = visitor.search(&asked).await["facets"].take();
            let mut choices = 0;
            for (facet, counted) in facets.as_object().unwrap() {
                for counted in counted.as_array().unwrap() {
                    let (name, filter) = choice(facet, counted);
                    let mut chosen = query.clone();
                    chosen[name] = filter;
                    assert_eq!(visitor.search(&chosen).await["totalSize"], counted["count"], "{chosen}");
                    choices += 1;
                }
            }
            assert_eq!(choices, 4 + 8 + 7);
        }
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn facets_come_only_to_those_who_ask() {
    let mut portal = portal_with(&[]).await;
    either_way(&mut portal, async |visitor| {
        for not in [json!(false), Value::Null] {
            assert_eq!(visitor.search(&json!({ "facets": not })).await.get("facets"), Some(&Value::Null), "{not}");
        }
        let nothing = visitor.search(&json!({ "facets": true, "keyword": "Nord" })).await["facets"].take();
        assert_eq!(counts(&nothing, "prices"), [0; 8]);
        for nonsense in [json!("yes"), json!(1), json!([true])] {
            let (status, body) = visitor.post(SEARCH, &json!({ "facets": nonsense })).await;
            assert_eq!((status.as_u16(), &body["error"]["fields"]["facets"]), (400, &json!("validation.invalid")));
        }
        for keyword in hostile() {
            visitor.search(&json!({ "keyword": keyword, "facets": true, "sortField": "relevance" })).await;
        }
    })
    .await;
}
