use portal_domain::listing::Region;
use proptest::prelude::*;

use super::*;

fn address(district: Option<&str>) -> ListingAddress {
    ListingAddress {
        street: "Ring".to_owned(),
        house_number: "1".to_owned(),
        postal_code: "50667".to_owned(),
        city: "Köln".to_owned(),
        district: district.map(str::to_owned),
        region: Region::NordrheinWestfalen,
    }
}

#[test]
fn facts_are_told_in_the_form_of_the_language() {
    let facts = |locale, area, cents, district| {
        let (area, rent) = (Area::from_tenths(area), Cents::new(cents));
        Words::of(locale).facts(UnitType::Room, area, rent, &address(district))
    };
    assert_eq!(facts(Locale::German, 185, 46_500, Some("Südstadt")), "Zimmer, 18,5 m², 465 € warm, in Südstadt, Köln.");
    assert_eq!(facts(Locale::German, 12_340, 123_456_705, None), "Zimmer, 1.234 m², 1.234.567,05 € warm, in Köln.");
    assert_eq!(facts(Locale::English, 185, 123_450, None), "Room, 18.5 m², €1,234.50 total rent per month, in Köln.");
    assert_eq!(facts(Locale::English, 0, 0, None), "Room, 0 m², €0 total rent per month, in Köln.");
}

#[test]
fn a_line_has_no_breaks_and_turns_nothing_around() {
    assert_eq!(line("  Zwei\r\n\tZeilen\u{0}\u{85} hier "), "Zwei Zeilen hier");
    assert_eq!(line("\u{202E}moc.live\u{202C} \u{2066}x\u{2069}"), "moc.live x");
    assert_eq!(line("خانه 🏠 é"), "خانه 🏠 é");
}

#[test]
fn a_long_line_ends_with_a_whole_word() {
    assert_eq!(cut("kurz", 4), "kurz");
    assert_eq!(cut("eins zwei, drei", 14), "eins zwei…");
    assert_eq!(cut("eins zwei drei", 10), "eins zwei…");
    assert_eq!(cut("🏠🏠🏠🏠🏠", 4), "🏠🏠🏠…");
    assert_eq!(cut("a 🏠🏠🏠🏠🏠🏠🏠🏠", 8), "a 🏠🏠🏠🏠🏠…");
}

proptest! {
    #[test]
    fn whatever_the_line_it_fits(text in "\\PC{0,60}", limit in 2_usize..40) {
        let short = cut(&line(&text), limit);
        prop_assert!(short.chars().count() <= limit, "{short}");
    }
}
