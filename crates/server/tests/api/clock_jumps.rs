//! A clock that jumps: an hour back or ahead, and beyond the year 2038.

use chrono::{TimeDelta, TimeZone, Utc};
use portal_domain::mail::MailPurpose;
use reqwest::Method;
use serde_json::json;

use crate::harness::{Client, LANDLORD_REGISTRATIONS, PASSWORD, Portal, jpeg, landlord_form, link_token, listing};

const EMAIL: &str = "grace@portal.test";
const HOUR: TimeDelta = TimeDelta::hours(1);

/// What an administrator sees of all that has happened.
const LISTS: [&str; 8] = [
    "/api/v1/events",
    "/api/v1/audit",
    "/api/v1/applications",
    "/api/v1/users",
    "/api/v1/stats/general",
    "/api/v1/stats/trends",
    "/api/v1/notifications/admin",
    LANDLORD_REGISTRATIONS,
];

async fn assert_put(client: &Client, path: &str) {
    let (status, body) = client.put(path).await;
    assert_eq!(status, 200, "{path}: {body}");
}

async fn approve_on_both_sides(administrator: &Client, landlord: &Client, application: &str) {
    assert_put(administrator, &format!("/api/v1/applications/{application}/admin-review?status=APPROVED")).await;
    assert_put(landlord, &format!("/api/v1/applications/{application}/review?status=APPROVED")).await;
}

async fn assert_lists_are_served(administrator: &Client) {
    for list in LISTS {
        let (status, body) = administrator.get(list).await;
        assert_eq!(status, 200, "{list}: {body}");
    }
}

/// A registration, a listing and an application, each decided after the clock has jumped.
async fn assert_jump_keeps_all_that_was_begun(jump: TimeDelta) {
    let portal = Portal::start().await;
    let (administrator, landlord, student) =
        (portal.administrator().await, portal.landlord().await, portal.student().await);
    let room = landlord.publish_listing(&listing()).await;
    let application = student.apply(&room).await;
    let form = landlord_form(EMAIL);
    let (_, registered) = portal.anonymous().post(LANDLORD_REGISTRATIONS, &form).await;
    let registration = registered["payload"]["externalId"].as_str().unwrap();

    portal.advance_clock(jump);
    // Their access tokens may have expired.
    let mut clients = [administrator, landlord, student];
    for client in &mut clients {
        assert_eq!(client.refresh().await.0, 200, "{}", client.email);
        let email = client.email.clone();
        assert_eq!(client.log_in(&email, PASSWORD).await, 200, "{email}");
    }
    let [administrator, landlord, student] = &clients;

    assert_put(administrator, &format!("{LANDLORD_REGISTRATIONS}/{registration}?approved=true")).await;
    approve_on_both_sides(administrator, landlord, &application).await;
    let (status, body) = landlord.upload(&format!("/api/v1/listings/{room}/images"), vec![jpeg(800, 600)]).await;
    assert_eq!(status, 201, "{body}");
    portal.remove_files().await;
    let image = body["payload"][0]["location"].as_str().unwrap();
    let image = portal.anonymous().request(Method::GET, &format!("/images/500x500{image}")).send().await.unwrap();
    assert_eq!(image.status(), 200);
    student.apply(&landlord.publish_listing(&listing()).await).await;
    assert_lists_are_served(administrator).await;

    let mails = portal.deliver_mails().await;
    let activation = mails.iter().find(|mail| mail.purpose == MailPurpose::RegistrationApproved).unwrap();
    let finish = json!({ "email": EMAIL, "password": PASSWORD, "registrationToken": link_token(activation) });
    assert_eq!(portal.anonymous().post("/api/v1/users/finish-registration", &finish).await.0, 204);
    assert_eq!(portal.anonymous().log_in(EMAIL, PASSWORD).await, 200);
    for purpose in [MailPurpose::ApplicationForwarded, MailPurpose::ApplicationApproved] {
        assert_eq!(mails.iter().filter(|mail| mail.purpose == purpose).count(), 1, "{purpose:?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn clock_set_back_keeps_all_that_was_begun() {
    assert_jump_keeps_all_that_was_begun(-HOUR).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn clock_set_ahead_keeps_all_that_was_begun() {
    assert_jump_keeps_all_that_was_begun(HOUR).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn clock_set_back_accepts_access_token() {
    let portal = Portal::start().await;
    let student = portal.student().await;
    portal.advance_clock(-HOUR);
    assert_eq!(student.get("/api/v1/users/profile").await.0, 200);
}

#[tokio::test(flavor = "multi_thread")]
async fn clock_set_back_refuses_replaced_cookie() {
    let portal = Portal::start().await;
    let student = portal.student().await;
    let old = student.cookie("portal_refresh");
    assert_eq!(student.refresh().await.0, 200);
    portal.advance_clock(-HOUR);
    assert_eq!(portal.with_cookie("portal_refresh", &old).refresh().await.0, 401);
    assert_eq!(student.refresh().await.0, 401, "the cookie was used twice");
}

#[tokio::test(flavor = "multi_thread")]
async fn clock_set_back_does_not_lengthen_login_delay() {
    let portal = Portal::start_with(|config| config.rate_limit_enabled = true).await;
    let student = portal.student().await;
    let login = async |password: &str| {
        let body = json!({ "email": student.email, "password": password });
        portal.anonymous().post("/api/v1/authenticate", &body).await.0
    };
    while login("guess").await != 429 {}
    portal.advance_clock(-HOUR);
    assert_eq!(login(PASSWORD).await, 200);
}

#[tokio::test(flavor = "multi_thread")]
async fn clock_beyond_2038_serves_all() {
    let portal = Portal::start().await;
    let end_of_32_bits = Utc.timestamp_opt(i64::from(i32::MAX), 0).unwrap();
    portal.advance_clock(end_of_32_bits - portal.ports.clock.now() + HOUR);
    let (administrator, landlord, student) =
        (portal.administrator().await, portal.landlord().await, portal.student().await);
    let application = student.apply(&landlord.publish_listing(&listing()).await).await;
    approve_on_both_sides(&administrator, &landlord, &application).await;
    assert_eq!(student.refresh().await.0, 200);
    assert_lists_are_served(&administrator).await;
    let (_, page) = student.get("/api/v1/applications").await;
    assert_eq!(page["payload"][0]["status"], "APPROVED");
    assert!(page["payload"][0]["dateCreated"].as_str().unwrap().starts_with("2038-01-19T04:"), "{page}");
}
