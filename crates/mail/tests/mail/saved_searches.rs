//! Tests of mails about saved searches.

use mail_parser::MessageParser;
use portal_domain::locale::Locale;
use portal_domain::mail::MailPurpose;
use portal_domain::money::Cents;
use portal_mail::{FileMailer, RenderedMail};
use portal_services::ports::{MailMessage, Mailer};

use crate::samples::{ALL, every_message, message, renderer};

/// A mail about the first search only, with so many of its finds.
fn results(locale: Locale, finds: usize) -> MailMessage {
    let mut message = message(MailPurpose::SavedSearchResults, locale);
    message.facts.searches.truncate(1);
    message.facts.searches[0].finds.truncate(finds);
    message
}

fn render(message: &MailMessage) -> RenderedMail {
    renderer().render(message).unwrap()
}

#[test]
fn render_html_of_results_matches_snapshot() {
    let html = render(&message(MailPurpose::SavedSearchResults, Locale::German)).html;
    insta::with_settings!({ snapshot_path => "snapshots/html", prepend_module_to_snapshot => false }, {
        insta::assert_snapshot!("SAVED_SEARCH_RESULTS_de-DE", html);
    });
}

#[test]
fn render_results_show_image_rent_place_and_links() {
    let mail = render(&message(MailPurpose::SavedSearchResults, Locale::English));
    let listing = format!("https://portal.example/listing/{}", uuid::Uuid::nil());
    assert!(mail.html.contains("src=\"https://portal.example/images/400x300/0198/abc.jpg\""), "{}", mail.html);
    assert!(mail.html.contains(&format!("href=\"{listing}\"")) && mail.text.contains(&listing));
    for expected in [
        "€465.50 total rent, Leipzig, Südvorstadt",
        "€1,150 total rent, Leipzig",
        "The total rent has fallen from €500 to €450.",
        "and 12 more listings",
        "https://portal.example/unsubscribe?token=first-token",
        "https://portal.example/unsubscribe?token=second-token",
    ] {
        assert!(mail.text.contains(expected), "{expected} in {}", mail.text);
    }
    assert_eq!(mail.html.matches("<h2").count(), 2, "a heading for each search");
    assert_eq!(mail.subject, "16 matches for your saved searches");
}

#[test]
fn render_subject_of_results_names_one_search_and_the_number() {
    for (locale, finds, expected) in [
        (Locale::German, 1, "Ein neues Inserat für „Zimmer in Leipzig“"),
        (Locale::German, 3, "3 Treffer für „Zimmer in Leipzig“"),
        (Locale::English, 1, "A new listing for “Zimmer in Leipzig”"),
    ] {
        assert_eq!(render(&results(locale, finds)).subject, expected);
    }
    let with_previous_rents = |finds, rent| {
        let mut message = results(Locale::German, finds);
        message.facts.searches[0].finds.iter_mut().for_each(|find| find.previous_rent = rent);
        render(&message).subject
    };
    assert_eq!(with_previous_rents(3, None), "3 neue Inserate für „Zimmer in Leipzig“");
    let higher = Some(Cents::new(90_000));
    assert_eq!(with_previous_rents(1, higher), "Für „Zimmer in Leipzig“ ist ein Inserat günstiger geworden");
    assert_eq!(with_previous_rents(2, higher), "Für „Zimmer in Leipzig“ sind 2 Inserate günstiger geworden");
}

#[test]
fn render_results_tell_from_which_rent_it_has_fallen() {
    let mut message = results(Locale::German, 1);
    let find = &mut message.facts.searches[0].finds[0];
    (find.previous_rent, find.total_rent) = (None, Cents::new(47_500));
    assert!(!render(&message).text.contains("gesunken"));
    message.facts.searches[0].finds[0].previous_rent = Some(Cents::new(50_000));
    assert!(render(&message).text.contains("Die Warmmiete ist von 500 € auf 475 € gesunken."));
}

#[test]
fn render_results_escape_titles_places_and_names() {
    let hostile = r#"<script>alert(1)</script><img src=x onerror="x">{{ brand }} & "'"#;
    let mut message = results(Locale::German, 1);
    let search = &mut message.facts.searches[0];
    hostile.clone_into(&mut search.name);
    hostile.clone_into(&mut search.finds[0].title);
    hostile.clone_into(&mut search.finds[0].city);
    search.finds[0].image = Some("/x.jpg\" onerror=\"x".to_owned());
    let mail = render(&message);
    for markup in ["<script", "<img src=x", "onerror=\"x\""] {
        assert!(!mail.html.contains(markup), "{markup} in {}", mail.html);
    }
    assert!(mail.html.contains("&lt;script&gt;") && mail.text.contains(hostile));
}

#[test]
fn render_results_of_the_largest_mail_fit_into_mail_programs() {
    let mut message = results(Locale::German, 1);
    let find = message.facts.searches[0].finds[0].clone();
    message.facts.searches[0].finds = vec![find; 100];
    assert!(render(&message).html.len() < 100_000, "some programs truncate larger mails");
}

async fn write_file(message: &MailMessage) -> String {
    let folder = tempfile::tempdir().unwrap();
    FileMailer::new(renderer(), folder.path().to_owned()).unwrap().send(message).await.unwrap();
    let file = std::fs::read_dir(folder.path()).unwrap().next().unwrap().unwrap();
    std::fs::read_to_string(file.path()).unwrap()
}

#[tokio::test]
async fn send_results_have_the_headers_of_one_click_unsubscription_and_other_mails_do_not() {
    for message in every_message() {
        let file = write_file(&message).await;
        let mail = MessageParser::new().parse(&file).unwrap();
        let names: Vec<&str> = mail.headers().iter().map(mail_parser::Header::name).collect();
        let is_about_results = message.purpose == MailPurpose::SavedSearchResults;
        for name in ["List-Unsubscribe", "List-Unsubscribe-Post"] {
            assert_eq!(names.contains(&name), is_about_results, "{} {name}", message.purpose);
        }
        if is_about_results {
            let url = format!("https://portal.example/api/v1/saved-searches/unsubscribe?token={ALL}");
            assert!(file.contains(&format!("List-Unsubscribe: <{url}>\r\n")), "{file}");
            assert!(file.contains("List-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n"), "{file}");
        }
    }
}
