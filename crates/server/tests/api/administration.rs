//! Administration of users and events, without decisions.

use chrono::TimeDelta;
use portal_domain::mail::MailPurpose;
use portal_domain::user::{Role, UserStatus};
use reqwest::Method;
use serde_json::{Value, json};

use crate::harness::{
    Client, LANDLORD_REGISTRATIONS, PASSWORD, Portal, landlord_form, link_token, listing, send_request,
};

const ACKNOWLEDGE_ALL: &str = "/api/v1/events/acknowledge-all";

async fn total(administrator: &Client, path: &str) -> Value {
    let (status, body) = administrator.get(path).await;
    assert_eq!(status, 200, "{body}");
    body["totalSize"].clone()
}

#[tokio::test(flavor = "multi_thread")]
async fn acknowledge_all_events_records_one_audit_entry() {
    let portal = Portal::start().await;
    let (administrator, landlord) = (portal.administrator().await, portal.landlord().await);
    let room = landlord.publish_listing(&listing()).await;
    for status in ["RENTED", "AVAILABLE", "RENTED"] {
        landlord.put(&format!("/api/v1/listings/{room}/status?status={status}")).await;
    }
    portal.anonymous().post(LANDLORD_REGISTRATIONS, &landlord_form("asking@portal.test")).await;
    assert_eq!(total(&administrator, "/api/v1/events?acknowledged=false").await, 3);

    for _ in 0..2 {
        let (status, body) = administrator.put(ACKNOWLEDGE_ALL).await;
        assert_eq!((status.as_u16(), body), (204, Value::Null), "repeating succeeds");
        assert_eq!(total(&administrator, "/api/v1/events?acknowledged=false").await, 0);
    }
    assert_eq!(total(&administrator, "/api/v1/events?acknowledged=true").await, 3);
    assert_eq!(total(&administrator, "/api/v1/audit?action=EVENTS_ACKNOWLEDGED").await, 1, "no entry without a change");
    assert_eq!(administrator.get("/api/v1/notifications/admin").await.1["payload"]["pendingEvents"], 0);
    let (status, _) = administrator.get(ACKNOWLEDGE_ALL).await;
    assert_eq!(status, 405);
}

