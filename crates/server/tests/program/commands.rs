//! Commands that end by themselves.

use crate::running::{output, portal};

fn data() -> tempfile::TempDir {
    tempfile::tempdir().unwrap()
}

#[test]
fn an_unknown_variable_is_an_error_that_names_it() {
    let data = data();
    let mut command = portal(data.path(), &["config"]);
    command.env("PORTAL_HTTP_ADRESS", "127.0.0.1:1");
    let (success, _, complaint) = output(command);
    assert!(!success && complaint.contains("http_adress"), "{complaint}");
}

#[test]
fn variables_override_the_file_and_the_file_the_defaults() {
    let data = data();
    let file = data.path().join("portal.toml");
    std::fs::write(&file, "brand_name = \"Aus der Datei\"\ncontact_email = \"datei@portal.test\"\n").unwrap();
    let mut command = portal(data.path(), &["config"]);
    command.env("PORTAL_CONFIG_FILE", &file).env("PORTAL_BRAND_NAME", "Aus der Umgebung");
    let (success, shown, complaint) = output(command);
    assert!(success, "{complaint}");
    for line in
        ["brand_name = \"Aus der Umgebung\"", "contact_email = \"datei@portal.test\"", "time_zone = \"Europe/Berlin\""]
    {
        assert!(shown.contains(line), "{shown}");
    }
}

#[test]
fn secrets_are_not_shown() {
    let data = data();
    let mut command = portal(data.path(), &["config"]);
    command
        .env("PORTAL_SIGNING_SECRET", "swordfish-swordfish-swordfish-swordfish")
        .env("PORTAL_SMTP_URL", "smtps://me:swordfish@mail.example.org")
        .env("PORTAL_DATABASE_URL", "postgres://me:swordfish@db.example.org/portal");
    let (success, shown, _) = output(command);
    assert!(success && !shown.contains("swordfish") && shown.contains("mail.example.org"), "{shown}");
}

#[test]
fn a_file_that_cannot_be_read_is_an_error_that_names_it() {
    let data = data();
    let mut command = portal(data.path(), &["config"]);
    command.env("PORTAL_CONFIG_FILE", data.path().join("nothing.toml"));
    let (success, _, complaint) = output(command);
    assert!(!success && complaint.contains("nothing.toml"), "{complaint}");
}

#[test]
fn the_description_needs_no_database() {
    let data = data();
    let (success, json, _) = output(portal(data.path(), &["openapi"]));
    let document: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert!(success && document["paths"]["/api/v1/listings/search"].is_object());
    assert!(std::fs::read_dir(data.path()).unwrap().next().is_none(), "nothing was made");
}

#[test]
fn demo_data_stay_away_from_a_public_portal() {
    let data = data();
    for arguments in [&["seed"][..], &["seed", "--listings", "5"], &["serve", "--demo"]] {
        let mut command = portal(data.path(), arguments);
        command.env("PORTAL_PUBLIC_URL", "https://zimmer.example.org");
        let (success, _, complaint) = output(command);
        assert!(!success && complaint.contains("known password"), "{complaint}");
    }
}

#[test]
fn an_administrator_with_a_bad_email_or_password_is_not_made() {
    let data = data();
    let names = ["create-admin", "--first-name", "Ada", "--last-name", "L"];
    for (email, password, reason) in [("ada", "long enough", "e-mail"), ("ada@portal.test", "short", "8 to 128")] {
        let arguments = [&names[..], &["--email", email, "--password", password]].concat();
        let (success, _, complaint) = output(portal(data.path(), &arguments));
        assert!(!success && complaint.contains(reason), "{complaint}");
    }
}
