//! Sessions: login, refresh, logout.

use chrono::TimeDelta;
use portal_domain::user::Role;
use portal_server::cli::EndSessionsArgs;
use portal_server::commands;
use portal_server::config::Config;
use portal_server::failure::Failure;
use reqwest::Method;
use serde_json::{Value, json};

use crate::harness::{Client, PASSWORD, Portal, SecondProcess, send_request};

#[tokio::test(flavor = "multi_thread")]
async fn authenticate_returns_token_and_http_only_cookie() {
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
async fn authenticate_sets_secure_cookies_behind_https() {
    let portal = Portal::start_with(|config| {
        config.public_url = portal_server::config::PublicUrl::parse("https://portal.example");
    })
    .await;
    let (email, _) = portal.insert_user(Role::Student).await;
    let login = json!({ "email": email, "password": PASSWORD });
    let response = portal.anonymous().request(Method::POST, "/api/v1/authenticate").json(&login).send().await.unwrap();
    for cookie in response.headers().get_all("set-cookie") {
        assert!(cookie.to_str().unwrap().contains("; Secure"), "{cookie:?}");
    }
    assert!(response.headers().contains_key("strict-transport-security"));
}

#[tokio::test(flavor = "multi_thread")]
async fn authenticate_responds_alike_to_wrong_password_and_unknown_email() {
    let portal = Portal::start().await;
    let (email, _) = portal.insert_user(Role::Student).await;
    let mut responses = Vec::new();
    for email in [email.as_str(), "unknown@portal.test", "no address"] {
        let login = json!({ "email": email, "password": "wrong password" });
        let (status, mut body) = portal.anonymous().post("/api/v1/authenticate", &login).await;
        body["error"]["requestId"].take();
        responses.push((status, body));
    }
    assert_eq!(responses[0].0, 401);
    assert_eq!(responses[0].1["error"]["message"], "exception.auth.invalid-credentials");
    assert!(responses.iter().all(|response| *response == responses[0]), "{responses:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn authenticate_rejects_users_who_are_not_active() {
    use portal_domain::user::UserStatus;
    let portal = Portal::start().await;
    for status in [UserStatus::New, UserStatus::RegistrationPending, UserStatus::Inactive] {
        let (email, id) = portal.insert_user(Role::Landlord).await;
        portal.set_status(id, status).await;
        assert_eq!(portal.anonymous().log_in(&email, PASSWORD).await, 401, "{status}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn get_profile_returns_user_of_token() {
    let portal = Portal::start().await;
    let landlord = portal.landlord().await;
    let profile = landlord.profile().await;
    assert_eq!(profile["email"], landlord.email);
    assert_eq!(profile["role"], "LANDLORD");
    assert_eq!(profile["address"]["street"], "Geheimweg");
    assert_eq!(profile["aboutMe"], Value::Null);
}

#[tokio::test(flavor = "multi_thread")]
async fn missing_forged_or_expired_token_returns_403() {
    let portal = Portal::start().await;
    let mut student = portal.student().await;
    assert_eq!(portal.anonymous().get("/api/v1/users/profile").await.0, 403);
    portal.advance_clock(TimeDelta::minutes(15) + TimeDelta::seconds(1));
    let (status, body) = student.get("/api/v1/users/profile").await;
    assert_eq!((status.as_u16(), &body["error"]["message"]), (403, &json!("exception.auth.unauthenticated")));
    student.token = Some("eyJhbGciOiJub25lIn0.e30.".to_owned());
    assert_eq!(student.get("/api/v1/users/profile").await.0, 403);
}

#[tokio::test(flavor = "multi_thread")]
async fn refresh_session_needs_cookie() {
    let portal = Portal::start().await;
    let mut student = portal.student().await;
    portal.advance_clock(TimeDelta::minutes(16));
    let (status, token) = student.refresh().await;
    assert_eq!(status, 200);
    student.token = token;
    assert_eq!(student.get("/api/v1/users/profile").await.0, 200);
    assert_eq!(portal.anonymous().refresh().await.0, 401);
}

#[tokio::test(flavor = "multi_thread")]
async fn refresh_session_accepts_previous_cookie_for_a_minute() {
    let portal = Portal::start().await;
    let student = portal.student().await;
    let old = student.cookie("portal_refresh");
    assert_eq!(student.refresh().await.0, 200);
    let successor = student.cookie("portal_refresh");
    let repeat = portal.with_cookie("portal_refresh", &old);
    assert_eq!(repeat.refresh().await.0, 200);
    assert_eq!(repeat.cookie("portal_refresh"), successor, "a lost response is repeated");
    portal.advance_clock(TimeDelta::seconds(61));
    assert_eq!(portal.with_cookie("portal_refresh", &old).refresh().await.0, 401);
    assert_eq!(student.refresh().await.0, 401, "the cookie was used twice");
}

#[tokio::test(flavor = "multi_thread")]
async fn concurrent_refreshes_return_same_successor() {
    let portal = Portal::start_with_pool().await;
    let student = portal.student().await;
    for _ in 0..20 {
        let cookie = student.cookie("portal_refresh");
        let parallel: Vec<Client> = (0..50).map(|_| portal.with_cookie("portal_refresh", &cookie)).collect();
        let outcomes = futures_util::future::join_all(parallel.iter().map(Client::refresh)).await;
        assert!(outcomes.iter().all(|(status, _)| *status == 200));
        assert_eq!(student.refresh().await.0, 200);
        let successor = student.cookie("portal_refresh");
        assert!(parallel.iter().all(|client| client.cookie("portal_refresh") == successor));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn logout_ends_token_and_cookie() {
    let portal = Portal::start().await;
    let student = portal.student().await;
    let cookie = student.cookie("portal_refresh");
    let response = student.request(Method::POST, "/api/v1/logout").send().await.unwrap();
    assert_eq!(response.status(), 204);
    assert_eq!(response.headers()["clear-site-data"], "\"cache\"");
    assert_eq!(student.get("/api/v1/users/profile").await.0, 403);
    assert_eq!(portal.with_cookie("portal_refresh", &cookie).refresh().await.0, 401);
    assert_eq!(send_request(portal.anonymous().request(Method::POST, "/api/v1/logout")).await.0, 204);
}

#[tokio::test(flavor = "multi_thread")]
async fn deactivated_user_is_refused() {
    use portal_domain::user::UserStatus;
    let portal = Portal::start().await;
    let student = portal.student().await;
    portal.set_status(portal.id_of(&student).await, UserStatus::Inactive).await;
    assert_eq!(student.get("/api/v1/users/profile").await.0, 403);
    assert_eq!(student.refresh().await.0, 401);
}

#[tokio::test(flavor = "multi_thread")]
async fn login_failures_delay_unknown_browsers_only() {
    let portal = Portal::start_with(|config| config.rate_limit_enabled = true).await;
    let student = portal.student().await;
    let attack = json!({ "email": student.email, "password": "guess" });
    let mut checked = 0;
    for _ in 0..30 {
        let response =
            portal.anonymous().request(Method::POST, "/api/v1/authenticate").json(&attack).send().await.unwrap();
        match response.status().as_u16() {
            401 => checked += 1,
            429 => assert!(response.headers().contains_key("retry-after")),
            other => panic!("{other}"),
        }
    }
    assert_eq!(checked, 11, "ten, and one attempt in the delay");
    let valid = json!({ "email": student.email, "password": PASSWORD });
    assert_eq!(
        portal.anonymous().post("/api/v1/authenticate", &valid).await.0,
        429,
        "an unknown browser with the password"
    );
    assert_eq!(student.post("/api/v1/authenticate", &valid).await.0, 200, "a known browser");
    portal.advance_clock(TimeDelta::minutes(15));
    assert_eq!(portal.anonymous().post("/api/v1/authenticate", &valid).await.0, 200);
}

#[tokio::test(flavor = "multi_thread")]
async fn rate_limit_ignores_forged_forwarded_for() {
    let portal = Portal::start_with(|config| {
        config.rate_limit_enabled = true;
        config.log_in_per_minute = std::num::NonZeroU32::new(5).unwrap();
    })
    .await;
    let mut statuses = Vec::new();
    for number in 0..8 {
        let login = json!({ "email": format!("unknown{number}@portal.test"), "password": "guess" });
        let request = portal.anonymous().request(Method::POST, "/api/v1/authenticate").json(&login);
        let (status, _) = send_request(request.header("x-forwarded-for", format!("203.0.113.{number}"))).await;
        statuses.push(status.as_u16());
    }
    assert_eq!(statuses, [401, 401, 401, 401, 401, 429, 429, 429]);
}

#[tokio::test(flavor = "multi_thread")]
async fn responses_contain_no_hash_or_token() {
    let portal = Portal::start().await;
    let administrator = portal.administrator().await;
    for path in ["/api/v1/users/profile", "/api/v1/applications", "/api/v1/listings", "/api/v1/settings/public"] {
        let text = administrator.get(path).await.1.to_string();
        assert!(!text.contains("argon2") && !text.contains("password") && !text.contains("token"), "{text}");
    }
}

fn end_sessions(portal: &Portal, args: EndSessionsArgs) -> impl Future<Output = Result<(), Failure>> {
    let mut config = Config::defaults().unwrap();
    portal.data.path().clone_into(&mut config.data_dir);
    config.database_url = Some(portal.database.url().into());
    async move { commands::end_sessions(&config, args).await }
}

#[tokio::test(flavor = "multi_thread")]
async fn end_sessions_command_ends_those_of_one_user_or_of_all() {
    let portal = Portal::start().await;
    let (one, other) = (portal.student().await, portal.student().await);
    let of = |email: &str| EndSessionsArgs { user: Some(email.to_owned()), all: false, rotate_key: false };
    end_sessions(&portal, of(&one.email)).await.unwrap();
    assert_eq!(one.get("/api/v1/users/profile").await.0, 403);
    assert_eq!(one.refresh().await.0, 401);
    assert_eq!(other.get("/api/v1/users/profile").await.0, 200);
    assert!(end_sessions(&portal, of("unknown@portal.test")).await.is_err());
    end_sessions(&portal, EndSessionsArgs { user: None, all: true, rotate_key: true }).await.unwrap();
    assert_eq!(other.get("/api/v1/users/profile").await.0, 403);
}

/// Users stay logged in; processes that have read the new key and others accept what each signs.
#[tokio::test(flavor = "multi_thread")]
async fn rotated_signing_key_keeps_sessions() {
    let portal = Portal::start().await;
    let student = portal.student().await;
    let just_replaced = portal.with_cookie("portal_refresh", &student.cookie("portal_refresh"));
    assert_eq!(student.refresh().await.0, 200);
    end_sessions(&portal, EndSessionsArgs { user: None, all: false, rotate_key: true }).await.unwrap();
    let rotated = SecondProcess::start(&portal);
    let at_rotated = student.at(&rotated.url);
    assert_eq!(at_rotated.get("/api/v1/users/profile").await.0, 200, "the access token of the old key");
    let repeated = just_replaced.at(&rotated.url);
    repeated.set_cookie("portal_refresh", &just_replaced.cookie("portal_refresh"));
    assert_eq!(repeated.refresh().await.0, 200);
    assert_eq!(repeated.cookie("portal_refresh"), student.cookie("portal_refresh"), "a lost response is repeated");
    at_rotated.set_cookie("portal_refresh", &student.cookie("portal_refresh"));
    assert_eq!(at_rotated.refresh().await.0, 200);
    assert_eq!(at_rotated.get("/api/v1/users/profile").await.0, 200);
}

#[tokio::test(flavor = "multi_thread")]
async fn refresh_is_limited_after_refused_refreshes_only() {
    let portal = Portal::start_with(|config| {
        config.rate_limit_enabled = true;
        config.refused_refreshes_per_minute = std::num::NonZeroU32::new(2).unwrap();
    })
    .await;
    let student = portal.student().await;
    for _ in 0..20 {
        assert_eq!(student.refresh().await.0, 200, "accepted ones do not count");
    }
    let refused = portal.with_cookie("portal_refresh", "no token");
    for status in [401, 401, 401, 429] {
        assert_eq!(refused.refresh().await.0, status);
    }
}
