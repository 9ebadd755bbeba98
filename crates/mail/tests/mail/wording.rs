//! What mails say.

use portal_domain::locale::Locale;
use portal_domain::mail::MailPurpose;
use portal_mail::{MailIdentity, MailRenderer};

use crate::sample::{every_message, message, renderer};

#[test]
fn every_mail_reads_as_it_was_written() {
    for message in every_message() {
        let mail = renderer().render(&message).unwrap();
        let name = format!("{}_{}", message.purpose, message.facts.locale);
        insta::assert_snapshot!(format!("{name}_text"), format!("Subject: {}\n\n{}", mail.subject, mail.text));
        insta::assert_snapshot!(format!("{name}_html"), mail.html);
    }
}

#[test]
fn only_the_landlords_yes_says_how_they_are_reached() {
    for message in every_message() {
        let mail = renderer().render(&message).unwrap();
        for part in [&mail.text, &mail.html] {
            let approved = message.purpose == MailPurpose::ApplicationApproved;
            for private in ["karl@haus.example", "+49 341 1234567"] {
                assert_eq!(part.contains(private), approved, "{} {private}", message.purpose);
            }
            assert!(!part.contains("ada@uni.example"), "{}", message.purpose);
            let names_landlord = approved || message.purpose == MailPurpose::ApplicationReceived;
            assert_eq!(part.contains("Karl"), names_landlord, "{}", message.purpose);
        }
    }
}

#[test]
fn every_link_leads_to_the_portal() {
    for message in every_message() {
        let mail = renderer().render(&message).unwrap();
        for part in [&mail.text, &mail.html] {
            let links = part.match_indices("://").map(|(at, _)| &part[..at]);
            let foreign = links.filter(|before| !part[before.len() - 5..].starts_with("https://portal.example/"));
            assert_eq!(foreign.count(), 0, "{}", message.purpose);
            assert!(part.contains("https://portal.example/"));
        }
        assert!(!mail.html.contains("src=") && !mail.html.contains("url("), "nothing is loaded from anywhere");
    }
}

#[test]
fn what_people_wrote_is_never_markup_nor_template() {
    let hostile = r#"<script>alert(1)</script><img src=x onerror="x">{{ brand }}{% raw %} & "'"#;
    for mut message in every_message() {
        message.facts.listing_title = hostile.to_owned();
        for person in
            [Some(&mut message.facts.recipient), message.facts.student.as_mut(), message.facts.landlord.as_mut()]
        {
            let person = person.unwrap();
            person.first_name = hostile.to_owned();
            person.last_name = hostile.to_owned();
            person.phone_number = Some(hostile.to_owned());
        }
        let mail = renderer().render(&message).unwrap();
        for markup in ["<script", "<img", "onerror=\""] {
            assert!(!mail.html.contains(markup), "{} {markup}", message.purpose);
        }
        assert!(mail.html.contains("&lt;script&gt;") && mail.html.contains("{{ brand }}"));
        assert!(mail.subject.contains(hostile) && mail.text.contains(hostile), "plain text stays as it is");
    }
}

#[test]
fn a_subject_is_one_line_whatever_the_title() {
    let mut message = message(MailPurpose::ApplicationSent, Locale::German);
    message.facts.listing_title = "Zimmer\r\nBcc: opfer@example.org\r\n\r\nText\u{85}\u{2028}\u{0}".to_owned();
    message.facts.recipient.first_name = "Ada\n\nIhr Konto ist gesperrt".to_owned();
    let mail = renderer().render(&message).unwrap();
    assert_eq!(mail.subject, "Deine Bewerbung für „Zimmer Bcc: opfer@example.org Text“ ist angekommen");
    assert!(mail.text.contains("\nHallo Ada Ihr Konto ist gesperrt,\n"), "{}", mail.text);
}

#[test]
fn people_who_are_gone_leave_no_gap() {
    for mut message in every_message() {
        message.facts.student = None;
        message.facts.landlord = None;
        message.facts.listing_id = None;
        let mail = renderer().render(&message).unwrap();
        for part in [mail.text, mail.html] {
            for gap in [" none", ">none", "undefined", "„“", "  "] {
                assert!(!part.replace("\n  ", "\n").contains(gap), "{gap:?} in {part}");
            }
        }
    }
}

#[test]
fn a_landlord_without_a_telephone_has_no_line_for_it() {
    let mut message = message(MailPurpose::ApplicationApproved, Locale::German);
    message.facts.landlord.as_mut().unwrap().phone_number = Some("  ".to_owned());
    let mail = renderer().render(&message).unwrap();
    assert!(mail.text.contains("E-Mail: karl@haus.example") && !mail.text.contains("Telefon"));
}

#[test]
fn another_portal_has_its_own_name_and_links() {
    let renderer = MailRenderer::new(MailIdentity {
        brand_name: "Zimmer & Co".to_owned(),
        public_url: "http://127.0.0.1:8080".to_owned(),
        contact_email: "a@b.example".to_owned(),
        from_address: "c@d.example".to_owned(),
    })
    .unwrap();
    let mail = renderer.render(&message(MailPurpose::ApplicationSent, Locale::English)).unwrap();
    assert!(mail.html.contains("Zimmer &amp; Co") && mail.text.contains("the Zimmer & Co team"));
    assert!(mail.text.contains("http://127.0.0.1:8080/my-applications") && mail.text.contains("a@b.example"));
    assert!(!mail.html.contains("Fensterplatz"));
}
