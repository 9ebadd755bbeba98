use super::*;

fn read(file: &str) -> Result<Settings, Failure> {
    Settings::read(&Figment::from(Toml::string(DEFAULTS)).merge(Toml::string(file)))
}

#[test]
fn the_defaults_are_complete_and_valid() {
    let settings = Settings::defaults().unwrap();
    assert_eq!(settings.http_address.to_string(), "127.0.0.1:8080");
    assert!(settings.metrics_address.ip().is_loopback());
    assert!(settings.rate_limit_enabled);
}

#[test]
fn an_unknown_setting_is_an_error_that_names_it() {
    let error = read("datadir = \"x\"").unwrap_err().to_string();
    assert!(error.contains("datadir"), "{error}");
}

#[test]
fn a_setting_of_the_wrong_kind_is_an_error_that_names_it() {
    for (file, name) in [
        ("http_address = \"nowhere\"", "http_address"),
        ("time_zone = \"Mars\"", "Mars"),
        ("search_per_minute = 0", "search_per_minute"),
    ] {
        let error = read(file).unwrap_err().to_string();
        assert!(error.contains(name), "{error}");
    }
}

#[test]
fn a_public_url_is_an_origin() {
    assert_eq!(PublicUrl::parse("https://Zimmer.example.org/").unwrap().as_str(), "https://zimmer.example.org");
    for text in ["zimmer.example.org", "https://", "ftp://a.b", "https://a.b/path", "https://user@a.b", "https://a b"] {
        assert_eq!(PublicUrl::parse(text), None, "{text}");
    }
}

#[test]
fn only_plain_http_on_loopback_goes_without_secure_cookies() {
    let plain = |text: &str| PublicUrl::parse(text).unwrap().allows_plain_cookies();
    assert!(plain("http://127.0.0.1:8080") && plain("http://localhost") && plain("http://[::1]:80"));
    assert!(!plain("https://localhost") && !plain("http://portal.example") && !plain("http://localhost.evil.example"));
}
