//! Changing and resetting passwords.

use chrono::TimeDelta;
use portal_domain::mail::MailPurpose;
use portal_domain::user::{Role, UserStatus};
use reqwest::Method;
use serde_json::{Value, json};

use crate::harness::{Client, PASSWORD, Portal, link_token, listing, send_request};

const NEW: &str = "a better passphrase";
const FORGOT: &str = "/api/v1/auth/forgot-password";
const RESET: &str = "/api/v1/auth/reset-password";
const CHANGE: &str = "/api/v1/auth/change-password";

/// Requests a reset link and returns its token.
async fn reset_token(portal: &Portal, email: &str) -> String {
    assert_eq!(portal.anonymous().post(FORGOT, &json!({ "email": email })).await.0, 204);
    let mails = portal.deliver_mails().await;
    assert_eq!(mails.len(), 1, "{mails:?}");
    assert_eq!(mails[0].purpose, MailPurpose::PasswordForgotten);
    assert_eq!(mails[0].facts.recipient.email.as_str(), email);
    link_token(&mails[0])
}

async fn reset(client: &Client, email: &str, token: &str, password: &str) -> (u16, Value) {
    let (status, body) = client.post(RESET, &json!({ "email": email, "token": token, "password": password })).await;
    (status.as_u16(), body["error"]["message"].clone())
}

