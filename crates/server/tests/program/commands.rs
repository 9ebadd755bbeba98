//! Commands that run and exit.

use crate::running::{output, portal_command};

fn data() -> tempfile::TempDir {
    tempfile::tempdir().unwrap()
}

#[test]
fn config_rejects_unknown_variable_by_name() {
    let data = data();
    let mut command = portal_command(data.path(), &["config"]);
    command.env("PORTAL_HTTP_ADRESS", "127.0.0.1:1");
    let (success, _, stderr) = output(command);
    assert!(!success && stderr.contains("http_adress"), "{stderr}");
}

#[test]
fn config_variables_override_file_and_file_overrides_defaults() {
    let data = data();
    let file = data.path().join("portal.toml");
    std::fs::write(&file, "brand_name = \"Aus der Datei\"\ncontact_email = \"datei@portal.test\"\n").unwrap();
    let mut command = portal_command(data.path(), &["config"]);
    command.env("PORTAL_CONFIG_FILE", &file).env("PORTAL_BRAND_NAME", "Aus der Umgebung");
    let (success, stdout, stderr) = output(command);
    assert!(success, "{stderr}");
    for line in
        ["brand_name = \"Aus der Umgebung\"", "contact_email = \"datei@portal.test\"", "time_zone = \"Europe/Berlin\""]
    {
        assert!(stdout.contains(line), "{stdout}");
    }
}

#[test]
fn config_hides_secrets() {
    let data = data();
    let mut command = portal_command(data.path(), &["config"]);
    command
        .env("PORTAL_SIGNING_SECRET", "swordfish-swordfish-swordfish-swordfish")
        .env("PORTAL_SMTP_URL", "smtps://me:swordfish@mail.example.org")
        .env("PORTAL_DATABASE_URL", "postgres://me:swordfish@db.example.org/portal");
    let (success, stdout, _) = output(command);
    assert!(success && !stdout.contains("swordfish") && stdout.contains("mail.example.org"), "{stdout}");
}

#[test]
fn config_reads_secrets_of_files_and_hides_them() {
    let data = data();
    let file = data.path().join("smtp_url");
    std::fs::write(&file, "smtps://me:swordfish@mail.example.org\n").unwrap();
    let mut command = portal_command(data.path(), &["config"]);
    command.env("PORTAL_SMTP_URL_FILE", &file);
    let (success, stdout, stderr) = output(command);
    assert!(success && stdout.contains("smtp_url = \"smtps://me:…@mail.example.org\""), "{stdout}{stderr}");
}

#[test]
fn config_rejects_unreadable_file_by_name() {
    let data = data();
    let mut command = portal_command(data.path(), &["config"]);
    command.env("PORTAL_CONFIG_FILE", data.path().join("nothing.toml"));
    let (success, _, stderr) = output(command);
    assert!(!success && stderr.contains("nothing.toml"), "{stderr}");
}

#[test]
fn check_of_risky_configuration_names_keys_and_exits_with_3() {
    let data = data();
    let mut command = portal_command(data.path(), &["check"]);
    command.env("PORTAL_PUBLIC_URL", "https://zimmer.example.org").env("PORTAL_RATE_LIMIT_ENABLED", "false");
    let output = command.output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    for line in
        ["error trusted_proxies: ", "error smtp_url: ", "error rate_limit_enabled: ", "warning signing_secret: "]
    {
        assert!(text.contains(line), "{line}\n{text}");
    }
    assert!(
        text.find("warning ") > text.rfind("error ") && text.lines().last().unwrap().starts_with("errors: "),
        "{text}"
    );
    assert_eq!(output.status.code(), Some(3));
    assert_eq!(std::fs::read_dir(data.path()).unwrap().count(), 0, "the check changed the data folder");
}

/// A portal with one of these values does not start, or makes no backup.
#[test]
fn check_of_invalid_value_is_one_error_and_exits_with_3() {
    let (data, short) = (data(), "x".repeat(31));
    for (key, value) in [
        ("log_filter", "info,portal=loud"),
        ("signing_secret", short.as_str()),
        ("encryption_secret", short.as_str()),
        ("database_url", "mysql://db.example.org/portal"),
        ("storage_url", "bucket/portal"),
        ("smtp_url", "mail.example.org"),
        ("backup_recipient", "age1wrong"),
    ] {
        let mut command = portal_command(data.path(), &["check"]);
        command.env(format!("PORTAL_{}", key.to_uppercase()), value);
        let output = command.output().unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        let errors: Vec<&str> = text.lines().filter(|line| line.starts_with("error ")).collect();
        assert!(errors.len() == 1 && errors[0].starts_with(&format!("error {key}: ")), "{key}\n{text}");
        assert_eq!(output.status.code(), Some(3), "{key}");
    }
    assert_eq!(std::fs::read_dir(data.path()).unwrap().count(), 0, "the check changed the data folder");
}

