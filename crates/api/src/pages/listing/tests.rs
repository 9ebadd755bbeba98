use portal_services::testing::samples::listing_preview;

use super::*;

const URL: &str = "https://portal.test";

fn written(preview: &ListingPreview, locale: Locale) -> String {
    let mut head = Head::default();
    ListingPage::new(preview, URL, locale).write(&mut head, "Nestbau");
    head.as_str().to_owned()
}

#[test]
fn a_link_shows_title_facts_words_and_the_first_picture() {
    let preview = listing_preview(ListingStatus::Available);
    let html = written(&preview, Locale::German);
    for element in [
        "<title>Helles Zimmer am Englischen Garten – Nestbau</title>",
        r#"<meta name="description" content="Zimmer, 18,5 m², 625 € warm, in Maxvorstadt, München. Ein ruhiges Zimmer zum Hof." />"#,
        r#"<link rel="canonical" href="https://portal.test/listing/00000000-0000-0000-0000-00000000000a" />"#,
        r#"<meta property="og:title" content="Helles Zimmer am Englischen Garten" />"#,
        r#"<meta property="og:image" content="https://portal.test/images/1200x800/picture-1.jpg" />"#,
        r#"<meta property="og:image:alt" content="Helles Zimmer am Englischen Garten" />"#,
        r#"imagesrcset="/images/400x300/picture-1.jpg 400w, /images/1200x800/picture-1.jpg 1200w""#,
        r#"<meta name="twitter:card" content="summary_large_image" />"#,
        r#"<meta name="twitter:image" content="https://portal.test/images/1200x800/picture-1.jpg" />"#,
    ] {
        assert!(html.contains(element), "{element} in {html}");
    }
    assert!(
        written(&preview, Locale::English)
            .contains("Room, 18.5 m², €625 total rent per month, in Maxvorstadt, München.")
    );
}

#[test]
fn without_a_picture_there_is_none_to_show() {
    let mut preview = listing_preview(ListingStatus::Rented);
    preview.images.clear();
    let html = written(&preview, Locale::German);
    assert!(!html.contains("image\" content") && !html.contains("/images/"), "{html}");
    assert!(html.contains(r#"<meta name="twitter:card" content="summary" />"#), "{html}");
}

#[test]
fn linked_data_say_what_is_let_for_how_much_and_whether_it_still_is() {
    let preview = listing_preview(ListingStatus::Available);
    let data = ListingPage::new(&preview, URL, Locale::German).linked_data();
    assert_eq!(data["@type"], "RealEstateListing");
    assert_eq!(data["image"][1], "https://portal.test/images/1200x800/picture-2.jpg");
    assert_eq!(data["dateModified"], "2026-11-20T11:00:00Z");
    let home = &data["mainEntity"];
    assert_eq!((&home["@type"], &home["floorSize"]["value"]), (&json!("Room"), &json!(18.5)));
    assert_eq!(home["address"]["streetAddress"], "Kaulbachstraße 12");
    assert_eq!(home["address"]["addressLocality"], "München");
    let offer = &data["offers"];
    assert_eq!((&offer["price"], &offer["priceCurrency"]), (&json!(625), &json!("EUR")));
    assert_eq!(offer["availability"], "https://schema.org/InStock");
    let rented = listing_preview(ListingStatus::Rented);
    let data = ListingPage::new(&rented, URL, Locale::German).linked_data();
    assert_eq!(data["offers"]["availability"], "https://schema.org/SoldOut");
    assert!(data["description"].as_str().unwrap().starts_with("Vermietet. Zimmer, "));
}

#[test]
fn numbers_keep_their_decimals() {
    assert_eq!(decimal(46_505, 2).to_string(), "465.05");
    assert_eq!(decimal(46_500, 2).to_string(), "465");
    assert_eq!(decimal(5, 1).to_string(), "0.5");
}

#[test]
fn a_long_description_is_cut_at_a_word() {
    let mut preview = listing_preview(ListingStatus::Available);
    preview.beginning = "Ruhig\u{202E} gelegen.\n\n".repeat(30);
    let description = description(&preview, Locale::German);
    assert!(description.chars().count() <= DESCRIPTION, "{description}");
    assert!(description.ends_with("Ruhig gelegen…") || description.ends_with("gelegen. Ruhig…"), "{description}");
}
