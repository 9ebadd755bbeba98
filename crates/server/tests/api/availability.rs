//! When listings are available: their dates, searches by a stay and by amenities, with SQL first and
//! then with the index, and the question to the landlord when the last day has passed.

use chrono::{Days, NaiveDate, TimeDelta};
use portal_domain::mail::MailPurpose;
use portal_services::listings;
use serde_json::{Value, json};

use crate::harness::{Portal, facet_counts, in_sql_and_memory, listing, listing_with, portal_with_listings};

/// A room with this title and rent, and these dates, of which `null` is none.
fn room(title: &str, rent: u32, dates: &Value) -> Value {
    let mut room = listing_with(title, "ROOM", rent, rent + 50, 20.0);
    for (name, value) in dates.as_object().unwrap() {
        room[name] = value.clone();
    }
    room
}

/// The day on the portal's clock, and so many days later.
fn day(portal: &Portal, later: u64) -> NaiveDate {
    portal.today().checked_add_days(Days::new(later)).unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn listing_keeps_its_dates_and_refuses_contradictions() {
    let portal = Portal::start().await;
    let landlord = portal.landlord().await;
    let id = landlord.create_listing(&listing()).await;
    let path = format!("/api/v1/listings/{id}");
    let (_, body) = landlord.get(&path).await;
    for name in ["availableFrom", "availableUntil", "minimumMonths"] {
        assert_eq!(body["payload"][name], Value::Null, "{name}");
    }
    let dates = json!({ "availableFrom": "2090-01-01", "availableUntil": "2090-03-31", "minimumMonths": 3 });
    let (status, body) = landlord.put_json(&path, &room("Semester", 400, &dates)).await;
    assert_eq!(status, 200, "{body}");
    for (name, value) in dates.as_object().unwrap() {
        assert_eq!(&body["payload"][name], value, "{name}");
    }
    for (dates, field) in [
        (json!({ "availableFrom": "2090-04-01", "availableUntil": "2090-03-31" }), "availableUntil"),
        (json!({ "availableFrom": "2090-01-01", "availableUntil": "2090-03-30", "minimumMonths": 3 }), "minimumMonths"),
        (json!({ "availableUntil": day(&portal, 26), "minimumMonths": 1 }), "minimumMonths"),
        (json!({ "minimumMonths": 61 }), "minimumMonths"),
        (json!({ "minimumMonths": -1 }), "minimumMonths"),
        (json!({ "availableFrom": "1999-12-31" }), "availableFrom"),
        (json!({ "availableUntil": "2100-01-01" }), "availableUntil"),
    ] {
        let (status, body) = landlord.put_json(&path, &room("Semester", 400, &dates)).await;
        let expected = json!({ field: "validation.out-of-range" });
        assert_eq!((status.as_u16(), &body["error"]["fields"]), (400, &expected), "{dates}");
    }
    let (status, body) =
        landlord.put_json(&path, &room("Semester", 400, &json!({ "availableFrom": "2090-02-30" }))).await;
    assert_eq!((status.as_u16(), &body["error"]["fields"]["availableFrom"]), (400, &json!("validation.invalid")));
}

#[tokio::test(flavor = "multi_thread")]
async fn search_by_stay_finds_what_is_available_for_all_of_it() {
    let mut portal = portal_with_listings(&[
        room("Immer", 300, &json!({})),
        room("Ab April", 400, &json!({ "availableFrom": "2090-04-01" })),
        room("Sommer", 500, &json!({ "availableFrom": "2090-04-01", "availableUntil": "2090-09-30" })),
        room("Ein Jahr", 600, &json!({ "availableFrom": "2090-04-01", "minimumMonths": 12 })),
    ])
    .await;
    in_sql_and_memory(&mut portal, async |visitor| {
        for (query, expected) in [
            (json!({ "availableBy": "2090-03-31" }), vec!["Immer"]),
            (json!({ "availableBy": "2090-04-01" }), vec!["Immer", "Ab April", "Sommer", "Ein Jahr"]),
            (json!({ "availableBy": "2090-10-01" }), vec!["Immer", "Ab April", "Ein Jahr"]),
            (
                json!({ "availableBy": "2090-04-01", "availableUntil": "2090-09-30" }),
                vec!["Immer", "Ab April", "Sommer"],
            ),
            (
                json!({ "availableBy": "2090-04-01", "availableUntil": "2091-03-31" }),
                vec!["Immer", "Ab April", "Ein Jahr"],
            ),
            (json!({ "availableUntil": "2091-03-30" }), vec!["Immer", "Ab April"]),
            (json!({ "availableUntil": "2090-03-31" }), vec!["Immer"]),
            (json!({ "availableBy": "2090-04-01", "availableUntil": "2090-03-31" }), vec![]),
            (json!({ "availableUntil": "2001-01-01" }), vec![]),
            (json!({ "availableBy": null, "availableUntil": null }), vec!["Immer", "Ab April", "Sommer", "Ein Jahr"]),
        ] {
            assert_eq!(visitor.titles(&query).await, expected, "{query}");
        }
        for (query, field) in [
            (json!({ "availableBy": "1999-01-01" }), "availableBy"),
            (json!({ "availableUntil": "2100-01-01" }), "availableUntil"),
        ] {
            let (status, body) = visitor.post(crate::harness::SEARCH, &query).await;
            assert_eq!((status.as_u16(), &body["error"]["fields"][field]), (400, &json!("validation.out-of-range")));
        }
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn search_by_amenities_finds_listings_with_all_and_counts_others() {
    let with = |title: &str, rent, amenities: Value| room(title, rent, &json!({ "amenities": amenities }));
    let mut portal = portal_with_listings(&[
        with("Leer", 300, json!([])),
        with("Balkon", 400, json!(["BALCONY"])),
        with("Beides", 500, json!(["BALCONY", "WIFI"])),
        with("Alles", 600, json!(["BALCONY", "WIFI", "TV"])),
    ])
    .await;
    in_sql_and_memory(&mut portal, async |visitor| {
        for (amenities, expected) in [
            (json!([]), vec!["Leer", "Balkon", "Beides", "Alles"]),
            (json!(["BALCONY"]), vec!["Balkon", "Beides", "Alles"]),
            (json!(["WIFI", "BALCONY", "WIFI"]), vec!["Beides", "Alles"]),
            (json!(["GARDEN"]), vec![]),
        ] {
            assert_eq!(visitor.titles(&json!({ "amenities": amenities })).await, expected, "{amenities}");
        }
        let (status, body) = visitor.post(crate::harness::SEARCH, &json!({ "amenities": ["CASTLE"] })).await;
        assert_eq!((status.as_u16(), &body["error"]["fields"]["amenities[0]"]), (400, &json!("validation.invalid")));

        let query = json!({ "amenities": ["WIFI"], "facets": true, "amenityFacets": true, "price": { "max": 600 } });
        let facets = visitor.search(&query).await["facets"].take();
        let of = |code: &str| {
            let counts = facets["amenities"].as_array().unwrap();
            counts.iter().find(|count| count["amenity"] == code).unwrap()["count"].clone()
        };
        // "Alles" costs more.
        assert_eq!([of("BALCONY"), of("WIFI"), of("TV"), of("GARDEN")], [1, 1, 0, 0].map(Value::from));
        assert_eq!(facet_counts(&facets, "prices").iter().sum::<u64>(), 2, "the chosen amenity applies");
        let facets = visitor.search(&json!({ "facets": true })).await["facets"].take();
        assert_eq!(facets["amenities"], Value::Null);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn ask_ended_asks_the_landlord_once_for_each_last_day() {
    let portal = Portal::start().await;
    let mut landlord = portal.landlord().await;
    let last_day = day(&portal, 10);
    let ending = room("Endet", 400, &json!({ "availableUntil": last_day }));
    let id = landlord.publish_listing(&ending).await;
    landlord.create_listing(&ending).await;
    portal.deliver_mails().await;
    let asked = async || listings::ask_ended(&portal.ports).await.unwrap().asked;

    portal.advance_clock(TimeDelta::days(10));
    assert_eq!(asked().await, 0, "the last day is inclusive");
    portal.advance_clock(TimeDelta::days(1));
    assert_eq!([asked().await, asked().await], [1, 0], "not for the draft, and once");
    let sent = portal.deliver_mails().await;
    let [mail] = sent.as_slice() else { panic!("{sent:?}") };
    let facts = (mail.purpose, mail.facts.recipient.email.as_str(), mail.facts.listing.as_ref().unwrap());
    assert_eq!((facts.0, facts.1), (MailPurpose::ListingEnded, landlord.email.as_str()));
    assert_eq!((facts.2.id.0.to_string(), facts.2.available_until), (id.clone(), Some(last_day)));

    let email = landlord.email.clone();
    landlord.log_in(&email, crate::harness::PASSWORD).await;
    let later = room("Endet", 400, &json!({ "availableUntil": day(&portal, 5) }));
    assert_eq!(landlord.put_json(&format!("/api/v1/listings/{id}"), &later).await.0, 200);
    assert_eq!(asked().await, 0);
    portal.advance_clock(TimeDelta::days(6));
    assert_eq!(asked().await, 1, "another last day");
    // Until the mail is sent, the landlord has archived it.
    landlord.log_in(&email, crate::harness::PASSWORD).await;
    assert_eq!(landlord.put(&format!("/api/v1/listings/{id}/status?status=ARCHIVED")).await.0, 200);
    assert!(portal.deliver_mails().await.is_empty());
}
