use chrono::TimeDelta;
use portal_services::testing::MockPorts;

use super::*;

fn rules() -> Rules {
    (*MockPorts::default().build().rules).clone()
}

fn facts() -> LegalFacts {
    let operator = Operator { name: "Muster GmbH".to_owned(), address: "Weg 1\n12345 Ort".to_owned() };
    LegalFacts { operator: Some(operator), demo: false, access_validity: TimeDelta::minutes(15) }
}

/// The page, with plain spaces alone.
fn text(rules: &Rules, facts: &LegalFacts, page: LegalPage, locale: Locale) -> LegalPageResponse {
    let LegalPageResponse { title, markdown } =
        LegalPages::new(rules, facts).unwrap().find(page, locale).unwrap().clone();
    LegalPageResponse { title, markdown: markdown.replace('\u{a0}', " ") }
}

/// How deep each heading is, list item and quote in the order in which they stand.
fn structure(markdown: &str) -> Vec<&str> {
    let marks = markdown.lines().filter_map(|line| line.split_once(' ').map(|(mark, _)| mark));
    marks.filter(|mark| matches!(*mark, "##" | "###" | "-" | ">")).collect()
}

fn is_quote(mark: &&str) -> bool {
    *mark == ">"
}

#[test]
fn pages_filled_in_hold_no_placeholder_and_no_gap() {
    for facts in [facts(), LegalFacts { operator: None, demo: true, ..facts() }] {
        for page in LegalPage::ALL {
            for &locale in Locale::ALL {
                let LegalPageResponse { title, markdown } = text(&rules(), &facts, page, locale);
                assert!(!title.is_empty() && !title.contains(['#', '{']), "{title}");
                assert!(!markdown.contains(['{', '}', '\r']) && !markdown.contains("none"), "{markdown}");
                assert!(!markdown.starts_with('#') || markdown.starts_with("## "), "{markdown}");
            }
        }
    }
}

#[test]
fn pages_both_languages_have_the_same_structure() {
    for page in LegalPage::ALL {
        let [german, english] = [Locale::German, Locale::English].map(|locale| text(&rules(), &facts(), page, locale));
        assert_eq!(structure(&german.markdown), structure(&english.markdown), "{page:?}");
        assert!(structure(&german.markdown).len() > 3, "{page:?}");
    }
}

#[test]
fn privacy_kept_times_follow_from_the_rules() {
    let mut rules = rules();
    let german = |rules: &Rules| text(rules, &facts(), LegalPage::Privacy, Locale::German).markdown;
    let before = german(&rules);
    rules.retention.documents = TimeDelta::days(31);
    rules.retention.undecided_registrations = TimeDelta::days(181);
    rules.retention.rejected_people = TimeDelta::days(32);
    rules.retention.letters = TimeDelta::days(182);
    rules.retention.audit_addresses = TimeDelta::days(33);
    rules.session.idle = TimeDelta::days(1);
    rules.session.absolute = TimeDelta::days(34);
    rules.activation_validity = TimeDelta::hours(73);
    rules.reset_validity = TimeDelta::hours(2);
    rules.login_window = TimeDelta::minutes(16);
    rules.mail_patience = TimeDelta::days(8);
    let after = german(&rules);
    for said in [
        "Studiennachweise: 31 Tage nach",
        "nicht entschieden wurde: 181 Tage",
        "Abgelehnte Registrierungen: 32 Tage nach",
        "Anschreiben: 182 Tage nach",
        "IP-Adressen im Protokoll: 33 Tage;",
        "ohne Benutzung 1 Tag, höchstens 34 Tage",
        "eines Kontos: 73 Stunden; Links für ein neues Passwort: 2 Stunden",
        "fehlgeschlagene Anmeldungen (16 Minuten lang)",
        "bis zum Versand, höchstens 8 Tage.",
        "`portal_refresh` hält dich angemeldet, ohne Benutzung 1 Tag.",
    ] {
        assert!(after.contains(said) && !before.contains(said), "{said} in {after}");
    }
    assert!(after.contains("365 Tage lang") && after.contains("gilt 15 Minuten"), "{after}");
}

#[test]
fn operator_hostile_name_and_address_stay_text() {
    let name = "*A* <b>[x](y) & `Co` {{ brand }}".to_owned();
    let operator = Some(Operator { name, address: "# Weg\n- 1. Ort".to_owned() });
    let shown = text(&rules(), &LegalFacts { operator, ..facts() }, LegalPage::Imprint, Locale::English).markdown;
    let escaped = r"\*A\* \<b\>\[x\]\(y\) \& \`Co\` \{\{ brand \}\}\";
    assert!(shown.contains(&format!("\n{escaped}\n\\# Weg\\\n\\- 1\\. Ort\n")), "{shown}");
}

#[test]
fn operator_missing_is_said_on_every_page() {
    for page in LegalPage::ALL {
        for (locale, notice) in [(Locale::German, "sich noch nicht genannt"), (Locale::English, "not been named yet")] {
            let named = text(&rules(), &facts(), page, locale).markdown;
            assert!(!named.contains(notice) && structure(&named).iter().all(|mark| !is_quote(mark)), "{named}");
            let unnamed = text(&rules(), &LegalFacts { operator: None, ..facts() }, page, locale).markdown;
            assert!(unnamed.contains(notice), "{unnamed}");
        }
    }
}

#[test]
fn demo_every_page_begins_with_a_notice() {
    for page in LegalPage::ALL {
        for (locale, notice) in
            [(Locale::German, "> **Dies ist eine Demo.**"), (Locale::English, "> **This is a demo.**")]
        {
            let shown = text(&rules(), &LegalFacts { demo: true, ..facts() }, page, locale).markdown;
            assert!(shown.starts_with(notice), "{shown}");
        }
    }
}

#[test]
fn links_lead_to_the_pages_that_the_settings_name() {
    let mut rules = rules();
    rules.public.terms_url = "https://example.org/terms?a=1&b=(2)".to_owned();
    let imprint = text(&rules, &facts(), LegalPage::Imprint, Locale::English).markdown;
    assert!(imprint.contains("[terms of use](https://example.org/terms?a=1&amp;b=%282%29)"), "{imprint}");
    assert!(imprint.contains(r"[hallo\@portal\.test](mailto:hallo@portal.test)"), "{imprint}");
    let terms = text(&rules, &facts(), LegalPage::Terms, Locale::English).markdown;
    assert!(
        terms.contains("[imprint](/legal/imprint)") && terms.contains("[privacy policy](/legal/privacy)"),
        "{terms}"
    );
    assert_eq!(LegalPage::Terms.replacement(&rules.public), Some("https://example.org/terms?a=1&b=(2)"));
    assert_eq!(LegalPage::Privacy.replacement(&rules.public), None);
}
