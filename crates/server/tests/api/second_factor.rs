//! Logins in two steps, and the second factors of users.

use chrono::TimeDelta;
use portal_domain::mail::MailPurpose;
use portal_domain::user::Role;
use portal_server::config::SecondFactorRequirement;
use serde_json::{Value, json};

use crate::harness::{Authenticator, PASSWORD, Portal, SECOND_FACTOR, link_token};

const STEP: TimeDelta = TimeDelta::seconds(30);

fn message(body: &Value) -> &str {
    body["error"]["message"].as_str().unwrap_or_default()
}

#[tokio::test(flavor = "multi_thread")]
async fn login_with_totp_accepts_each_step_once() {
    let portal = Portal::start().await;
    let owner = portal.student().await;
    let (app, _) = owner.set_up_totp(portal.ports.clock.now()).await;
    let mut client = portal.anonymous();
    let first = client.begin_login(&owner.email).await;
    assert_eq!((&first["methods"], &first["passkey"]), (&json!(["TOTP", "RECOVERY"]), &Value::Null));
    let confirmed = json!({ "code": app.code(portal.ports.clock.now()) });
    let (status, body) = client.finish_login(&first, confirmed.clone()).await;
    assert_eq!((status.as_u16(), message(&body)), (401, "exception.auth.invalid-code"), "used for the setup");
    portal.advance_clock(STEP);
    let code = json!({ "code": app.code(portal.ports.clock.now()) });
    assert_eq!(client.finish_login(&first, code.clone()).await.0, 200);
    assert_eq!(client.profile().await["email"], owner.email);
    assert_eq!(client.finish_login(&first, code.clone()).await.0, 401, "the challenge is passed");
    let second = client.begin_login(&owner.email).await;
    assert_eq!(client.finish_login(&second, code).await.0, 401, "the step was used");
    assert_eq!(client.finish_login(&second, confirmed).await.0, 401, "an older step");
    portal.advance_clock(STEP);
    let next = json!({ "code": app.code(portal.ports.clock.now() + STEP) });
    assert_eq!(client.finish_login(&second, next).await.0, 200, "the clock of the app may be ahead");
}

