//! What administrators do about users and events beside deciding: the item 10.

use chrono::TimeDelta;
use portal_domain::mail::MailPurpose;
use portal_domain::user::{Role, UserStatus};
use reqwest::Method;
use serde_json::{Value, json};

use crate::harness::{Client, LANDLORDS, PASSWORD, Portal, answer, landlord_form, listing, token};

const ACKNOWLEDGE_ALL: &str = "/api/v1/events/acknowledge-all";

async fn total(administrator: &Client, path: &str) -> Value {
    let (status, body) = administrator.get(path).await;
    assert_eq!(status, 200, "{body}");
    body["totalSize"].clone()
}

#[tokio::test(flavor = "multi_thread")]
async fn acknowledge_all_leaves_no_event_open_and_one_audit_entry() {
    let portal = Portal::start().await;
    let (admin, landlord) = (portal.administrator().await, portal.landlord().await);
    let room = landlord.publish_listing(&listing()).await;
    for status in ["RENTED", "AVAILABLE", "RENTED"] {
        landlord.put(&format!("/api/v1/listings/{room}/status?status={status}")).await;
    }
    portal.anonymous().post(LANDLORDS, &landlord_form("asking@portal.test")).await;
    assert_eq!(total(&admin, "/api/v1/events?acknowledged=false").await, 3);

    for _ in 0..2 {
        let (status, body) = admin.put(ACKNOWLEDGE_ALL).await;
        assert_eq!((status.as_u16(), body), (204, Value::Null), "a second time is fine");
        assert_eq!(total(&admin, "/api/v1/events?acknowledged=false").await, 0);
    }
    assert_eq!(total(&admin, "/api/v1/events?acknowledged=true").await, 3);
    assert_eq!(total(&admin, "/api/v1/audit?action=EVENTS_ACKNOWLEDGED").await, 1, "nothing done, nothing recorded");
    assert_eq!(admin.get("/api/v1/notifications/admin").await.1["payload"]["pendingEvents"], 0);
    let (status, _) = admin.get(ACKNOWLEDGE_ALL).await;
    assert_eq!(status, 405);
}

#[tokio::test(flavor = "multi_thread")]
async fn administrators_who_acknowledge_all_at_once_all_succeed() {
    let portal = Portal::start().await;
    let (admin, landlord) = (portal.administrator().await, portal.landlord().await);
    let room = landlord.publish_listing(&listing()).await;
    for _ in 0..10 {
        for status in ["RENTED", "AVAILABLE"] {
            landlord.put(&format!("/api/v1/listings/{room}/status?status={status}")).await;
        }
    }
    let calls = (0..10).map(|_| answer(admin.request(Method::PUT, ACKNOWLEDGE_ALL)));
    let answers = futures_util::future::join_all(calls).await;
    assert!(answers.iter().all(|(status, _)| *status == 204), "{answers:?}");
    assert_eq!(total(&admin, "/api/v1/events?acknowledged=false").await, 0);
}

/// A landlord who was approved, and the token of the first link.
async fn approved(portal: &Portal, admin: &Client) -> (String, String) {
    let (_, body) = portal.anonymous().post(LANDLORDS, &landlord_form("grace@portal.test")).await;
    let request = body["payload"]["externalId"].as_str().unwrap();
    assert_eq!(admin.put(&format!("{LANDLORDS}/{request}?approved=true")).await.0, 200);
    let user = body["payload"]["landlord"]["externalId"].as_str().unwrap().to_owned();
    (user, token(portal.mails().await.last().unwrap()))
}

