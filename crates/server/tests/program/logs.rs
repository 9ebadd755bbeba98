//! The log: a reader that does not read, and what it says of logins.

use std::io::{BufRead, BufReader};
use std::net::TcpListener;
use std::time::Duration;

use serde_json::Value;

use crate::monitoring::scrape;
use crate::running::{
    Serving, create_administrator, exchange, get, migrated_folder, portal_command, post, read_in_background,
};

#[test]
fn requests_are_answered_while_the_log_is_not_read() {
    let data = migrated_folder();
    let metrics = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().to_string();
    let mut command = portal_command(data.path(), &["serve"]);
    command.env("PORTAL_LOG_BUFFER_KIB", "8").env("PORTAL_METRICS_ADDRESS", &metrics);
    let (serving, log) = Serving::start_with_log(command);
    // A pipe holds 64 KiB, and the line of a request has more than 100 bytes.
    for number in 0..800 {
        assert_eq!(get(&format!("{}/health/live", serving.url)), Some(200), "request {number}");
    }
    assert!(scrape(&metrics)["portal_log_lines_dropped_total"] > 0.0);
    let mut lines = BufReader::new(log).lines().map(Result::unwrap);
    // Only then is there room for the lines of the stop.
    assert!(lines.any(|line| line.contains("log lines dropped")));
    let reader = std::thread::spawn(move || lines.any(|line| line.contains("stopping")));
    assert!(serving.stop("TERM").0);
    assert!(reader.join().unwrap());
}

#[test]
fn serve_stops_while_the_log_is_not_read() {
    let data = migrated_folder();
    let (serving, _log) = Serving::start_with_log(portal_command(data.path(), &["serve"]));
    for number in 0..500 {
        assert_eq!(get(&format!("{}/health/live", serving.url)), Some(200), "request {number}");
    }
    let (success, took) = serving.stop("TERM");
    assert!(success && took < Duration::from_secs(10), "{took:?}");
}

#[test]
fn logins_are_in_the_security_log_without_personal_data() {
    let data = migrated_folder();
    create_administrator(data.path());
    let mut command = portal_command(data.path(), &["serve"]);
    command.env("PORTAL_LOG_FORMAT", "json");
    let (serving, log) = Serving::start_with_log(command);
    let reader = read_in_background(log);
    let api = format!("{}/api/v1", serving.url);
    for (email, password) in
        [("ada@portal.test", "guessed word"), (" EVE@portal.test", "other guess"), ("ada@portal.test", "secret word")]
    {
        let body = serde_json::json!({ "email": email, "password": password }).to_string();
        assert!(post(&format!("{api}/authenticate"), &body).is_some());
    }
    assert!(post(&format!("{api}/auth/forgot-password"), r#"{"email":"ada@portal.test"}"#).is_some());
    assert!(
        post(
            &format!("{api}/auth/reset-password"),
            r#"{"email":"ada@portal.test","token":"abcdef","password":"new secret"}"#
        )
        .is_some()
    );
    assert_eq!(get(&format!("{api}/users")), Some(403));
    assert!(serving.stop("TERM").0);

    let text = reader.join().unwrap();
    let lines: Vec<Value> = text.lines().filter_map(|line| serde_json::from_str(line).ok()).collect();
    let security: Vec<&Value> = lines.iter().filter(|line| line["target"] == "security").collect();
    let logins: Vec<&&Value> = security.iter().filter(|line| line["event"] == "LOG_IN").collect();
    let outcomes: Vec<&str> = logins.iter().filter_map(|line| line["outcome"].as_str()).collect();
    assert_eq!(outcomes, ["FAILURE", "FAILURE", "SUCCESS"], "{text}");
    assert!(security.iter().all(|line| line["address"] == "127.0.0.1" && line["request_id"].is_string()), "{text}");
    assert!(logins[2]["user_id"].is_string() && logins[2]["account"].is_null(), "{text}");
    assert_eq!(logins[0]["account"].as_str().unwrap().len(), 64, "{text}");
    assert_ne!(logins[0]["account"], logins[1]["account"], "{text}");
    for event in ["PASSWORD_RESET", "ACCESS_REFUSED"] {
        assert!(security.iter().any(|line| line["event"] == event), "{event}: {text}");
    }
    let lower_case = text.to_lowercase();
    for secret in ["portal.test", "guess", "secret", "abcdef"] {
        assert!(!lower_case.contains(secret), "{secret}: {text}");
    }
}

#[test]
fn lines_of_a_request_carry_the_id_of_the_proxy_in_both_formats() {
    for (format, expected) in [("text", "request_id=proxy-7"), ("json", "\"request_id\":\"proxy-7\"}")] {
        let data = migrated_folder();
        let mut command = portal_command(data.path(), &["serve"]);
        command.env("PORTAL_LOG_FORMAT", format).env("PORTAL_TRUSTED_PROXIES", "[\"127.0.0.1\"]");
        let (serving, log) = Serving::start_with_log(command);
        let reader = read_in_background(log);
        let host = serving.url.strip_prefix("http://").unwrap().trim_end_matches('/').to_owned();
        let head = format!("GET /api/v1/users HTTP/1.0\r\nhost: {host}\r\nx-request-id: proxy-7\r\n\r\n");
        assert!(exchange(&host, &head).unwrap().starts_with("HTTP/1.0 403"));
        assert!(serving.stop("TERM").0);
        let text = reader.join().unwrap();
        // The line of the request, and that of the security log.
        let lines: Vec<&str> = text.lines().filter(|line| line.trim_end().ends_with(expected)).collect();
        assert_eq!(lines.len(), 2, "{text}");
        assert!(
            text.lines().filter(|line| line.contains("stopping")).all(|line| !line.contains("request_id")),
            "{text}"
        );
        if format == "json" {
            assert!(lines.iter().all(|line| serde_json::from_str::<Value>(line).is_ok()), "{text}");
        }
    }
}
