//! Settings and amenities (acceptance M 193, Z 403–405, AC 430).

use chrono::TimeDelta;
use portal_server::settings::PageUrl;
use reqwest::Method;
use reqwest::multipart::{Form, Part};
use serde_json::{Value, json};

use crate::harness::{Client, Portal, answer, photo};

#[tokio::test(flavor = "multi_thread")]
async fn the_public_settings_are_for_everybody() {
    let portal = Portal::start_with(|settings| settings.terms_url = PageUrl::parse("https://example.org/terms")).await;
    let (status, body) = portal.anonymous().get("/api/v1/settings/public").await;
    assert_eq!(status, 200);
    let settings = &body["payload"];
    assert_eq!(settings["brandName"], "Fensterplatz");
    assert_eq!(settings["termsUrl"], "https://example.org/terms");
    assert_eq!(
        (&settings["privacyUrl"], &settings["imprintUrl"]),
        (&json!("/legal/privacy"), &json!("/legal/imprint"))
    );
    let expected =
        json!({ "about.picture": null, "home.hero": null, "login.background": null, "signup.background": null });
    assert_eq!(settings["images"], expected);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_amenities_hold_the_fallback_codes() {
    let portal = Portal::start().await;
    let (_, body) = portal.anonymous().get("/api/v1/commons/amenities").await;
    let codes: Vec<&str> = body["payload"].as_array().unwrap().iter().map(|code| code.as_str().unwrap()).collect();
    for code in
        ["AIR_CONDITIONING", "BALCONY", "FURNISHED", "GARDEN", "PARKING", "SWIMMING_POOL", "WIFI", "ENERGY_CERTIFICATE"]
    {
        assert!(codes.contains(&code), "{code}");
    }
}

/// The image settings as administrators see them, by key.
async fn settings(administrator: &Client) -> Vec<Value> {
    let (status, body) = administrator.get("/api/v1/settings?sortField=key&sortDirection=ASC").await;
    assert_eq!(status, 200, "{body}");
    body["payload"].as_array().unwrap().clone()
}

fn path_of(setting: &Value) -> String {
    format!("/api/v1/settings/{}/upload-image", setting["externalId"].as_str().unwrap())
}

/// The picture that everybody is told of.
async fn shown(portal: &Portal, key: &str) -> Value {
    portal.anonymous().get("/api/v1/settings/public").await.1["payload"]["images"][key].clone()
}

/// Whether an image element with this address shows a picture.
async fn is_served(portal: &Portal, url: &Value) -> bool {
    let answer = portal.anonymous().request(Method::GET, url.as_str().unwrap()).send().await.unwrap();
    answer.status() == 200 && answer.headers()["content-type"].to_str().unwrap().starts_with("image/")
}

/// The location that everybody is told of, as the address that administrators see.
async fn shown_url(portal: &Portal, key: &str) -> Value {
    json!(format!("/images/1200x800{}", shown(portal, key).await.as_str().unwrap()))
}

#[tokio::test(flavor = "multi_thread")]
async fn administrators_see_every_setting_in_pages() {
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
async fn a_new_picture_is_in_use_at_once_and_the_old_one_goes() {
    let portal = Portal::start().await;
    let administrator = portal.administrator().await;
    let hero = settings(&administrator).await.remove(1);
    let (status, first) = administrator.upload_one(&path_of(&hero), photo(60, 40)).await;
    assert_eq!(status, 201, "{first}");
    let first = &first["payload"];
    assert_eq!((&first["externalId"], &first["key"]), (&hero["externalId"], &json!("home.hero")));
    assert_eq!(first["dateCreated"], hero["dateCreated"]);
    assert!(first["lastModified"].as_str() > hero["lastModified"].as_str());
    assert_eq!(shown_url(&portal, "home.hero").await, first["value"]);
    assert_eq!(settings(&administrator).await[1], *first);
    assert!(is_served(&portal, &first["value"]).await);

    let (_, second) = administrator.upload_one(&path_of(&hero), photo(50, 50)).await;
    assert_ne!(second["payload"]["value"], first["value"]);
    assert_eq!(shown_url(&portal, "home.hero").await, second["payload"]["value"]);
    portal.remove_discarded().await;
    assert!(!is_served(&portal, &first["value"]).await);
    assert!(is_served(&portal, &second["payload"]["value"]).await);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bad_file_is_named_and_changes_nothing() {
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
        (photo(400, 300)[..900].to_vec(), 400, "exception.image.damaged", "validation.invalid"),
        (vec![0xff; 10 * 1024 * 1024 + 1], 413, "exception.image.too-large", "validation.file-size"),
    ] {
        let (answered, body) = administrator.upload_one(&path, file).await;
        assert_eq!((answered.as_u16(), &body["error"]["fields"]), (status, &json!({ "file": rule })), "{body}");
        assert_eq!(body["error"]["message"], message);
    }
    let (status, body) = administrator.upload(&path, vec![photo(8, 8)]).await;
    let required = json!({ "file": "validation.required" });
    assert_eq!((status.as_u16(), &body["error"]["fields"]), (400, &required), "under another name it is no file");
    let two = ["a", "b"].map(|_| Part::bytes(photo(8, 8)).file_name("a.jpg"));
    let two = two.into_iter().fold(Form::new(), |form, part| form.part("file", part));
    let (status, body) = answer(administrator.request(Method::POST, &path).multipart(two)).await;
    assert_eq!((status.as_u16(), &body["error"]["fields"]), (400, &json!({ "file": "validation.invalid" })));
    for unknown in ["00000000-0000-7000-8000-000000000000", "home.hero"] {
        let path = format!("/api/v1/settings/{unknown}/upload-image");
        let (status, body) = administrator.upload_one(&path, photo(8, 8)).await;
        assert_eq!(status, 404, "{unknown}: {body}");
    }
    assert_eq!(settings(&administrator).await[1], hero);
    assert_eq!(portal.stored_files(), 0, "nothing is left in the store");
}

#[tokio::test(flavor = "multi_thread")]
async fn of_many_uploads_at_once_one_stays_and_no_file_is_left() {
    let portal = Portal::start().await;
    let administrator = portal.administrator().await;
    let path = path_of(&settings(&administrator).await[0]);
    let uploads = (0..6).map(|n| administrator.upload_one(&path, photo(20 + n, 20)));
    let answers = futures_util::future::join_all(uploads).await;
    assert!(answers.iter().all(|(status, _)| *status == 201), "{answers:?}");
    let stays = shown_url(&portal, "about.picture").await;
    assert_eq!(answers.iter().filter(|(_, body)| body["payload"]["value"] == stays).count(), 1);
    portal.remove_discarded().await;
    assert_eq!(portal.stored_files(), 1);
    assert!(is_served(&portal, &stays).await);
    portal.wait(TimeDelta::hours(2));
    portal.remove_discarded().await;
    assert!(is_served(&portal, &stays).await, "its guard is gone");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_picture_that_another_row_names_stays() {
    let portal = Portal::start().await;
    let administrator = portal.administrator().await;
    let [about, hero, _, _]: [Value; 4] = settings(&administrator).await.try_into().unwrap();
    let (_, body) = administrator.upload_one(&path_of(&hero), photo(30, 30)).await;
    let shared = body["payload"]["value"].clone();
    let client = portal.database.client().await;
    let name_it_too = "UPDATE settings SET value = $1 WHERE key = 'about.picture'";
    let location = shown(&portal, "home.hero").await;
    client.execute(name_it_too, &[&location.as_str().unwrap()]).await.unwrap();
    administrator.upload_one(&path_of(&hero), photo(31, 31)).await;
    portal.remove_discarded().await;
    assert!(is_served(&portal, &shared).await);
    administrator.upload_one(&path_of(&about), photo(32, 32)).await;
    portal.remove_discarded().await;
    assert!(!is_served(&portal, &shared).await);
}

#[tokio::test(flavor = "multi_thread")]
async fn uploads_of_an_address_are_limited() {
    let portal = Portal::start_with(|settings| {
        settings.rate_limit_enabled = true;
        settings.uploads_per_minute = 2.try_into().unwrap();
    })
    .await;
    let administrator = portal.administrator().await;
    let path = path_of(&settings(&administrator).await[0]);
    for expected in [201, 201, 429] {
        assert_eq!(administrator.upload_one(&path, photo(8, 8)).await.0, expected);
    }
}
