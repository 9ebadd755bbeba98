//! Activation: the link that sets the first password.

use chrono::TimeDelta;
use portal_domain::mail::MailPurpose;
use portal_services::retention;
use serde_json::{Value, json};

use crate::harness::{
    Client, LANDLORD_REGISTRATIONS, PASSWORD, Portal, STUDENT_REGISTRATIONS, landlord_form, link_token, proof_of_study,
    student_form,
};

const CHECK: &str = "/api/v1/users/check-activation";
const RESEND: &str = "/api/v1/users/resend-activation";
const FINISH: &str = "/api/v1/users/finish-registration";
const EMAIL: &str = "grace@portal.test";

/// Registers and approves a landlord; returns the token of the link in the mail.
async fn approve_registration(portal: &Portal) -> String {
    let (status, body) = portal.anonymous().post(LANDLORD_REGISTRATIONS, &landlord_form(EMAIL)).await;
    assert_eq!(status, 201, "{body}");
    let path = format!("{LANDLORD_REGISTRATIONS}/{}?approved=true", body["payload"]["externalId"].as_str().unwrap());
    assert_eq!(portal.administrator().await.put(&path).await.0, 200);
    let mails = portal.deliver_mails().await;
    let purposes: Vec<_> = mails.iter().map(|mail| mail.purpose).collect();
    assert_eq!(purposes, [MailPurpose::RegistrationReceived, MailPurpose::RegistrationApproved]);
    link_token(&mails[1])
}

async fn check(client: &Client, email: &str, token: &str) -> Value {
    let (status, body) = client.post(CHECK, &json!({ "email": email, "registrationToken": token })).await;
    assert_eq!(status, 200, "{body}");
    body["payload"].clone()
}

async fn is_possible(client: &Client, email: &str, token: &str) -> Value {
    check(client, email, token).await["activationPossible"].clone()
}

async fn is_active(client: &Client, email: &str, token: &str) -> Value {
    check(client, email, token).await["accountActive"].clone()
}

async fn finish(client: &Client, email: &str, token: &str) -> (u16, Value) {
    let body = json!({ "email": email, "password": PASSWORD, "registrationToken": token });
    let (status, body) = client.post(FINISH, &body).await;
    (status.as_u16(), body["error"]["message"].clone())
}

fn expired() -> (u16, Value) {
    (400, json!("exception.finish-registration.registration-expired"))
}

#[tokio::test(flavor = "multi_thread")]
async fn finish_registration_sets_password_and_allows_login() {
    let portal = Portal::start().await;
    let token = approve_registration(&portal).await;
    let mut grace = portal.anonymous();
    assert_eq!(grace.log_in(EMAIL, PASSWORD).await, 401, "not before the password is set");
    for _ in 0..3 {
        assert_eq!(is_possible(&grace, EMAIL, &token).await, true, "a check does not use the link up");
    }
    assert_eq!(finish(&grace, &EMAIL.to_uppercase(), &token).await.0, 204);
    assert_eq!(grace.log_in(EMAIL, PASSWORD).await, 200);
    assert_eq!(grace.profile().await["status"], "ACTIVE");
}

#[tokio::test(flavor = "multi_thread")]
async fn finish_registration_rejects_used_wrong_and_foreign_links() {
    let portal = Portal::start().await;
    let token = approve_registration(&portal).await;
    let anonymous = portal.anonymous();
    for (email, token) in [(EMAIL, "wrong"), ("other@portal.test", token.as_str()), (EMAIL, &token[1..])] {
        assert_eq!(is_possible(&anonymous, email, token).await, false);
        assert_eq!(finish(&anonymous, email, token).await, expired());
    }
    assert_eq!(finish(&anonymous, EMAIL, &token).await.0, 204);
    assert_eq!(is_possible(&anonymous, EMAIL, &token).await, false, "used");
    assert_eq!(finish(&anonymous, EMAIL, &token).await, expired());
}

