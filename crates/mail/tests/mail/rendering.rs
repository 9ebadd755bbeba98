//! Tests of `MailRenderer`: the texts of all mails.

use portal_domain::locale::Locale;
use portal_domain::mail::MailPurpose;
use portal_domain::user::{Email, Role};
use portal_mail::{MailIdentity, MailRenderer, RenderedMail};
use portal_services::ports::MailMessage;

use crate::samples::{SECRET, every_message, message, message_to, names_listing, needs_application, renderer};

#[test]
fn render_matches_snapshot_for_each_purpose_and_language() {
    for message in every_message() {
        let mail = renderer().render(&message).unwrap();
        assert_text_snapshot(message.purpose.as_str(), message.facts.locale, &mail);
    }
}

fn assert_text_snapshot(name: &str, locale: Locale, mail: &RenderedMail) {
    insta::with_settings!({ snapshot_path => format!("snapshots/{locale}"), prepend_module_to_snapshot => false }, {
        insta::assert_snapshot!(name, format!("Subject: {}\n\n{}", mail.subject, mail.text));
    });
}

/// With contact data and without: the layout has no other branches.
#[test]
fn render_html_matches_snapshot_with_and_without_contact() {
    for (purpose, locale) in
        [(MailPurpose::ApplicationApproved, Locale::German), (MailPurpose::PasswordForgotten, Locale::English)]
    {
        let html = renderer().render(&message(purpose, locale)).unwrap().html;
        insta::with_settings!({ snapshot_path => "snapshots/html", prepend_module_to_snapshot => false }, {
            insta::assert_snapshot!(format!("{purpose}_{locale}"), html);
        });
    }
}

#[test]
fn render_html_contains_every_line_of_the_text() {
    for message in every_message() {
        let mail = renderer().render(&message).unwrap();
        let html =
            mail.html.replace("&quot;", "\"").replace("&#x27;", "'").replace("&#x2f;", "/").replace("&amp;", "&");
        assert!(html.contains(&format!("<title>{}</title>", mail.subject)), "{}", mail.subject);
        for line in mail.text.lines().filter(|line| !line.trim().is_empty() && *line != "-- ") {
            // The text has a colon between the button and its link.
            let without_colon = line.strip_suffix(':').unwrap_or(line);
            let is_text = [line, without_colon].iter().any(|line| html.contains(&format!(">{line}<")));
            // The links of listings have their titles as text.
            let is_shown = is_text || html.contains(&format!("href=\"{line}\""));
            assert!(is_shown, "{} {}: {line:?} in {html}", message.purpose, message.facts.locale);
        }
    }
}

/// These mails differ in parts for landlords and administrators.
#[test]
fn render_for_other_role_matches_snapshot() {
    for (purpose, role) in [
        (MailPurpose::RegistrationReceived, Role::Landlord),
        (MailPurpose::RegistrationApproved, Role::Landlord),
        (MailPurpose::AccountDeactivated, Role::Landlord),
        (MailPurpose::AccountReactivated, Role::Landlord),
        (MailPurpose::ReviewsWaiting, Role::Landlord),
    ] {
        for &locale in Locale::ALL {
            let mail = renderer().render(&message_to(role, purpose, locale)).unwrap();
            let to_student = renderer().render(&message(purpose, locale)).unwrap();
            assert_ne!(mail.text.replace("Karl", "Ada"), to_student.text, "{purpose}");
            assert_text_snapshot(&format!("{purpose}_{role}"), locale, &mail);
        }
    }
}

#[test]
fn render_contains_landlord_contact_data_only_after_approval() {
    for message in every_message() {
        let mail = renderer().render(&message).unwrap();
        for part in [&mail.text, &mail.html] {
            let approved = message.purpose == MailPurpose::ApplicationApproved;
            for private in ["karl@haus.example", "+49 341 1234567"] {
                assert_eq!(part.contains(private), approved, "{} {private}", message.purpose);
            }
            assert!(!part.contains("ada@uni.example"), "{}", message.purpose);
            let to_landlord = [
                MailPurpose::ApplicationReceived,
                MailPurpose::ListingTakenDown,
                MailPurpose::ListingReinstated,
                MailPurpose::ListingRemoved,
                MailPurpose::ListingEnded,
                MailPurpose::DonationRequested,
            ];
            let names_landlord = approved || to_landlord.contains(&message.purpose);
            assert_eq!(part.contains("Karl"), names_landlord, "{}", message.purpose);
        }
    }
}

#[test]
fn render_contains_only_links_to_the_portal() {
    for message in every_message() {
        let mail = renderer().render(&message).unwrap();
        for part in [&mail.text, &mail.html] {
            let links = part.match_indices("://").map(|(at, _)| &part[..at]);
            let foreign = links.filter(|before| !part[before.len() - 5..].starts_with("https://portal.example/"));
            assert_eq!(foreign.count(), 0, "{}", message.purpose);
            assert!(part.contains("https://portal.example/"));
        }
        let has_images = message.purpose == MailPurpose::SavedSearchResults;
        assert_eq!(mail.html.contains("src="), has_images, "{}", message.purpose);
        assert!(!mail.html.contains("url("), "no external resource is loaded");
    }
}

