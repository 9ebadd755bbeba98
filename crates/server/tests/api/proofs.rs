//! Proofs of identity, the list of sessions, and known devices.

use chrono::TimeDelta;
use portal_domain::mail::MailPurpose;
use portal_domain::user::Role;
use reqwest::Method;
use serde_json::{Value, json};

use crate::harness::{Client, PASSWORD, Portal, SECOND_FACTOR, send_request};

const SESSIONS: &str = "/api/v1/users/profile/sessions";
const PROOF: &str = "/api/v1/users/profile/proof";
const FIREFOX: &str = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";

async fn log_in_with(client: &mut Client, user_agent: &str, email: &str) {
    let login = json!({ "email": email, "password": PASSWORD });
    let request = client.request(Method::POST, "/api/v1/authenticate").header("user-agent", user_agent).json(&login);
    let (status, body) = send_request(request).await;
    assert_eq!(status, 200, "{body}");
    client.token = body["payload"]["token"].as_str().map(str::to_owned);
    email.clone_into(&mut client.email);
}

#[tokio::test(flavor = "multi_thread")]
async fn sensitive_operations_need_proof_of_last_ten_minutes() {
    let portal = Portal::start().await;
    let administrator = portal.administrator().await;
    let (_, victim) = portal.insert_user(Role::Student).await;
    let sensitive = [
        (Method::DELETE, format!("/api/v1/users/{victim}")),
        // A new administrator could delete users after the first login.
        (Method::POST, "/api/v1/users".to_owned()),
        (Method::DELETE, format!("/api/v1/users/{victim}/second-factor")),
        (Method::GET, "/api/v1/users/profile/export".to_owned()),
        (Method::POST, format!("{SECOND_FACTOR}/totp")),
        // Refused before the missing body is.
        (Method::POST, format!("{SECOND_FACTOR}/totp/confirm")),
        (Method::DELETE, format!("{SECOND_FACTOR}/totp")),
        (Method::POST, format!("{SECOND_FACTOR}/passkeys/options")),
        (Method::POST, format!("{SECOND_FACTOR}/passkeys")),
        (Method::DELETE, format!("{SECOND_FACTOR}/passkeys/{victim}")),
    ];
    portal.advance_clock(TimeDelta::minutes(10));
    for (method, path) in &sensitive {
        let (status, body) = send_request(administrator.request(method.clone(), path)).await;
        let refused = (status.as_u16(), body["error"]["message"].as_str().unwrap_or_default());
        assert_eq!(refused, (403, "exception.auth.proof-required"), "{method} {path}");
    }
    let (status, body) = administrator.post(PROOF, &json!({ "password": "wrong" })).await;
    assert_eq!((status.as_u16(), &body["error"]["message"]), (400, &json!("exception.auth.wrong-password")));
    assert_eq!(administrator.post(PROOF, &json!({})).await.0, 400);
    assert_eq!(administrator.post(PROOF, &json!({ "code": "123456" })).await.0, 401, "no app is set up");
    assert_eq!(administrator.delete(&sensitive[0].1).await.0, 403, "wrong proofs prove nothing");
    assert_eq!(administrator.post(PROOF, &json!({ "password": PASSWORD })).await.0, 204);
    for (method, path) in &sensitive {
        let (status, _) = send_request(administrator.request(method.clone(), path)).await;
        assert_ne!(status, 403, "{method} {path}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn proof_by_code_counts_for_its_session_only() {
    let portal = Portal::start().await;
    let owner = portal.student().await;
    let (app, _) = owner.set_up_totp(portal.ports.clock.now()).await;
    portal.advance_clock(TimeDelta::minutes(10));
    let mut other = portal.anonymous();
    let first = other.begin_login(&owner.email).await;
    let code = json!({ "code": app.code(portal.ports.clock.now()) });
    assert_eq!(other.finish_login(&first, code.clone()).await.0, 200);
    assert_eq!(owner.delete(&format!("{SECOND_FACTOR}/totp")).await.0, 403, "the login elsewhere proves nothing here");
    assert_eq!(owner.post(PROOF, &code).await.0, 401, "the code was used");
    portal.advance_clock(TimeDelta::seconds(30));
    let code = json!({ "code": app.code(portal.ports.clock.now()) });
    assert_eq!(owner.post(PROOF, &code).await.0, 204);
    assert_eq!(owner.delete(&format!("{SECOND_FACTOR}/totp")).await.0, 204);
}

#[tokio::test(flavor = "multi_thread")]
async fn list_sessions_shows_device_address_and_use() {
    let portal = Portal::start().await;
    let owner = portal.student().await;
    portal.advance_clock(TimeDelta::minutes(1));
    let mut firefox = portal.anonymous();
    log_in_with(&mut firefox, FIREFOX, &owner.email).await;
    portal.student().await;
    let (status, body) = firefox.get(SESSIONS).await;
    assert_eq!(status, 200, "{body}");
    let sessions = body["payload"].as_array().unwrap();
    assert_eq!(sessions.len(), 2);
    let newest = &sessions[0];
    assert_eq!((&newest["device"], &newest["address"]), (&json!("Firefox, Linux"), &json!("127.0.0.1")));
    assert_eq!((&newest["current"], &sessions[1]["current"]), (&json!(true), &json!(false)));
    assert_eq!(sessions[1]["device"], Value::Null, "no known browser");
    portal.advance_clock(TimeDelta::minutes(16));
    assert_eq!(owner.post("/api/v1/refresh", &json!({})).await.0, 200);
    let (_, refreshed) = owner.post("/api/v1/refresh", &json!({})).await;
    let mut owner = owner;
    owner.token = refreshed["payload"]["token"].as_str().map(str::to_owned);
    let (_, body) = owner.get(SESSIONS).await;
    assert_eq!(body["payload"][0]["current"], true, "last used first");
    assert!(body["payload"][0]["lastUsed"].as_str() > body["payload"][0]["dateCreated"].as_str());
}

#[tokio::test(flavor = "multi_thread")]
async fn end_session_ends_own_sessions_only() {
    let portal = Portal::start().await;
    let (owner, neighbour) = (portal.student().await, portal.student().await);
    let mut clients = [portal.anonymous(), portal.anonymous(), portal.anonymous()];
    for client in &mut clients {
        client.log_in(&owner.email, PASSWORD).await;
    }
    let (_, body) = clients[0].get(SESSIONS).await;
    let current = body["payload"].as_array().unwrap().iter().find(|session| session["current"] == true).unwrap();
    let path = format!("{SESSIONS}/{}", current["externalId"].as_str().unwrap());
    assert_eq!(neighbour.delete(&path).await.0, 404);
    assert_eq!(clients[1].delete(&path).await.0, 204);
    assert_eq!(clients[1].delete(&path).await.0, 404);
    assert_eq!(clients[0].get(SESSIONS).await.0, 403);
    assert_eq!(clients[1].delete(SESSIONS).await.0, 204);
    assert_eq!(clients[2].get(SESSIONS).await.0, 403);
    assert_eq!(owner.get(SESSIONS).await.0, 403);
    assert_eq!(clients[1].get(SESSIONS).await.1["payload"].as_array().unwrap().len(), 1);
    assert_eq!(neighbour.get(SESSIONS).await.0, 200);
}

#[tokio::test(flavor = "multi_thread")]
async fn login_from_new_device_mails_its_owner() {
    let portal = Portal::start_with(|config| config.rate_limit_enabled = true).await;
    let owner = portal.student().await;
    assert!(portal.deliver_mails().await.is_empty(), "not about the first login");
    let mut firefox = portal.anonymous();
    log_in_with(&mut firefox, FIREFOX, &owner.email).await;
    let mails = portal.deliver_mails().await;
    let login = mails[0].facts.login.clone().unwrap();
    assert_eq!((mails.len(), mails[0].purpose), (1, MailPurpose::NewDevice));
    assert_eq!(mails[0].facts.recipient.email.as_str(), owner.email);
    assert_eq!(login.device.as_deref(), Some("Firefox, Linux"));
    assert_eq!(login.address.unwrap().to_string(), "127.0.0.1");
    log_in_with(&mut firefox, FIREFOX, &owner.email).await;
    assert!(portal.deliver_mails().await.is_empty(), "the device is known");
    for _ in 0..4 {
        portal.anonymous().log_in(&owner.email, PASSWORD).await;
    }
    assert_eq!(portal.deliver_mails().await.len(), 2, "three an hour");
}

/// A device that someone else may have used must not keep its privilege.
#[tokio::test(flavor = "multi_thread")]
async fn changed_password_and_ended_sessions_forget_devices() {
    let portal = Portal::start().await;
    let owner = portal.student().await;
    let mut other = portal.anonymous();
    other.log_in(&owner.email, PASSWORD).await;
    portal.deliver_mails().await;
    let change = json!({ "oldPassword": PASSWORD, "newPassword": PASSWORD });
    assert_eq!(owner.put_json("/api/v1/auth/change-password", &change).await.0, 204);
    portal.deliver_mails().await;
    let login = json!({ "email": owner.email, "password": PASSWORD });
    assert_eq!(owner.post("/api/v1/authenticate", &login).await.0, 200);
    assert!(portal.deliver_mails().await.is_empty(), "the device that changed it stays known");
    assert_eq!(other.post("/api/v1/authenticate", &login).await.0, 200);
    assert_eq!(portal.deliver_mails().await.len(), 1, "another one is forgotten");
    assert!(!owner.cookie("portal_device").contains(&portal.id_of(&owner).await.to_string().replace('-', "")));
}

#[tokio::test(flavor = "multi_thread")]
async fn one_user_has_at_most_a_hundred_sessions_and_twenty_devices() {
    let portal = Portal::start().await;
    let owner = portal.student().await;
    let login = json!({ "email": owner.email, "password": PASSWORD });
    for _ in 0..104 {
        assert_eq!(portal.anonymous().post("/api/v1/authenticate", &login).await.0, 200);
    }
    let client = portal.database.client().await;
    let count = |table: &'static str| {
        let client = &client;
        async move { client.query_one(&format!("SELECT count(*) FROM {table}"), &[]).await.unwrap().get::<_, i64>(0) }
    };
    assert_eq!((count("sessions").await, count("devices").await), (100, 20));
    assert_eq!(owner.get(SESSIONS).await.0, 403, "the oldest has ended");
}
