//! Settings and amenities.

use chrono::TimeDelta;
use portal_server::config::PageUrl;
use reqwest::Method;
use reqwest::multipart::{Form, Part};
use serde_json::{Value, json};

use crate::harness::{Client, Portal, jpeg, send_request};

#[tokio::test(flavor = "multi_thread")]
async fn get_public_settings_needs_no_login() {
    let portal = Portal::start_with(|config| config.terms_url = PageUrl::parse("https://example.org/terms")).await;
    let (status, body) = portal.anonymous().get("/api/v1/settings/public").await;
    assert_eq!(status, 200);
    let settings = &body["payload"];
    assert_eq!(settings["brandName"], "Fensterplatz");
    assert_eq!(settings["termsUrl"], "https://example.org/terms");
    assert_eq!(
        (&settings["privacyUrl"], &settings["imprintUrl"], &settings["accessibilityUrl"]),
        (&json!("/legal/privacy"), &json!("/legal/imprint"), &json!("/legal/accessibility"))
    );
    let expected =
        json!({ "about.picture": null, "home.hero": null, "login.background": null, "signup.background": null });
    assert_eq!(settings["images"], expected);
}

#[tokio::test(flavor = "multi_thread")]
async fn list_amenities_contains_fallback_codes() {
    let portal = Portal::start().await;
    let (_, body) = portal.anonymous().get("/api/v1/commons/amenities").await;
    let codes: Vec<&str> = body["payload"].as_array().unwrap().iter().map(|code| code.as_str().unwrap()).collect();
    for code in
        ["AIR_CONDITIONING", "BALCONY", "FURNISHED", "GARDEN", "PARKING", "SWIMMING_POOL", "WIFI", "ENERGY_CERTIFICATE"]
    {
        assert!(codes.contains(&code), "{code}");
    }
}

/// The settings, sorted by key.
async fn settings(administrator: &Client) -> Vec<Value> {
    let (status, body) = administrator.get("/api/v1/settings?sortField=key&sortDirection=ASC").await;
    assert_eq!(status, 200, "{body}");
    body["payload"].as_array().unwrap().clone()
}

fn path_of(setting: &Value) -> String {
    format!("/api/v1/settings/{}/upload-image", setting["externalId"].as_str().unwrap())
}

/// The location in the public settings.
async fn public_location(portal: &Portal, key: &str) -> Value {
    portal.anonymous().get("/api/v1/settings/public").await.1["payload"]["images"][key].clone()
}

/// Whether the URL returns an image.
async fn is_served(portal: &Portal, url: &Value) -> bool {
    let response = portal.anonymous().request(Method::GET, url.as_str().unwrap()).send().await.unwrap();
    response.status() == 200 && response.headers()["content-type"].to_str().unwrap().starts_with("image/")
}

/// The URL of the location in the public settings, as in the list of settings.
async fn public_url(portal: &Portal, key: &str) -> Value {
    json!(format!("/images/1200x800{}", public_location(portal, key).await.as_str().unwrap()))
}

#[tokio::test(flavor = "multi_thread")]
async fn list_settings_sorts_and_pages() {
    let portal = Portal::start().await;
    let administrator = portal.administrator().await;
    let all = settings(&administrator).await;
    let keys: Vec<_> = all.iter().map(|setting| setting["key"].as_str().unwrap()).collect();
    assert_eq!(keys, ["about.picture", "home.hero", "login.background", "signup.background"]);
    assert!(all.iter().all(|setting| setting["type"] == "IMAGE" && setting["value"] == json!(null)));
    let (_, last) = administrator.get("/api/v1/settings?page=1&pageSize=3&sortField=key&direction=asc").await;
    assert_eq!((&last["totalPages"], &last["totalSize"]), (&json!(2), &json!(4)));
    assert_eq!(last["payload"], json!([all[3]]));
    let (status, body) = administrator.get("/api/v1/settings?sortField=value").await;
    assert_eq!((status.as_u16(), &body["error"]["fields"]), (400, &json!({ "sortField": "validation.invalid" })));
}

#[tokio::test(flavor = "multi_thread")]
async fn upload_setting_image_replaces_image() {
    let portal = Portal::start().await;
    let administrator = portal.administrator().await;
    let hero = settings(&administrator).await.remove(1);
    let (status, first) = administrator.upload_one(&path_of(&hero), jpeg(60, 40)).await;
    assert_eq!(status, 201, "{first}");
    let first = &first["payload"];
    assert_eq!((&first["externalId"], &first["key"]), (&hero["externalId"], &json!("home.hero")));
    assert_eq!(first["dateCreated"], hero["dateCreated"]);
    assert!(first["lastModified"].as_str() > hero["lastModified"].as_str());
    assert_eq!(public_url(&portal, "home.hero").await, first["value"]);
    assert_eq!(settings(&administrator).await[1], *first);
    assert!(is_served(&portal, &first["value"]).await);

    let (_, second) = administrator.upload_one(&path_of(&hero), jpeg(50, 50)).await;
    assert_ne!(second["payload"]["value"], first["value"]);
    assert_eq!(public_url(&portal, "home.hero").await, second["payload"]["value"]);
    portal.remove_files().await;
    assert!(!is_served(&portal, &first["value"]).await);
    assert!(is_served(&portal, &second["payload"]["value"]).await);
}