#[tokio::test(flavor = "multi_thread")]
async fn delete_user_acknowledges_the_event_of_an_open_registration() {
    let portal = Portal::start().await;
    let administrator = portal.administrator().await;
    portal.anonymous().post(LANDLORD_REGISTRATIONS, &landlord_form("asking@portal.test")).await;
    let (_, events) = administrator.get("/api/v1/events?acknowledged=false").await;
    let user = events["payload"][0]["entity"]["externalId"].as_str().unwrap().to_owned();
    assert_eq!(administrator.delete(&format!("/api/v1/users/{user}")).await.0, 204);
    assert_eq!(administrator.get("/api/v1/notifications/admin").await.1["payload"]["pendingEvents"], 0);
    assert_eq!(total(&administrator, "/api/v1/events?acknowledged=true").await, 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn concurrent_acknowledge_all_events_all_succeed() {
    let portal = Portal::start_with_pool().await;
    let (administrator, landlord) = (portal.administrator().await, portal.landlord().await);
    let room = landlord.publish_listing(&listing()).await;
    for _ in 0..10 {
        for status in ["RENTED", "AVAILABLE"] {
            landlord.put(&format!("/api/v1/listings/{room}/status?status={status}")).await;
        }
    }
    let requests = (0..10).map(|_| send_request(administrator.request(Method::PUT, ACKNOWLEDGE_ALL)));
    let responses = futures_util::future::join_all(requests).await;
    assert!(responses.iter().all(|(status, _)| *status == 204), "{responses:?}");
    assert_eq!(total(&administrator, "/api/v1/events?acknowledged=false").await, 0);
}

/// Registers and approves a landlord; returns the user id and the token of the first link.
async fn approve_registration(portal: &Portal, administrator: &Client) -> (String, String) {
    let (_, body) = portal.anonymous().post(LANDLORD_REGISTRATIONS, &landlord_form("grace@portal.test")).await;
    let registration = body["payload"]["externalId"].as_str().unwrap();
    assert_eq!(administrator.put(&format!("{LANDLORD_REGISTRATIONS}/{registration}?approved=true")).await.0, 200);
    let user = body["payload"]["landlord"]["externalId"].as_str().unwrap().to_owned();
    (user, link_token(portal.deliver_mails().await.last().unwrap()))
}

async fn finish(portal: &Portal, token: &str) -> u16 {
    let body = json!({ "email": "grace@portal.test", "password": PASSWORD, "registrationToken": token });
    portal.anonymous().post("/api/v1/users/finish-registration", &body).await.0.as_u16()
}

#[tokio::test(flavor = "multi_thread")]
async fn resend_user_activation_replaces_old_link() {
    let portal = Portal::start().await;
    let administrator = portal.administrator().await;
    let (user, first) = approve_registration(&portal, &administrator).await;
    let path = format!("/api/v1/users/{user}/resend-activation");
    assert_eq!(administrator.post(&path, &json!({})).await.0, 204);
    assert_eq!(finish(&portal, &first).await, 400, "expired before the mail is sent");
    let mails = portal.deliver_mails().await;
    assert_eq!(mails.iter().map(|mail| mail.purpose).collect::<Vec<_>>(), [MailPurpose::ActivationResent]);
    assert_eq!(total(&administrator, "/api/v1/audit?action=ACTIVATION_RESENT").await, 1);
    assert_eq!(finish(&portal, &link_token(&mails[0])).await, 204);

    let (status, body) = administrator.post(&path, &json!({})).await;
    assert_eq!((status.as_u16(), &body["error"]["message"]), (409, &json!("exception.user.already-activated")));
    assert!(portal.deliver_mails().await.is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn resend_user_activation_rejects_other_statuses() {
    let portal = Portal::start().await;
    let administrator = portal.administrator().await;
    for (status, message) in [
        (UserStatus::New, "exception.user.not-approved"),
        (UserStatus::Active, "exception.user.already-activated"),
        (UserStatus::Inactive, "exception.user.already-activated"),
    ] {
        let (_, id) = portal.insert_user(Role::Student).await;
        portal.set_status(id, status).await;
        let (code, body) = administrator.post(&format!("/api/v1/users/{id}/resend-activation"), &json!({})).await;
        assert_eq!((code.as_u16(), &body["error"]["message"]), (409, &json!(message)), "{status}");
    }
    for id in ["00000000-0000-7000-8000-000000000000", "nonsense"] {
        let (status, body) = administrator.post(&format!("/api/v1/users/{id}/resend-activation"), &json!({})).await;
        assert_eq!((status.as_u16(), &body["error"]["message"]), (404, &json!("exception.user.not-found")), "{id}");
    }
    assert_eq!(total(&administrator, "/api/v1/audit?action=ACTIVATION_RESENT").await, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn resend_user_activation_limits_links_an_hour() {
    let portal = Portal::start_with(|config| config.rate_limit_enabled = true).await;
    let mut administrator = portal.administrator().await;
    let (user, _) = approve_registration(&portal, &administrator).await;
    let path = format!("/api/v1/users/{user}/resend-activation");
    for _ in 0..3 {
        assert_eq!(administrator.post(&path, &json!({})).await.0, 204);
    }
    let response = administrator.request(Method::POST, &path).send().await.unwrap();
    assert_eq!(response.status(), 429);
    let wait: u32 = response.headers()["retry-after"].to_str().unwrap().parse().unwrap();
    assert!((3_500..=3_600).contains(&wait), "{wait}");
    let body: Value = response.json().await.unwrap();
    assert_eq!(body["error"]["message"], "exception.request.too-many");
    assert_eq!(portal.deliver_mails().await.len(), 3);
    portal.advance_clock(TimeDelta::hours(1));
    let email = administrator.email.clone();
    assert_eq!(administrator.log_in(&email, PASSWORD).await, 200);
    assert_eq!(administrator.post(&path, &json!({})).await.0, 204);
}

#[tokio::test(flavor = "multi_thread")]
async fn preview_user_deletion_counts_listings_and_open_applications() {
    let portal = Portal::start().await;
    let (administrator, landlord, student) =
        (portal.administrator().await, portal.landlord().await, portal.student().await);
    let mut rooms = Vec::new();
    for _ in 0..3 {
        rooms.push(landlord.publish_listing(&listing()).await);
    }
    let (sent, forwarded, decided) =
        (student.apply(&rooms[0]).await, student.apply(&rooms[1]).await, student.apply(&rooms[2]).await);
    administrator.put(&format!("/api/v1/applications/{forwarded}/admin-review?status=APPROVED")).await;
    administrator.put(&format!("/api/v1/applications/{decided}/admin-review?status=REJECTED")).await;
    let preview = async |id: &str| {
        let (status, body) = administrator.get(&format!("/api/v1/users/{id}/deletion-preview")).await;
        (status.as_u16(), body["payload"].clone())
    };
    let (landlord_id, student_id) =
        (portal.id_of(&landlord).await.to_string(), portal.id_of(&student).await.to_string());
    assert_eq!(preview(&landlord_id).await, (200, json!({ "listings": 3, "applications": 2 })));
    assert_eq!(preview(&student_id).await, (200, json!({ "listings": 0, "applications": 2 })));
    let own = portal.id_of(&administrator).await.to_string();
    assert_eq!(preview(&own).await, (200, json!({ "listings": 0, "applications": 0 })));
    for id in ["00000000-0000-7000-8000-000000000000", "nonsense"] {
        assert_eq!(preview(id).await.0, 404, "{id}");
    }

    assert_eq!(administrator.delete(&format!("/api/v1/users/{student_id}")).await.0, 204);
    let (_, remaining) = administrator.get("/api/v1/applications").await;
    let remaining: Vec<_> =
        remaining["payload"].as_array().unwrap().iter().map(|row| row["externalId"].clone()).collect();
    assert_eq!(remaining, [json!(decided)], "{sent} and {forwarded} are deleted");
}

fn new_administrator(more: &Value) -> Value {
    let mut body = json!({
        "email": "annie@portal.test", "firstName": "Annie", "lastName": "Easley", "gender": "FEMALE"
    });
    body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    body
}

#[tokio::test(flavor = "multi_thread")]
async fn create_administrator_fills_in_defaults() {
    let portal = Portal::start().await;
    let administrator = portal.administrator().await;
    for (more, locale, phone, born) in [
        (json!({}), "de-DE", "-", "2000-01-01"),
        (json!({ "phoneNumber": null, "dateOfBirth": null, "locale": null }), "de-DE", "-", "2000-01-01"),
        (json!({ "phoneNumber": "  ", "locale": "en-US" }), "en-US", "-", "2000-01-01"),
        (json!({ "phoneNumber": "+49 30 1", "dateOfBirth": "1933-04-23" }), "de-DE", "+49 30 1", "1933-04-23"),
    ] {
        let (status, body) = administrator.post("/api/v1/users", &new_administrator(&more)).await;
        assert_eq!(status, 201, "{more}: {body}");
        let user = &body["payload"];
        assert_eq!((&user["phoneNumber"], &user["dateOfBirth"]), (&json!(phone), &json!(born)), "{more}");
        assert_eq!(user["locale"], locale, "{more}");
        let mails = portal.deliver_mails().await;
        assert_eq!(mails.iter().map(|mail| mail.purpose).collect::<Vec<_>>(), [MailPurpose::AdministratorInvited]);
        assert_eq!(mails[0].facts.locale.as_str(), locale);
        let id = user["externalId"].as_str().unwrap();
        assert_eq!(administrator.delete(&format!("/api/v1/users/{id}")).await.0, 204);
        portal.deliver_mails().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn create_administrator_names_invalid_optional_fields() {
    let portal = Portal::start().await;
    let administrator = portal.administrator().await;
    for (more, field, rule) in [
        (json!({ "locale": "fr-FR" }), "locale", "validation.invalid"),
        (json!({ "phoneNumber": "1".repeat(31) }), "phoneNumber", "validation.too-long"),
        (json!({ "dateOfBirth": "2999-01-01" }), "dateOfBirth", "validation.future"),
        (json!({ "dateOfBirth": "1899-12-31" }), "dateOfBirth", "validation.out-of-range"),
        (json!({ "gender": null }), "gender", "validation.required"),
    ] {
        let (status, body) = administrator.post("/api/v1/users", &new_administrator(&more)).await;
        assert_eq!((status.as_u16(), &body["error"]["fields"]), (400, &json!({ field: rule })), "{more}");
    }
    assert!(portal.deliver_mails().await.is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn change_user_status_sends_mail_on_reactivation_once() {
    let portal = Portal::start().await;
    let administrator = portal.administrator().await;
    for role in [Role::Student, Role::Landlord] {
        let (email, id) = portal.insert_user(role).await;
        let status = async |active: bool| {
            let (status, body) = administrator.put(&format!("/api/v1/users/{id}/status?active={active}")).await;
            assert_eq!(status, 200, "{body}");
            portal.deliver_mails().await
        };
        status(false).await;
        let mails = status(true).await;
        assert_eq!(mails.iter().map(|mail| mail.purpose).collect::<Vec<_>>(), [MailPurpose::AccountReactivated]);
        assert_eq!(mails[0].facts.recipient.email.as_str(), email);
        assert!(status(true).await.is_empty(), "nothing has changed");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn keywords_match_names_in_any_order_in_every_list() {
    let portal = Portal::start().await;
    let (administrator, landlord, student) =
        (portal.administrator().await, portal.landlord().await, portal.student().await);
    let mut form = landlord_form("anna@portal.test");
    (form["firstName"], form["lastName"]) = (json!("Anna"), json!("Müller"));
    portal.anonymous().post(LANDLORD_REGISTRATIONS, &form).await;
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
        assert_eq!(total(&administrator, &format!("{path}keyword={query}")).await, expected, "{path} {keyword}");
    }
}

/// More mails than one statement has bind parameters for.
#[tokio::test(flavor = "multi_thread")]
async fn listing_with_ten_thousand_open_applications_can_be_rented() {
    let portal = Portal::start().await;
    let landlord = portal.landlord().await;
    let room = landlord.publish_listing(&listing()).await;
    let client = portal.database.client().await;
    client
        .batch_execute(&format!(
            "INSERT INTO users (id, email, first_name, last_name, gender, role, status, locale, date_created, \
                 last_modified) \
             SELECT md5('student' || n)::uuid, n || '@bulk.test', 'First', 'Last', 'OTHER', 'STUDENT', 'ACTIVE', \
                 'de-DE', now(), now() FROM generate_series(1, 10000) AS n; \
             INSERT INTO applications (id, student_id, landlord_id, listing_id, listing_title, \
                 administrator_decision, landlord_decision, date_created, last_modified) \
             SELECT md5('application' || n)::uuid, md5('student' || n)::uuid, landlord_id, listings.id, title, \
                 'PENDING', 'PENDING', listings.date_created, listings.date_created \
             FROM listings, generate_series(1, 10000) AS n WHERE listings.id = '{room}'"
        ))
        .await
        .unwrap();
    let (status, body) = landlord.put(&format!("/api/v1/listings/{room}/status?status=RENTED")).await;
    assert_eq!(status, 200, "{body}");
    let mails = "SELECT count(*) FROM outbox WHERE purpose = 'LISTING_UNAVAILABLE'";
    assert_eq!(client.query_one(mails, &[]).await.unwrap().get::<_, i64>(0), 10_000);
    for status in ["AVAILABLE", "ARCHIVED"] {
        assert_eq!(landlord.put(&format!("/api/v1/listings/{room}/status?status={status}")).await.0, 200);
    }
    assert_eq!(client.query_one(mails, &[]).await.unwrap().get::<_, i64>(0), 10_000, "each student is told once");
}
