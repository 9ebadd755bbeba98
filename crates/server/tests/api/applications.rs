//! Applications over HTTP (acceptance H, I, U and V, the API checks).

use portal_domain::event::EventType;
use portal_domain::mail::MailPurpose;
use portal_domain::user::UserStatus;
use reqwest::StatusCode;
use serde_json::{Value, json};

use crate::harness::{Client, Portal, listing};

struct Scene {
    portal: Portal,
    student: Client,
    landlord: Client,
    administrator: Client,
    listing: String,
}

impl Scene {
    async fn new() -> Self {
        let portal = Portal::start().await;
        let (student, landlord, administrator) =
            (portal.student().await, portal.landlord().await, portal.administrator().await);
        let listing = landlord.publish_listing(&listing()).await;
        Self { portal, student, landlord, administrator, listing }
    }

    async fn check(&self, id: &str, status: &str) -> (StatusCode, Value) {
        self.administrator.put(&format!("/api/v1/applications/{id}/admin-review?status={status}")).await
    }

    async fn review(&self, id: &str, status: &str) -> (StatusCode, Value) {
        self.landlord.put(&format!("/api/v1/applications/{id}/review?status={status}")).await
    }

    async fn purposes(&self) -> Vec<MailPurpose> {
        self.portal.mails().await.iter().map(|mail| mail.purpose).collect()
    }
}

