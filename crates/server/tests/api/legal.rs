//! Terms of use, privacy policy, imprint and accessibility statement, rendered with the configuration.

use portal_server::config::{Config, OperatorAddress, OperatorName, PageUrl, PublicUrl};
use reqwest::{Method, Response, redirect};
use serde_json::{Value, json};

use crate::harness::{Portal, http_client};

const PAGES: [&str; 4] = ["terms", "privacy", "imprint", "accessibility"];
const LOCALES: [&str; 2] = ["de-DE", "en-US"];

async fn get_page(portal: &Portal, page: &str, locale: &str) -> Value {
    let (status, body) = portal.anonymous().get(&format!("/api/v1/legal/{page}?locale={locale}")).await;
    assert_eq!(status, 200, "{page} {locale}: {body}");
    body["payload"].clone()
}

/// The text of a page, with plain spaces.
async fn markdown(portal: &Portal, page: &str, locale: &str) -> String {
    get_page(portal, page, locale).await["markdown"].as_str().unwrap().replace('\u{a0}', " ")
}

/// Requests a path without following redirects.
async fn get_without_redirects(portal: &Portal, path: &str) -> Response {
    let client = http_client().redirect(redirect::Policy::none()).build().unwrap();
    client.get(format!("{}{path}", portal.url)).send().await.unwrap()
}

fn set_operator(config: &mut Config) {
    config.operator_name = OperatorName::parse("Muster & Co. <KG>");
    config.operator_address = OperatorAddress::parse("Weg 1\n12345 Ort");
}

