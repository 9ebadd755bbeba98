use portal_api::LegalPage;

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
fn operator_name_and_address_are_bounded_and_hold_no_control_characters() {
    let settings = read("operator_name = ' Muster GmbH '\noperator_address = \"Weg 1\\r\\n12345 Ort\"").unwrap();
    let operator = settings.operator().unwrap();
    assert_eq!((operator.name.as_str(), operator.address.as_str()), ("Muster GmbH", "Weg 1\n12345 Ort"));
    for name in ["", "  ", "Muster\nGmbH", "Muster\u{202e}GmbH", &"a".repeat(201)] {
        assert_eq!(OperatorName::parse(name), None, "{name}");
    }
    for address in ["", "Weg\t1", "Weg\u{7} 1", &"a\n".repeat(9), &"a".repeat(501)] {
        assert_eq!(OperatorAddress::parse(address), None, "{address}");
    }
    let error = read("operator_name = ''").unwrap_err().to_string();
    assert!(error.contains("operator_name"), "{error}");
}

#[test]
fn operator_is_known_by_name_and_address_together() {
    assert_eq!(read("operator_name = 'Muster GmbH'").unwrap().operator(), None);
    assert_eq!(read("operator_address = 'Weg 1'").unwrap().operator(), None);
    let demo = read("operator_name = 'Muster GmbH'").unwrap().for_demo();
    let operator = demo.operator().unwrap();
    assert!(demo.demo && operator.name == "Muster GmbH" && operator.address.lines().count() == 3, "{operator:?}");
}

#[test]
fn operator_missing_matters_where_others_read_a_page_of_the_portal() {
    let [here, public] =
        ["http://127.0.0.1:8080", "https://zimmer.example.org"].map(|url| PublicUrl::parse(url).unwrap());
    let settings = Settings::defaults().unwrap();
    assert!(settings.lacks_operator(&public) && !settings.lacks_operator(&here));
    assert!(!settings.for_demo().lacks_operator(&public));
    let elsewhere = ["terms", "privacy", "imprint"].map(|page| format!("{page}_url = 'https://example.org/{page}'"));
    assert!(!read(&elsewhere.join("\n")).unwrap().lacks_operator(&public));
    assert!(read(&elsewhere[..2].join("\n")).unwrap().lacks_operator(&public));
}

#[test]
fn legal_url_of_the_operator_replaces_that_of_the_portal() {
    let settings = read("terms_url = 'https://example.org/agb?x=1#y'").unwrap();
    assert_eq!(settings.legal_url(LegalPage::Terms), "https://example.org/agb?x=1#y");
    assert_eq!(settings.legal_url(LegalPage::Imprint), "/legal/imprint");
    for url in
        ["", "/terms", "example.org", "https://", "javascript:alert(1)", "https://a b", "https://a\r\nb", "https://ü"]
    {
        assert_eq!(PageUrl::parse(url), None, "{url}");
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
