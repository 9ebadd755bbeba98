//! Applications: submission, reviews and lists.

use portal_domain::event::EventType;
use portal_domain::mail::MailPurpose;
use portal_domain::user::UserStatus;
use reqwest::StatusCode;
use serde_json::{Value, json};

use crate::harness::{Client, Portal, listing};

struct Setup {
    portal: Portal,
    student: Client,
    landlord: Client,
    administrator: Client,
    listing: String,
}

impl Setup {
    async fn new() -> Self {
        Self::on(Portal::start().await).await
    }

    async fn on(portal: Portal) -> Self {
        let (student, landlord, administrator) =
            (portal.student().await, portal.landlord().await, portal.administrator().await);
        let listing = landlord.publish_listing(&listing()).await;
        Self { portal, student, landlord, administrator, listing }
    }

    async fn review_as_administrator(&self, id: &str, status: &str) -> (StatusCode, Value) {
        self.administrator.put(&format!("/api/v1/applications/{id}/admin-review?status={status}")).await
    }

    async fn review(&self, id: &str, status: &str) -> (StatusCode, Value) {
        self.landlord.put(&format!("/api/v1/applications/{id}/review?status={status}")).await
    }

    async fn purposes(&self) -> Vec<MailPurpose> {
        self.portal.deliver_mails().await.iter().map(|mail| mail.purpose).collect()
    }
}

async fn list(client: &Client, query: &str) -> Vec<Value> {
    let (status, body) = client.get(&format!("/api/v1/applications?{query}")).await;
    assert_eq!(status, 200, "{body}");
    body["payload"].as_array().unwrap().clone()
}

#[tokio::test(flavor = "multi_thread")]
async fn submit_application_creates_pending_application() {
    let setup = Setup::new().await;
    let letter = json!({ "applicationLetter": "  Guten Tag  " });
    let path = format!("/api/v1/applications/listing/{}", setup.listing);
    let (status, body) = setup.student.post(&path, &letter).await;
    assert_eq!(status, 201);
    let application = &body["payload"];
    assert_eq!(application["status"], "PENDING");
    assert_eq!(application["administratorApprovalStatus"], "PENDING");
    assert_eq!(application["applicationLetter"], "Guten Tag");
    assert_eq!(application["listing"]["externalId"], setup.listing);
    assert_eq!(application["student"]["email"], setup.student.email);
    assert_eq!(application["landlord"]["lastName"], "N", "as on the listing's page");
    assert_eq!(application["landlord"]["email"], Value::Null);
    assert_eq!(setup.purposes().await, [MailPurpose::ApplicationSent]);
    let (status, body) = setup.student.post(&path, &letter).await;
    assert_eq!((status.as_u16(), &body["error"]["message"]), (409, &json!("exception.application.already-exists")));
}

