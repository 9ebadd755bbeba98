//! What landlords and administrators see happening to listings: views of the last days, open
//! applications, and the applications to one listing.

use chrono::TimeDelta;
use portal_services::retention;
use reqwest::Method;
use serde_json::{Value, json};

use crate::harness::{Client, PASSWORD, Portal, listing, send_request};

/// Logs in again: access tokens are short-lived.
async fn after_days(portal: &Portal, landlord: &mut Client, days: i64) {
    portal.advance_clock(TimeDelta::days(days));
    let email = landlord.email.clone();
    landlord.log_in(&email, PASSWORD).await;
}

/// Views a listing of the landlord.
async fn view(portal: &Portal, landlord: &Client, id: &str, agents: &[&str]) {
    for agent in agents {
        let request = portal.anonymous().request(Method::GET, &format!("/api/v1/listings/{id}"));
        send_request(request.header("user-agent", *agent)).await;
    }
    portal.flush_views(landlord).await;
}

/// The views of the last 30 days and the open applications of a listing in the reader's list.
async fn activity(reader: &Client, id: &str) -> (i64, i64) {
    let (status, body) = reader.get("/api/v1/listings").await;
    assert_eq!(status, 200, "{body}");
    let rows = body["payload"].as_array().unwrap();
    let row = rows.iter().find(|row| row["externalId"] == id).unwrap();
    (row["viewsLast30Days"].as_i64().unwrap(), row["openApplications"].as_i64().unwrap())
}

/// A new student's application; returns its id.
async fn apply_and_forward(portal: &Portal, administrator: &Client, listing: &str) -> String {
    let id = portal.student().await.apply(listing).await;
    let review = format!("/api/v1/applications/{id}/admin-review?status=APPROVED");
    assert_eq!(administrator.put(&review).await.0, 200);
    id
}

#[tokio::test(flavor = "multi_thread")]
async fn list_listings_counts_views_of_last_thirty_days() {
    let portal = Portal::start().await;
    let mut landlord = portal.landlord().await;
    let (seen, other) = (landlord.publish_listing(&listing()).await, landlord.publish_listing(&listing()).await);
    view(&portal, &landlord, &seen, &["phone", "laptop", "phone"]).await;
    assert_eq!((activity(&landlord, &seen).await, activity(&landlord, &other).await), ((2, 0), (0, 0)));
    after_days(&portal, &mut landlord, 29).await;
    view(&portal, &landlord, &seen, &["phone"]).await;
    assert_eq!(activity(&landlord, &seen).await, (3, 0));
    after_days(&portal, &mut landlord, 1).await;
    assert_eq!(activity(&landlord, &seen).await, (1, 0), "the first day is 30 days ago");
    assert_eq!(retention::prune(&portal.ports).await.unwrap().view_days, 0);
    after_days(&portal, &mut landlord, 2).await;
    assert_eq!(retention::prune(&portal.ports).await.unwrap().view_days, 1);
    let (_, body) = landlord.get(&format!("/api/v1/listings/{seen}")).await;
    assert_eq!(body["payload"]["views"], 3, "the total stays");
}

#[tokio::test(flavor = "multi_thread")]
async fn list_listings_counts_applications_that_wait_for_landlord() {
    let portal = Portal::start().await;
    let (landlord, administrator) = (portal.landlord().await, portal.administrator().await);
    let id = landlord.publish_listing(&listing()).await;
    portal.student().await.apply(&id).await;
    assert_eq!(activity(&landlord, &id).await, (0, 0), "waits for an administrator");
    let forwarded = apply_and_forward(&portal, &administrator, &id).await;
    apply_and_forward(&portal, &administrator, &id).await;
    for reader in [&landlord, &administrator] {
        assert_eq!(activity(reader, &id).await, (0, 2));
    }
    assert_eq!(landlord.put(&format!("/api/v1/applications/{forwarded}/review?status=REJECTED")).await.0, 200);
    assert_eq!(activity(&landlord, &id).await, (0, 1));
    let (_, found) = portal.anonymous().post("/api/v1/listings/search", &json!({})).await;
    let (_, detail) = portal.student().await.get(&format!("/api/v1/listings/{id}")).await;
    for public in [&found["payload"][0], &detail["payload"]] {
        assert_eq!(public["externalId"], id);
        assert!(public.get("viewsLast30Days").is_none() && public.get("openApplications").is_none(), "{public}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn list_applications_of_listing_stays_within_what_the_reader_may_see() {
    let portal = Portal::start().await;
    let (landlord, other, administrator) =
        (portal.landlord().await, portal.landlord().await, portal.administrator().await);
    let (first, second) = (landlord.publish_listing(&listing()).await, landlord.publish_listing(&listing()).await);
    let expected = apply_and_forward(&portal, &administrator, &first).await;
    apply_and_forward(&portal, &administrator, &second).await;
    let student = portal.student().await;
    let own = student.apply(&first).await;
    let ids = async |reader: &Client, listing: &str| {
        let (status, body) = reader.get(&format!("/api/v1/applications?listing={listing}&sortDirection=asc")).await;
        assert_eq!(status, 200, "{body}");
        let rows = body["payload"].as_array().unwrap();
        assert_eq!(body["totalSize"], rows.len());
        rows.iter().map(|row| row["externalId"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(ids(&landlord, &first).await, [expected.as_str()]);
    assert_eq!(ids(&other, &first).await, Vec::<String>::new(), "of another landlord");
    assert_eq!(ids(&student, &first).await, [own.as_str()]);
    assert_eq!(ids(&landlord, "01900000-0000-7000-8000-000000000000").await, Vec::<String>::new());
    let mut all = ids(&administrator, &first).await;
    all.sort_unstable();
    let mut both = vec![expected, own];
    both.sort_unstable();
    assert_eq!(all, both);
    let request = administrator.request(Method::GET, &format!("/api/v1/applications?listing={second}"));
    let csv = request.header("accept", "text/csv").send().await.unwrap().text().await.unwrap();
    assert_eq!(csv.trim_end().lines().count(), 2, "{csv}");
}

#[tokio::test(flavor = "multi_thread")]
async fn list_applications_rejects_malformed_listing() {
    let portal = Portal::start().await;
    let landlord = portal.landlord().await;
    let id = "01900000-0000-7000-8000-000000000000";
    for value in ["7", "nowhere", "01900000-0000-7000-8000-00000000000g", &format!("{id}&listing={id}")] {
        let (status, body) = landlord.get(&format!("/api/v1/applications?listing={value}")).await;
        let invalid: Value = json!({ "listing": "validation.invalid" });
        assert_eq!((status.as_u16(), &body["error"]["fields"]), (400, &invalid), "{value}");
    }
    assert_eq!(landlord.get("/api/v1/applications?listing=").await.0, 200, "an empty field of a form");
}
