//! Terms of use, privacy policy and imprint, filled in from the settings.

use portal_server::settings::{OperatorAddress, OperatorName, PageUrl, PublicUrl, Settings};
use reqwest::{Method, Response, redirect};
use serde_json::{Value, json};

use crate::harness::{Portal, http_client};

const PAGES: [&str; 3] = ["terms", "privacy", "imprint"];
const LOCALES: [&str; 2] = ["de-DE", "en-US"];

async fn read(portal: &Portal, page: &str, locale: &str) -> Value {
    let (status, body) = portal.anonymous().get(&format!("/api/v1/legal/{page}?locale={locale}")).await;
    assert_eq!(status, 200, "{page} {locale}: {body}");
    body["payload"].clone()
}

/// The text of a page, with plain spaces alone.
async fn markdown(portal: &Portal, page: &str, locale: &str) -> String {
    read(portal, page, locale).await["markdown"].as_str().unwrap().replace('\u{a0}', " ")
}

/// A page as a browser asks for it, without following where it leads.
async fn open(portal: &Portal, path: &str) -> Response {
    let browser = http_client().redirect(redirect::Policy::none()).build().unwrap();
    browser.get(format!("{}{path}", portal.url)).send().await.unwrap()
}

fn name_operator(settings: &mut Settings) {
    settings.operator_name = OperatorName::parse("Muster & Co. <KG>");
    settings.operator_address = OperatorAddress::parse("Weg 1\n12345 Ort");
}

