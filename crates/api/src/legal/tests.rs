use chrono::TimeDelta;
use portal_services::testing::MockPorts;

use super::*;

fn config() -> ServiceConfig {
    (*MockPorts::default().build().config).clone()
}

fn legal() -> LegalConfig {
    let operator = Operator { name: "Muster GmbH".to_owned(), address: "Weg 1\n12345 Ort".to_owned() };
    LegalConfig { operator: Some(operator), demo: false, access_validity: TimeDelta::minutes(15) }
}

/// The page, with no-break spaces replaced by spaces.
fn text(config: &ServiceConfig, legal: &LegalConfig, page: LegalPage, locale: Locale) -> LegalPageResponse {
    let LegalPageResponse { title, markdown } =
        LegalPages::new(config, legal).unwrap().find(page, locale).unwrap().clone();
    LegalPageResponse { title, markdown: markdown.replace('\u{a0}', " ") }
}

/// The markers of headings, list items and quotes, in order.
fn structure(markdown: &str) -> Vec<&str> {
    let marks = markdown.lines().filter_map(|line| line.split_once(' ').map(|(mark, _)| mark));
    marks.filter(|mark| matches!(*mark, "##" | "###" | "-" | ">")).collect()
}

fn is_quote(mark: &&str) -> bool {
    *mark == ">"
}

#[test]
fn pages_contain_no_placeholder() {
    for legal in [legal(), LegalConfig { operator: None, demo: true, ..legal() }] {
        for &page in LegalPage::ALL {
            for &locale in Locale::ALL {
                let LegalPageResponse { title, markdown } = text(&config(), &legal, page, locale);
                assert!(!title.is_empty() && !title.contains(['#', '{']), "{title}");
                assert!(!markdown.contains(['{', '}', '\r']) && !markdown.contains("none"), "{markdown}");
                assert!(!markdown.starts_with('#') || markdown.starts_with("## "), "{markdown}");
            }
        }
    }
}

#[test]
fn pages_have_the_same_structure_in_both_languages() {
    for &page in LegalPage::ALL {
        let [german, english] = [Locale::German, Locale::English].map(|locale| text(&config(), &legal(), page, locale));
        assert_eq!(structure(&german.markdown), structure(&english.markdown), "{page:?}");
        assert!(structure(&german.markdown).len() > 3, "{page:?}");
    }
}

#[test]
fn privacy_policy_states_the_configured_periods() {
    let mut config = config();
    let german = |config: &ServiceConfig| text(config, &legal(), LegalPage::Privacy, Locale::German).markdown;
    let before = german(&config);
    config.retention.documents = TimeDelta::days(31);
    config.retention.pending_registrations = TimeDelta::days(181);
    config.retention.unactivated_users = TimeDelta::days(91);
    config.retention.rejected_users = TimeDelta::days(32);
    config.retention.letters = TimeDelta::days(182);
    config.retention.open_letters = TimeDelta::days(183);
    config.retention.reports = TimeDelta::days(184);
    config.retention.audit_addresses = TimeDelta::days(33);
    config.retention.erasures = TimeDelta::days(36);
    config.retention.saved_searches = TimeDelta::days(366);
    config.session.idle = TimeDelta::days(1);
    config.session.absolute = TimeDelta::days(34);
    config.activation_validity = TimeDelta::hours(73);
    config.reset_validity = TimeDelta::hours(2);
    config.login_window = TimeDelta::minutes(16);
    config.mail_retry_period = TimeDelta::days(8);
    let after = german(&config);
    for expected in [
        "Studiennachweise: 31 Tage nach",
        "nicht entschieden wurde: 181 Tage",
        "kein Passwort gesetzt wurde: 91 Tage nach",
        "Abgelehnte Registrierungen: 32 Tage nach",
        "Anschreiben: 182 Tage nach",
        "ohne Entscheidung 183 Tage nach",
        "der Text 184 Tage lang",
        "IP-Adressen im Protokoll: 33 Tage;",
        "gelöschten Kontos und der Tag: 36 Tage,",
        "Gespeicherte Suchen: 366 Tage ohne Benutzung",
        "ohne Benutzung 1 Tag, höchstens 34 Tage",
        "eines Kontos: 73 Stunden; Links für ein neues Passwort: 2 Stunden",
        "fehlgeschlagene Anmeldungen (16 Minuten lang)",
        "bis zum Versand, höchstens 8 Tage.",
        "`portal_refresh` hält dich angemeldet, ohne Benutzung 1 Tag.",
    ] {
        assert!(after.contains(expected) && !before.contains(expected), "{expected} in {after}");
    }
    assert!(after.contains("365 Tage lang") && after.contains("gilt 15 Minuten"), "{after}");
}

#[test]
fn imprint_escapes_name_and_address_of_the_operator() {
    let name = "*A* <b>[x](y) & `Co` {{ brand }}".to_owned();
    let operator = Some(Operator { name, address: "# Weg\n- 1. Ort".to_owned() });
    let shown = text(&config(), &LegalConfig { operator, ..legal() }, LegalPage::Imprint, Locale::English).markdown;
    let escaped = r"\*A\* \<b\>\[x\]\(y\) \& \`Co\` \{\{ brand \}\}\";
    assert!(shown.contains(&format!("\n{escaped}\n\\# Weg\\\n\\- 1\\. Ort\n")), "{shown}");
}

#[test]
fn pages_without_operator_contain_a_notice() {
    for &page in LegalPage::ALL {
        for (locale, notice) in [(Locale::German, "sich noch nicht genannt"), (Locale::English, "not been named yet")] {
            let named = text(&config(), &legal(), page, locale).markdown;
            assert!(!named.contains(notice) && structure(&named).iter().all(|mark| !is_quote(mark)), "{named}");
            let unnamed = text(&config(), &LegalConfig { operator: None, ..legal() }, page, locale).markdown;
            assert!(unnamed.contains(notice), "{unnamed}");
        }
    }
}

#[test]
fn pages_of_demo_begin_with_a_notice() {
    for &page in LegalPage::ALL {
        for (locale, notice) in
            [(Locale::German, "> **Dies ist eine Demo.**"), (Locale::English, "> **This is a demo.**")]
        {
            let shown = text(&config(), &LegalConfig { demo: true, ..legal() }, page, locale).markdown;
            assert!(shown.starts_with(notice), "{shown}");
        }
    }
}

#[test]
fn pages_link_to_the_configured_urls() {
    let mut config = config();
    config.public.terms_url = "https://example.org/terms?a=1&b=(2)".to_owned();
    let imprint = text(&config, &legal(), LegalPage::Imprint, Locale::English).markdown;
    assert!(imprint.contains("[terms of use](https://example.org/terms?a=1&amp;b=%282%29)"), "{imprint}");
    assert!(imprint.contains(r"[hallo\@portal\.test](mailto:hallo@portal.test)"), "{imprint}");
    let terms = text(&config, &legal(), LegalPage::Terms, Locale::English).markdown;
    assert!(
        terms.contains("[imprint](/legal/imprint)") && terms.contains("[privacy policy](/legal/privacy)"),
        "{terms}"
    );
    assert_eq!(config.public.legal_replacement(LegalPage::Terms), Some("https://example.org/terms?a=1&b=(2)"));
    assert_eq!(config.public.legal_replacement(LegalPage::Privacy), None);
}
