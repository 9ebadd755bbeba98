//! Changing, forgetting and resetting a password (acceptance K and P).

use chrono::TimeDelta;
use portal_domain::mail::MailPurpose;
use portal_domain::user::{Role, UserStatus};
use reqwest::Method;
use serde_json::{Value, json};

use crate::harness::{Client, PASSWORD, Portal, answer, token};

const NEW: &str = "a better passphrase";
const FORGOT: &str = "/api/v1/auth/forgot-password";
const RESET: &str = "/api/v1/auth/reset-password";
const CHANGE: &str = "/api/v1/auth/change-password";

/// Asks for a link for this address and returns its token.
async fn reset_token(portal: &Portal, email: &str) -> String {
    assert_eq!(portal.anonymous().post(FORGOT, &json!({ "email": email })).await.0, 204);
    let mails = portal.mails().await;
    assert_eq!(mails.len(), 1, "{mails:?}");
    assert_eq!(mails[0].purpose, MailPurpose::PasswordForgotten);
    assert_eq!(mails[0].facts.recipient.email.as_str(), email);
    token(&mails[0])
}

async fn reset(client: &Client, email: &str, token: &str, password: &str) -> (u16, Value) {
    let (status, body) = client.post(RESET, &json!({ "email": email, "token": token, "password": password })).await;
    (status.as_u16(), body["error"]["message"].clone())
}

#[tokio::test(flavor = "multi_thread")]
async fn k165_k167_a_changed_password_replaces_the_old_one_and_ends_every_other_session() {
    let portal = Portal::start().await;
    let here = portal.student().await;
    let mut elsewhere = portal.anonymous();
    elsewhere.log_in(&here.email, PASSWORD).await;
    let change = json!({ "oldPassword": PASSWORD, "newPassword": NEW });
    assert_eq!(here.put_json(CHANGE, &change).await.0, 204);
    assert_eq!(here.get("/api/v1/users/profile").await.0, 200, "this session goes on");
    assert_eq!(elsewhere.get("/api/v1/users/profile").await.0, 403);
    assert_eq!(answer(elsewhere.request(Method::POST, "/api/v1/refresh")).await.0, 401);
    assert_eq!(portal.anonymous().log_in(&here.email, PASSWORD).await, 401);
    assert_eq!(portal.anonymous().log_in(&here.email, NEW).await, 200);
    let mails = portal.mails().await;
    assert_eq!(mails.iter().map(|mail| mail.purpose).collect::<Vec<_>>(), [MailPurpose::PasswordChanged]);
}

#[tokio::test(flavor = "multi_thread")]
async fn change_and_reset_password_change_the_last_modified_of_the_user() {
    let portal = Portal::start().await;
    let mut student = portal.student().await;
    let email = student.email.clone();
    let first = student.profile().await["lastModified"].as_str().unwrap().to_owned();
    portal.wait(TimeDelta::minutes(5));
    let change = json!({ "oldPassword": PASSWORD, "newPassword": NEW });
    assert_eq!(student.put_json(CHANGE, &change).await.0, 204);
    let second = student.profile().await["lastModified"].as_str().unwrap().to_owned();
    assert!(second > first, "{second} after {first}");
    portal.mails().await;

    portal.wait(TimeDelta::minutes(5));
    let token = reset_token(&portal, &email).await;
    assert_eq!(reset(&student, &email, &token, PASSWORD).await.0, 204);
    assert_eq!(student.log_in(&email, PASSWORD).await, 200);
    let third = student.profile().await["lastModified"].as_str().unwrap().to_owned();
    assert!(third > second, "{third} after {second}");
}

