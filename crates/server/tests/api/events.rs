//! Events over HTTP (acceptance Y, the API checks), and the donations that administrators ask for.

use portal_domain::ids::ListingId;
use portal_domain::mail::MailPurpose;
use portal_domain::user::UserStatus;
use serde_json::{Value, json};

use crate::harness::{Client, LANDLORDS, Portal, landlord_form, listing};

async fn list(administrator: &Client, query: &str) -> Vec<Value> {
    let (status, body) = administrator.get(&format!("/api/v1/events?{query}")).await;
    assert_eq!(status, 200, "{body}");
    body["payload"].as_array().unwrap().clone()
}

fn types(events: &[Value]) -> Vec<&str> {
    events.iter().map(|event| event["type"].as_str().unwrap()).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn events_are_listed_filtered_and_acknowledged() {
    let portal = Portal::start().await;
    let (admin, landlord) = (portal.administrator().await, portal.landlord().await);
    portal.anonymous().post(LANDLORDS, &landlord_form("asking@portal.test")).await;
    let room = landlord.publish_listing(&listing()).await;
    landlord.put(&format!("/api/v1/listings/{room}/status?status=RENTED")).await;

    let events = list(&admin, "").await;
    assert_eq!(types(&events), ["LISTING_RENTED", "LANDLORD_REGISTRATION_REQUESTED"]);
    assert_eq!(events[0]["entity"]["externalId"], room.as_str());
    let owner = landlord.profile().await;
    for field in ["externalId", "firstName", "lastName"] {
        assert_eq!(events[0]["entity"]["landlord"][field], owner[field], "{field}");
    }
    assert_eq!(
        (&events[1]["entity"]["email"], &events[1]["entity"]["role"]),
        (&json!("asking@portal.test"), &json!("LANDLORD"))
    );
    assert_eq!(events[1]["report"], Value::Null);
    assert_eq!(
        types(&list(&admin, "sortField=dateCreated&sortDirection=ASC").await)[0],
        "LANDLORD_REGISTRATION_REQUESTED"
    );
    assert_eq!(types(&list(&admin, "keyword=helles").await), ["LISTING_RENTED"]);

    let path = format!("/api/v1/events/{}/acknowledge", events[0]["externalId"].as_str().unwrap());
    for _ in 0..2 {
        let (status, body) = admin.put(&path).await;
        assert_eq!((status.as_u16(), &body["payload"]["acknowledged"]), (200, &json!(true)), "twice is fine");
    }
    assert_eq!(types(&list(&admin, "acknowledged=true").await), ["LISTING_RENTED"]);
    let (_, open) = admin.get("/api/v1/events?acknowledged=false").await;
    assert_eq!(
        (types(open["payload"].as_array().unwrap()), &open["totalSize"]),
        (vec!["LANDLORD_REGISTRATION_REQUESTED"], &json!(1))
    );
    for query in ["sortField=type", "acknowledged=maybe", "page=-1"] {
        assert_eq!(admin.get(&format!("/api/v1/events?{query}")).await.0, 400, "{query}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_event_stays_without_what_is_gone() {
    let portal = Portal::start().await;
    let (admin, landlord) = (portal.administrator().await, portal.landlord().await);
    let room = landlord.publish_listing(&listing()).await;
    landlord.put(&format!("/api/v1/listings/{room}/status?status=RENTED")).await;
    landlord.delete(&format!("/api/v1/listings/{room}")).await;
    assert_eq!(list(&admin, "").await[0]["entity"], Value::Null);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_landlord_is_asked_for_a_donation_once_a_day_for_each_listing() {
    let portal = Portal::start().await;
    let (admin, landlord, other) = (portal.administrator().await, portal.landlord().await, portal.landlord().await);
    let room = landlord.publish_listing(&listing()).await;
    let foreign = other.publish_listing(&listing()).await;
    portal.mails().await;
    let path = format!("/api/v1/users/{}/request-donation", portal.id_of(&landlord).await);
    let (in_general, for_room) = (json!({}), json!({ "listingId": room }));
    for body in [&in_general, &for_room] {
        assert_eq!(admin.post(&path, body).await.0, 204);
        let (status, refused) = admin.post(&path, body).await;
        assert_eq!(
            (status.as_u16(), &refused["error"]["message"]),
            (409, &json!("exception.donation.already-requested"))
        );
    }
    let mails = portal.mails().await;
    let seen: Vec<_> = mails
        .iter()
        .map(|mail| {
            (mail.purpose, mail.facts.recipient.email.as_str(), mail.facts.listing.as_ref().map(|listing| listing.id))
        })
        .collect();
    let asked = |listing| (MailPurpose::DonationRequested, landlord.email.as_str(), listing);
    assert_eq!(seen, [asked(None), asked(Some(ListingId(room.parse().unwrap())))]);

    portal.wait(chrono::TimeDelta::hours(24));
    let mut admin = admin;
    let email = admin.email.clone();
    assert_eq!(admin.log_in(&email, crate::harness::PASSWORD).await, 200);
    let empty = crate::harness::answer(admin.request(reqwest::Method::POST, &path)).await;
    assert_eq!(empty.0, 204, "the body may be left out");
    for (body, status) in [(json!({ "listingId": foreign }), 404), (json!({ "listingId": "this" }), 400)] {
        assert_eq!(admin.post(&path, &body).await.0, status, "{body}");
    }
    let student = portal.student().await;
    let to_student = format!("/api/v1/users/{}/request-donation", portal.id_of(&student).await);
    assert_eq!(admin.post(&to_student, &in_general).await.0, 404);
}

#[tokio::test(flavor = "multi_thread")]
async fn request_donation_of_an_inactive_landlord_is_refused_as_such_and_the_events_say_so_before() {
    let portal = Portal::start().await;
    let (admin, landlord) = (portal.administrator().await, portal.landlord().await);
    let room = landlord.publish_listing(&listing()).await;
    assert_eq!(landlord.put(&format!("/api/v1/listings/{room}/status?status=RENTED")).await.0, 200);
    portal.mails().await;
    let id = portal.id_of(&landlord).await;
    for (status, active) in [(UserStatus::Active, true), (UserStatus::Inactive, false)] {
        portal.set_status(id, status).await;
        let (_, events) = admin.get("/api/v1/events").await;
        assert_eq!(events["payload"][0]["entity"]["landlordActive"], json!(active), "{events}");
    }
    for body in [json!({}), json!({ "listingId": room })] {
        let (status, refused) = admin.post(&format!("/api/v1/users/{id}/request-donation", id = id.0), &body).await;
        let message = &refused["error"]["message"];
        assert_eq!((status.as_u16(), message), (409, &json!("exception.donation.landlord-inactive")));
    }
    assert!(portal.mails().await.is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn of_many_who_ask_at_once_one_does() {
    let portal = Portal::start().await;
    let (admin, landlord) = (portal.administrator().await, portal.landlord().await);
    let path = format!("/api/v1/users/{}/request-donation", portal.id_of(&landlord).await);
    let asks = (0..10).map(|_| {
        let request = admin.request(reqwest::Method::POST, &path).json(&json!({}));
        tokio::spawn(async move { crate::harness::answer(request).await.0.as_u16() })
    });
    let mut statuses = Vec::new();
    for ask in asks.collect::<Vec<_>>() {
        statuses.push(ask.await.unwrap());
    }
    statuses.sort_unstable();
    assert_eq!(statuses, [[204].as_slice(), &[409; 9]].concat());
    assert_eq!(portal.mails().await.len(), 1);
}