#[tokio::test(flavor = "multi_thread")]
async fn submit_application_rejects_invalid_letter_and_listing() {
    let setup = Setup::new().await;
    let path = format!("/api/v1/applications/listing/{}", setup.listing);
    for letter in [json!({ "applicationLetter": " \n " }), json!({}), json!({ "applicationLetter": "x".repeat(5001) })]
    {
        assert_eq!(setup.student.post(&path, &letter).await.0, 400, "{letter}");
    }
    let letter = json!({ "applicationLetter": "Hallo" });
    assert_eq!(setup.student.post("/api/v1/applications/listing/nowhere", &letter).await.0, 404);
    setup.landlord.put(&format!("/api/v1/listings/{}/status?status=RENTED", setup.listing)).await;
    let (status, body) = setup.student.post(&path, &letter).await;
    assert_eq!(
        (status.as_u16(), &body["error"]["message"]),
        (409, &json!("exception.application.listing-not-available"))
    );
    assert!(list(&setup.student, "").await.is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn application_from_submission_to_approval() {
    let setup = Setup::new().await;
    let id = setup.student.apply(&setup.listing).await;
    assert!(list(&setup.landlord, "").await.is_empty(), "not before the administrator's approval");
    let (status, body) = setup.review_as_administrator(&id, "APPROVED").await;
    assert_eq!((status.as_u16(), &body["payload"]["administratorApprovalStatus"]), (200, &json!("APPROVED")));

    let pending = list(&setup.landlord, "status=PENDING").await;
    assert_eq!(pending[0]["student"]["aboutMe"], "Ich koche gern.");
    assert_eq!(pending[0]["student"]["email"], Value::Null, "not before the landlord's approval");
    assert_eq!(pending[0]["student"]["dateOfBirth"], Value::Null);
    let (status, body) = setup.review(&id, "APPROVED").await;
    assert_eq!(status, 200);
    assert_eq!(body["payload"]["student"]["email"], setup.student.email);
    assert_eq!(body["payload"]["student"]["dateOfBirth"], Value::Null);

    let application = &list(&setup.student, "status=APPROVED").await[0];
    assert_eq!(application["landlord"]["email"], setup.landlord.email);
    assert!(application["administratorDecidedAt"].is_string() && application["landlordDecidedAt"].is_string());
    assert_eq!(setup.portal.count_events(EventType::ApplicationApproved).await, 1);
    let expected = [
        MailPurpose::ApplicationSent,
        MailPurpose::ApplicationForwarded,
        MailPurpose::ApplicationReceived,
        MailPurpose::ApplicationApproved,
    ];
    assert_eq!(setup.purposes().await, expected);
    let (_, listing) = setup.landlord.get(&format!("/api/v1/listings/{}", setup.listing)).await;
    assert_eq!(listing["payload"]["status"], "AVAILABLE", "an approval does not change the listing");
}

#[tokio::test(flavor = "multi_thread")]
async fn reviews_reject_second_decision() {
    let setup = Setup::new().await;
    let id = setup.student.apply(&setup.listing).await;
    assert_eq!(setup.review(&id, "APPROVED").await.0, 404, "not before the administrator's approval");
    for bad in ["PENDING", "MAYBE", ""] {
        assert_eq!(setup.review_as_administrator(&id, bad).await.0, 400, "{bad:?}");
    }
    assert_eq!(setup.review_as_administrator(&id, "APPROVED").await.0, 200);
    for status in ["APPROVED", "REJECTED"] {
        let (code, body) = setup.review_as_administrator(&id, status).await;
        assert_eq!((code.as_u16(), &body["error"]["message"]), (409, &json!("exception.application.already-reviewed")));
    }
    assert_eq!(setup.review(&id, "REJECTED").await.0, 200);
    assert_eq!(setup.review(&id, "APPROVED").await.0, 409);
    assert_eq!(list(&setup.student, "").await[0]["status"], "REJECTED");
}

#[tokio::test(flavor = "multi_thread")]
async fn concurrent_administrator_reviews_succeed_once() {
    let setup = Setup::on(Portal::start_with_pool().await).await;
    for _ in 0..3 {
        let student = setup.portal.student().await;
        let id = student.apply(&setup.listing).await;
        setup.portal.deliver_mails().await;
        let reviews = (0..16).map(|n| {
            let (setup, id) = (&setup, &id);
            async move {
                setup.review_as_administrator(id, if n % 2 == 0 { "APPROVED" } else { "REJECTED" }).await.0.as_u16()
            }
        });
        let mut statuses = futures_util::future::join_all(reviews).await;
        statuses.sort_unstable();
        assert_eq!((statuses[0], statuses[1]), (200, 409));
        let approved = list(&student, "status=PENDING").await.len() == 1;
        assert_eq!(setup.purposes().await.len(), if approved { 2 } else { 1 });
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn withdraw_application_accepts_open_application_only() {
    let setup = Setup::new().await;
    let id = setup.student.apply(&setup.listing).await;
    assert_eq!(setup.student.delete(&format!("/api/v1/applications/{id}")).await.0, 204);
    assert!(list(&setup.administrator, "").await.is_empty());
    let again = setup.student.apply(&setup.listing).await;
    setup.review_as_administrator(&again, "REJECTED").await;
    let (status, body) = setup.student.delete(&format!("/api/v1/applications/{again}")).await;
    assert_eq!((status.as_u16(), &body["error"]["message"]), (409, &json!("exception.application.not-deletable")));
}

#[tokio::test(flavor = "multi_thread")]
async fn list_applications_shows_listing_to_readers_of_its_page() {
    let setup = Setup::new().await;
    let id = setup.student.apply(&setup.listing).await;
    setup.review_as_administrator(&id, "APPROVED").await;
    let (_, detail) = setup.student.get(&format!("/api/v1/listings/{}", setup.listing)).await;
    let detail = &detail["payload"];
    for reader in [&setup.student, &setup.landlord, &setup.administrator] {
        let listing = &list(reader, "").await[0]["listing"];
        assert_eq!(listing["image"], detail["images"][0]);
        assert!(listing["image"]["location"].is_string());
        assert_eq!(listing["totalRent"], 465.5);
        assert_eq!(listing["address"], detail["address"]);
    }
    // A draft has no public page, but applicants may open it.
    setup.landlord.put(&format!("/api/v1/listings/{}/status?status=DRAFT", setup.listing)).await;
    assert_eq!(list(&setup.student, "").await[0]["listing"]["totalRent"], 465.5);
    // Only administrators may open the listing of a deactivated landlord.
    setup.portal.set_status(setup.portal.id_of(&setup.landlord).await, UserStatus::Inactive).await;
    let hidden = &list(&setup.student, "").await[0]["listing"];
    assert_eq!(
        (&hidden["image"], &hidden["totalRent"], &hidden["address"], &hidden["deleted"]),
        (&Value::Null, &Value::Null, &Value::Null, &json!(false))
    );
    assert_eq!(list(&setup.administrator, "").await[0]["listing"]["totalRent"], 465.5);
}

#[tokio::test(flavor = "multi_thread")]
async fn list_applications_filters_sorts_and_hides_by_role() {
    let setup = Setup::new().await;
    let second = setup.portal.student().await;
    let (first_id, second_id) = (setup.student.apply(&setup.listing).await, second.apply(&setup.listing).await);
    setup.review_as_administrator(&second_id, "APPROVED").await;
    let ids =
        |rows: Vec<Value>| rows.iter().map(|row| row["externalId"].as_str().unwrap().to_owned()).collect::<Vec<_>>();

    assert_eq!(ids(list(&setup.administrator, "adminStatus=PENDING").await), std::slice::from_ref(&first_id));
    assert_eq!(
        ids(list(&setup.administrator, "landlordStatus=PENDING&sortField=dateCreated&direction=ASC").await),
        [first_id.clone(), second_id.clone()]
    );
    assert_eq!(
        ids(list(&setup.administrator, &format!("keyword={}", setup.student.email)).await),
        std::slice::from_ref(&first_id)
    );
    assert_eq!(ids(list(&setup.administrator, "").await), [second_id.clone(), first_id.clone()], "last modified first");
    assert_eq!(ids(list(&setup.landlord, "").await), std::slice::from_ref(&second_id));
    assert_eq!(
        ids(list(&setup.landlord, "status=PENDING&landlordStatus=PENDING").await),
        std::slice::from_ref(&second_id)
    );
    assert!(list(&setup.landlord, "status=PENDING&landlordStatus=REJECTED").await.is_empty(), "both must match");
    assert_eq!(ids(list(&second, "").await), [second_id]);
    assert!(
        list(&setup.landlord, &format!("keyword={}", second.email)).await.is_empty(),
        "a hidden field is not searched"
    );
    for (client, field) in
        [(&setup.landlord, "student.email"), (&setup.student, "student.lastName"), (&setup.administrator, "letter")]
    {
        let (status, body) = client.get(&format!("/api/v1/applications?sortField={field}")).await;
        assert_eq!((status.as_u16(), &body["error"]["fields"]["sortField"]), (400, &json!("validation.invalid")));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn submit_application_limits_applications_an_hour() {
    let portal = Portal::start_with(|config| {
        config.rate_limit_enabled = true;
        config.applications_per_hour = 2;
    })
    .await;
    let (landlord, student) = (portal.landlord().await, portal.student().await);
    let mut statuses = Vec::new();
    for _ in 0..3 {
        let id = landlord.publish_listing(&listing()).await;
        let letter = json!({ "applicationLetter": "Hallo" });
        statuses.push(student.post(&format!("/api/v1/applications/listing/{id}"), &letter).await.0.as_u16());
    }
    assert_eq!(statuses, [201, 201, 429]);
}
