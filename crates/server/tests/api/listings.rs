//! Listings: drafts, changes, statuses and lists.

use portal_domain::application::Decision;
use portal_domain::event::EventType;
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use crate::harness::{Portal, listing, send_request, use_pool};

fn listing_with(change: impl FnOnce(&mut Value)) -> Value {
    let mut listing = listing();
    change(&mut listing);
    listing
}

#[tokio::test(flavor = "multi_thread")]
async fn create_listing_creates_draft_with_total_rent() {
    let portal = Portal::start().await;
    let landlord = portal.landlord().await;
    let (status, body) = landlord.post("/api/v1/listings", &listing()).await;
    assert_eq!(status, 201);
    let created = &body["payload"];
    assert_eq!(
        (&created["status"], &created["totalRent"], &created["views"]),
        (&json!("DRAFT"), &json!(465.5), &json!(0))
    );
    assert_eq!(created["address"]["region"], "Bayern");
    assert_eq!(created["landlord"]["lastName"], landlord.profile().await["lastName"]);
    assert_eq!(created["amenities"], json!(["BALCONY", "WIFI"]));
}

#[tokio::test(flavor = "multi_thread")]
async fn create_listing_ignores_read_only_fields() {
    let portal = Portal::start().await;
    let landlord = portal.landlord().await;
    let id = landlord
        .create_listing(&listing_with(|listing| {
            listing["status"] = json!("AVAILABLE");
            listing["views"] = json!(999);
            listing["landlord"] = json!({ "externalId": "x" });
            listing["totalRent"] = json!(1);
        }))
        .await;
    let (_, body) = landlord.get(&format!("/api/v1/listings/{id}")).await;
    assert_eq!(body["payload"]["status"], "DRAFT");
    assert_eq!(body["payload"]["views"], 0);
    assert_eq!(body["payload"]["totalRent"], 465.5);
}

/// The change that breaks a rule, the reported field, and the rule.
type InvalidChange = (fn(&mut Value), &'static str, &'static str);

#[tokio::test(flavor = "multi_thread")]
async fn create_listing_rejects_invalid_fields() {
    let portal = Portal::start().await;
    let landlord = portal.landlord().await;
    let cases: [InvalidChange; 19] = [
        (|l| l["title"] = json!("  "), "title", "required"),
        (|l| l["title"] = json!("x".repeat(151)), "title", "too-long"),
        (|l| l["title"] = json!(7), "title", "invalid"),
        (|l| l["title"] = json!("a\0b"), "title", "invalid"),
        (|l| l["unitType"] = json!("CASTLE"), "unitType", "invalid"),
        (|l| l["address"]["city"] = Value::Null, "address.city", "required"),
        (|l| l["address"]["postalCode"] = json!("8033"), "address.postalCode", "invalid"),
        (|l| l["address"]["region"] = json!("Atlantis"), "address.region", "invalid"),
        (|l| l["areaSqm"] = json!(1), "areaSqm", "out-of-range"),
        (|l| l["areaSqm"] = json!(18.55), "areaSqm", "invalid"),
        (|l| l["totalAreaSqm"] = json!(12), "totalAreaSqm", "out-of-range"),
        (|l| l["bedrooms"] = json!(-1), "bedrooms", "out-of-range"),
        (|l| l["kitchens"] = Value::Null, "kitchens", "required"),
        (|l| l["description"] = json!(""), "description", "required"),
        (|l| l["basicRent"] = json!(1), "basicRent", "out-of-range"),
        (|l| l["ancillaryCost"] = json!(0), "ancillaryCost", "out-of-range"),
        (|l| l["securityDeposit"] = json!(1e9), "securityDeposit", "out-of-range"),
        (|l| l["amenities"] = json!(["SAUNA"]), "amenities[0]", "invalid"),
        (|l| l["additionalCosts"][0]["cost"] = json!(-5), "additionalCosts[0].cost", "out-of-range"),
    ];
    for (change, field, rule) in cases {
        let (status, body) = landlord.post("/api/v1/listings", &listing_with(change)).await;
        assert_eq!(status, 400, "{field}");
        assert_eq!(body["error"]["fields"][field], format!("validation.{rule}"), "{body}");
    }
    let (_, list) = landlord.get("/api/v1/listings").await;
    assert_eq!(list["totalSize"], 0, "no listing was created");
}

