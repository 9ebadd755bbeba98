//! Rejections: reasons and notes, and the rejection of everything that is pending for a listing.

use portal_domain::mail::MailPurpose;
use portal_domain::rejection::RejectionReason;
use portal_domain::stored::Stored;
use reqwest::StatusCode;
use serde_json::{Value, json};

use crate::harness::{Client, Portal, listing};

struct Setup {
    portal: Portal,
    landlord: Client,
    administrator: Client,
    listing: String,
}

impl Setup {
    async fn new() -> Self {
        Self::on(Portal::start().await).await
    }

    async fn on(portal: Portal) -> Self {
        let (landlord, administrator) = (portal.landlord().await, portal.administrator().await);
        let listing = landlord.publish_listing(&listing()).await;
        Self { portal, landlord, administrator, listing }
    }

    /// A new student's application, which awaits an administrator.
    async fn apply(&self) -> (Client, String) {
        let student = self.portal.student().await;
        let id = student.apply(&self.listing).await;
        (student, id)
    }

    /// A new student's application, which awaits the landlord.
    async fn apply_and_forward(&self) -> (Client, String) {
        let (student, id) = self.apply().await;
        let review = format!("/api/v1/applications/{id}/admin-review?status=APPROVED");
        assert_eq!(self.administrator.put(&review).await.0, 200);
        (student, id)
    }

    async fn decline_open(&self, client: &Client, reason: &Value) -> (StatusCode, Value) {
        let path = format!("/api/v1/listings/{}/decline-open", self.listing);
        client.post(&path, &json!({ "reason": reason })).await
    }
}

async fn own_application(student: &Client) -> Value {
    let (_, body) = student.get("/api/v1/applications").await;
    body["payload"][0].clone()
}

#[tokio::test(flavor = "multi_thread")]
async fn review_rejection_reaches_student_with_reason_and_note() {
    let setup = Setup::new().await;
    let (forwarded, unchecked) = (setup.apply_and_forward().await, setup.apply().await);
    let grounds = json!({ "reason": "OTHER_APPLICANT", "note": "  Viel Glück!\r\nGrace " });
    let path = format!("/api/v1/applications/{}/review?status=REJECTED", forwarded.1);
    let (status, body) = setup.landlord.put_json(&path, &grounds).await;
    assert_eq!(status, 200, "{body}");
    let by_landlord = json!({ "by": "LANDLORD", "reason": "OTHER_APPLICANT", "note": "Viel Glück!\nGrace" });
    assert_eq!(body["payload"]["rejection"], by_landlord);
    assert_eq!(own_application(&forwarded.0).await["rejection"], by_landlord);

    setup.portal.deliver_mails().await;
    let path = format!("/api/v1/applications/{}/admin-review?status=REJECTED", unchecked.1);
    let (status, body) = setup.administrator.put_json(&path, &json!({ "reason": "INCOMPLETE", "note": null })).await;
    assert_eq!(status, 200, "{body}");
    let by_administrator = json!({ "by": "ADMINISTRATOR", "reason": "INCOMPLETE", "note": null });
    assert_eq!(own_application(&unchecked.0).await["rejection"], by_administrator);
    let mails = setup.portal.deliver_mails().await;
    let grounds = &mails[0].facts.application.as_ref().unwrap().grounds;
    assert_eq!(mails[0].purpose, MailPurpose::ApplicationDeclined);
    assert_eq!(grounds.reason, Some(Stored::Known(RejectionReason::Incomplete)));
}

#[tokio::test(flavor = "multi_thread")]
async fn review_without_grounds_has_rejection_without_reason() {
    let setup = Setup::new().await;
    let (student, id) = setup.apply_and_forward().await;
    assert_eq!(own_application(&student).await["rejection"], Value::Null, "not rejected");
    let path = format!("/api/v1/applications/{id}/review?status=REJECTED");
    assert_eq!(setup.landlord.put(&path).await.0, 200, "without a body");
    assert_eq!(own_application(&student).await["rejection"], json!({ "by": "LANDLORD", "reason": null, "note": null }));
}

#[tokio::test(flavor = "multi_thread")]
async fn review_rejects_invalid_grounds_and_decides_nothing() {
    let setup = Setup::new().await;
    let (student, id) = setup.apply_and_forward().await;
    let path = |status: &str| format!("/api/v1/applications/{id}/review?status={status}");
    for (status, grounds, field, rule) in [
        ("REJECTED", json!({ "reason": "BORED" }), "reason", "validation.invalid"),
        ("REJECTED", json!({ "note": "x".repeat(501) }), "note", "validation.too-long"),
        ("REJECTED", json!({ "note": "a\u{202e}b" }), "note", "validation.invalid"),
        ("APPROVED", json!({ "reason": "TAKEN" }), "reason", "validation.invalid"),
        ("APPROVED", json!({ "note": "Willkommen" }), "note", "validation.invalid"),
    ] {
        let (code, body) = setup.landlord.put_json(&path(status), &grounds).await;
        assert_eq!((code.as_u16(), &body["error"]["fields"][field]), (400, &json!(rule)), "{status} {grounds}");
    }
    assert_eq!(own_application(&student).await["status"], "PENDING");
    let longest = json!({ "note": "🏠".repeat(500) });
    assert_eq!(setup.landlord.put_json(&path("REJECTED"), &longest).await.0, 200);
}

