//! Listings that should not be there: reported by anybody, taken down by administrators.

use std::num::NonZeroU32;

use portal_domain::locale::Locale;
use portal_domain::mail::MailPurpose;
use reqwest::StatusCode;
use serde_json::{Value, json};

use crate::harness::{Client, Portal, listing};

struct Scene {
    portal: Portal,
    admin: Client,
    landlord: Client,
    student: Client,
    room: String,
}

impl Scene {
    async fn new() -> Self {
        let portal = Portal::start().await;
        let (admin, landlord, student) =
            (portal.administrator().await, portal.landlord().await, portal.student().await);
        let room = landlord.publish_listing(&listing()).await;
        Self { portal, admin, landlord, student, room }
    }

    fn path(&self, what: &str) -> String {
        format!("/api/v1/listings/{}/{what}", self.room)
    }

    async fn take_down(&self) -> (StatusCode, Value) {
        self.admin.post(&self.path("takedown"), &json!({ "reason": " Die Bilder sind gestohlen. " })).await
    }

    async fn set_status(&self, client: &Client, status: &str) -> (StatusCode, Value) {
        client.put(&self.path(&format!("status?status={status}"))).await
    }

    async fn found(&self) -> u64 {
        let (_, body) = self.portal.anonymous().post("/api/v1/listings/search", &json!({})).await;
        body["totalSize"].as_u64().unwrap()
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_visitors_report_is_an_event_and_the_visitor_gets_a_receipt() {
    let scene = Scene::new().await;
    let report = json!({
        "reason": "FRAUD", "text": " Will Geld\nvorab. ", "email": " Eve@Portal.test", "locale": "en-US"
    });
    let (status, body) = scene.portal.anonymous().post(&scene.path("reports"), &report).await;
    assert_eq!((status, body), (StatusCode::NO_CONTENT, Value::Null));
    let (_, events) = scene.admin.get("/api/v1/events").await;
    let event = &events["payload"][0];
    assert_eq!((&event["type"], &event["acknowledged"]), (&json!("LISTING_REPORTED"), &json!(false)));
    assert_eq!(event["entity"]["externalId"], scene.room.as_str());
    assert_eq!(event["report"], json!({ "reason": "FRAUD", "text": "Will Geld\nvorab." }));
    let mails = scene.portal.mails().await;
    let [receipt] = mails.as_slice() else { panic!("{mails:?}") };
    assert_eq!((receipt.purpose, receipt.facts.locale), (MailPurpose::ReportReceived, Locale::English));
    assert_eq!(receipt.facts.recipient.email.as_str(), "eve@portal.test");
    let client = scene.portal.database.client().await;
    let kept: i64 = client.query_one("SELECT count(*) FROM outbox", &[]).await.unwrap().get(0);
    assert_eq!(kept, 0, "the address goes with the mail");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_report_without_address_tells_nobody_else_and_one_that_breaks_a_rule_nobody_at_all() {
    let scene = Scene::new().await;
    let visitor = scene.portal.anonymous();
    for (report, field) in [
        (json!({ "text": "?" }), "reason"),
        (json!({ "reason": "SPITE", "text": "?" }), "reason"),
        (json!({ "reason": "OTHER", "text": " \n " }), "text"),
        (json!({ "reason": "OTHER", "text": "x".repeat(2001) }), "text"),
        (json!({ "reason": "OTHER", "text": "?", "email": "eve" }), "email"),
        (json!({ "reason": "OTHER", "text": "?", "email": "a@b.de,c@d.de" }), "email"),
    ] {
        let (status, body) = visitor.post(&scene.path("reports"), &report).await;
        assert_eq!(status, 400, "{report}");
        assert!(!body["error"]["fields"][field].is_null(), "{body}");
    }
    let nowhere = "/api/v1/listings/nowhere/reports";
    assert_eq!(visitor.post(nowhere, &json!({ "reason": "OTHER", "text": "?" })).await.0, 404);
    let longest = json!({ "reason": "OTHER", "text": "ü".repeat(2000) });
    assert_eq!(scene.student.post(&scene.path("reports"), &longest).await.0, 204);
    assert_eq!(scene.portal.mails().await.len(), 0);
    let (_, events) = scene.admin.get("/api/v1/events").await;
    assert_eq!(events["totalSize"], 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn reports_of_one_address_are_limited_and_so_are_receipts() {
    let portal = Portal::start_with(|settings| {
        settings.rate_limit_enabled = true;
        settings.reports_per_hour = NonZeroU32::new(5).unwrap();
        settings.mails_per_hour = 2;
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
    assert_eq!(portal.mails().await.len(), 2, "the reports count, further receipts are left out");
    let client = portal.database.client().await;
    let kept: i64 = client.query_one("SELECT count(*) FROM events", &[]).await.unwrap().get(0);
    assert_eq!(kept, 5);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_listing_that_was_taken_down_comes_back_by_an_administrator_only() {
    let scene = Scene::new().await;
    scene.student.apply(&scene.room).await;
    scene.portal.mails().await;
    let (status, body) = scene.take_down().await;
    assert_eq!((status.as_u16(), &body["payload"]["status"]), (200, &json!("ARCHIVED")), "{body}");
    assert_eq!(body["payload"]["takedownReason"], "Die Bilder sind gestohlen.");
    assert_eq!(scene.found().await, 0);
    let detail = format!("/api/v1/listings/{}", scene.room);
    assert_eq!(scene.portal.anonymous().get(&detail).await.0, 404);
    let (_, seen) = scene.student.get(&detail).await;
    assert_eq!(seen["payload"]["takedownReason"], Value::Null, "not the applicant's business");
    let (_, own) = scene.landlord.get("/api/v1/listings").await;
    assert_eq!(own["payload"][0]["takedownReason"], "Die Bilder sind gestohlen.");

    let mails = scene.portal.mails().await;
    let told: Vec<_> = mails.iter().map(|mail| (mail.purpose, mail.facts.recipient.email.as_str())).collect();
    let expected = [
        (MailPurpose::ListingUnavailable, scene.student.email.as_str()),
        (MailPurpose::ListingTakenDown, scene.landlord.email.as_str()),
    ];
    assert_eq!(told, expected);
    let reason = mails[1].facts.listing.as_ref().unwrap().takedown_reason.as_deref();
    assert_eq!(reason, Some("Die Bilder sind gestohlen."));

    for public in ["AVAILABLE", "RENTED"] {
        let (status, body) = scene.set_status(&scene.landlord, public).await;
        assert_eq!(
            (status.as_u16(), &body["error"]["message"]),
            (409, &json!("exception.listing.blocked")),
            "{public}"
        );
    }
    assert_eq!(scene.landlord.put_json(&detail, &listing()).await.0, 200, "it may be mended");
    assert_eq!(scene.set_status(&scene.landlord, "DRAFT").await.0, 200);
    assert_eq!(scene.set_status(&scene.landlord, "AVAILABLE").await.0, 409, "still");
    let (status, body) = scene.set_status(&scene.admin, "AVAILABLE").await;
    assert_eq!((status.as_u16(), &body["payload"]["takedownReason"]), (200, &Value::Null));
    assert_eq!(scene.found().await, 1);
    assert_eq!(scene.set_status(&scene.landlord, "RENTED").await.0, 200, "lifted");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_listing_is_taken_down_once_with_a_reason() {
    let scene = Scene::new().await;
    for body in [json!({}), json!({ "reason": "  " }), json!({ "reason": "x".repeat(2001) })] {
        assert_eq!(scene.admin.post(&scene.path("takedown"), &body).await.0, 400, "{body}");
    }
    assert_eq!(scene.take_down().await.0, 200);
    let (status, body) = scene.take_down().await;
    assert_eq!((status.as_u16(), &body["error"]["message"]), (409, &json!("exception.listing.blocked")));
    let notices = scene.portal.mails().await;
    assert_eq!(notices.iter().filter(|mail| mail.purpose == MailPurpose::ListingTakenDown).count(), 1);
}