#[tokio::test(flavor = "multi_thread")]
async fn k166_k168_a_wrong_old_or_a_short_new_password_changes_nothing() {
    let portal = Portal::start().await;
    let student = portal.student().await;
    let (status, body) = student.put_json(CHANGE, &json!({ "oldPassword": "wrong", "newPassword": NEW })).await;
    assert_eq!((status.as_u16(), &body["error"]["message"]), (400, &json!("exception.change-password.wrong-password")));
    for (short, rule) in [("1234567", "validation.too-short"), (&"a".repeat(129), "validation.too-long")] {
        let (status, body) = student.put_json(CHANGE, &json!({ "oldPassword": PASSWORD, "newPassword": short })).await;
        assert_eq!((status.as_u16(), &body["error"]["fields"]["newPassword"]), (400, &json!(rule)));
    }
    assert_eq!(portal.anonymous().log_in(&student.email, PASSWORD).await, 200);
    assert!(portal.mails().await.is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_found_an_open_browser_gets_few_guesses_at_the_password() {
    let portal = Portal::start_with(|settings| settings.rate_limit_enabled = true).await;
    let student = portal.student().await;
    let guess = json!({ "oldPassword": "wrong", "newPassword": NEW });
    for _ in 0..10 {
        assert_eq!(student.put_json(CHANGE, &guess).await.0, 400);
    }
    assert_eq!(student.put_json(CHANGE, &guess).await.0, 429);
    assert_eq!(student.post("/api/v1/users/profile/delete", &json!({ "password": PASSWORD })).await.0, 429);
    portal.wait(TimeDelta::minutes(16));
    let mut student = student;
    let email = student.email.clone();
    assert_eq!(student.log_in(&email, PASSWORD).await, 200);
    assert_eq!(student.put_json(CHANGE, &json!({ "oldPassword": PASSWORD, "newPassword": NEW })).await.0, 204);
}

#[tokio::test(flavor = "multi_thread")]
async fn p222_known_and_unknown_addresses_get_the_same_answer_and_only_the_known_one_a_mail() {
    let portal = Portal::start().await;
    let (known, _) = portal.insert(Role::Landlord).await;
    let (inactive, id) = portal.insert(Role::Student).await;
    portal.set_status(id, UserStatus::Inactive).await;
    for email in [known.as_str(), "nobody@portal.test", inactive.as_str()] {
        let (status, body) = portal.anonymous().post(FORGOT, &json!({ "email": email })).await;
        assert_eq!((status.as_u16(), body), (204, Value::Null), "{email}");
    }
    let mails = portal.mails().await;
    assert_eq!(mails.len(), 1);
    assert_eq!(mails[0].facts.recipient.email.as_str(), known);
    assert_eq!(portal.ports.outbox.count().await.unwrap(), 0, "no address of a stranger stays behind");
}

#[tokio::test(flavor = "multi_thread")]
async fn p228_p229_p232_a_link_sets_the_password_once_and_ends_every_session() {
    let portal = Portal::start().await;
    let student = portal.student().await;
    let token = reset_token(&portal, &student.email).await;
    assert_eq!(reset(&portal.anonymous(), &student.email, &token, NEW).await.0, 204);
    assert_eq!(student.get("/api/v1/users/profile").await.0, 403);
    assert_eq!(answer(student.request(Method::POST, "/api/v1/refresh")).await.0, 401);
    assert_eq!(portal.anonymous().log_in(&student.email, PASSWORD).await, 401);
    assert_eq!(portal.anonymous().log_in(&student.email, NEW).await, 200);
    let again = reset(&portal.anonymous(), &student.email, &token, "yet another one").await;
    assert_eq!(again, (400, json!("exception.reset-password.token-invalid")));
    assert_eq!(portal.anonymous().log_in(&student.email, NEW).await, 200);
    let notice: Vec<_> = portal.mails().await.iter().map(|mail| mail.purpose).collect();
    assert_eq!(notice, [MailPurpose::PasswordChanged]);
}

#[tokio::test(flavor = "multi_thread")]
async fn p230_p231_expired_foreign_changed_and_replaced_links_are_worth_nothing() {
    let portal = Portal::start().await;
    let (mine, _) = portal.insert(Role::Student).await;
    let (other, _) = portal.insert(Role::Student).await;
    let first = reset_token(&portal, &mine).await;
    let second = reset_token(&portal, &mine).await;
    let anonymous = portal.anonymous();
    let truncated = &second[..second.len() - 1];
    let extended = format!("{second}A");
    for (email, token) in [
        (mine.as_str(), first.as_str()),
        (other.as_str(), second.as_str()),
        (mine.as_str(), truncated),
        (mine.as_str(), extended.as_str()),
        (mine.as_str(), "x"),
        ("nobody@portal.test", second.as_str()),
    ] {
        let refused = reset(&anonymous, email, token, NEW).await;
        assert_eq!(refused, (400, json!("exception.reset-password.token-invalid")), "{email} {token}");
    }
    portal.wait(TimeDelta::minutes(61));
    assert_eq!(reset(&anonymous, &mine, &second, NEW).await.0, 400, "expired");
    assert_eq!(portal.anonymous().log_in(&mine, PASSWORD).await, 200);
    assert_eq!(portal.anonymous().log_in(&other, PASSWORD).await, 200);
}

#[tokio::test(flavor = "multi_thread")]
async fn of_many_who_use_a_link_at_once_one_sets_the_password() {
    let portal = Portal::start().await;
    let (email, _) = portal.insert(Role::Student).await;
    let token = reset_token(&portal, &email).await;
    let tries = (0..10).map(|number| {
        let (client, email, token) = (portal.anonymous(), email.clone(), token.clone());
        async move { (number, reset(&client, &email, &token, &format!("password number {number}")).await.0) }
    });
    let answers = futures_util::future::join_all(tries).await;
    let winners: Vec<_> = answers.iter().filter(|(_, status)| *status == 204).collect();
    assert_eq!(winners.len(), 1, "{answers:?}");
    assert_eq!(portal.anonymous().log_in(&email, &format!("password number {}", winners[0].0)).await, 200);
}

#[tokio::test(flavor = "multi_thread")]
async fn links_carry_the_configured_host_whatever_the_request_says() {
    let mut portal = Portal::start().await;
    let (email, _) = portal.insert(Role::Student).await;
    for (name, value) in [
        ("host", "evil.example"),
        ("x-forwarded-host", "evil.example"),
        ("x-forwarded-proto", "https"),
        ("forwarded", "host=evil.example;proto=https"),
        ("x-original-url", "https://evil.example/"),
    ] {
        let request = portal.anonymous().request(Method::POST, FORGOT).header(name, value);
        let (status, _) = answer(request.json(&json!({ "email": email }))).await;
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
async fn an_email_field_takes_one_address_and_nothing_else() {
    let portal = Portal::start().await;
    let (victim, _) = portal.insert(Role::Student).await;
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
            let (status, answer) = portal.anonymous().post(path, &body).await;
            assert_eq!(status, 400, "{path} {email}: {answer}");
        }
    }
    let twice = format!(r#"{{"email":"{victim}","email":"thief@evil.example"}}"#);
    let request = portal.anonymous().request(Method::POST, FORGOT).header("content-type", "application/json");
    assert_eq!(answer(request.body(twice)).await.0, 400, "two addresses under one name");
    assert!(portal.mails().await.is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn an_address_gets_three_links_an_hour_and_nobody_is_told_that_there_are_no_more() {
    let portal = Portal::start_with(|settings| settings.rate_limit_enabled = true).await;
    let (email, _) = portal.insert(Role::Student).await;
    for _ in 0..8 {
        let request = portal.anonymous().request(Method::POST, FORGOT).header("x-forwarded-for", "203.0.113.9");
        assert_eq!(answer(request.json(&json!({ "email": email }))).await.0, 204);
    }
    assert_eq!(portal.mails().await.len(), 3);
    portal.wait(TimeDelta::minutes(61));
    reset_token(&portal, &email).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_reset_lets_an_owner_under_attack_in_at_once() {
    let portal = Portal::start_with(|settings| settings.rate_limit_enabled = true).await;
    let (email, _) = portal.insert(Role::Student).await;
    for _ in 0..12 {
        portal.anonymous().log_in(&email, "a guess").await;
    }
    assert_eq!(portal.anonymous().log_in(&email, PASSWORD).await, 429, "strangers wait");
    let token = reset_token(&portal, &email).await;
    assert_eq!(reset(&portal.anonymous(), &email, &token, NEW).await.0, 204);
    assert_eq!(portal.anonymous().log_in(&email, NEW).await, 200);
}

#[tokio::test(flavor = "multi_thread")]
async fn no_token_of_a_link_is_stored_or_logged_in_the_clear() {
    let portal = Portal::start().await;
    let (email, _) = portal.insert(Role::Student).await;
    let token = reset_token(&portal, &email).await;
    let client = portal.database.client().await;
    let rows = client.query("SELECT t::text FROM account_tokens t", &[]).await.unwrap();
    assert_eq!(rows.len(), 1);
    assert!(!rows[0].get::<_, String>(0).contains(&token));
}