async fn finish(portal: &Portal, token: &str) -> u16 {
    let body = json!({ "email": "grace@portal.test", "password": PASSWORD, "registrationToken": token });
    portal.anonymous().post("/api/v1/users/finish-registration", &body).await.0.as_u16()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_resent_activation_link_replaces_the_old_one() {
    let portal = Portal::start().await;
    let admin = portal.administrator().await;
    let (user, first) = approved(&portal, &admin).await;
    let path = format!("/api/v1/users/{user}/resend-activation");
    assert_eq!(admin.post(&path, &json!({})).await.0, 204);
    assert_eq!(finish(&portal, &first).await, 400, "expired before the mail is sent");
    let mails = portal.mails().await;
    assert_eq!(mails.iter().map(|mail| mail.purpose).collect::<Vec<_>>(), [MailPurpose::ActivationResent]);
    assert_eq!(total(&admin, "/api/v1/audit?action=ACTIVATION_RESENT").await, 1);
    assert_eq!(finish(&portal, &token(&mails[0])).await, 204);

    let (status, body) = admin.post(&path, &json!({})).await;
    assert_eq!((status.as_u16(), &body["error"]["message"]), (409, &json!("exception.user.already-activated")));
    assert!(portal.mails().await.is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn an_activation_link_is_resent_only_to_users_who_await_one() {
    let portal = Portal::start().await;
    let admin = portal.administrator().await;
    for (status, message) in [
        (UserStatus::New, "exception.user.not-approved"),
        (UserStatus::Active, "exception.user.already-activated"),
        (UserStatus::Inactive, "exception.user.already-activated"),
    ] {
        let (_, id) = portal.insert(Role::Student).await;
        portal.set_status(id, status).await;
        let (code, body) = admin.post(&format!("/api/v1/users/{id}/resend-activation"), &json!({})).await;
        assert_eq!((code.as_u16(), &body["error"]["message"]), (409, &json!(message)), "{status}");
    }
    for id in ["00000000-0000-7000-8000-000000000000", "nonsense"] {
        let (status, body) = admin.post(&format!("/api/v1/users/{id}/resend-activation"), &json!({})).await;
        assert_eq!((status.as_u16(), &body["error"]["message"]), (404, &json!("exception.user.not-found")), "{id}");
    }
    assert_eq!(total(&admin, "/api/v1/audit?action=ACTIVATION_RESENT").await, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_fourth_link_of_an_hour_is_refused_with_the_time_to_wait() {
    let portal = Portal::start_with(|settings| settings.rate_limit_enabled = true).await;
    let mut admin = portal.administrator().await;
    let (user, _) = approved(&portal, &admin).await;
    let path = format!("/api/v1/users/{user}/resend-activation");
    for _ in 0..3 {
        assert_eq!(admin.post(&path, &json!({})).await.0, 204);
    }
    let response = admin.request(Method::POST, &path).send().await.unwrap();
    assert_eq!(response.status(), 429);
    let wait: u32 = response.headers()["retry-after"].to_str().unwrap().parse().unwrap();
    assert!((3_500..=3_600).contains(&wait), "{wait}");
    let body: Value = response.json().await.unwrap();
    assert_eq!(body["error"]["message"], "exception.request.too-many");
    assert_eq!(portal.mails().await.len(), 3);
    portal.wait(TimeDelta::hours(1));
    let email = admin.email.clone();
    assert_eq!(admin.log_in(&email, PASSWORD).await, 200);
    assert_eq!(admin.post(&path, &json!({})).await.0, 204);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_preview_of_a_deletion_counts_what_the_deletion_ends() {
    let portal = Portal::start().await;
    let (admin, landlord, student) = (portal.administrator().await, portal.landlord().await, portal.student().await);
    let mut rooms = Vec::new();
    for _ in 0..3 {
        rooms.push(landlord.publish_listing(&listing()).await);
    }
    let (sent, forwarded, decided) =
        (student.apply(&rooms[0]).await, student.apply(&rooms[1]).await, student.apply(&rooms[2]).await);
    admin.put(&format!("/api/v1/applications/{forwarded}/admin-review?status=APPROVED")).await;
    admin.put(&format!("/api/v1/applications/{decided}/admin-review?status=REJECTED")).await;
    let preview = async |id: &str| {
        let (status, body) = admin.get(&format!("/api/v1/users/{id}/deletion-preview")).await;
        (status.as_u16(), body["payload"].clone())
    };
    let (landlord_id, student_id) =
        (portal.id_of(&landlord).await.to_string(), portal.id_of(&student).await.to_string());
    assert_eq!(preview(&landlord_id).await, (200, json!({ "listings": 3, "applications": 2 })));
    assert_eq!(preview(&student_id).await, (200, json!({ "listings": 0, "applications": 2 })));
    let own = portal.id_of(&admin).await.to_string();
    assert_eq!(preview(&own).await, (200, json!({ "listings": 0, "applications": 0 })));
    for id in ["00000000-0000-7000-8000-000000000000", "nonsense"] {
        assert_eq!(preview(id).await.0, 404, "{id}");
    }

    assert_eq!(admin.delete(&format!("/api/v1/users/{student_id}")).await.0, 204);
    let (_, left) = admin.get("/api/v1/applications").await;
    let left: Vec<_> = left["payload"].as_array().unwrap().iter().map(|row| row["externalId"].clone()).collect();
    assert_eq!(left, [json!(decided)], "{sent} and {forwarded} were the two");
}

fn invitation(more: &Value) -> Value {
    let mut body = json!({
        "email": "annie@portal.test", "firstName": "Annie", "lastName": "Easley", "gender": "FEMALE"
    });
    body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    body
}

#[tokio::test(flavor = "multi_thread")]
async fn an_invitation_has_defaults_on_the_server_and_a_language() {
    let portal = Portal::start().await;
    let admin = portal.administrator().await;
    for (more, locale, phone, born) in [
        (json!({}), "de-DE", "-", "2000-01-01"),
        (json!({ "phoneNumber": null, "dateOfBirth": null, "locale": null }), "de-DE", "-", "2000-01-01"),
        (json!({ "phoneNumber": "  ", "locale": "en-US" }), "en-US", "-", "2000-01-01"),
        (json!({ "phoneNumber": "+49 30 1", "dateOfBirth": "1933-04-23" }), "de-DE", "+49 30 1", "1933-04-23"),
    ] {
        let (status, body) = admin.post("/api/v1/users", &invitation(&more)).await;
        assert_eq!(status, 201, "{more}: {body}");
        let user = &body["payload"];
        assert_eq!((&user["phoneNumber"], &user["dateOfBirth"]), (&json!(phone), &json!(born)), "{more}");
        assert_eq!(user["locale"], locale, "{more}");
        let mails = portal.mails().await;
        assert_eq!(mails.iter().map(|mail| mail.purpose).collect::<Vec<_>>(), [MailPurpose::AdministratorInvited]);
        assert_eq!(mails[0].facts.locale.as_str(), locale);
        let id = user["externalId"].as_str().unwrap();
        assert_eq!(admin.delete(&format!("/api/v1/users/{id}")).await.0, 204);
        portal.mails().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_invitation_names_what_is_wrong_with_its_optional_fields() {
    let portal = Portal::start().await;
    let admin = portal.administrator().await;
    for (more, field, rule) in [
        (json!({ "locale": "fr-FR" }), "locale", "validation.invalid"),
        (json!({ "phoneNumber": "1".repeat(31) }), "phoneNumber", "validation.too-long"),
        (json!({ "dateOfBirth": "2999-01-01" }), "dateOfBirth", "validation.future"),
        (json!({ "dateOfBirth": "1899-12-31" }), "dateOfBirth", "validation.out-of-range"),
        (json!({ "gender": null }), "gender", "validation.required"),
    ] {
        let (status, body) = admin.post("/api/v1/users", &invitation(&more)).await;
        assert_eq!((status.as_u16(), &body["error"]["fields"]), (400, &json!({ field: rule })), "{more}");
    }
    assert!(portal.mails().await.is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_reactivated_user_gets_a_mail_in_their_language() {
    let portal = Portal::start().await;
    let admin = portal.administrator().await;
    for role in [Role::Student, Role::Landlord] {
        let (email, id) = portal.insert(role).await;
        let status = async |active: bool| {
            let (status, body) = admin.put(&format!("/api/v1/users/{id}/status?active={active}")).await;
            assert_eq!(status, 200, "{body}");
            portal.mails().await
        };
        status(false).await;
        let mails = status(true).await;
        assert_eq!(mails.iter().map(|mail| mail.purpose).collect::<Vec<_>>(), [MailPurpose::AccountReactivated]);
        assert_eq!(mails[0].facts.recipient.email.as_str(), email);
        assert!(status(true).await.is_empty(), "nothing has changed");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn keywords_find_people_in_any_order_of_words_in_every_list() {
    let portal = Portal::start().await;
    let (admin, landlord, student) = (portal.administrator().await, portal.landlord().await, portal.student().await);
    let mut form = landlord_form("anna@portal.test");
    (form["firstName"], form["lastName"]) = (json!("Anna"), json!("Müller"));
    portal.anonymous().post(LANDLORDS, &form).await;
    let room = landlord.publish_listing(&listing()).await;
    student.apply(&room).await;
    let name = student.profile().await;
    let name = format!("{} {}", name["lastName"].as_str().unwrap(), name["firstName"].as_str().unwrap());
    for (path, keyword, expected) in [
        ("/api/v1/users?status=NEW&", "muller anna", 1),
        ("/api/v1/users?status=NEW&", "mueller anna", 1),
        ("/api/v1/users?status=NEW&", "muller bert", 0),
        ("/api/v1/users/landlords/registrations?", "mueller ANNA", 1),
        ("/api/v1/events?", "muller anna", 1),
        ("/api/v1/applications?", name.as_str(), 1),
        ("/api/v1/applications?", &format!("helles {name}"), 1),
    ] {
        let query = keyword.replace(' ', "%20");
        assert_eq!(total(&admin, &format!("{path}keyword={query}")).await, expected, "{path} {keyword}");
    }
}
