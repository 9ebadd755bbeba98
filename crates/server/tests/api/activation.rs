//! The link that sets the first password (acceptance Q).

use chrono::TimeDelta;
use portal_domain::mail::MailPurpose;
use serde_json::{Value, json};

use crate::harness::{Client, LANDLORDS, PASSWORD, Portal, landlord_form, token};

const CHECK: &str = "/api/v1/users/check-activation";
const RESEND: &str = "/api/v1/users/resend-activation";
const FINISH: &str = "/api/v1/users/finish-registration";
const EMAIL: &str = "grace@portal.test";

/// Somebody who signed up and was approved; returns the token of the mail's link.
async fn approved(portal: &Portal) -> String {
    let (status, body) = portal.anonymous().post(LANDLORDS, &landlord_form(EMAIL)).await;
    assert_eq!(status, 201, "{body}");
    let path = format!("{LANDLORDS}/{}?approved=true", body["payload"]["externalId"].as_str().unwrap());
    assert_eq!(portal.administrator().await.put(&path).await.0, 200);
    let mails = portal.mails().await;
    let purposes: Vec<_> = mails.iter().map(|mail| mail.purpose).collect();
    assert_eq!(purposes, [MailPurpose::RegistrationReceived, MailPurpose::RegistrationApproved]);
    token(&mails[1])
}

async fn check(client: &Client, email: &str, token: &str) -> Value {
    let (status, body) = client.post(CHECK, &json!({ "email": email, "registrationToken": token })).await;
    assert_eq!(status, 200, "{body}");
    body["payload"].clone()
}

async fn is_possible(client: &Client, email: &str, token: &str) -> Value {
    check(client, email, token).await["activationPossible"].clone()
}