async fn list(client: &Client, query: &str) -> Vec<Value> {
    let (status, body) = client.get(&format!("/api/v1/applications?{query}")).await;
    assert_eq!(status, 200, "{body}");
    body["payload"].as_array().unwrap().clone()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_new_application_waits_for_both_and_names_both_sides() {
    let scene = Scene::new().await;
    let letter = json!({ "applicationLetter": "  Guten Tag  " });
    let path = format!("/api/v1/applications/listing/{}", scene.listing);
    let (status, body) = scene.student.post(&path, &letter).await;
    assert_eq!(status, 201);
    let application = &body["payload"];
    assert_eq!(application["status"], "PENDING");
    assert_eq!(application["administratorApprovalStatus"], "PENDING");
    assert_eq!(application["applicationLetter"], "Guten Tag");
    assert_eq!(application["listing"]["externalId"], scene.listing);
    assert_eq!(application["student"]["email"], scene.student.email);
    assert_eq!(application["landlord"]["lastName"], "N", "as on the listing's page");
    assert_eq!(application["landlord"]["email"], Value::Null);
    assert_eq!(scene.purposes().await, [MailPurpose::ApplicationSent]);
    let (status, body) = scene.student.post(&path, &letter).await;
    assert_eq!((status.as_u16(), &body["error"]["message"]), (409, &json!("exception.application.already-exists")));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_blank_letter_an_unknown_listing_and_one_off_the_market_are_refused() {
    let scene = Scene::new().await;
    let path = format!("/api/v1/applications/listing/{}", scene.listing);
    for letter in [json!({ "applicationLetter": " \n " }), json!({}), json!({ "applicationLetter": "x".repeat(5001) })]
    {
        assert_eq!(scene.student.post(&path, &letter).await.0, 400, "{letter}");
    }
    let letter = json!({ "applicationLetter": "Hallo" });
    assert_eq!(scene.student.post("/api/v1/applications/listing/nowhere", &letter).await.0, 404);
    scene.landlord.put(&format!("/api/v1/listings/{}/status?status=RENTED", scene.listing)).await;
    let (status, body) = scene.student.post(&path, &letter).await;
    assert_eq!(
        (status.as_u16(), &body["error"]["message"]),
        (409, &json!("exception.application.listing-not-available"))
    );
    assert!(list(&scene.student, "").await.is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn the_main_job_from_letter_to_decision() {
    let scene = Scene::new().await;
    let id = scene.student.apply(&scene.listing).await;
    assert!(list(&scene.landlord, "").await.is_empty(), "not before the administrator's approval");
    let (status, body) = scene.check(&id, "APPROVED").await;
    assert_eq!((status.as_u16(), &body["payload"]["administratorApprovalStatus"]), (200, &json!("APPROVED")));

    let waiting = list(&scene.landlord, "status=PENDING").await;
    assert_eq!(waiting[0]["student"]["aboutMe"], "Ich koche gern.");
    assert_eq!(waiting[0]["student"]["email"], Value::Null, "not before their own approval");
    assert_eq!(waiting[0]["student"]["dateOfBirth"], Value::Null);
    let (status, body) = scene.review(&id, "APPROVED").await;
    assert_eq!(status, 200);
    assert_eq!(body["payload"]["student"]["email"], scene.student.email);
    assert_eq!(body["payload"]["student"]["dateOfBirth"], Value::Null);

    let seen = &list(&scene.student, "status=APPROVED").await[0];
    assert_eq!(seen["landlord"]["email"], scene.landlord.email);
    assert!(seen["administratorDecidedAt"].is_string() && seen["landlordDecidedAt"].is_string());
    assert_eq!(scene.portal.count_events(EventType::ApplicationApproved).await, 1);
    let expected = [
        MailPurpose::ApplicationSent,
        MailPurpose::ApplicationForwarded,
        MailPurpose::ApplicationReceived,
        MailPurpose::ApplicationApproved,
    ];
    assert_eq!(scene.purposes().await, expected);
    let (_, listing) = scene.landlord.get(&format!("/api/v1/listings/{}", scene.listing)).await;
    assert_eq!(listing["payload"]["status"], "AVAILABLE", "the landlord decides about the listing on their own");
}

#[tokio::test(flavor = "multi_thread")]
async fn every_decision_is_made_once() {
    let scene = Scene::new().await;
    let id = scene.student.apply(&scene.listing).await;
    assert_eq!(scene.review(&id, "APPROVED").await.0, 404, "not the landlord's yet");
    for bad in ["PENDING", "MAYBE", ""] {
        assert_eq!(scene.check(&id, bad).await.0, 400, "{bad:?}");
    }
    assert_eq!(scene.check(&id, "APPROVED").await.0, 200);
    for status in ["APPROVED", "REJECTED"] {
        let (refused, body) = scene.check(&id, status).await;
        assert_eq!(
            (refused.as_u16(), &body["error"]["message"]),
            (409, &json!("exception.application.already-reviewed"))
        );
    }
    assert_eq!(scene.review(&id, "REJECTED").await.0, 200);
    assert_eq!(scene.review(&id, "APPROVED").await.0, 409);
    assert_eq!(list(&scene.student, "").await[0]["status"], "REJECTED");
}

#[tokio::test(flavor = "multi_thread")]
async fn of_many_administrators_at_once_one_decides() {
    let scene = Scene::new().await;
    for _ in 0..3 {
        let student = scene.portal.student().await;
        let id = student.apply(&scene.listing).await;
        scene.portal.mails().await;
        let reviews = (0..16).map(|n| {
            let (scene, id) = (&scene, &id);
            async move { scene.check(id, if n % 2 == 0 { "APPROVED" } else { "REJECTED" }).await.0.as_u16() }
        });
        let mut statuses = futures_util::future::join_all(reviews).await;
        statuses.sort_unstable();
        assert_eq!((statuses[0], statuses[1]), (200, 409));
        let approved = list(&student, "status=PENDING").await.len() == 1;
        assert_eq!(scene.purposes().await.len(), if approved { 2 } else { 1 });
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_application_can_be_taken_back_while_it_is_open() {
    let scene = Scene::new().await;
    let id = scene.student.apply(&scene.listing).await;
    assert_eq!(scene.student.delete(&format!("/api/v1/applications/{id}")).await.0, 204);
    assert!(list(&scene.administrator, "").await.is_empty());
    let again = scene.student.apply(&scene.listing).await;
    scene.check(&again, "REJECTED").await;
    let (status, body) = scene.student.delete(&format!("/api/v1/applications/{again}")).await;
    assert_eq!((status.as_u16(), &body["error"]["message"]), (409, &json!("exception.application.not-deletable")));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_card_shows_picture_rent_and_address_to_those_who_may_open_the_listing() {
    let scene = Scene::new().await;
    let id = scene.student.apply(&scene.listing).await;
    scene.check(&id, "APPROVED").await;
    let (_, detail) = scene.student.get(&format!("/api/v1/listings/{}", scene.listing)).await;
    let detail = &detail["payload"];
    for reader in [&scene.student, &scene.landlord, &scene.administrator] {
        let listing = &list(reader, "").await[0]["listing"];
        assert_eq!(listing["image"], detail["images"][0]);
        assert!(listing["image"]["location"].is_string());
        assert_eq!(listing["totalRent"], 465.5);
        assert_eq!(listing["address"], detail["address"]);
    }
    // A draft has no public page, but one for its applicants.
    scene.landlord.put(&format!("/api/v1/listings/{}/status?status=DRAFT", scene.listing)).await;
    assert_eq!(list(&scene.student, "").await[0]["listing"]["totalRent"], 465.5);
    // A deactivated landlord's listing has none but for administrators.
    scene.portal.set_status(scene.portal.id_of(&scene.landlord).await, UserStatus::Inactive).await;
    let hidden = &list(&scene.student, "").await[0]["listing"];
    assert_eq!(
        (&hidden["image"], &hidden["totalRent"], &hidden["address"], &hidden["deleted"]),
        (&Value::Null, &Value::Null, &Value::Null, &json!(false))
    );
    assert_eq!(list(&scene.administrator, "").await[0]["listing"]["totalRent"], 465.5);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_lists_filter_sort_and_hide_by_role() {
    let scene = Scene::new().await;
    let second = scene.portal.student().await;
    let (first_id, second_id) = (scene.student.apply(&scene.listing).await, second.apply(&scene.listing).await);
    scene.check(&second_id, "APPROVED").await;
    let ids =
        |rows: Vec<Value>| rows.iter().map(|row| row["externalId"].as_str().unwrap().to_owned()).collect::<Vec<_>>();

    assert_eq!(ids(list(&scene.administrator, "adminStatus=PENDING").await), std::slice::from_ref(&first_id));
    assert_eq!(
        ids(list(&scene.administrator, "landlordStatus=PENDING&sortField=dateCreated&direction=ASC").await),
        [first_id.clone(), second_id.clone()]
    );
    assert_eq!(
        ids(list(&scene.administrator, &format!("keyword={}", scene.student.email)).await),
        std::slice::from_ref(&first_id)
    );
    assert_eq!(ids(list(&scene.administrator, "").await), [second_id.clone(), first_id.clone()], "last modified first");
    assert_eq!(ids(list(&scene.landlord, "").await), std::slice::from_ref(&second_id));
    assert_eq!(ids(list(&second, "").await), [second_id]);
    assert!(
        list(&scene.landlord, &format!("keyword={}", second.email)).await.is_empty(),
        "what is hidden cannot be searched"
    );
    for (client, field) in
        [(&scene.landlord, "student.email"), (&scene.student, "student.lastName"), (&scene.administrator, "letter")]
    {
        let (status, body) = client.get(&format!("/api/v1/applications?sortField={field}")).await;
        assert_eq!((status.as_u16(), &body["error"]["fields"]["sortField"]), (400, &json!("validation.invalid")));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_student_sends_at_most_twenty_applications_an_hour() {
    let portal = Portal::start_with(|settings| {
        settings.rate_limit_enabled = true;
        settings.applications_per_hour = 2;
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