/// The same URL in the button and as text, with token and email address.
#[test]
fn render_with_token_puts_token_and_email_into_the_link() {
    for mut message in every_message().filter(|message| message.token.is_some()) {
        message.facts.recipient.email = Email::parse("ada+zimmer&co@uni.example").unwrap();
        let page =
            if message.purpose == MailPurpose::PasswordForgotten { "reset-password" } else { "finish-registration" };
        let link = format!("https://portal.example/{page}?token={SECRET}&email=ada%2Bzimmer%26co%40uni.example");
        let mail = renderer().render(&message).unwrap();
        assert_eq!(mail.text.matches(&link).count(), 1, "{}", mail.text);
        let link = link.replace('&', "&amp;");
        assert_eq!(mail.html.matches(&format!("href=\"{link}\"")).count(), 2, "{}", mail.html);
        assert!(mail.html.contains(&format!(">{link}</a>")), "as text");
        assert!(!mail.subject.contains(SECRET));
    }
}

#[test]
fn render_without_token_links_page_without_query() {
    let without_token = |message: &MailMessage| message.token.is_none() && message.unsubscribe.is_none();
    for message in every_message().filter(without_token) {
        let mail = renderer().render(&message).unwrap();
        assert!(!mail.text.contains("token=") && !mail.text.contains("https://portal.example/?"), "{}", mail.text);
    }
}

#[test]
fn render_without_required_value_fails() {
    for message in every_message() {
        let mut incomplete = message.clone();
        incomplete.token = None;
        let result = renderer().render(&incomplete);
        assert_eq!(result.is_err(), message.token.is_some(), "{} without token", message.purpose);
        let mut incomplete = message.clone();
        incomplete.facts.application = None;
        let required = needs_application(message.purpose);
        assert_eq!(renderer().render(&incomplete).is_err(), required, "{} without application", message.purpose);
        let mut incomplete = message.clone();
        incomplete.facts.listing = None;
        // A donation request may name no listing, and a receipt must not.
        let is_optional = matches!(message.purpose, MailPurpose::DonationRequested | MailPurpose::ReportReceived);
        let required = names_listing(message.purpose) && !is_optional;
        assert_eq!(renderer().render(&incomplete).is_err(), required, "{} without listing", message.purpose);
    }
}

#[test]
fn render_states_validity_of_the_link_in_the_largest_unit() {
    let render_text = |minutes, locale| {
        let mut message = message(MailPurpose::PasswordForgotten, locale);
        message.token.as_mut().unwrap().valid_for = chrono::TimeDelta::minutes(minutes);
        renderer().render(&message).unwrap().text
    };
    for (minutes, german, english) in [
        (1, "gilt 1 Minute lang", "valid for 1 minute and"),
        (90, "gilt 90 Minuten lang", "valid for 90 minutes and"),
        (60, "gilt 1 Stunde lang", "valid for 1 hour and"),
        (24 * 60, "gilt 24 Stunden lang", "valid for 24 hours and"),
        (7 * 24 * 60, "gilt 7 Tage lang", "valid for 7 days and"),
    ] {
        for (locale, expected) in [(Locale::German, german), (Locale::English, english)] {
            let text = render_text(minutes, locale);
            assert!(text.contains(expected), "{expected} in {text}");
        }
    }
}

/// Puts this text into every field with user input.
fn with_text_everywhere(mut message: MailMessage, text: &str) -> MailMessage {
    let facts = &mut message.facts;
    let mut users = vec![&mut facts.recipient];
    if let Some(application) = &mut facts.application {
        text.clone_into(&mut application.listing_title);
        application.grounds.note = Some(text.to_owned());
        users.extend([application.student.as_mut(), application.landlord.as_mut()].into_iter().flatten());
    }
    for user in users {
        text.clone_into(&mut user.first_name);
        text.clone_into(&mut user.last_name);
        user.phone_number = Some(text.to_owned());
    }
    message
}

/// Any visitor can have this mail sent to any address: a landlord could spread a text that way.
#[test]
fn render_of_receipt_contains_no_text_of_the_listing() {
    for &locale in Locale::ALL {
        let mut message = message(MailPurpose::ReportReceived, locale);
        if let Some(listing) = &mut message.facts.listing {
            listing.title = "Gewonnen! https://evil.example".to_owned();
        }
        let mail = renderer().render(&message).unwrap();
        for part in [&mail.subject, &mail.text, &mail.html] {
            assert!(!part.contains("Gewonnen") && !part.contains("evil"), "{part}");
        }
    }
}

