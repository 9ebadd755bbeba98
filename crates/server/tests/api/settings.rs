//! Public settings and amenities (acceptance M 193, AC 430).

use serde_json::json;

use crate::harness::Portal;

#[tokio::test(flavor = "multi_thread")]
async fn the_public_settings_are_for_everybody() {
    let portal = Portal::start_with(|settings| settings.terms_url = Some("https://example.org/terms".to_owned())).await;
    let (status, body) = portal.anonymous().get("/api/v1/settings/public").await;
    assert_eq!(status, 200);
    let settings = &body["payload"];
    assert_eq!(settings["brandName"], "Fensterplatz");
    assert_eq!(settings["termsUrl"], "https://example.org/terms");
    assert_eq!(settings["privacyUrl"], json!(null));
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