#[tokio::test(flavor = "multi_thread")]
async fn concurrent_logins_with_one_code_begin_one_session() {
    let portal = Portal::start_with_pool().await;
    let owner = portal.student().await;
    let (app, _) = owner.set_up_totp(portal.ports.clock.now()).await;
    portal.advance_clock(STEP);
    let code = app.code(portal.ports.clock.now());
    let mut logins = Vec::new();
    for _ in 0..8 {
        let client = portal.anonymous();
        logins.push((client.begin_login(&owner.email).await, client));
    }
    let finished = logins.iter_mut().map(|(first, client)| client.finish_login(first, json!({ "code": code })));
    let outcomes = futures_util::future::join_all(finished).await;
    assert_eq!(outcomes.iter().filter(|(status, _)| *status == 200).count(), 1, "{outcomes:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn login_challenge_has_five_tries_and_five_minutes() {
    let portal = Portal::start().await;
    let owner = portal.student().await;
    let (app, _) = owner.set_up_totp(portal.ports.clock.now()).await;
    portal.advance_clock(STEP);
    let mut client = portal.anonymous();
    let first = client.begin_login(&owner.email).await;
    for _ in 0..5 {
        assert_eq!(client.finish_login(&first, json!({ "code": "000000" })).await.0, 401);
    }
    let code = json!({ "code": app.code(portal.ports.clock.now()) });
    assert_eq!(client.finish_login(&first, code).await.0, 401, "no tries left");
    let late = client.begin_login(&owner.email).await;
    portal.advance_clock(TimeDelta::minutes(5));
    let code = json!({ "code": app.code(portal.ports.clock.now()) });
    assert_eq!(client.finish_login(&late, code.clone()).await.0, 401, "expired");
    assert_eq!(client.finish_login(&json!({ "challenge": "unknown" }), code).await.0, 401);
    for request in [json!({}), json!({ "code": "1", "recoveryCode": "2" })] {
        assert_eq!(client.finish_login(&late, request).await.0, 400);
    }
}

/// Who knows the password has a few tries of the second factor, across all logins.
#[tokio::test(flavor = "multi_thread")]
async fn missing_second_factor_counts_as_failed_login() {
    let portal = Portal::start_with(|config| config.rate_limit_enabled = true).await;
    let owner = portal.student().await;
    let (app, _) = owner.set_up_totp(portal.ports.clock.now()).await;
    let login = json!({ "email": owner.email, "password": PASSWORD });
    let mut statuses = Vec::new();
    for _ in 0..13 {
        statuses.push(portal.anonymous().post("/api/v1/authenticate", &login).await.0.as_u16());
    }
    assert_eq!(statuses, [[200; 11].as_slice(), &[429; 2]].concat(), "ten, and one in the delay");
    portal.advance_clock(TimeDelta::minutes(15));
    let mut client = portal.anonymous();
    let mut wrong = Vec::new();
    for _ in 0..3 {
        let first = client.begin_login(&owner.email).await;
        for _ in 0..4 {
            wrong.push(client.finish_login(&first, json!({ "code": "000000" })).await.0.as_u16());
        }
    }
    assert_eq!(wrong, [[401; 10].as_slice(), &[429; 2]].concat());
    portal.advance_clock(TimeDelta::minutes(15));
    let first = client.begin_login(&owner.email).await;
    let code = json!({ "code": app.code(portal.ports.clock.now()) });
    assert_eq!(client.finish_login(&first, code).await.0, 200);
    for _ in 0..10 {
        assert_eq!(
            portal.anonymous().post("/api/v1/authenticate", &login).await.0,
            200,
            "a success clears the counter"
        );
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn recovery_code_works_once_and_new_app_replaces_all() {
    let portal = Portal::start().await;
    let owner = portal.student().await;
    let (_, codes) = owner.set_up_totp(portal.ports.clock.now()).await;
    assert_eq!(codes.len(), 10);
    let mut client = portal.anonymous();
    let first = client.begin_login(&owner.email).await;
    let typed = codes[0].to_uppercase().replace('-', " ");
    assert_eq!(client.finish_login(&first, json!({ "recoveryCode": typed })).await.0, 200);
    let (_, status) = client.get(SECOND_FACTOR).await;
    assert_eq!(status["payload"]["recoveryCodesLeft"], 9);
    let second = client.begin_login(&owner.email).await;
    assert_eq!(client.finish_login(&second, json!({ "recoveryCode": codes[0] })).await.0, 401);
    portal.advance_clock(STEP);
    owner.set_up_totp(portal.ports.clock.now()).await;
    assert_eq!(client.finish_login(&second, json!({ "recoveryCode": codes[1] })).await.0, 401, "replaced");
    let (_, status) = owner.get(SECOND_FACTOR).await;
    assert_eq!(status["payload"]["recoveryCodesLeft"], 10);
}

#[tokio::test(flavor = "multi_thread")]
async fn passkey_finishes_login_and_proves_identity() {
    let portal = Portal::start().await;
    let owner = portal.landlord().await;
    let passkey = owner.add_passkey("Schlüsselbund").await;
    let mut client = portal.anonymous();
    let first = client.begin_login(&owner.email).await;
    assert_eq!(first["methods"], json!(["PASSKEY"]));
    let foreign = Authenticator::new(&portal.url).get(&first["passkey"]);
    assert_eq!(client.finish_login(&first, json!({ "assertion": foreign })).await.0, 401);
    let assertion = json!({ "assertion": passkey.get(&first["passkey"]) });
    assert_eq!(client.finish_login(&first, assertion.clone()).await.0, 200);
    let again = client.begin_login(&owner.email).await;
    assert_eq!(client.finish_login(&again, assertion).await.0, 401, "it signed another challenge");

    portal.advance_clock(TimeDelta::minutes(11));
    let proof = "/api/v1/users/profile/proof";
    let (_, options) = owner.post(&format!("{proof}/options"), &json!({})).await;
    assert_eq!(options["payload"]["methods"], json!(["PASSKEY"]));
    let assertion = json!({ "assertion": passkey.get(&options["payload"]["passkey"]) });
    assert_eq!(owner.post(proof, &assertion).await.0, 204);
    assert_eq!(owner.post(proof, &assertion).await.0, 401, "a challenge is signed once");

    let (_, status) = owner.get(SECOND_FACTOR).await;
    let id = status["payload"]["passkeys"][0]["externalId"].as_str().unwrap();
    assert!(status["payload"]["passkeys"][0]["lastUsed"].is_string());
    assert_eq!(portal.student().await.delete(&format!("{SECOND_FACTOR}/passkeys/{id}")).await.0, 404);
    assert_eq!(owner.delete(&format!("{SECOND_FACTOR}/passkeys/{id}")).await.0, 204);
    assert_eq!(portal.anonymous().log_in(&owner.email, PASSWORD).await, 200);
}

#[tokio::test(flavor = "multi_thread")]
async fn add_passkey_needs_own_challenge_once() {
    let portal = Portal::start().await;
    let (owner, other) = (portal.student().await, portal.student().await);
    let options = |body: Value| body["payload"].clone();
    let path = format!("{SECOND_FACTOR}/passkeys");
    let own = options(owner.post(&format!("{path}/options"), &json!({})).await.1);
    let foreign = options(other.post(&format!("{path}/options"), &json!({})).await.1);
    let authenticator = Authenticator::new(&portal.url);
    let request = |options: &Value| json!({ "name": "Telefon", "credential": authenticator.create(options) });
    let (status, body) = owner.post(&path, &request(&foreign)).await;
    assert_eq!((status.as_u16(), message(&body)), (400, "exception.passkey.invalid"));
    assert_eq!(owner.post(&path, &request(&own)).await.0, 400, "the failure used up the challenge");
    assert_eq!(other.post(&path, &request(&foreign)).await.0, 201);
    let own = options(owner.post(&format!("{path}/options"), &json!({})).await.1);
    assert_eq!(owner.post(&path, &request(&own)).await.0, 400, "it is the passkey of another user");
    for number in 0..10 {
        owner.add_passkey(&format!("Nummer {number}")).await;
    }
    let (status, body) = owner.post(&format!("{path}/options"), &json!({})).await;
    assert_eq!((status.as_u16(), message(&body)), (409, "exception.passkey.too-many"));
}

#[tokio::test(flavor = "multi_thread")]
async fn deleting_the_last_factor_deletes_recovery_codes() {
    let portal = Portal::start().await;
    let owner = portal.student().await;
    owner.set_up_totp(portal.ports.clock.now()).await;
    owner.add_passkey("Telefon").await;
    assert_eq!(owner.delete(&format!("{SECOND_FACTOR}/totp")).await.0, 204);
    let (_, status) = owner.get(SECOND_FACTOR).await;
    assert_eq!((&status["payload"]["totp"], &status["payload"]["recoveryCodesLeft"]), (&json!(false), &json!(10)));
    let id = status["payload"]["passkeys"][0]["externalId"].as_str().unwrap();
    assert_eq!(owner.delete(&format!("{SECOND_FACTOR}/passkeys/{id}")).await.0, 204);
    assert_eq!(owner.get(SECOND_FACTOR).await.1["payload"]["recoveryCodesLeft"], 0);
    let purposes: Vec<_> = portal.deliver_mails().await.into_iter().map(|mail| mail.purpose).collect();
    let (added, deleted) = (MailPurpose::SecondFactorAdded, MailPurpose::SecondFactorDeleted);
    assert_eq!(purposes, [added, added, deleted, deleted]);
}

#[tokio::test(flavor = "multi_thread")]
async fn administrator_removes_second_factor_of_another_user() {
    let portal = Portal::start().await;
    let (administrator, owner) = (portal.administrator().await, portal.student().await);
    owner.set_up_totp(portal.ports.clock.now()).await;
    portal.deliver_mails().await;
    let path = |id| format!("/api/v1/users/{id}/second-factor");
    let id = portal.id_of(&owner).await;
    for _ in 0..2 {
        assert_eq!(administrator.delete(&path(id)).await.0, 204, "also without a factor");
    }
    assert_eq!(portal.anonymous().log_in(&owner.email, PASSWORD).await, 200);
    let own = portal.id_of(&administrator).await;
    assert_eq!(administrator.delete(&path(own)).await.0, 409);
    let mails = portal.deliver_mails().await;
    let removed: Vec<_> = mails.iter().filter(|mail| mail.purpose == MailPurpose::SecondFactorRemoved).collect();
    assert_eq!(removed.len(), 1);
    let (_, audit) = administrator.get("/api/v1/audit?action=SECOND_FACTOR_REMOVED").await;
    assert_eq!((&audit["totalSize"], &audit["payload"][0]["entityId"]), (&json!(1), &json!(id.0)));
}

#[tokio::test(flavor = "multi_thread")]
async fn required_factor_restricts_administrators_until_they_have_one() {
    let portal =
        Portal::start_with(|config| config.require_second_factor = SecondFactorRequirement::Administrators).await;
    let (administrator, landlord) = (portal.administrator().await, portal.landlord().await);
    let draft = landlord.create_listing(&crate::harness::listing()).await;
    let (status, body) = administrator.get("/api/v1/users").await;
    assert_eq!((status.as_u16(), message(&body)), (403, "exception.auth.second-factor-required"));
    assert_eq!(administrator.get(&format!("/api/v1/listings/{draft}")).await.0, 404, "as for a visitor");
    assert_eq!(administrator.get("/api/v1/users/profile/export").await.0, 403);
    assert_eq!(administrator.profile().await["email"], administrator.email);
    let (_, status) = administrator.get(SECOND_FACTOR).await;
    assert_eq!(status["payload"]["required"], true);
    assert_eq!(landlord.get("/api/v1/listings").await.0, 200);
    assert_eq!(landlord.get(SECOND_FACTOR).await.1["payload"]["required"], false);
    administrator.set_up_totp(portal.ports.clock.now()).await;
    assert_eq!(administrator.get("/api/v1/users").await.0, 200);
    assert_eq!(administrator.get(&format!("/api/v1/listings/{draft}")).await.0, 200);
}

#[tokio::test(flavor = "multi_thread")]
async fn password_reset_keeps_second_factor_and_ends_waiting_logins() {
    let portal = Portal::start().await;
    let owner = portal.user(Role::Student).await;
    let (app, _) = owner.set_up_totp(portal.ports.clock.now()).await;
    portal.advance_clock(STEP);
    let mut client = portal.anonymous();
    let waiting = client.begin_login(&owner.email).await;
    client.post("/api/v1/auth/forgot-password", &json!({ "email": owner.email })).await;
    let mails = portal.deliver_mails().await;
    let token = link_token(mails.last().unwrap());
    let reset = json!({ "email": owner.email, "token": token, "password": PASSWORD });
    assert_eq!(client.post("/api/v1/auth/reset-password", &reset).await.0, 204);
    let code = json!({ "code": app.code(portal.ports.clock.now()) });
    assert_eq!(client.finish_login(&waiting, code.clone()).await.0, 401);
    let first = client.begin_login(&owner.email).await;
    assert_eq!(client.finish_login(&first, code).await.0, 200);
}