#[tokio::test(flavor = "multi_thread")]
async fn check_activation_reports_active_account_for_used_link_only() {
    let portal = Portal::start().await;
    let first = approve_registration(&portal).await;
    let anonymous = portal.anonymous();
    assert_eq!(anonymous.post(RESEND, &json!({ "email": EMAIL, "registrationToken": first })).await.0, 204);
    let used = link_token(&portal.deliver_mails().await[0]);
    assert_eq!(is_active(&anonymous, EMAIL, &used).await, false, "not before it is used");
    assert_eq!(finish(&anonymous, EMAIL, &used).await.0, 204);

    assert_eq!(check(&anonymous, EMAIL, &used).await, json!({ "activationPossible": false, "accountActive": true }));
    assert_eq!(is_active(&anonymous, &EMAIL.to_uppercase(), &used).await, true);
    for (email, token) in
        [(EMAIL, "guessed"), (EMAIL, first.as_str()), ("other@portal.test", &used), (EMAIL, &used[1..])]
    {
        assert_eq!(is_active(&anonymous, email, token).await, false, "{email} {token}");
    }
    assert_eq!(finish(&anonymous, EMAIL, &used).await, expired());
    portal.advance_clock(TimeDelta::days(300));
    assert_eq!(is_active(&anonymous, EMAIL, &used).await, true, "after the expiry of an unused link");
}

#[tokio::test(flavor = "multi_thread")]
async fn check_activation_hides_deactivated_and_deleted_accounts() {
    let portal = Portal::start().await;
    let token = approve_registration(&portal).await;
    let anonymous = portal.anonymous();
    assert_eq!(finish(&anonymous, EMAIL, &token).await.0, 204);
    let administrator = portal.administrator().await;
    let (_, users) = administrator.get(&format!("/api/v1/users?keyword={EMAIL}")).await;
    let account = format!("/api/v1/users/{}", users["payload"][0]["externalId"].as_str().unwrap());

    assert_eq!(administrator.put(&format!("{account}/status?active=false")).await.0, 200);
    assert_eq!(is_active(&anonymous, EMAIL, &token).await, false);
    assert_eq!(administrator.put(&format!("{account}/status?active=true")).await.0, 200);
    assert_eq!(is_active(&anonymous, EMAIL, &token).await, true);
    assert_eq!(administrator.delete(&account).await.0, 204);
    assert_eq!(is_active(&anonymous, EMAIL, &token).await, false);
}

#[tokio::test(flavor = "multi_thread")]
async fn resend_activation_replaces_expired_link() {
    let portal = Portal::start().await;
    let first = approve_registration(&portal).await;
    let anonymous = portal.anonymous();
    portal.advance_clock(TimeDelta::hours(73));
    assert_eq!(is_possible(&anonymous, EMAIL, &first).await, false);
    assert_eq!(finish(&anonymous, EMAIL, &first).await, expired());
    assert_eq!(anonymous.post(RESEND, &json!({ "email": EMAIL, "registrationToken": first })).await.0, 204);
    let mails = portal.deliver_mails().await;
    assert_eq!(mails.iter().map(|mail| mail.purpose).collect::<Vec<_>>(), [MailPurpose::ActivationResent]);
    let second = link_token(&mails[0]);

    assert_eq!(anonymous.post(RESEND, &json!({ "email": EMAIL, "registrationToken": first })).await.0, 204);
    assert_eq!(is_possible(&anonymous, EMAIL, &second).await, false, "invalid as soon as a newer one is requested");
    let third = link_token(&portal.deliver_mails().await[0]);
    assert_eq!(finish(&anonymous, EMAIL, &second).await, expired());
    assert_eq!(finish(&anonymous, EMAIL, &third).await.0, 204);
}

#[tokio::test(flavor = "multi_thread")]
async fn resend_activation_reveals_nothing_for_invalid_link() {
    let portal = Portal::start().await;
    let token = approve_registration(&portal).await;
    let anonymous = portal.anonymous();
    let (known, _) = portal.insert_user(portal_domain::user::Role::Student).await;
    for (email, token) in
        [(EMAIL, "wrong"), ("unknown@portal.test", "wrong"), (known.as_str(), "wrong"), (known.as_str(), &token)]
    {
        let (status, body) = anonymous.post(RESEND, &json!({ "email": email, "registrationToken": token })).await;
        assert_eq!((status.as_u16(), body), (204, Value::Null), "{email}");
    }
    assert!(portal.deliver_mails().await.is_empty());
    assert_eq!(is_possible(&anonymous, EMAIL, &token).await, true, "the valid link stays valid");
}

