//! Logging in, staying in, logging out (acceptance L).

use chrono::TimeDelta;
use portal_domain::user::Role;
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use crate::harness::{Client, PASSWORD, Portal, answer};

async fn refresh(client: &Client) -> (StatusCode, Option<String>) {
    let (status, body) = answer(client.request(Method::POST, "/api/v1/refresh")).await;
    (status, body["payload"]["token"].as_str().map(str::to_owned))
}

#[tokio::test(flavor = "multi_thread")]
async fn a_login_gives_a_token_and_an_http_only_cookie() {
    let portal = Portal::start().await;
    let student = portal.student().await;
    let login = json!({ "email": format!("  {} ", student.email.to_uppercase()), "password": PASSWORD });
    let response = portal.anonymous().request(Method::POST, "/api/v1/authenticate").json(&login).send().await.unwrap();
    assert_eq!(response.status(), 200);
    let cookies: Vec<String> =
        response.headers().get_all("set-cookie").iter().map(|cookie| cookie.to_str().unwrap().to_owned()).collect();
    let cookie = cookies.iter().find(|cookie| cookie.starts_with("portal_refresh=")).unwrap();
    for attribute in ["HttpOnly", "SameSite=Lax", "Path=/api/v1", "Max-Age=604800"] {
        assert!(cookie.contains(attribute), "{cookie}");
    }
    assert!(!cookie.contains("Secure"), "plain http on loopback");
    let body: Value = response.json().await.unwrap();
    assert!(body["payload"]["token"].is_string());
}