async fn says_active(client: &Client, email: &str, token: &str) -> Value {
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
async fn q241_q244_q246_a_fresh_link_sets_the_password_and_lets_the_person_in() {
    let portal = Portal::start().await;
    let token = approved(&portal).await;
    let mut grace = portal.anonymous();
    assert_eq!(grace.log_in(EMAIL, PASSWORD).await, 401, "not before the password is set");
    for _ in 0..3 {
        assert_eq!(is_possible(&grace, EMAIL, &token).await, true, "looking does not use it up");
    }
    assert_eq!(finish(&grace, &EMAIL.to_uppercase(), &token).await.0, 204);
    assert_eq!(grace.log_in(EMAIL, PASSWORD).await, 200);
    assert_eq!(grace.profile().await["status"], "ACTIVE");
}

#[tokio::test(flavor = "multi_thread")]
async fn q242_q245_q247_used_expired_wrong_and_foreign_links_are_worth_nothing() {
    let portal = Portal::start().await;
    let token = approved(&portal).await;
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
async fn a_used_link_says_that_the_account_is_active_and_no_other_link_does() {
    let portal = Portal::start().await;
    let first = approved(&portal).await;
    let anonymous = portal.anonymous();
    assert_eq!(anonymous.post(RESEND, &json!({ "email": EMAIL, "registrationToken": first })).await.0, 204);
    let used = token(&portal.mails().await[0]);
    assert_eq!(says_active(&anonymous, EMAIL, &used).await, false, "not before it is used");
    assert_eq!(finish(&anonymous, EMAIL, &used).await.0, 204);

    assert_eq!(check(&anonymous, EMAIL, &used).await, json!({ "activationPossible": false, "accountActive": true }));
    assert_eq!(says_active(&anonymous, &EMAIL.to_uppercase(), &used).await, true);
    for (email, token) in
        [(EMAIL, "guessed"), (EMAIL, first.as_str()), ("other@portal.test", &used), (EMAIL, &used[1..])]
    {
        assert_eq!(says_active(&anonymous, email, token).await, false, "{email} {token}");
    }
    assert_eq!(finish(&anonymous, EMAIL, &used).await, expired());
    portal.wait(TimeDelta::days(300));
    assert_eq!(says_active(&anonymous, EMAIL, &used).await, true, "long after it would have expired");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_used_link_of_an_account_that_is_deactivated_or_deleted_says_nothing() {
    let portal = Portal::start().await;
    let token = approved(&portal).await;
    let anonymous = portal.anonymous();
    assert_eq!(finish(&anonymous, EMAIL, &token).await.0, 204);
    let administrator = portal.administrator().await;
    let (_, users) = administrator.get(&format!("/api/v1/users?keyword={EMAIL}")).await;
    let account = format!("/api/v1/users/{}", users["payload"][0]["externalId"].as_str().unwrap());

    assert_eq!(administrator.put(&format!("{account}/status?active=false")).await.0, 200);
    assert_eq!(says_active(&anonymous, EMAIL, &token).await, false);
    assert_eq!(administrator.put(&format!("{account}/status?active=true")).await.0, 200);
    assert_eq!(says_active(&anonymous, EMAIL, &token).await, true);
    assert_eq!(administrator.delete(&account).await.0, 204);
    assert_eq!(says_active(&anonymous, EMAIL, &token).await, false);
}

#[tokio::test(flavor = "multi_thread")]
async fn q243_an_expired_link_is_exchanged_for_a_new_one_and_the_old_one_dies() {
    let portal = Portal::start().await;
    let first = approved(&portal).await;
    let anonymous = portal.anonymous();
    portal.wait(TimeDelta::hours(73));
    assert_eq!(is_possible(&anonymous, EMAIL, &first).await, false);
    assert_eq!(finish(&anonymous, EMAIL, &first).await, expired());
    assert_eq!(anonymous.post(RESEND, &json!({ "email": EMAIL, "registrationToken": first })).await.0, 204);
    let mails = portal.mails().await;
    assert_eq!(mails.iter().map(|mail| mail.purpose).collect::<Vec<_>>(), [MailPurpose::ActivationResent]);
    let second = token(&mails[0]);

    assert_eq!(anonymous.post(RESEND, &json!({ "email": EMAIL, "registrationToken": first })).await.0, 204);
    assert_eq!(is_possible(&anonymous, EMAIL, &second).await, false, "dead as soon as a newer one is asked for");
    let third = token(&portal.mails().await[0]);
    assert_eq!(finish(&anonymous, EMAIL, &second).await, expired());
    assert_eq!(finish(&anonymous, EMAIL, &third).await.0, 204);
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_learns_or_gets_anything_by_resending_with_what_is_no_link_of_theirs() {
    let portal = Portal::start().await;
    let token = approved(&portal).await;
    let anonymous = portal.anonymous();
    let (known, _) = portal.insert(portal_domain::user::Role::Student).await;
    for (email, token) in
        [(EMAIL, "wrong"), ("nobody@portal.test", "wrong"), (known.as_str(), "wrong"), (known.as_str(), &token)]
    {
        let (status, body) = anonymous.post(RESEND, &json!({ "email": email, "registrationToken": token })).await;
        assert_eq!((status.as_u16(), body), (204, Value::Null), "{email}");
    }
    assert!(portal.mails().await.is_empty());
    assert_eq!(is_possible(&anonymous, EMAIL, &token).await, true, "the true link lives on");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_link_can_be_asked_for_three_times_an_hour() {
    let portal = Portal::start_with(|settings| settings.rate_limit_enabled = true).await;
    let token = approved(&portal).await;
    for _ in 0..6 {
        let body = json!({ "email": EMAIL, "registrationToken": token });
        assert_eq!(portal.anonymous().post(RESEND, &body).await.0, 204);
    }
    assert_eq!(portal.mails().await.len(), 3);
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_forgot_a_password_that_was_never_set_gets_the_link_that_sets_it() {
    let portal = Portal::start().await;
    approved(&portal).await;
    assert_eq!(portal.anonymous().post("/api/v1/auth/forgot-password", &json!({ "email": EMAIL })).await.0, 204);
    let mails = portal.mails().await;
    assert_eq!(mails[0].purpose, MailPurpose::ActivationResent);
    assert_eq!(finish(&portal.anonymous(), EMAIL, &token(&mails[0])).await.0, 204);
}

#[tokio::test(flavor = "multi_thread")]
async fn of_many_who_use_a_link_at_once_one_sets_the_password() {
    let portal = Portal::start().await;
    let token = approved(&portal).await;
    let tries = (0..10).map(|_| {
        let (client, token) = (portal.anonymous(), token.clone());
        async move { finish(&client, EMAIL, &token).await.0 }
    });
    let answers = futures_util::future::join_all(tries).await;
    assert_eq!(answers.iter().filter(|status| **status == 204).count(), 1, "{answers:?}");
    assert_eq!(answers.iter().filter(|status| **status == 400).count(), 9, "{answers:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_activation_link_does_not_reset_a_password_and_the_other_way_round() {
    let portal = Portal::start().await;
    let activation = approved(&portal).await;
    let reset = json!({ "email": EMAIL, "token": activation, "password": PASSWORD });
    assert_eq!(portal.anonymous().post("/api/v1/auth/reset-password", &reset).await.0, 400);
    assert_eq!(finish(&portal.anonymous(), EMAIL, &activation).await.0, 204);
    portal.anonymous().post("/api/v1/auth/forgot-password", &json!({ "email": EMAIL })).await;
    let token = token(&portal.mails().await[0]);
    assert_eq!(finish(&portal.anonymous(), EMAIL, &token).await, expired());
}
