use portal_domain::legal_page::LegalPage;
use portal_services::config::RelyingParty;

use super::*;

fn read(file: &str) -> Result<Config, Failure> {
    Config::of_text(file)
}

#[test]
fn defaults_are_complete_and_valid() {
    let config = Config::defaults().unwrap();
    assert_eq!(config.http_address.to_string(), "127.0.0.1:8080");
    assert!(config.metrics_address.ip().is_loopback());
    assert!(config.rate_limit_enabled);
}

#[test]
fn read_rejects_unknown_key_by_name() {
    let error = read("datadir = \"x\"").unwrap_err().to_string();
    assert!(error.contains("datadir"), "{error}");
}

#[test]
fn read_rejects_invalid_value_by_name() {
    for (file, name) in [
        ("http_address = \"nowhere\"", "http_address"),
        ("time_zone = \"Mars\"", "Mars"),
        ("search_per_minute = 0", "search_per_minute"),
    ] {
        let error = read(file).unwrap_err().to_string();
        assert!(error.contains(name), "{error}");
    }
}

/// The numeric keys of the defaults, those without a default included, and their values.
fn numbers() -> Vec<(&'static str, u32)> {
    let lines = DEFAULTS.lines().filter_map(|line| line.trim_start_matches("# ").split_once(" = "));
    lines.filter_map(|(key, value)| Some((key, value.parse().ok()?))).collect()
}

#[test]
fn read_rejects_number_beyond_its_range_by_name_and_range() {
    assert!(numbers().len() > 30 && numbers().contains(&("http_workers", 4)), "{:?}", numbers());
    for (key, default) in numbers() {
        assert!(read(&format!("{key} = {default}")).is_ok(), "{key}");
        for beyond in ["4000000000", "9223372036854775807", "-1", "0.5", "'many'"] {
            let error = read(&format!("{key} = {beyond}")).expect_err(key).to_string();
            assert!(error.contains(key) && error.contains("a whole number from "), "{key} = {beyond}: {error}");
        }
    }
}

#[test]
fn longest_times_can_be_added_to_the_current_one() {
    for (key, _) in numbers().into_iter().filter(|(key, _)| key.ends_with("_days")) {
        let error = read(&format!("{key} = 4000000000")).unwrap_err().to_string();
        let (_, range) = error.split_once("a whole number from ").unwrap();
        let longest = range.split_whitespace().nth(2).unwrap().trim_end_matches(|c: char| !c.is_ascii_digit());
        assert!(read(&format!("{key} = {longest}")).is_ok(), "{key} = {longest}");
        let years = chrono::TimeDelta::days(longest.parse().unwrap()) + chrono::TimeDelta::days(365 * 100);
        assert!(chrono::DateTime::UNIX_EPOCH.checked_add_signed(years).is_some(), "{key} = {longest}");
    }
}

#[test]
fn trusted_proxies_are_addresses_or_networks() {
    let config = read("trusted_proxies = ['10.0.0.1', '192.0.2.0/24', '2001:db8::/32']").unwrap();
    assert_eq!(config.trusted_proxies.len(), 3);
    let error = read("trusted_proxies = ['proxy']").unwrap_err().to_string();
    assert!(error.contains("trusted_proxies") && error.contains("`proxy`"), "{error}");
}

#[test]
fn operator_name_and_address_reject_long_texts_and_control_characters() {
    let config = read("operator_name = ' Muster GmbH '\noperator_address = \"Weg 1\\r\\n12345 Ort\"").unwrap();
    let operator = config.operator().unwrap();
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
fn operator_needs_name_and_address() {
    assert_eq!(read("operator_name = 'Muster GmbH'").unwrap().operator(), None);
    assert_eq!(read("operator_address = 'Weg 1'").unwrap().operator(), None);
    let demo = read("operator_name = 'Muster GmbH'").unwrap().for_demo();
    let operator = demo.operator().unwrap();
    assert!(demo.demo && operator.name == "Muster GmbH" && operator.address.lines().count() == 3, "{operator:?}");
}

#[test]
fn lacks_operator_on_public_url_with_own_legal_page() {
    let [local, public] =
        ["http://127.0.0.1:8080", "https://zimmer.example.org"].map(|url| PublicUrl::parse(url).unwrap());
    let config = Config::defaults().unwrap();
    assert!(config.lacks_operator(&public) && !config.lacks_operator(&local));
    assert!(!config.for_demo().lacks_operator(&public));
    let external = LegalPage::ALL.iter().map(|page| format!("{}_url = 'https://example.org'", page.as_str()));
    let external: Vec<_> = external.collect();
    assert!(!read(&external.join("\n")).unwrap().lacks_operator(&public));
    assert!(read(&external[..3].join("\n")).unwrap().lacks_operator(&public));
}

#[test]
fn legal_url_prefers_configured_url() {
    let config = read("terms_url = 'https://example.org/agb?x=1#y'").unwrap();
    assert_eq!(config.legal_url(LegalPage::Terms), "https://example.org/agb?x=1#y");
    assert_eq!(config.legal_url(LegalPage::Imprint), "/legal/imprint");
    for url in
        ["", "/terms", "example.org", "https://", "javascript:alert(1)", "https://a b", "https://a\r\nb", "https://ü"]
    {
        assert_eq!(PageUrl::parse(url), None, "{url}");
    }
}

#[test]
fn public_url_parse_accepts_origins_only() {
    assert_eq!(PublicUrl::parse("https://Zimmer.example.org/").unwrap().as_str(), "https://zimmer.example.org");
    for text in ["zimmer.example.org", "https://", "ftp://a.b", "https://a.b/path", "https://user@a.b", "https://a b"] {
        assert_eq!(PublicUrl::parse(text), None, "{text}");
    }
}

#[test]
fn allows_plain_cookies_only_for_http_on_loopback() {
    let plain = |text: &str| PublicUrl::parse(text).unwrap().allows_plain_cookies();
    assert!(plain("http://127.0.0.1:8080") && plain("http://localhost") && plain("http://[::1]:80"));
    assert!(!plain("https://localhost") && !plain("http://portal.example") && !plain("http://localhost.evil.example"));
}

#[test]
fn relying_party_of_loopback_address_is_localhost() {
    let party = |text: &str| PublicUrl::parse(text).unwrap().relying_party();
    let expected = |id: &str, origin: &str| RelyingParty { id: id.to_owned(), origin: origin.to_owned() };
    let localhost = expected("localhost", "http://localhost:8080");
    for url in ["http://127.0.0.1:8080", "http://[::1]:8080", "http://localhost:8080"] {
        assert_eq!(party(url), localhost, "{url}");
    }
    assert_eq!(party("http://127.0.0.1"), expected("localhost", "http://localhost"));
    assert_eq!(party("https://zimmer.example.org"), expected("zimmer.example.org", "https://zimmer.example.org"));
}
