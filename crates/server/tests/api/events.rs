//! Events, and donation requests.

use portal_domain::ids::ListingId;
use portal_domain::mail::MailPurpose;
use portal_domain::user::UserStatus;
use reqwest::Method;
use serde_json::{Value, json};

use crate::harness::{Client, LANDLORD_REGISTRATIONS, Portal, landlord_form, listing};

async fn list(administrator: &Client, query: &str) -> Vec<Value> {
    let (status, body) = administrator.get(&format!("/api/v1/events?{query}")).await;
    assert_eq!(status, 200, "{body}");
    body["payload"].as_array().unwrap().clone()
}

fn types(events: &[Value]) -> Vec<&str> {
    events.iter().map(|event| event["type"].as_str().unwrap()).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn list_events_filters_and_acknowledge_event_is_idempotent() {
    let portal = Portal::start().await;
    let (administrator, landlord) = (portal.administrator().await, portal.landlord().await);
    portal.anonymous().post(LANDLORD_REGISTRATIONS, &landlord_form("landlord@portal.test")).await;
    let listing_id = landlord.publish_listing(&listing()).await;
    landlord.put(&format!("/api/v1/listings/{listing_id}/status?status=RENTED")).await;

    let events = list(&administrator, "").await;
    assert_eq!(types(&events), ["LISTING_RENTED", "LANDLORD_REGISTRATION_REQUESTED"]);
    assert_eq!(events[0]["entity"]["externalId"], listing_id.as_str());
    let owner = landlord.profile().await;
    for field in ["externalId", "firstName", "lastName"] {
        assert_eq!(events[0]["entity"]["landlord"][field], owner[field], "{field}");
    }
    assert_eq!(
        (&events[1]["entity"]["email"], &events[1]["entity"]["role"]),
        (&json!("landlord@portal.test"), &json!("LANDLORD"))
    );
    assert_eq!(events[1]["report"], Value::Null);
    assert_eq!(
        types(&list(&administrator, "sortField=dateCreated&sortDirection=ASC").await)[0],
        "LANDLORD_REGISTRATION_REQUESTED"
    );
    assert_eq!(types(&list(&administrator, "keyword=helles").await), ["LISTING_RENTED"]);

    let path = format!("/api/v1/events/{}/acknowledge", events[0]["externalId"].as_str().unwrap());
    for _ in 0..2 {
        let (status, body) = administrator.put(&path).await;
        assert_eq!((status.as_u16(), &body["payload"]["acknowledged"]), (200, &json!(true)), "repeating succeeds");
    }
    assert_eq!(types(&list(&administrator, "acknowledged=true").await), ["LISTING_RENTED"]);
    let (_, open) = administrator.get("/api/v1/events?acknowledged=false").await;
    assert_eq!(
        (types(open["payload"].as_array().unwrap()), &open["totalSize"]),
        (vec!["LANDLORD_REGISTRATION_REQUESTED"], &json!(1))
    );
    for query in ["sortField=type", "acknowledged=maybe", "page=-1"] {
        assert_eq!(administrator.get(&format!("/api/v1/events?{query}")).await.0, 400, "{query}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn event_of_deleted_listing_has_its_title_and_landlord_until_the_landlord_is_deleted() {
    let portal = Portal::start().await;
    let (administrator, landlord) = (portal.administrator().await, portal.landlord().await);
    let listing_id = landlord.publish_listing(&listing()).await;
    landlord.put(&format!("/api/v1/listings/{listing_id}/status?status=RENTED")).await;
    landlord.delete(&format!("/api/v1/listings/{listing_id}")).await;
    let event = &list(&administrator, "").await[0];
    assert_eq!((&event["entity"], &event["deletedListing"]["title"]), (&Value::Null, &listing()["title"]));
    let id = portal.id_of(&landlord).await.to_string();
    assert_eq!(event["deletedListing"]["landlord"]["externalId"], id);
    let exported = administrator.request(Method::GET, "/api/v1/events").header("accept", "text/csv").send().await;
    assert!(exported.unwrap().text().await.unwrap().contains(&format!(",{id},")));

    assert_eq!(administrator.delete(&format!("/api/v1/users/{id}")).await.0, 204);
    assert_eq!(list(&administrator, "").await[0]["deletedListing"], Value::Null);
}

#[tokio::test(flavor = "multi_thread")]
async fn request_donation_is_limited_to_one_a_day_and_listing() {
    let portal = Portal::start().await;
    let (administrator, landlord, other) =
        (portal.administrator().await, portal.landlord().await, portal.landlord().await);
    let listing_id = landlord.publish_listing(&listing()).await;
    let other_listing_id = other.publish_listing(&listing()).await;
    portal.deliver_mails().await;
    let path = format!("/api/v1/users/{}/request-donation", portal.id_of(&landlord).await);
    let (in_general, for_listing) = (json!({}), json!({ "listingId": listing_id }));
    for body in [&in_general, &for_listing] {
        assert_eq!(administrator.post(&path, body).await.0, 204);
        let (status, response) = administrator.post(&path, body).await;
        assert_eq!(
            (status.as_u16(), &response["error"]["message"]),
            (409, &json!("exception.donation.already-requested"))
        );
    }
    let mails = portal.deliver_mails().await;
    let sent: Vec<_> = mails
        .iter()
        .map(|mail| {
            (mail.purpose, mail.facts.recipient.email.as_str(), mail.facts.listing.as_ref().map(|listing| listing.id))
        })
        .collect();
    let request = |listing| (MailPurpose::DonationRequested, landlord.email.as_str(), listing);
    assert_eq!(sent, [request(None), request(Some(ListingId(listing_id.parse().unwrap())))]);

    portal.advance_clock(chrono::TimeDelta::hours(24));
    let mut administrator = administrator;
    let email = administrator.email.clone();
    assert_eq!(administrator.log_in(&email, crate::harness::PASSWORD).await, 200);
    let empty = crate::harness::send_request(administrator.request(Method::POST, &path)).await;
    assert_eq!(empty.0, 204, "the body is optional");
    for (body, status) in [(json!({ "listingId": other_listing_id }), 404), (json!({ "listingId": "this" }), 400)] {
        assert_eq!(administrator.post(&path, &body).await.0, status, "{body}");
    }
    let student = portal.student().await;
    let to_student = format!("/api/v1/users/{}/request-donation", portal.id_of(&student).await);
    assert_eq!(administrator.post(&to_student, &in_general).await.0, 404);
}

#[tokio::test(flavor = "multi_thread")]
async fn request_donation_rejects_inactive_landlord() {
    let portal = Portal::start().await;
    let (administrator, landlord) = (portal.administrator().await, portal.landlord().await);
    let listing_id = landlord.publish_listing(&listing()).await;
    assert_eq!(landlord.put(&format!("/api/v1/listings/{listing_id}/status?status=RENTED")).await.0, 200);
    portal.deliver_mails().await;
    let id = portal.id_of(&landlord).await;
    for (status, active) in [(UserStatus::Active, true), (UserStatus::Inactive, false)] {
        portal.set_status(id, status).await;
        let (_, events) = administrator.get("/api/v1/events").await;
        assert_eq!(events["payload"][0]["entity"]["landlordActive"], json!(active), "{events}");
    }
    for body in [json!({}), json!({ "listingId": listing_id })] {
        let (status, response) =
            administrator.post(&format!("/api/v1/users/{id}/request-donation", id = id.0), &body).await;
        let message = &response["error"]["message"];
        assert_eq!((status.as_u16(), message), (409, &json!("exception.donation.landlord-inactive")));
    }
    assert!(portal.deliver_mails().await.is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn concurrent_request_donation_succeeds_once() {
    let portal = Portal::start().await;
    let (administrator, landlord) = (portal.administrator().await, portal.landlord().await);
    let path = format!("/api/v1/users/{}/request-donation", portal.id_of(&landlord).await);
    let requests = (0..10).map(|_| {
        let request = administrator.request(Method::POST, &path).json(&json!({}));
        tokio::spawn(async move { crate::harness::send_request(request).await.0.as_u16() })
    });
    let mut statuses = Vec::new();
    for request in requests.collect::<Vec<_>>() {
        statuses.push(request.await.unwrap());
    }
    statuses.sort_unstable();
    assert_eq!(statuses, [[204].as_slice(), &[409; 9]].concat());
    assert_eq!(portal.deliver_mails().await.len(), 1);
}