#[tokio::test(flavor = "multi_thread")]
async fn page_every_one_is_filled_in_in_both_languages() {
    let portal = Portal::start_with(name_operator).await;
    for page in PAGES {
        for locale in LOCALES {
            let text = read(&portal, page, locale).await;
            let (title, markdown) = (text["title"].as_str().unwrap(), text["markdown"].as_str().unwrap());
            assert!(!title.is_empty() && !markdown.contains(['{', '}']), "{page} {locale}: {title} {markdown}");
            assert!(!markdown.contains("> **"), "nothing is amiss: {markdown}");
        }
    }
    assert_eq!(read(&portal, "terms", "de-DE").await["title"], "Nutzungsbedingungen");
    assert_eq!(read(&portal, "privacy", "en-US").await["title"], "Privacy policy");
    for page in ["privacy", "imprint"] {
        let shown = markdown(&portal, page, "de-DE").await;
        assert!(shown.contains("\nMuster \\& Co\\. \\<KG\\>\\\nWeg 1\\\n12345 Ort\n"), "{shown}");
        assert!(shown.contains("(mailto:hallo@fensterplatz.example)"), "{shown}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn page_language_is_the_one_asked_for_or_the_portals() {
    let portal = Portal::start_with(|settings| settings.default_locale = portal_domain::locale::Locale::English).await;
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
async fn page_unknown_is_not_found() {
    let portal = Portal::start().await;
    for page in ["cookies", "Terms", "terms.md", "%2e%2e", "terms%00"] {
        let (status, body) = portal.anonymous().get(&format!("/api/v1/legal/{page}")).await;
        let message = &body["error"]["message"];
        assert_eq!((status.as_u16(), message), (404, &json!("exception.request.not-found")), "{page}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn page_may_be_kept_for_ten_minutes() {
    let portal = Portal::start().await;
    let answer = open(&portal, "/api/v1/legal/terms").await;
    assert_eq!(answer.headers()["cache-control"], "public, max-age=600");
    assert_eq!(open(&portal, "/api/v1/legal/nothing").await.headers()["cache-control"], "no-store");
}

#[tokio::test(flavor = "multi_thread")]
async fn privacy_kept_times_are_those_of_the_settings() {
    let portal = Portal::start_with(|settings| {
        settings.retention_documents_days = 41;
        settings.retention_audit_addresses_days = 42;
        settings.session_idle_days = 9;
        settings.activation_hours = 99;
        settings.mail_patience_days = 11;
    })
    .await;
    let shown = markdown(&portal, "privacy", "en-US").await;
    for said in [
        "Proofs of study: 41 days after",
        "IP addresses in the audit trail: 42 days;",
        "Logins: until you log out, 9 days without use, 30 days at most",
        "Registrations without a decision: 180 days",
        "Links that activate an account: 99 hours; links for a new password: 1 hour",
        "for at most 11 days",
        "`portal_device` remembers for 365 days",
        "Each token is valid for 15 minutes",
    ] {
        assert!(shown.contains(said), "{said} in {shown}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn privacy_cookies_of_a_login_are_named_with_their_age() {
    let portal = Portal::start().await;
    let (email, _) = portal.insert(portal_domain::user::Role::Student).await;
    let login = json!({ "email": email, "password": crate::harness::PASSWORD });
    let request = portal.anonymous().request(Method::POST, "/api/v1/authenticate").json(&login);
    let answer = request.send().await.unwrap();
    let cookies: Vec<&str> =
        answer.headers().get_all("set-cookie").iter().map(|cookie| cookie.to_str().unwrap()).collect();
    assert_eq!(cookies.len(), 2, "{cookies:?}");
    for locale in LOCALES {
        let shown = markdown(&portal, "privacy", locale).await;
        for cookie in &cookies {
            let name = cookie.split('=').next().unwrap();
            let age = cookie.split("Max-Age=").nth(1).unwrap().split(';').next().unwrap();
            let days = age.parse::<u64>().unwrap() / (24 * 60 * 60);
            let entry = shown.split("\n- ").find(|entry| entry.starts_with(&format!("`{name}`")));
            assert!(entry.is_some_and(|entry| entry.contains(&format!(" {days} "))), "{cookie}: {entry:?}");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn operator_unset_or_invented_is_said() {
    let portal = Portal::start().await;
    let shown = markdown(&portal, "imprint", "en-US").await;
    assert!(shown.starts_with("> **The operator of this portal has not been named yet.**"), "{shown}");
    let demo = Portal::start_with(|settings| *settings = settings.clone().for_demo()).await;
    for page in PAGES {
        let shown = markdown(&demo, page, "en-US").await;
        assert!(shown.starts_with("> **This is a demo.**") && !shown.contains("not been named"), "{shown}");
    }
    assert!(markdown(&demo, "imprint", "de-DE").await.contains("Musterstraße 1\\\n10115 Berlin\\\nDeutschland"));
}

#[tokio::test(flavor = "multi_thread")]
async fn page_replaced_by_the_operator_leads_there_and_has_no_text_here() {
    let elsewhere = "https://example.org/terms?a=1";
    let portal = Portal::start_with_front_end_and(|settings| {
        settings.terms_url = PageUrl::parse(elsewhere);
        settings.public_url = PublicUrl::parse("https://zimmer.example.org");
    })
    .await;
    let answer = open(&portal, "/legal/terms?lng=en").await;
    assert_eq!((answer.status().as_u16(), answer.headers()["location"].to_str().unwrap()), (302, elsewhere));
    assert_eq!(portal.anonymous().get("/api/v1/legal/terms").await.0, 404);
    assert_eq!(open(&portal, "/legal/privacy").await.status(), 200);
    assert!(markdown(&portal, "imprint", "en-US").await.contains(&format!("[terms of use]({elsewhere})")));
    let sitemap = open(&portal, "/sitemap.xml").await.text().await.unwrap();
    assert!(!sitemap.contains("/legal/terms") && sitemap.contains("/legal/privacy"), "{sitemap}");
}

#[tokio::test(flavor = "multi_thread")]
async fn page_head_tells_what_it_is() {
    let portal =
        Portal::start_with_front_end_and(|settings| settings.public_url = PublicUrl::parse("https://a.example")).await;
    for (path, title, description) in [
        ("/legal/terms?lng=de", "Nutzungsbedingungen – Fensterplatz", "Die Regeln für Konten"),
        ("/legal/privacy?lng=en", "Privacy policy – Fensterplatz", "What data we process"),
        ("/legal/imprint?lng=de", "Impressum – Fensterplatz", "Wer dieses Portal betreibt"),
    ] {
        let answer = open(&portal, path).await;
        assert_eq!(answer.status(), 200, "{path}");
        let html = answer.text().await.unwrap();
        let canonical = format!("<link rel=\"canonical\" href=\"https://a.example{}\" />", &path[..path.len() - 7]);
        assert!(html.contains(&format!("<title>{title}</title>")) && html.contains(&canonical), "{html}");
        assert!(html.contains(&format!("name=\"description\" content=\"{description}")), "{html}");
        assert!(!html.contains("noindex"), "{html}");
    }
}