#[tokio::test(flavor = "multi_thread")]
async fn resend_activation_sends_three_mails_an_hour() {
    let portal = Portal::start_with(|config| config.rate_limit_enabled = true).await;
    let token = approve_registration(&portal).await;
    for _ in 0..6 {
        let body = json!({ "email": EMAIL, "registrationToken": token });
        assert_eq!(portal.anonymous().post(RESEND, &body).await.0, 204);
    }
    assert_eq!(portal.deliver_mails().await.len(), 3);
}

#[tokio::test(flavor = "multi_thread")]
async fn forgot_password_resends_activation_link_without_password() {
    let portal = Portal::start().await;
    approve_registration(&portal).await;
    assert_eq!(portal.anonymous().post("/api/v1/auth/forgot-password", &json!({ "email": EMAIL })).await.0, 204);
    let mails = portal.deliver_mails().await;
    assert_eq!(mails[0].purpose, MailPurpose::ActivationResent);
    assert_eq!(finish(&portal.anonymous(), EMAIL, &link_token(&mails[0])).await.0, 204);
}

#[tokio::test(flavor = "multi_thread")]
async fn concurrent_finish_registration_succeeds_once() {
    let portal = Portal::start_with_pool().await;
    let token = approve_registration(&portal).await;
    let requests = (0..10).map(|_| {
        let (client, token) = (portal.anonymous(), token.clone());
        async move { finish(&client, EMAIL, &token).await.0 }
    });
    let statuses = futures_util::future::join_all(requests).await;
    assert_eq!(statuses.iter().filter(|status| **status == 204).count(), 1, "{statuses:?}");
    assert_eq!(statuses.iter().filter(|status| **status == 400).count(), 9, "{statuses:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn activation_and_reset_links_are_not_interchangeable() {
    let portal = Portal::start().await;
    let activation = approve_registration(&portal).await;
    let reset = json!({ "email": EMAIL, "token": activation, "password": PASSWORD });
    assert_eq!(portal.anonymous().post("/api/v1/auth/reset-password", &reset).await.0, 400);
    assert_eq!(finish(&portal.anonymous(), EMAIL, &activation).await.0, 204);
    portal.anonymous().post("/api/v1/auth/forgot-password", &json!({ "email": EMAIL })).await;
    let token = link_token(&portal.deliver_mails().await[0]);
    assert_eq!(finish(&portal.anonymous(), EMAIL, &token).await, expired());
}

#[tokio::test(flavor = "multi_thread")]
async fn retention_deletes_approved_users_whose_last_link_ended_long_ago() {
    let portal = Portal::start().await;
    let mut administrator = portal.administrator().await;
    let form = student_form("approved@portal.test");
    let (status, body) = portal.anonymous().register_student(&form, proof_of_study(), "proof.pdf").await;
    assert_eq!(status, 201, "{body}");
    let registration = body["payload"]["externalId"].as_str().unwrap();
    assert_eq!(administrator.put(&format!("{STUDENT_REGISTRATIONS}/{registration}?approved=true")).await.0, 200);
    portal.deliver_mails().await;
    portal.advance_clock(TimeDelta::days(170));
    let email = administrator.email.clone();
    administrator.log_in(&email, PASSWORD).await;
    let (_, users) = administrator.get("/api/v1/users?status=REGISTRATION_PENDING").await;
    let user = users["payload"][0]["externalId"].as_str().unwrap();
    assert_eq!(administrator.post(&format!("/api/v1/users/{user}/resend-activation"), &json!({})).await.0, 204);
    portal.deliver_mails().await;
    // A link is valid for three days.
    for (days, deleted) in [(182, 0), (2, 1), (1, 0)] {
        portal.advance_clock(TimeDelta::days(days));
        assert_eq!(retention::prune(&portal.ports).await.unwrap().users, deleted, "after {days} more days");
    }
    portal.deliver_mails().await;
    portal.remove_files().await;
    assert_eq!(portal.stored_files(), 0);
    let client = portal.database.client().await;
    let left = "SELECT (SELECT count(*) FROM account_tokens) + (SELECT count(*) FROM registrations)";
    assert_eq!(client.query_one(left, &[]).await.unwrap().get::<_, i64>(0), 0);
    assert_eq!(portal.anonymous().register_student(&form, proof_of_study(), "proof.pdf").await.0, 201);
}