#[tokio::test(flavor = "multi_thread")]
async fn update_listing_rejects_stale_last_modified() {
    let portal = Portal::start().await;
    let landlord = portal.landlord().await;
    let id = landlord.create_listing(&listing()).await;
    let path = format!("/api/v1/listings/{id}");
    let last_modified = landlord.get(&path).await.1["payload"]["lastModified"].clone();
    let update = |title: &str| {
        listing_with(|listing| {
            listing["title"] = json!(title);
            listing["lastModified"] = last_modified.clone();
        })
    };
    let (status, body) = landlord.put_json(&path, &update("Neu")).await;
    assert_eq!((status.as_u16(), &body["payload"]["title"]), (200, &json!("Neu")));
    assert_ne!(body["payload"]["lastModified"], last_modified);
    let (status, body) = landlord.put_json(&path, &update("Zu spät")).await;
    assert_eq!((status.as_u16(), &body["error"]["message"]), (409, &json!("exception.listing.stale")));
    assert_eq!(landlord.get(&path).await.1["payload"]["title"], "Neu");
}

#[tokio::test(flavor = "multi_thread")]
async fn change_listing_status_requires_image() {
    let portal = Portal::start().await;
    let landlord = portal.landlord().await;
    let id = landlord.create_listing(&listing()).await;
    let (status, body) = landlord.put(&format!("/api/v1/listings/{id}/status?status=AVAILABLE")).await;
    assert_eq!((status.as_u16(), &body["error"]["message"]), (409, &json!("exception.listing.image-required")));
    let (status, body) = landlord.put(&format!("/api/v1/listings/{id}/status?status=SOLD")).await;
    assert_eq!((status.as_u16(), &body["error"]["fields"]["status"]), (400, &json!("validation.invalid")));
    assert_eq!(landlord.put(&format!("/api/v1/listings/{id}/status")).await.0, 400);
}

#[tokio::test(flavor = "multi_thread")]
async fn change_listing_status_to_rented_records_event_and_notifies_applicants() {
    let portal = Portal::start().await;
    let (landlord, student) = (portal.landlord().await, portal.student().await);
    let id = landlord.publish_listing(&listing()).await;
    student.apply(&id).await;
    portal.deliver_mails().await;
    for _ in 0..2 {
        assert_eq!(landlord.put(&format!("/api/v1/listings/{id}/status?status=RENTED")).await.0, 200);
    }
    let mails = portal.deliver_mails().await;
    assert_eq!(mails.len(), 1, "{mails:?}");
    assert_eq!(mails[0].facts.recipient.email.as_str(), student.email);
    assert_eq!(portal.count_events(EventType::ListingRented).await, 1);
    let (_, application) = student.get("/api/v1/applications").await;
    assert_eq!(application["payload"][0]["status"], Decision::Pending.as_str(), "it is still open");
}