#[test]
fn render_escapes_user_input() {
    let hostile = r#"<script>alert(1)</script><img src=x onerror="x">{{ brand }}{% raw %} & "'"#;
    for message in every_message() {
        let message = with_text_everywhere(message, hostile);
        let mail = renderer().render(&message).unwrap();
        for markup in ["<script", "<img src=x", "onerror=\""] {
            assert!(!mail.html.contains(markup), "{} {markup}", message.purpose);
        }
        let shown = mail.html.contains("&lt;script&gt;") && mail.html.contains("{{ brand }}");
        let plain = mail.subject.contains(hostile) && mail.text.contains(hostile);
        // A mail about an account contains no user input but a plausible first name.
        let expected = needs_application(message.purpose);
        assert_eq!((shown, plain), (expected, expected), "{}: plain text is not escaped", message.purpose);
    }
}

#[test]
fn render_with_line_breaks_in_title_returns_one_line_subject() {
    let title = "Zimmer\r\nBcc: opfer@example.org\r\n\r\nText\u{85}\u{2028}\u{0}";
    let mut message = with_text_everywhere(message(MailPurpose::ApplicationSent, Locale::German), title);
    message.facts.recipient.first_name = "Ada\n\nIhr Konto ist gesperrt".to_owned();
    let mail = renderer().render(&message).unwrap();
    assert_eq!(mail.subject, "Deine Bewerbung für „Zimmer Bcc: opfer@example.org Text“ ist angekommen");
    assert!(mail.text.contains("\nHallo Ada Ihr Konto ist gesperrt,\n"), "{}", mail.text);
}

/// Registering a foreign address must not make the portal deliver arbitrary text to it.
#[test]
fn render_omits_implausible_name() {
    for name in ["Gewinn: https://evil.example", "evil.example", "<b>Ada</b>", "{{ brand }}", " \r\n "] {
        for mut message in every_message().filter(|message| message.facts.application.is_none()) {
            message.facts.recipient.first_name = name.to_owned();
            message.facts.recipient.last_name = name.to_owned();
            let mail = renderer().render(&message).unwrap();
            let greeting = if message.facts.locale == Locale::German { "\nHallo,\n" } else { "\nHi,\n" };
            assert!(mail.text.contains(greeting), "{name}: {}", mail.text);
            assert!(!mail.text.contains("evil") && !mail.html.contains("evil") && !mail.html.contains("Ada"));
        }
    }
}

#[test]
fn render_without_deleted_users_leaves_no_gap() {
    for mut message in every_message() {
        message.facts.account = None;
        if let Some(application) = &mut message.facts.application {
            application.student = None;
            application.landlord = None;
            application.listing_id = None;
        }
        let mail = renderer().render(&message).unwrap();
        for part in [mail.text, mail.html] {
            for gap in [" none", ">none", "undefined", "„“", "  "] {
                assert!(!part.replace("\n  ", "\n").contains(gap), "{gap:?} in {part}");
            }
        }
    }
}

#[test]
fn render_without_phone_number_omits_its_line() {
    let mut message = message(MailPurpose::ApplicationApproved, Locale::German);
    message.facts.application.as_mut().unwrap().landlord.as_mut().unwrap().phone_number = Some("  ".to_owned());
    let mail = renderer().render(&message).unwrap();
    assert!(mail.text.contains("E-Mail: karl@haus.example") && !mail.text.contains("Telefon"));
}

#[test]
fn debug_of_message_hides_the_secret() {
    for message in every_message() {
        assert!(!format!("{message:?}").contains(SECRET));
    }
}

/// Dark mode, small screens and one button.
#[test]
fn render_returns_accessible_html() {
    for message in every_message() {
        let html = renderer().render(&message).unwrap().html;
        assert!(html.contains(r#"<meta name="color-scheme" content="light dark">"#));
        assert!(html.contains("@media (prefers-color-scheme: dark)") && html.contains("name=\"viewport\""));
        assert_eq!(html.matches("class=\"button\"").count(), 1, "one button");
        assert_eq!(html.matches("<h1").count(), 1);
        assert!(html.contains(&format!("<html lang=\"{}\">", message.facts.locale)));
        assert!(html.len() < 20_000, "some programs truncate larger mails");
    }
}

#[test]
fn render_uses_name_and_url_of_the_portal() {
    let renderer = MailRenderer::new(MailIdentity {
        brand_name: "Zimmer & Co".to_owned(),
        public_url: "http://127.0.0.1:8080".to_owned(),
        contact_email: "a@b.example".to_owned(),
        from_address: "c@d.example".to_owned(),
    })
    .unwrap();
    let mail = renderer.render(&message(MailPurpose::ApplicationSent, Locale::English)).unwrap();
    assert!(mail.html.contains("Zimmer &amp; Co") && mail.text.contains("The Zimmer & Co team"));
    assert!(mail.text.contains("http://127.0.0.1:8080/my-applications") && mail.text.contains("a@b.example"));
    assert!(!mail.html.contains("Fensterplatz"));
}