#[test]
fn check_of_valid_values_finds_no_error() {
    let (data, secret) = (data(), "x".repeat(32));
    let mut command = portal_command(data.path(), &["check"]);
    command
        .env("PORTAL_LOG_FILTER", "info,security=info")
        .env("PORTAL_SIGNING_SECRET", &secret)
        .env("PORTAL_ENCRYPTION_SECRET", &secret)
        .env("PORTAL_DATABASE_URL", "postgres://portal@127.0.0.1/portal")
        .env("PORTAL_STORAGE_URL", "s3://bucket/portal")
        .env("PORTAL_SMTP_URL", "smtps://mail.example.org")
        .env("PORTAL_BACKUP_RECIPIENT", age::x25519::Identity::generate().to_public().to_string());
    let output = command.output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("errors: 0"), "{text}");
    assert_ne!(output.status.code(), Some(3));
}

#[test]
fn check_live_reports_invalid_url_once() {
    let data = data();
    let mut command = portal_command(data.path(), &["check", "--live"]);
    command
        .env("PORTAL_DATABASE_URL", "mysql://db.example.org/portal")
        .env("PORTAL_STORAGE_URL", "bucket/portal")
        .env("PORTAL_SMTP_URL", "mail.example.org");
    let output = command.output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    for key in ["database_url", "storage_url", "smtp_url"] {
        assert_eq!(text.matches(&format!("error {key}: ")).count(), 1, "{key}\n{text}");
    }
    assert_eq!(output.status.code(), Some(3));
}

#[test]
fn check_live_reports_each_service_that_fails() {
    let data = data();
    let closed = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let mut command = portal_command(data.path(), &["check", "--live"]);
    command
        .env("PORTAL_DATABASE_URL", format!("postgres://portal@{closed}/portal"))
        .env("PORTAL_SMTP_URL", format!("smtp://{closed}"))
        .env("PORTAL_STORAGE_URL", "s3://bucket/portal")
        .env("AWS_ENDPOINT", format!("http://{closed}"))
        .env("AWS_ALLOW_HTTP", "true")
        .env("AWS_ACCESS_KEY_ID", "key")
        .env("AWS_SECRET_ACCESS_KEY", "secret");
    let output = command.output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    for line in [
        "error database_url: failed to inspect the database: failed to connect",
        "error storage_url: failed to write, read and remove a file",
        "error smtp_url: the mail server cannot be used",
    ] {
        assert!(text.contains(line), "{line}\n{text}");
    }
    assert_eq!(output.status.code(), Some(3));
}

#[test]
fn check_of_invalid_configuration_exits_with_1() {
    let data = data();
    // The index finds images that differ in at most 7 bits.
    for (key, value) in [("REPLY_DAYS", "0"), ("SUSPICIOUS_IMAGE_DISTANCE", "8")] {
        let mut command = portal_command(data.path(), &["check"]);
        command.env(format!("PORTAL_{key}"), value);
        let output = command.output().unwrap();
        assert_eq!(output.status.code(), Some(1), "{key}");
        assert!(String::from_utf8(output.stderr).unwrap().contains(key), "{key}");
    }
}

#[test]
fn openapi_needs_no_database() {
    let data = data();
    let (success, json, _) = output(portal_command(data.path(), &["openapi"]));
    let description: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert!(success && description["paths"]["/api/v1/listings/search"].is_object());
    assert!(std::fs::read_dir(data.path()).unwrap().next().is_none(), "no file was created");
}

#[test]
fn demo_data_is_refused_for_public_url() {
    let data = data();
    for arguments in [&["seed"][..], &["seed", "--listings", "5"], &["serve", "--demo"]] {
        let mut command = portal_command(data.path(), arguments);
        command.env("PORTAL_PUBLIC_URL", "https://zimmer.example.org");
        let (success, _, stderr) = output(command);
        assert!(!success && stderr.contains("known password"), "{stderr}");
    }
}

#[test]
fn demo_data_is_refused_for_public_address() {
    let data = data();
    for arguments in [&["seed"][..], &["serve", "--demo"]] {
        let mut command = portal_command(data.path(), arguments);
        command.env("PORTAL_HTTP_ADDRESS", "0.0.0.0:0");
        let (success, _, stderr) = output(command);
        assert!(!success && stderr.contains("known password"), "{stderr}");
    }
}

#[test]
fn create_admin_rejects_invalid_email_and_password() {
    let data = data();
    let names = ["create-admin", "--first-name", "Ada", "--last-name", "L"];
    for (email, password, reason) in [("ada", "long enough", "email address"), ("ada@portal.test", "short", "8 to 128")]
    {
        let arguments = [&names[..], &["--email", email, "--password", password]].concat();
        let (success, _, stderr) = output(portal_command(data.path(), &arguments));
        assert!(!success && stderr.contains(reason), "{stderr}");
    }
}