#[tokio::test(flavor = "multi_thread")]
async fn delete_listing_rejects_open_applications() {
    let portal = Portal::start().await;
    let (landlord, student) = (portal.landlord().await, portal.student().await);
    let id = landlord.publish_listing(&listing()).await;
    student.apply(&id).await;
    portal.deliver_mails().await;
    assert_eq!(landlord.delete(&format!("/api/v1/listings/{id}")).await.0, 204);
    assert_eq!(portal.anonymous().get(&format!("/api/v1/listings/{id}")).await.0, 404);
    assert_eq!(landlord.get("/api/v1/listings").await.1["totalSize"], 0);
    assert_eq!(portal.anonymous().post("/api/v1/listings/search", &json!({})).await.1["totalSize"], 0);
    let (_, body) = student.get("/api/v1/applications").await;
    let application = &body["payload"][0];
    assert_eq!(application["administratorApprovalStatus"], "REJECTED");
    assert_eq!(
        application["listing"],
        json!({
            "externalId": null, "title": "Helles Zimmer mit Balkon", "deleted": true,
            "image": null, "status": null, "totalRent": null, "address": null,
        })
    );
    assert_eq!(portal.deliver_mails().await.len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn public_listing_hides_private_data_of_landlord() {
    let portal = Portal::start().await;
    let landlord = portal.landlord().await;
    let profile = landlord.profile().await;
    let id = landlord.publish_listing(&listing()).await;
    for reader in [portal.anonymous(), portal.student().await, portal.landlord().await] {
        for text in [
            reader.get(&format!("/api/v1/listings/{id}")).await.1.to_string(),
            reader.post("/api/v1/listings/search", &json!({})).await.1.to_string(),
        ] {
            for private in [&profile["email"], &profile["phoneNumber"], &profile["lastName"], &json!("2001-02-03")] {
                assert!(!text.contains(private.as_str().unwrap()), "{private} in {text}");
            }
            assert!(!text.contains("Geheimweg"), "{text}");
            assert!(text.contains("\"lastName\":\"N\"") && text.contains("\"views\":null"), "{text}");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn listing_view_counts_once_a_visitor_and_day() {
    let portal = Portal::start().await;
    let (landlord, administrator) = (portal.landlord().await, portal.administrator().await);
    let id = landlord.publish_listing(&listing()).await;
    let path = format!("/api/v1/listings/{id}");
    for agent in ["phone", "phone", "laptop"] {
        send_request(portal.anonymous().request(Method::GET, &path).header("user-agent", agent)).await;
    }
    landlord.get(&path).await;
    administrator.get(&path).await;
    portal.flush_views(&landlord).await;
    assert_eq!(landlord.get(&path).await.1["payload"]["views"], 2);
    portal.advance_clock(chrono::TimeDelta::days(1));
    let mut landlord = landlord;
    landlord.log_in(&landlord.email.clone(), crate::harness::PASSWORD).await;
    send_request(portal.anonymous().request(Method::GET, &path).header("user-agent", "phone")).await;
    portal.flush_views(&landlord).await;
    assert_eq!(landlord.get(&path).await.1["payload"]["views"], 3);
}

#[tokio::test(flavor = "multi_thread")]
async fn get_listing_contains_application_of_student() {
    let portal = Portal::start().await;
    let (landlord, student) = (portal.landlord().await, portal.student().await);
    let id = landlord.publish_listing(&listing()).await;
    let path = format!("/api/v1/listings/{id}");
    assert_eq!(student.get(&path).await.1["payload"]["application"], Value::Null);
    let application = student.apply(&id).await;
    let expected = json!({ "externalId": application, "status": "PENDING" });
    assert_eq!(student.get(&path).await.1["payload"]["application"], expected);
    assert_eq!(portal.student().await.get(&path).await.1["payload"]["application"], Value::Null);
    landlord.put(&format!("{path}/status?status=ARCHIVED")).await;
    assert_eq!(student.get(&path).await.0, StatusCode::OK, "applicants may open the page");
}

#[tokio::test(flavor = "multi_thread")]
async fn list_listings_filters_sorts_and_pages() {
    let portal = Portal::start().await;
    let (landlord, other, administrator) =
        (portal.landlord().await, portal.landlord().await, portal.administrator().await);
    for title in ["Bett", "Äpfel", "Zelt"] {
        landlord.create_listing(&listing_with(|listing| listing["title"] = json!(title))).await;
    }
    other.publish_listing(&listing_with(|listing| listing["title"] = json!("100 % Ruhe"))).await;
    let titles = async |client: &crate::harness::Client, query: &str| -> (Vec<String>, u64) {
        let (status, body) = client.get(&format!("/api/v1/listings?{query}")).await;
        assert_eq!(status, 200, "{body}");
        let rows = body["payload"].as_array().unwrap().iter().map(|row| row["title"].as_str().unwrap().to_owned());
        (rows.collect(), body["totalSize"].as_u64().unwrap())
    };
    assert_eq!(titles(&landlord, "sortField=listing.title&direction=asc").await.0, ["Äpfel", "Bett", "Zelt"]);
    assert_eq!(titles(&landlord, "sortField=dateCreated").await.0, ["Zelt", "Äpfel", "Bett"]);
    assert_eq!(
        titles(&landlord, "pageSize=2&page=1&sortField=title&sortDirection=ASC").await,
        (vec!["Zelt".to_owned()], 3)
    );
    assert_eq!(titles(&landlord, "page=7").await, (vec![], 3));
    assert_eq!(titles(&landlord, "status=AVAILABLE&status=RENTED").await.1, 0);
    assert_eq!(titles(&administrator, "").await.1, 4);
    assert_eq!(titles(&administrator, "statuses=AVAILABLE").await.1, 1);
    assert_eq!(titles(&administrator, "keyword=%25").await.0, ["100 % Ruhe"], "a wildcard is literal");
    assert_eq!(titles(&administrator, "keyword=_").await.1, 0);
    assert_eq!(titles(&administrator, "keyword=münchen").await.1, 4, "the address is searched too");
}

#[tokio::test(flavor = "multi_thread")]
async fn create_listing_with_same_draft_id_updates_listing() {
    let portal = Portal::start_with_pool().await;
    let landlord = portal.landlord().await;
    let draft = listing_with(|listing| listing["draftId"] = json!("4f9c1a52-8f0e-4d0b-9f7e-0d9f6b8f1c11"));
    let mut changed = draft.clone();
    changed["title"] = json!("Nach dem Funkloch");
    let (first, second) =
        tokio::join!(landlord.post("/api/v1/listings", &draft), landlord.post("/api/v1/listings", &draft));
    let (status, body) = landlord.post("/api/v1/listings", &changed).await;
    assert_eq!((first.0, second.0, status), (StatusCode::CREATED, StatusCode::CREATED, StatusCode::CREATED));
    assert_eq!(first.1["payload"]["externalId"], second.1["payload"]["externalId"]);
    assert_eq!(body["payload"]["externalId"], first.1["payload"]["externalId"]);
    assert_eq!(body["payload"]["title"], "Nach dem Funkloch");
    let (_, list) = landlord.get("/api/v1/listings").await;
    assert_eq!(list["totalSize"], 1);

    let (_, other) = portal.landlord().await.post("/api/v1/listings", &draft).await;
    assert_ne!(other["payload"]["externalId"], body["payload"]["externalId"], "draft ids belong to a landlord");
}

#[tokio::test(flavor = "multi_thread")]
async fn create_listing_beyond_the_limit_of_the_landlord_is_rejected() {
    let portal = Portal::start_with(|config| {
        config.listings_per_landlord = 2;
        use_pool(config);
    })
    .await;
    let landlord = portal.landlord().await;
    let mut form = listing();
    landlord.create_listing(&form).await;
    form["draftId"] = json!(uuid::Uuid::from_u128(7));
    let second = landlord.create_listing(&form).await;
    assert_eq!(landlord.create_listing(&form).await, second, "the same draft is not another listing");
    let concurrent = futures_util::future::join_all((0..4).map(|_| {
        let landlord = &landlord;
        async move { landlord.post("/api/v1/listings", &listing()).await }
    }));
    for (status, body) in concurrent.await {
        assert_eq!((status.as_u16(), &body["error"]["message"]), (409, &json!("exception.listing.too-many")));
    }
    assert_eq!(landlord.delete(&format!("/api/v1/listings/{second}")).await.0, 204);
    let other = portal.landlord().await;
    for landlord in [&landlord, &other] {
        landlord.create_listing(&listing()).await;
    }
}
