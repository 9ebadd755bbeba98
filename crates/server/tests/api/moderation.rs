//! Reports and takedowns of listings.

use std::num::NonZeroU32;

use portal_domain::locale::Locale;
use portal_domain::mail::MailPurpose;
use reqwest::StatusCode;
use serde_json::{Value, json};

use crate::harness::{Client, Portal, listing};

struct Setup {
    portal: Portal,
    administrator: Client,
    landlord: Client,
    student: Client,
    listing_id: String,
}

impl Setup {
    async fn new() -> Self {
        let portal = Portal::start().await;
        let (administrator, landlord, student) =
            (portal.administrator().await, portal.landlord().await, portal.student().await);
        let listing_id = landlord.publish_listing(&listing()).await;
        Self { portal, administrator, landlord, student, listing_id }
    }

    fn path(&self, suffix: &str) -> String {
        format!("/api/v1/listings/{}/{suffix}", self.listing_id)
    }

    async fn take_down(&self) -> (StatusCode, Value) {
        self.administrator.post(&self.path("takedown"), &json!({ "reason": " Die Bilder sind gestohlen. " })).await
    }

    async fn set_status(&self, client: &Client, status: &str) -> (StatusCode, Value) {
        client.put(&self.path(&format!("status?status={status}"))).await
    }

    /// Delivers all mails, and returns their purposes and recipients.
    async fn sent_mails(&self) -> Vec<(MailPurpose, String)> {
        let mails = self.portal.deliver_mails().await;
        mails.into_iter().map(|mail| (mail.purpose, mail.facts.recipient.email.as_str().to_owned())).collect()
    }