#[tokio::test(flavor = "multi_thread")]
async fn decline_open_applications_answers_all_who_wait_once() {
    let setup = Setup::new().await;
    let (accepted, waiting, unchecked, withdrawn) = (
        setup.apply_and_forward().await,
        setup.apply_and_forward().await,
        setup.apply().await,
        setup.apply_and_forward().await,
    );
    assert_eq!(setup.landlord.put(&format!("/api/v1/applications/{}/review?status=APPROVED", accepted.1)).await.0, 200);
    assert_eq!(withdrawn.0.delete(&format!("/api/v1/applications/{}", withdrawn.1)).await.0, 204);
    setup.portal.deliver_mails().await;

    let (status, body) = setup.decline_open(&setup.landlord, &json!("TAKEN")).await;
    assert_eq!((status.as_u16(), &body["payload"]), (200, &json!({ "declined": 2 })), "{body}");
    let taken = json!({ "by": "LANDLORD", "reason": "TAKEN", "note": null });
    for student in [&waiting.0, &unchecked.0] {
        assert_eq!(own_application(student).await["rejection"], taken);
    }
    assert_eq!(own_application(&accepted.0).await["status"], "APPROVED");
    let mut recipients = Vec::new();
    for mail in setup.portal.deliver_mails().await {
        assert_eq!(mail.purpose, MailPurpose::ApplicationRejected);
        recipients.push(mail.facts.recipient.email.as_str().to_owned());
    }
    assert_eq!(recipients, [waiting.0.email.clone(), unchecked.0.email.clone()]);

    let (status, body) = setup.decline_open(&setup.landlord, &json!("TAKEN")).await;
    assert_eq!((status.as_u16(), &body["payload"]["declined"]), (200, &json!(0)), "nothing is repeated");
    assert!(setup.portal.deliver_mails().await.is_empty());
    let path = format!("/api/v1/applications/{}/admin-review?status=APPROVED", unchecked.1);
    assert_eq!(setup.administrator.put(&path).await.0, 409, "decided");
    let (_, body) = setup.landlord.get("/api/v1/applications").await;
    assert_eq!(body["totalSize"], 2, "what was not checked stays hidden from the landlord");
}

#[tokio::test(flavor = "multi_thread")]
async fn concurrent_declines_and_reviews_answer_each_application_once() {
    let setup = Setup::on(Portal::start_with_pool().await).await;
    let mut applications = Vec::new();
    for _ in 0..6 {
        applications.push(setup.apply_and_forward().await);
    }
    setup.portal.deliver_mails().await;
    let reason = json!("TAKEN");
    let path = format!("/api/v1/applications/{}/review?status=REJECTED", applications[0].1);
    let (one, other, review) = tokio::join!(
        setup.decline_open(&setup.landlord, &reason),
        setup.decline_open(&setup.landlord, &reason),
        setup.landlord.put(&path),
    );
    let declined = |(status, body): &(StatusCode, Value)| {
        assert_eq!(*status, 200, "{body}");
        body["payload"]["declined"].as_u64().unwrap()
    };
    let reviewed = u64::from(review.0 == 200);
    assert_eq!(declined(&one) + declined(&other) + reviewed, 6);
    assert_eq!(setup.portal.deliver_mails().await.len(), 6, "one mail each");
}

#[tokio::test(flavor = "multi_thread")]
async fn decline_open_applications_rejects_invalid_reason_and_other_listings() {
    let setup = Setup::new().await;
    let (student, _) = setup.apply_and_forward().await;
    for reason in [json!(null), json!("BORED"), json!("")] {
        assert_eq!(setup.decline_open(&setup.landlord, &reason).await.0, 400, "{reason}");
    }
    let other = setup.portal.landlord().await;
    let (status, body) = setup.decline_open(&other, &json!("TAKEN")).await;
    assert_eq!((status.as_u16(), &body["error"]["message"]), (404, &json!("exception.listing.not-found")));
    let unknown = "/api/v1/listings/00000000-0000-7000-8000-000000000000/decline-open";
    assert_eq!(setup.landlord.post(unknown, &json!({ "reason": "TAKEN" })).await.0, 404);
    assert_eq!(own_application(&student).await["status"], "PENDING");
}

#[tokio::test(flavor = "multi_thread")]
async fn unknown_reason_of_newer_version_is_listed_as_stored() {
    let setup = Setup::new().await;
    let (student, id) = setup.apply().await;
    let path = format!("/api/v1/applications/{id}/admin-review?status=REJECTED");
    assert_eq!(setup.administrator.put_json(&path, &json!({ "reason": "DATES" })).await.0, 200);
    setup
        .portal
        .database
        .client()
        .await
        .batch_execute(
            "ALTER TABLE applications DROP CONSTRAINT applications_rejection_reason_check;
             UPDATE applications SET rejection_reason = 'NO_PETS'",
        )
        .await
        .unwrap();
    assert_eq!(own_application(&student).await["rejection"]["reason"], "NO_PETS");
    assert_eq!(setup.portal.deliver_mails().await.len(), 2, "a mail without the reason");
}

#[tokio::test(flavor = "multi_thread")]
async fn note_is_erased_with_the_landlord_and_the_reason_stays() {
    let setup = Setup::new().await;
    let (student, id) = setup.apply_and_forward().await;
    let path = format!("/api/v1/applications/{id}/review?status=REJECTED");
    let grounds = json!({ "reason": "DATES", "note": "Ruf mich an." });
    assert_eq!(setup.landlord.put_json(&path, &grounds).await.0, 200);
    let landlord = setup.portal.id_of(&setup.landlord).await;
    assert_eq!(setup.administrator.delete(&format!("/api/v1/users/{landlord}")).await.0, 204);
    let rejection = &own_application(&student).await["rejection"];
    assert_eq!(*rejection, json!({ "by": "LANDLORD", "reason": "DATES", "note": null }));
    let mails = setup.portal.deliver_mails().await;
    let rejected = mails.iter().find(|mail| mail.purpose == MailPurpose::ApplicationRejected).unwrap();
    assert_eq!(rejected.facts.application.as_ref().unwrap().grounds.note, None);
}