#[tokio::test(flavor = "multi_thread")]
async fn cookies_are_secure_behind_https() {
    let portal = Portal::start_with(|settings| {
        settings.public_url = portal_server::settings::PublicUrl::parse("https://portal.example");
    })
    .await;
    let (email, _) = portal.insert(Role::Student).await;
    let login = json!({ "email": email, "password": PASSWORD });
    let response = portal.anonymous().request(Method::POST, "/api/v1/authenticate").json(&login).send().await.unwrap();
    for cookie in response.headers().get_all("set-cookie") {
        assert!(cookie.to_str().unwrap().contains("; Secure"), "{cookie:?}");
    }
    assert!(response.headers().contains_key("strict-transport-security"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_wrong_password_and_an_unknown_email_get_the_same_answer() {
    let portal = Portal::start().await;
    let (email, _) = portal.insert(Role::Student).await;
    let mut answers = Vec::new();
    for email in [email.as_str(), "nobody@portal.test", "no address"] {
        let login = json!({ "email": email, "password": "wrong password" });
        let (status, mut body) = portal.anonymous().post("/api/v1/authenticate", &login).await;
        body["error"]["requestId"].take();
        answers.push((status, body));
    }
    assert_eq!(answers[0].0, 401);
    assert_eq!(answers[0].1["error"]["message"], "exception.auth.invalid-credentials");
    assert!(answers.iter().all(|answer| *answer == answers[0]), "{answers:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn people_who_are_not_active_cannot_log_in() {
    use portal_domain::user::UserStatus;
    let portal = Portal::start().await;
    for status in [UserStatus::New, UserStatus::RegistrationPending, UserStatus::Inactive] {
        let (email, id) = portal.insert(Role::Landlord).await;
        portal.set_status(id, status).await;
        assert_eq!(portal.anonymous().log_in(&email, PASSWORD).await, 401, "{status}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_profile_is_that_of_the_token() {
    let portal = Portal::start().await;
    let landlord = portal.landlord().await;
    let profile = landlord.profile().await;
    assert_eq!(profile["email"], landlord.email);
    assert_eq!(profile["role"], "LANDLORD");
    assert_eq!(profile["address"]["street"], "Geheimweg");
    assert_eq!(profile["aboutMe"], Value::Null);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_token_that_is_missing_forged_or_expired_is_a_403() {
    let portal = Portal::start().await;
    let mut student = portal.student().await;
    assert_eq!(portal.anonymous().get("/api/v1/users/profile").await.0, 403);
    portal.wait(TimeDelta::minutes(15) + TimeDelta::seconds(1));
    let (status, body) = student.get("/api/v1/users/profile").await;
    assert_eq!((status.as_u16(), &body["error"]["message"]), (403, &json!("exception.auth.unauthenticated")));
    student.token = Some("eyJhbGciOiJub25lIn0.e30.".to_owned());
    assert_eq!(student.get("/api/v1/users/profile").await.0, 403);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_refresh_rotates_the_cookie_and_without_one_is_refused() {
    let portal = Portal::start().await;
    let mut student = portal.student().await;
    portal.wait(TimeDelta::minutes(16));
    let (status, token) = refresh(&student).await;
    assert_eq!(status, 200);
    student.token = token;
    assert_eq!(student.get("/api/v1/users/profile").await.0, 200);
    assert_eq!(refresh(&portal.anonymous()).await.0, 401);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_just_replaced_cookie_works_for_a_minute_and_then_ends_the_session() {
    let portal = Portal::start().await;
    let student = portal.student().await;
    let old = student.cookie("portal_refresh");
    assert_eq!(refresh(&student).await.0, 200);
    let successor = student.cookie("portal_refresh");
    let repeat = portal.with_cookie("portal_refresh", &old);
    assert_eq!(refresh(&repeat).await.0, 200);
    assert_eq!(repeat.cookie("portal_refresh"), successor, "a lost answer is repeated");
    portal.wait(TimeDelta::seconds(61));
    assert_eq!(refresh(&portal.with_cookie("portal_refresh", &old)).await.0, 401);
    assert_eq!(refresh(&student).await.0, 401, "somebody else had the cookie");
}

#[tokio::test(flavor = "multi_thread")]
async fn fifty_refreshes_at_once_lose_no_session_and_leave_one_chain() {
    let portal = Portal::start().await;
    let student = portal.student().await;
    for _ in 0..20 {
        let cookie = student.cookie("portal_refresh");
        let parallel: Vec<Client> = (0..50).map(|_| portal.with_cookie("portal_refresh", &cookie)).collect();
        let outcomes = futures_util::future::join_all(parallel.iter().map(refresh)).await;
        assert!(outcomes.iter().all(|(status, _)| *status == 200));
        assert_eq!(refresh(&student).await.0, 200);
        let successor = student.cookie("portal_refresh");
        assert!(parallel.iter().all(|client| client.cookie("portal_refresh") == successor));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn after_a_logout_neither_token_nor_cookie_is_accepted() {
    let portal = Portal::start().await;
    let student = portal.student().await;
    let cookie = student.cookie("portal_refresh");
    let (status, _) = answer(student.request(Method::POST, "/api/v1/logout")).await;
    assert_eq!(status, 204);
    assert_eq!(student.get("/api/v1/users/profile").await.0, 403);
    assert_eq!(refresh(&portal.with_cookie("portal_refresh", &cookie)).await.0, 401);
    assert_eq!(answer(portal.anonymous().request(Method::POST, "/api/v1/logout")).await.0, 204);
}

#[tokio::test(flavor = "multi_thread")]
async fn who_is_deactivated_makes_no_further_successful_call() {
    use portal_domain::user::UserStatus;
    let portal = Portal::start().await;
    let student = portal.student().await;
    portal.set_status(portal.id_of(&student).await, UserStatus::Inactive).await;
    assert_eq!(student.get("/api/v1/users/profile").await.0, 403);
    assert_eq!(refresh(&student).await.0, 401);
}

#[tokio::test(flavor = "multi_thread")]
async fn after_ten_failures_strangers_wait_and_the_rightful_user_gets_in() {
    let portal = Portal::start_with(|settings| settings.rate_limit_enabled = true).await;
    let owner = portal.student().await;
    let attack = json!({ "email": owner.email, "password": "guess" });
    let mut let_through = 0;
    for _ in 0..30 {
        let response =
            portal.anonymous().request(Method::POST, "/api/v1/authenticate").json(&attack).send().await.unwrap();
        match response.status().as_u16() {
            401 => let_through += 1,
            429 => assert!(response.headers().contains_key("retry-after")),
            other => panic!("{other}"),
        }
    }
    assert_eq!(let_through, 11, "ten, and one try of the delay");
    let right = json!({ "email": owner.email, "password": PASSWORD });
    assert_eq!(portal.anonymous().post("/api/v1/authenticate", &right).await.0, 429, "a stranger with the password");
    assert_eq!(owner.post("/api/v1/authenticate", &right).await.0, 200, "the browser that is known");
    portal.wait(TimeDelta::minutes(15));
    assert_eq!(portal.anonymous().post("/api/v1/authenticate", &right).await.0, 200);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_forged_forwarded_for_does_not_get_around_the_limit_by_address() {
    let portal = Portal::start_with(|settings| {
        settings.rate_limit_enabled = true;
        settings.log_in_per_minute = std::num::NonZeroU32::new(5).unwrap();
    })
    .await;
    let mut statuses = Vec::new();
    for number in 0..8 {
        let login = json!({ "email": format!("nobody{number}@portal.test"), "password": "guess" });
        let request = portal.anonymous().request(Method::POST, "/api/v1/authenticate").json(&login);
        let (status, _) = answer(request.header("x-forwarded-for", format!("203.0.113.{number}"))).await;
        statuses.push(status.as_u16());
    }
    assert_eq!(statuses, [401, 401, 401, 401, 401, 429, 429, 429]);
}

#[tokio::test(flavor = "multi_thread")]
async fn no_answer_holds_a_hash_or_a_token_of_a_user() {
    let portal = Portal::start().await;
    let administrator = portal.administrator().await;
    for path in ["/api/v1/users/profile", "/api/v1/applications", "/api/v1/listings", "/api/v1/settings/public"] {
        let text = administrator.get(path).await.1.to_string();
        assert!(!text.contains("argon2") && !text.contains("password") && !text.contains("token"), "{text}");
    }
}