    async fn count_search_results(&self) -> u64 {
        let (_, body) = self.portal.anonymous().post("/api/v1/listings/search", &json!({})).await;
        body["totalSize"].as_u64().unwrap()
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn report_listing_creates_event_and_sends_receipt() {
    let setup = Setup::new().await;
    let report = json!({
        "reason": "FRAUD", "text": " Will Geld\nvorab. ", "email": " Eve@Portal.test", "locale": "en-US"
    });
    let (status, body) = setup.portal.anonymous().post(&setup.path("reports"), &report).await;
    assert_eq!((status, body), (StatusCode::NO_CONTENT, Value::Null));
    let (_, events) = setup.administrator.get("/api/v1/events").await;
    let event = &events["payload"][0];
    assert_eq!((&event["type"], &event["acknowledged"]), (&json!("LISTING_REPORTED"), &json!(false)));
    assert_eq!(event["entity"]["externalId"], setup.listing_id.as_str());
    assert_eq!(event["report"], json!({ "reason": "FRAUD", "text": "Will Geld\nvorab." }));
    let mails = setup.portal.deliver_mails().await;
    let [receipt] = mails.as_slice() else { panic!("{mails:?}") };
    assert_eq!((receipt.purpose, receipt.facts.locale), (MailPurpose::ReportReceived, Locale::English));
    assert_eq!(receipt.facts.recipient.email.as_str(), "eve@portal.test");
    let client = setup.portal.database.client().await;
    let remaining: i64 = client.query_one("SELECT count(*) FROM outbox", &[]).await.unwrap().get(0);
    assert_eq!(remaining, 0, "the address is deleted with the mail");
}

#[tokio::test(flavor = "multi_thread")]
async fn report_listing_rejects_invalid_fields() {
    let setup = Setup::new().await;
    let visitor = setup.portal.anonymous();
    for (report, field) in [
        (json!({ "text": "?" }), "reason"),
        (json!({ "reason": "SPITE", "text": "?" }), "reason"),
        (json!({ "reason": "OTHER", "text": " \n " }), "text"),
        (json!({ "reason": "OTHER", "text": "x".repeat(2001) }), "text"),
        (json!({ "reason": "OTHER", "text": "?", "email": "eve" }), "email"),
        (json!({ "reason": "OTHER", "text": "?", "email": "a@b.de,c@d.de" }), "email"),
    ] {
        let (status, body) = visitor.post(&setup.path("reports"), &report).await;
        assert_eq!(status, 400, "{report}");
        assert!(!body["error"]["fields"][field].is_null(), "{body}");
    }
    let unknown = "/api/v1/listings/nowhere/reports";
    assert_eq!(visitor.post(unknown, &json!({ "reason": "OTHER", "text": "?" })).await.0, 404);
    let longest = json!({ "reason": "OTHER", "text": "ü".repeat(2000) });
    assert_eq!(setup.student.post(&setup.path("reports"), &longest).await.0, 204);
    assert_eq!(setup.portal.deliver_mails().await.len(), 0);
    let (_, events) = setup.administrator.get("/api/v1/events").await;
    assert_eq!(events["totalSize"], 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn report_listing_limits_reports_and_receipts() {
    let portal = Portal::start_with(|config| {
        config.rate_limit_enabled = true;
        config.reports_per_hour = NonZeroU32::new(5).unwrap();
        config.mails_per_hour = 2;
    })
    .await;
    let landlord = portal.landlord().await;
    let path = format!("/api/v1/listings/{}/reports", landlord.publish_listing(&listing()).await);
    let report = json!({ "reason": "OTHER", "text": "?", "email": "eve@portal.test" });
    for _ in 0..5 {
        assert_eq!(portal.anonymous().post(&path, &report).await.0, 204);
    }
    let response = portal.anonymous().request(reqwest::Method::POST, &path).json(&report).send().await.unwrap();
    assert_eq!(response.status(), 429);
    assert!(response.headers()["retry-after"].to_str().unwrap().parse::<u32>().unwrap() > 0);
    assert_eq!(portal.deliver_mails().await.len(), 2, "all reports are stored, further receipts are not sent");
    let client = portal.database.client().await;
    let events: i64 = client.query_one("SELECT count(*) FROM events", &[]).await.unwrap().get(0);
    assert_eq!(events, 5);
}

#[tokio::test(flavor = "multi_thread")]
async fn take_down_listing_hides_listing_until_administrator_publishes_it() {
    let setup = Setup::new().await;
    setup.student.apply(&setup.listing_id).await;
    setup.portal.deliver_mails().await;
    let (status, body) = setup.take_down().await;
    assert_eq!((status.as_u16(), &body["payload"]["status"]), (200, &json!("ARCHIVED")), "{body}");
    assert_eq!(body["payload"]["takedownReason"], "Die Bilder sind gestohlen.");
    assert_eq!(setup.count_search_results().await, 0);
    let detail = format!("/api/v1/listings/{}", setup.listing_id);
    assert_eq!(setup.portal.anonymous().get(&detail).await.0, 404);
    let (_, body) = setup.student.get(&detail).await;
    assert_eq!(body["payload"]["takedownReason"], Value::Null, "hidden from applicants");
    let (_, list) = setup.landlord.get("/api/v1/listings").await;
    assert_eq!(list["payload"][0]["takedownReason"], "Die Bilder sind gestohlen.");

    let mails = setup.portal.deliver_mails().await;
    let sent: Vec<_> = mails.iter().map(|mail| (mail.purpose, mail.facts.recipient.email.as_str())).collect();
    let expected = [
        (MailPurpose::ListingUnavailable, setup.student.email.as_str()),
        (MailPurpose::ListingTakenDown, setup.landlord.email.as_str()),
    ];
    assert_eq!(sent, expected);
    let reason = mails[1].facts.listing.as_ref().unwrap().takedown_reason.as_deref();
    assert_eq!(reason, Some("Die Bilder sind gestohlen."));

    for public in ["AVAILABLE", "RENTED"] {
        let (status, body) = setup.set_status(&setup.landlord, public).await;
        assert_eq!(
            (status.as_u16(), &body["error"]["message"]),
            (409, &json!("exception.listing.blocked")),
            "{public}"
        );
    }
    assert_eq!(setup.landlord.put_json(&detail, &listing()).await.0, 200, "it may be edited");
    assert_eq!(setup.set_status(&setup.landlord, "DRAFT").await.0, 200);
    assert_eq!(setup.set_status(&setup.landlord, "AVAILABLE").await.0, 409, "still blocked");
    let (status, body) = setup.set_status(&setup.administrator, "AVAILABLE").await;
    assert_eq!((status.as_u16(), &body["payload"]["takedownReason"]), (200, &Value::Null));
    assert_eq!(setup.count_search_results().await, 1);
    assert_eq!(setup.sent_mails().await, [(MailPurpose::ListingReinstated, setup.landlord.email.clone())]);
    assert_eq!(setup.set_status(&setup.landlord, "RENTED").await.0, 200, "not blocked any more");
}

#[tokio::test(flavor = "multi_thread")]
async fn take_down_listing_requires_reason_and_rejects_second_takedown() {
    let setup = Setup::new().await;
    for body in [json!({}), json!({ "reason": "  " }), json!({ "reason": "x".repeat(2001) })] {
        assert_eq!(setup.administrator.post(&setup.path("takedown"), &body).await.0, 400, "{body}");
    }
    assert_eq!(setup.take_down().await.0, 200);
    let (status, body) = setup.take_down().await;
    assert_eq!((status.as_u16(), &body["error"]["message"]), (409, &json!("exception.listing.blocked")));
    let notices = setup.portal.deliver_mails().await;
    assert_eq!(notices.iter().filter(|mail| mail.purpose == MailPurpose::ListingTakenDown).count(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn delete_listing_by_administrator_notifies_landlord_with_the_title() {
    let setup = Setup::new().await;
    let path = format!("/api/v1/listings/{}", setup.listing_id);
    assert_eq!(setup.administrator.delete(&path).await.0, 204);
    let mails = setup.portal.deliver_mails().await;
    let [notice] = mails.as_slice() else { panic!("{mails:?}") };
    assert_eq!(notice.purpose, MailPurpose::ListingRemoved);
    assert_eq!(notice.facts.recipient.email.as_str(), setup.landlord.email);
    assert_eq!(notice.facts.deleted_listing.as_deref(), listing()["title"].as_str());
}

#[tokio::test(flavor = "multi_thread")]
async fn delete_listing_by_its_landlord_sends_them_no_mail() {
    let setup = Setup::new().await;
    assert_eq!(setup.landlord.delete(&format!("/api/v1/listings/{}", setup.listing_id)).await.0, 204);
    assert_eq!(setup.sent_mails().await, []);
}