#[tokio::test(flavor = "multi_thread")]
async fn change_password_ends_other_sessions() {
    let portal = Portal::start().await;
    let current = portal.student().await;
    let mut other = portal.anonymous();
    other.log_in(&current.email, PASSWORD).await;
    let change = json!({ "oldPassword": PASSWORD, "newPassword": NEW });
    assert_eq!(current.put_json(CHANGE, &change).await.0, 204);
    assert_eq!(current.get("/api/v1/users/profile").await.0, 200, "this session continues");
    assert_eq!(other.get("/api/v1/users/profile").await.0, 403);
    assert_eq!(other.refresh().await.0, 401);
    assert_eq!(portal.anonymous().log_in(&current.email, PASSWORD).await, 401);
    assert_eq!(portal.anonymous().log_in(&current.email, NEW).await, 200);
    let mails = portal.deliver_mails().await;
    let logins = MailPurpose::NewDevice;
    assert_eq!(
        mails.iter().map(|mail| mail.purpose).collect::<Vec<_>>(),
        [logins, MailPurpose::PasswordChanged, logins]
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn change_and_reset_password_update_last_modified_of_user() {
    let portal = Portal::start().await;
    let mut student = portal.student().await;
    let email = student.email.clone();
    let first = student.profile().await["lastModified"].as_str().unwrap().to_owned();
    portal.advance_clock(TimeDelta::minutes(5));
    let change = json!({ "oldPassword": PASSWORD, "newPassword": NEW });
    assert_eq!(student.put_json(CHANGE, &change).await.0, 204);
    let second = student.profile().await["lastModified"].as_str().unwrap().to_owned();
    assert!(second > first, "{second} after {first}");
    portal.deliver_mails().await;

    portal.advance_clock(TimeDelta::minutes(5));
    let token = reset_token(&portal, &email).await;
    assert_eq!(reset(&student, &email, &token, PASSWORD).await.0, 204);
    assert_eq!(student.log_in(&email, PASSWORD).await, 200);
    let third = student.profile().await["lastModified"].as_str().unwrap().to_owned();
    assert!(third > second, "{third} after {second}");
}

#[tokio::test(flavor = "multi_thread")]
async fn change_password_rejects_wrong_old_and_invalid_new_password() {
    let portal = Portal::start().await;
    let student = portal.student().await;
    let (status, body) = student.put_json(CHANGE, &json!({ "oldPassword": "wrong", "newPassword": NEW })).await;
    assert_eq!((status.as_u16(), &body["error"]["message"]), (400, &json!("exception.change-password.wrong-password")));
    for (short, rule) in [("1234567", "validation.too-short"), (&"a".repeat(129), "validation.too-long")] {
        let (status, body) = student.put_json(CHANGE, &json!({ "oldPassword": PASSWORD, "newPassword": short })).await;
        assert_eq!((status.as_u16(), &body["error"]["fields"]["newPassword"]), (400, &json!(rule)));
    }
    assert_eq!(portal.anonymous().log_in(&student.email, PASSWORD).await, 200);
    let mails = portal.deliver_mails().await;
    assert!(mails.iter().all(|mail| mail.purpose == MailPurpose::NewDevice), "no notice of a change");
}

#[tokio::test(flavor = "multi_thread")]
async fn change_password_limits_attempts() {
    let portal = Portal::start_with(|config| config.rate_limit_enabled = true).await;
    let student = portal.student().await;
    let guess = json!({ "oldPassword": "wrong", "newPassword": NEW });
    for _ in 0..10 {
        assert_eq!(student.put_json(CHANGE, &guess).await.0, 400);
    }
    assert_eq!(student.put_json(CHANGE, &guess).await.0, 429);
    assert_eq!(student.post("/api/v1/users/profile/delete", &json!({ "password": PASSWORD })).await.0, 429);
    portal.advance_clock(TimeDelta::minutes(16));
    let mut student = student;
    let email = student.email.clone();
    assert_eq!(student.log_in(&email, PASSWORD).await, 200);
    assert_eq!(student.put_json(CHANGE, &json!({ "oldPassword": PASSWORD, "newPassword": NEW })).await.0, 204);
}

#[tokio::test(flavor = "multi_thread")]
async fn forgot_password_responds_alike_and_mails_known_address_only() {
    let portal = Portal::start().await;
    let (known, _) = portal.insert_user(Role::Landlord).await;
    let (inactive, id) = portal.insert_user(Role::Student).await;
    portal.set_status(id, UserStatus::Inactive).await;
    for email in [known.as_str(), "unknown@portal.test", inactive.as_str()] {
        let (status, body) = portal.anonymous().post(FORGOT, &json!({ "email": email })).await;
        assert_eq!((status.as_u16(), body), (204, Value::Null), "{email}");
    }
    let mails = portal.deliver_mails().await;
    assert_eq!(mails.len(), 1);
    assert_eq!(mails[0].facts.recipient.email.as_str(), known);
    assert_eq!(portal.ports.outbox.backlog().await.unwrap().waiting, 0, "no unknown address is stored");
}

#[tokio::test(flavor = "multi_thread")]
async fn reset_password_works_once_and_ends_sessions() {
    let portal = Portal::start().await;
    let student = portal.student().await;
    let token = reset_token(&portal, &student.email).await;
    assert_eq!(reset(&portal.anonymous(), &student.email, &token, NEW).await.0, 204);
    assert_eq!(student.get("/api/v1/users/profile").await.0, 403);
    assert_eq!(student.refresh().await.0, 401);
    assert_eq!(portal.anonymous().log_in(&student.email, PASSWORD).await, 401);
    assert_eq!(portal.anonymous().log_in(&student.email, NEW).await, 200);
    let again = reset(&portal.anonymous(), &student.email, &token, "yet another one").await;
    assert_eq!(again, (400, json!("exception.reset-password.token-invalid")));
    assert_eq!(portal.anonymous().log_in(&student.email, NEW).await, 200);
    let notice: Vec<_> = portal.deliver_mails().await.iter().map(|mail| mail.purpose).collect();
    // The reset forgot all devices: the first login after it is of the only known one.
    assert_eq!(notice, [MailPurpose::PasswordChanged, MailPurpose::NewDevice]);
}

#[tokio::test(flavor = "multi_thread")]
async fn reset_password_rejects_invalid_links() {
    let portal = Portal::start().await;
    let (email, _) = portal.insert_user(Role::Student).await;
    let (other, _) = portal.insert_user(Role::Student).await;
    let first = reset_token(&portal, &email).await;
    let second = reset_token(&portal, &email).await;
    let anonymous = portal.anonymous();
    let truncated = &second[..second.len() - 1];
    let extended = format!("{second}A");
    for (email, token) in [
        (email.as_str(), first.as_str()),
        (other.as_str(), second.as_str()),
        (email.as_str(), truncated),
        (email.as_str(), extended.as_str()),
        (email.as_str(), "x"),
        ("unknown@portal.test", second.as_str()),
    ] {
        let result = reset(&anonymous, email, token, NEW).await;
        assert_eq!(result, (400, json!("exception.reset-password.token-invalid")), "{email} {token}");
    }
    portal.advance_clock(TimeDelta::minutes(61));
    assert_eq!(reset(&anonymous, &email, &second, NEW).await.0, 400, "expired");
    assert_eq!(portal.anonymous().log_in(&email, PASSWORD).await, 200);
    assert_eq!(portal.anonymous().log_in(&other, PASSWORD).await, 200);
}

#[tokio::test(flavor = "multi_thread")]
async fn concurrent_reset_password_succeeds_once() {
    let portal = Portal::start_with_pool().await;
    let (email, _) = portal.insert_user(Role::Student).await;
    let token = reset_token(&portal, &email).await;
    let requests = (0..10).map(|number| {
        let (client, email, token) = (portal.anonymous(), email.clone(), token.clone());
        async move { (number, reset(&client, &email, &token, &format!("password number {number}")).await.0) }
    });
    let responses = futures_util::future::join_all(requests).await;
    let successes: Vec<_> = responses.iter().filter(|(_, status)| *status == 204).collect();
    assert_eq!(successes.len(), 1, "{responses:?}");
    assert_eq!(portal.anonymous().log_in(&email, &format!("password number {}", successes[0].0)).await, 200);
}

#[tokio::test(flavor = "multi_thread")]
async fn links_in_mails_ignore_host_of_request() {
    let mut portal = Portal::start().await;
    let (email, _) = portal.insert_user(Role::Student).await;
    for (name, value) in [
        ("host", "evil.example"),
        ("x-forwarded-host", "evil.example"),
        ("x-forwarded-proto", "https"),
        ("forwarded", "host=evil.example;proto=https"),
        ("x-original-url", "https://evil.example/"),
    ] {
        let request = portal.anonymous().request(Method::POST, FORGOT).header(name, value);
        let (status, _) = send_request(request.json(&json!({ "email": email }))).await;
        assert_eq!(status, 204, "{name}");
    }
    portal.ports.mailer = portal.file_mailer.clone();
    let sent = portal_services::outbox::send_mails(&portal.ports).await.unwrap().sent;
    assert_eq!(sent, 5);
    for file in std::fs::read_dir(portal.data.path().join("mail")).unwrap() {
        let text = std::fs::read_to_string(file.unwrap().path()).unwrap();
        assert!(!text.contains("evil.example"), "{text}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn email_field_accepts_single_address_only() {
    let portal = Portal::start().await;
    let (victim, _) = portal.insert_user(Role::Student).await;
    for email in [
        json!([victim, "thief@evil.example"]),
        json!({ "email": victim }),
        json!(format!("{victim},thief@evil.example")),
        json!(format!("{victim};thief@evil.example")),
        json!(format!("{victim} thief@evil.example")),
        json!(format!("{victim}\r\nBcc: thief@evil.example")),
        json!(format!("<{victim}>")),
        json!(format!("{victim}.")),
        json!(null),
        json!(7),
        json!("a".repeat(1_000)),
    ] {
        for path in [FORGOT, RESET, "/api/v1/users/check-activation", "/api/v1/users/resend-activation"] {
            let body = json!({ "email": email, "token": "t", "registrationToken": "t", "password": NEW });
            let (status, response) = portal.anonymous().post(path, &body).await;
            assert_eq!(status, 400, "{path} {email}: {response}");
        }
    }
    let twice = format!(r#"{{"email":"{victim}","email":"thief@evil.example"}}"#);
    let request = portal.anonymous().request(Method::POST, FORGOT).header("content-type", "application/json");
    assert_eq!(send_request(request.body(twice)).await.0, 400, "a duplicate key");
    assert!(portal.deliver_mails().await.is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn forgot_password_sends_three_mails_an_hour() {
    let portal = Portal::start_with(|config| config.rate_limit_enabled = true).await;
    let (email, _) = portal.insert_user(Role::Student).await;
    for _ in 0..8 {
        let request = portal.anonymous().request(Method::POST, FORGOT).header("x-forwarded-for", "203.0.113.9");
        assert_eq!(send_request(request.json(&json!({ "email": email }))).await.0, 204);
    }
    assert_eq!(portal.deliver_mails().await.len(), 3);
    portal.advance_clock(TimeDelta::minutes(61));
    reset_token(&portal, &email).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn forgot_password_is_not_blocked_by_reports_or_invalid_links() {
    let portal = Portal::start_with(|config| config.rate_limit_enabled = true).await;
    let landlord = portal.landlord().await;
    let reports = format!("/api/v1/listings/{}/reports", landlord.publish_listing(&listing()).await);
    let (email, _) = portal.insert_user(Role::Student).await;
    let anonymous = portal.anonymous();
    for _ in 0..4 {
        let link = json!({ "email": email, "registrationToken": "wrong" });
        assert_eq!(anonymous.post("/api/v1/users/resend-activation", &link).await.0, 204);
        let report = json!({ "reason": "OTHER", "text": "?", "email": email });
        assert_eq!(anonymous.post(&reports, &report).await.0, 204);
    }
    let receipts = portal.deliver_mails().await;
    assert!(receipts.iter().all(|mail| mail.purpose == MailPurpose::ReportReceived), "{receipts:?}");
    reset_token(&portal, &email).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn reset_password_ends_login_delay() {
    let portal = Portal::start_with(|config| config.rate_limit_enabled = true).await;
    let (email, _) = portal.insert_user(Role::Student).await;
    for _ in 0..12 {
        portal.anonymous().log_in(&email, "a guess").await;
    }
    assert_eq!(portal.anonymous().log_in(&email, PASSWORD).await, 429, "unknown browsers are delayed");
    let token = reset_token(&portal, &email).await;
    assert_eq!(reset(&portal.anonymous(), &email, &token, NEW).await.0, 204);
    assert_eq!(portal.anonymous().log_in(&email, NEW).await, 200);
}

#[tokio::test(flavor = "multi_thread")]
async fn link_token_is_not_stored_in_clear() {
    let portal = Portal::start().await;
    let (email, _) = portal.insert_user(Role::Student).await;
    let token = reset_token(&portal, &email).await;
    let client = portal.database.client().await;
    let rows = client.query("SELECT t::text FROM account_tokens t", &[]).await.unwrap();
    assert_eq!(rows.len(), 1);
    assert!(!rows[0].get::<_, String>(0).contains(&token));
}
