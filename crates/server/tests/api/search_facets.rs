//! Order by relevance, and facets. With SQL first, then with the index.

use serde_json::{Value, json};

use crate::harness::{
    Portal, SEARCH, facet_counts, in_sql_and_memory, listing_with, malicious_texts, portal_with_listings,
};

/// An apartment of 50 m² with this title, basic rent and description.
fn flat(title: &str, rent: u32, description: &str) -> Value {
    let mut flat = listing_with(title, "APARTMENT", rent, rent + 50, 50.0);
    flat["description"] = json!(description);
    flat
}

#[tokio::test(flavor = "multi_thread")]
async fn relevance_orders_title_and_address_before_texts_and_exact_before_fuzzy() {
    let mut in_district = flat("Bezirk", 600, "Hell.");
    in_district["address"]["district"] = json!("Wintergartenviertel");
    let mut portal = portal_with_listings(&[
        flat("Laube", 200, "Hell."),
        flat("Alike", 300, "Mit Wintergarden und sauna."),
        flat("Text", 400, "Mit Wintergarten."),
        flat("Wintergarden", 500, "Hell."),
        in_district,
        flat("Wintergarten", 700, "Mit Sauna."),
    ])
    .await;
    in_sql_and_memory(&mut portal, async |visitor| {
        for (keyword, direction, expected) in [
            ("Wintergarten", "ASC", vec!["Bezirk", "Wintergarten", "Wintergarden", "Text", "Alike"]),
            // Equal matches are ordered by their rents.
            ("Wintergarten", "DESC", vec!["Alike", "Text", "Wintergarden", "Bezirk", "Wintergarten"]),
            ("wintergärten sauna", "ASC", vec!["Wintergarten", "Alike"]),
            ("sauna wintergarten", "DESC", vec!["Alike", "Wintergarten"]),
            ("Wintergarten Kamin", "ASC", vec![]),
            // Without a keyword it is the default order, regardless of the direction.
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
async fn relevance_pages_of_equal_matches_do_not_overlap() {
    let listings: Vec<Value> = (0..9).map(|number| flat(&format!("Nummer {number}"), 400, "Hell.")).collect();
    let mut portal = portal_with_listings(&listings).await;
    in_sql_and_memory(&mut portal, async |visitor| {
        for direction in ["ASC", "DESC"] {
            let mut found = Vec::new();
            for page in 0..5 {
                let query = json!({
                    "keyword": "Numer", "sortField": "relevance", "sortDirection": direction, "page": page, "pageSize": 2
                });
                let (titles, total) = visitor.find(&query).await;
                assert_eq!((titles.len(), total), (if page < 4 { 2 } else { 1 }, 9), "{query}");
                found.extend(titles);
            }
            let expected: Vec<String> = (0..9).map(|number| format!("Nummer {number}")).collect();
            assert_eq!(found, expected, "in the order of their ids, {direction}");
        }
    })
    .await;
}

/// Two rooms, an apartment and a house; some are on the bounds of ranges.
async fn portal_with_four_listings() -> Portal {
    portal_with_listings(&[
        listing_with("Nord eins", "ROOM", 200, 300, 12.0),
        listing_with("West zwei", "ROOM", 250, 350, 20.0),
        listing_with("West drei", "APARTMENT", 700, 800, 45.0),
        listing_with("Nord vier", "HOUSE", 1_400, 1_500, 80.0),
    ])
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn facets_ignore_their_own_filter() {
    let mut portal = portal_with_four_listings().await;
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
        // The price range is empty, but its facet ignores it.
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
    in_sql_and_memory(&mut portal, async |visitor| {
        for (query, total, unit_types, prices, areas) in &table {
            let mut query = query.clone();
            assert_eq!(visitor.search(&query).await.get("facets"), Some(&Value::Null), "{query}");
            query["facets"] = json!(true);
            let found = visitor.search(&query).await;
            assert_eq!(found["totalSize"], *total, "{query}");
            let facets = &found["facets"];
            assert_eq!(facet_counts(facets, "unitTypes"), unit_types, "types of {query}");
            assert_eq!(facet_counts(facets, "prices"), prices, "prices of {query}");
            assert_eq!(facet_counts(facets, "areas"), areas, "areas of {query}");
        }
    })
    .await;
}

/// The filter of a choice.
fn filter_of(facet: &str, choice: &Value) -> (&'static str, Value) {
    match facet {
        "unitTypes" => ("unitTypes", json!([choice["unitType"]])),
        "prices" => ("price", json!({ "min": choice["min"], "max": choice["max"] })),
        "areas" => ("area", json!({ "min": choice["min"], "max": choice["max"] })),
        "amenities" => ("amenities", json!([choice["amenity"]])),
        other => panic!("unknown facet {other}"),
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn facet_count_equals_total_of_search_with_that_choice() {
    let mut portal = portal_with_four_listings().await;
    in_sql_and_memory(&mut portal, async |visitor| {
        for query in [
            json!({}),
            json!({ "keyword": "west", "price": { "min": 350 } }),
            json!({ "unitTypes": ["ROOM", "HOUSE"], "area": { "max": 79.9 } }),
        ] {
            let mut with_facets = query.clone();
            (with_facets["facets"], with_facets["amenityFacets"]) = (json!(true), json!(true));
            let facets = visitor.search(&with_facets).await["facets"].take();
            let mut choices = 0;
            for (facet, counted) in facets.as_object().unwrap() {
                for counted in counted.as_array().unwrap() {
                    let (name, filter) = filter_of(facet, counted);
                    let mut chosen = query.clone();
                    chosen[name] = filter;
                    assert_eq!(visitor.search(&chosen).await["totalSize"], counted["count"], "{chosen}");
                    choices += 1;
                }
            }
            assert_eq!(choices, 4 + 8 + 7 + 18);
        }
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn facets_are_null_unless_requested() {
    let mut portal = portal_with_listings(&[]).await;
    in_sql_and_memory(&mut portal, async |visitor| {
        for off in [json!(false), Value::Null] {
            assert_eq!(visitor.search(&json!({ "facets": off })).await.get("facets"), Some(&Value::Null), "{off}");
        }
        let nothing = visitor.search(&json!({ "facets": true, "keyword": "Nord" })).await["facets"].take();
        assert_eq!(facet_counts(&nothing, "prices"), [0; 8]);
        for invalid in [json!("yes"), json!(1), json!([true])] {
            let (status, body) = visitor.post(SEARCH, &json!({ "facets": invalid })).await;
            assert_eq!((status.as_u16(), &body["error"]["fields"]["facets"]), (400, &json!("validation.invalid")));
        }
        for keyword in malicious_texts() {
            visitor.search(&json!({ "keyword": keyword, "facets": true, "sortField": "relevance" })).await;
        }
    })
    .await;
}