#[tokio::test(flavor = "multi_thread")]
async fn get_legal_page_renders_all_pages_in_both_languages() {
    let portal = Portal::start_with(set_operator).await;
    for page in PAGES {
        for locale in LOCALES {
            let text = get_page(&portal, page, locale).await;
            let (title, markdown) = (text["title"].as_str().unwrap(), text["markdown"].as_str().unwrap());
            assert!(!title.is_empty() && !markdown.contains(['{', '}']), "{page} {locale}: {title} {markdown}");
            assert!(!markdown.contains("> **"), "no warning: {markdown}");
        }
    }
    assert_eq!(get_page(&portal, "terms", "de-DE").await["title"], "Nutzungsbedingungen");
    assert_eq!(get_page(&portal, "privacy", "en-US").await["title"], "Privacy policy");
    for page in ["privacy", "imprint", "accessibility"] {
        let text = markdown(&portal, page, "de-DE").await;
        assert!(text.contains("\nMuster \\& Co\\. \\<KG\\>\\\nWeg 1\\\n12345 Ort\n"), "{text}");
        assert!(text.contains("(mailto:hallo@fensterplatz.example)"), "{text}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn get_legal_page_uses_requested_or_default_language() {
    let portal = Portal::start_with(|config| config.default_locale = portal_domain::locale::Locale::English).await;
    let anonymous = portal.anonymous();
    let (_, body) = anonymous.get("/api/v1/legal/imprint").await;
    assert_eq!(body["payload"]["title"], "Imprint");
    for locale in ["fr-FR", "de", "EN-us"] {
        let (status, body) = anonymous.get(&format!("/api/v1/legal/imprint?locale={locale}")).await;
        let invalid = json!({ "locale": "validation.invalid" });
        assert_eq!((status.as_u16(), &body["error"]["fields"]), (400, &invalid), "{locale}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn get_legal_page_returns_404_for_unknown_page() {
    let portal = Portal::start().await;
    for page in ["cookies", "Terms", "terms.md", "%2e%2e", "terms%00"] {
        let (status, body) = portal.anonymous().get(&format!("/api/v1/legal/{page}")).await;
        let message = &body["error"]["message"];
        assert_eq!((status.as_u16(), message), (404, &json!("exception.request.not-found")), "{page}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn get_legal_page_is_cacheable_for_ten_minutes() {
    let portal = Portal::start().await;
    let response = get_without_redirects(&portal, "/api/v1/legal/terms").await;
    assert_eq!(response.headers()["cache-control"], "public, max-age=600");
    assert_eq!(get_without_redirects(&portal, "/api/v1/legal/nothing").await.headers()["cache-control"], "no-store");
}

#[tokio::test(flavor = "multi_thread")]
async fn privacy_policy_names_configured_retention_times() {
    let portal = Portal::start_with(|config| {
        config.retention_documents_days = 41;
        config.retention_audit_addresses_days = 42;
        config.session_idle_days = 9;
        config.activation_hours = 99;
        config.mail_patience_days = 11;
    })
    .await;
    let text = markdown(&portal, "privacy", "en-US").await;
    for sentence in [
        "Proofs of study: 41 days after",
        "IP addresses in the audit trail: 42 days;",
        "Logins with device and IP address: until you log out, 9 days without use, 30 days at most",
        "Registrations without a decision: 180 days",
        "Links that activate an account: 99 hours; links for a new password: 1 hour",
        "for at most 11 days",
        "`portal_device` remembers for 365 days",
        "Each token is valid for 15 minutes",
    ] {
        assert!(text.contains(sentence), "{sentence} in {text}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn privacy_policy_names_cookies_with_max_age() {
    let portal = Portal::start().await;
    let (email, _) = portal.insert_user(portal_domain::user::Role::Student).await;
    let login = json!({ "email": email, "password": crate::harness::PASSWORD });
    let request = portal.anonymous().request(Method::POST, "/api/v1/authenticate").json(&login);
    let response = request.send().await.unwrap();
    let cookies: Vec<&str> =
        response.headers().get_all("set-cookie").iter().map(|cookie| cookie.to_str().unwrap()).collect();
    assert_eq!(cookies.len(), 2, "{cookies:?}");
    for locale in LOCALES {
        let text = markdown(&portal, "privacy", locale).await;
        for cookie in &cookies {
            let name = cookie.split('=').next().unwrap();
            let age = cookie.split("Max-Age=").nth(1).unwrap().split(';').next().unwrap();
            let days = age.parse::<u64>().unwrap() / (24 * 60 * 60);
            let entry = text.split("\n- ").find(|entry| entry.starts_with(&format!("`{name}`")));
            assert!(entry.is_some_and(|entry| entry.contains(&format!(" {days} "))), "{cookie}: {entry:?}");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn legal_pages_say_that_operator_is_missing_or_invented() {
    let portal = Portal::start().await;
    let text = markdown(&portal, "imprint", "en-US").await;
    assert!(text.starts_with("> **The operator of this portal has not been named yet.**"), "{text}");
    let demo = Portal::start_with(|config| *config = config.clone().for_demo()).await;
    for page in PAGES {
        let text = markdown(&demo, page, "en-US").await;
        assert!(text.starts_with("> **This is a demo.**") && !text.contains("not been named"), "{text}");
    }
    assert!(markdown(&demo, "imprint", "de-DE").await.contains("Musterstraße 1\\\n10115 Berlin\\\nDeutschland"));
}

#[tokio::test(flavor = "multi_thread")]
async fn replaced_legal_page_redirects_and_has_no_text() {
    let external = "https://example.org/terms?a=1";
    let portal = Portal::start_with_front_end_and(|config| {
        config.terms_url = PageUrl::parse(external);
        config.public_url = PublicUrl::parse("https://zimmer.example.org");
    })
    .await;
    let response = get_without_redirects(&portal, "/legal/terms?lng=en").await;
    assert_eq!((response.status().as_u16(), response.headers()["location"].to_str().unwrap()), (302, external));
    assert_eq!(portal.anonymous().get("/api/v1/legal/terms").await.0, 404);
    assert_eq!(get_without_redirects(&portal, "/legal/privacy").await.status(), 200);
    assert!(markdown(&portal, "imprint", "en-US").await.contains(&format!("[terms of use]({external})")));
    let sitemap = get_without_redirects(&portal, "/sitemap.xml").await.text().await.unwrap();
    assert!(!sitemap.contains("/legal/terms") && sitemap.contains("/legal/privacy"), "{sitemap}");
}

#[tokio::test(flavor = "multi_thread")]
async fn legal_page_head_has_title_and_description() {
    let portal =
        Portal::start_with_front_end_and(|config| config.public_url = PublicUrl::parse("https://a.example")).await;
    for (path, title, description) in [
        ("/legal/terms?lng=de", "Nutzungsbedingungen – Fensterplatz", "Die Regeln für Konten"),
        ("/legal/privacy?lng=en", "Privacy policy – Fensterplatz", "What data we process"),
        ("/legal/imprint?lng=de", "Impressum – Fensterplatz", "Wer dieses Portal betreibt"),
        ("/legal/accessibility?lng=en", "Accessibility statement – Fensterplatz", "How accessible the portal is"),
    ] {
        let response = get_without_redirects(&portal, path).await;
        assert_eq!(response.status(), 200, "{path}");
        let html = response.text().await.unwrap();
        let canonical = format!("<link rel=\"canonical\" href=\"https://a.example{}\" />", &path[..path.len() - 7]);
        assert!(html.contains(&format!("<title>{title}</title>")) && html.contains(&canonical), "{html}");
        assert!(html.contains(&format!("name=\"description\" content=\"{description}")), "{html}");
        assert!(!html.contains("noindex"), "{html}");
    }
}