#[tokio::test(flavor = "multi_thread")]
async fn upload_setting_image_rejects_invalid_files() {
    let portal = Portal::start().await;
    let administrator = portal.administrator().await;
    let hero = settings(&administrator).await.remove(1);
    let path = path_of(&hero);
    for (file, status, message, rule) in [
        (
            b"<svg xmlns='http://www.w3.org/2000/svg'/>".to_vec(),
            415,
            "exception.image.file-type",
            "validation.file-type",
        ),
        (jpeg(400, 300)[..900].to_vec(), 400, "exception.image.damaged", "validation.invalid"),
        (vec![0xff; 10 * 1024 * 1024 + 1], 413, "exception.image.too-large", "validation.file-size"),
    ] {
        let (actual, body) = administrator.upload_one(&path, file).await;
        assert_eq!((actual.as_u16(), &body["error"]["fields"]), (status, &json!({ "file": rule })), "{body}");
        assert_eq!(body["error"]["message"], message);
    }
    let (status, body) = administrator.upload(&path, vec![jpeg(8, 8)]).await;
    let required = json!({ "file": "validation.required" });
    assert_eq!((status.as_u16(), &body["error"]["fields"]), (400, &required), "the field has another name");
    let two = ["a", "b"].map(|_| Part::bytes(jpeg(8, 8)).file_name("a.jpg"));
    let two = two.into_iter().fold(Form::new(), |form, part| form.part("file", part));
    let (status, body) = send_request(administrator.request(Method::POST, &path).multipart(two)).await;
    assert_eq!((status.as_u16(), &body["error"]["fields"]), (400, &json!({ "file": "validation.invalid" })));
    for unknown in ["00000000-0000-7000-8000-000000000000", "home.hero"] {
        let path = format!("/api/v1/settings/{unknown}/upload-image");
        let (status, body) = administrator.upload_one(&path, jpeg(8, 8)).await;
        let message = &body["error"]["message"];
        assert_eq!((status.as_u16(), message), (404, &json!("exception.setting.not-found")), "{unknown}");
    }
    assert_eq!(settings(&administrator).await[1], hero);
    assert_eq!(portal.stored_files(), 0, "the object store is empty");
}

#[tokio::test(flavor = "multi_thread")]
async fn remove_setting_image_returns_to_the_default() {
    let portal = Portal::start().await;
    let administrator = portal.administrator().await;
    let hero = settings(&administrator).await.remove(1);
    let (_, uploaded) = administrator.upload_one(&path_of(&hero), jpeg(60, 40)).await;
    let path = format!("/api/v1/settings/{}/image", hero["externalId"].as_str().unwrap());
    for _ in 0..2 {
        assert_eq!(administrator.delete(&path).await.0, 200);
        assert_eq!(settings(&administrator).await[1]["value"], Value::Null);
        assert_eq!(public_location(&portal, "home.hero").await, Value::Null);
    }
    portal.remove_files().await;
    assert!(!is_served(&portal, &uploaded["payload"]["value"]).await);
    let (_, trail) = administrator.get("/api/v1/audit?action=SETTING_CHANGED").await;
    assert_eq!(trail["totalSize"], 2, "removing it again is no change");
    let (status, body) = administrator.delete("/api/v1/settings/home.hero/image").await;
    assert_eq!((status.as_u16(), &body["error"]["message"]), (404, &json!("exception.setting.not-found")));
}

#[tokio::test(flavor = "multi_thread")]
async fn concurrent_setting_uploads_leave_one_file() {
    let portal = Portal::start_with_pool().await;
    let administrator = portal.administrator().await;
    let path = path_of(&settings(&administrator).await[0]);
    let uploads = (0..6).map(|n| administrator.upload_one(&path, jpeg(20 + n, 20)));
    let responses = futures_util::future::join_all(uploads).await;
    assert!(responses.iter().all(|(status, _)| *status == 201), "{responses:?}");
    let current = public_url(&portal, "about.picture").await;
    assert_eq!(responses.iter().filter(|(_, body)| body["payload"]["value"] == current).count(), 1);
    portal.remove_files().await;
    assert_eq!(portal.stored_files(), 1);
    assert!(is_served(&portal, &current).await);
    portal.advance_clock(TimeDelta::hours(2));
    portal.remove_files().await;
    assert!(is_served(&portal, &current).await, "its queued removal is cancelled");
}

#[tokio::test(flavor = "multi_thread")]
async fn upload_setting_image_keeps_file_of_other_row() {
    let portal = Portal::start().await;
    let administrator = portal.administrator().await;
    let [about, hero, _, _]: [Value; 4] = settings(&administrator).await.try_into().unwrap();
    let (_, body) = administrator.upload_one(&path_of(&hero), jpeg(30, 30)).await;
    let shared = body["payload"]["value"].clone();
    let client = portal.database.client().await;
    let share_image = "UPDATE settings SET value = $1 WHERE key = 'about.picture'";
    let location = public_location(&portal, "home.hero").await;
    client.execute(share_image, &[&location.as_str().unwrap()]).await.unwrap();
    administrator.upload_one(&path_of(&hero), jpeg(31, 31)).await;
    portal.remove_files().await;
    assert!(is_served(&portal, &shared).await);
    administrator.upload_one(&path_of(&about), jpeg(32, 32)).await;
    portal.remove_files().await;
    assert!(!is_served(&portal, &shared).await);
}

#[tokio::test(flavor = "multi_thread")]
async fn upload_setting_image_is_rate_limited() {
    let portal = Portal::start_with(|config| {
        config.rate_limit_enabled = true;
        config.uploads_per_minute = 2.try_into().unwrap();
    })
    .await;
    let administrator = portal.administrator().await;
    let path = path_of(&settings(&administrator).await[0]);
    for expected in [201, 201, 429] {
        assert_eq!(administrator.upload_one(&path, jpeg(8, 8)).await.0, expected);
    }
}
