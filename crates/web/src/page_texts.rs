//! The texts of page heads in both languages. They must use the same terms as the app's texts.

use portal_domain::area::Area;
use portal_domain::legal_page::LegalPage;
use portal_domain::listing::{ListingAddress, UnitType};
use portal_domain::locale::Locale;
use portal_domain::money::Cents;

/// The texts of one language.
pub(super) struct PageTexts {
    locale: Locale,
    /// Title and description of the portal.
    portal: [&'static str; 2],
    /// Title and description.
    terms: [&'static str; 2],
    /// Title and description.
    privacy: [&'static str; 2],
    /// Title and description.
    imprint: [&'static str; 2],
    /// Title and description.
    accessibility: [&'static str; 2],
    /// The title of an unknown page.
    pub not_found: &'static str,
    /// Precedes the description of a rented listing.
    pub rented: &'static str,
}

const GERMAN: PageTexts = PageTexts {
    locale: Locale::German,
    portal: [
        "Zimmer für Studierende",
        "WG-Zimmer, Wohnungen und Häuser für Studierende, von uns geprüft und direkt von Vermietenden.",
    ],
    terms: ["Nutzungsbedingungen", "Die Regeln für Konten, Inserate und Bewerbungen."],
    privacy: ["Datenschutzerklärung", "Welche Daten wir verarbeiten, wozu und wie lange."],
    imprint: ["Impressum", "Wer dieses Portal betreibt und wie du uns erreichst."],
    accessibility: [
        "Erklärung zur Barrierefreiheit",
        "Wie barrierefrei das Portal ist und wie du eine Barriere meldest.",
    ],
    not_found: "Seite nicht gefunden",
    rented: "Vermietet.",
};

const ENGLISH: PageTexts = PageTexts {
    locale: Locale::English,
    portal: [
        "Rooms for students",
        "Rooms, apartments and houses for students, checked by us and straight from the landlord.",
    ],
    terms: ["Terms of use", "The rules for accounts, listings and applications."],
    privacy: ["Privacy policy", "What data we process, why and for how long."],
    imprint: ["Imprint", "Who runs this portal and how to reach us."],
    accessibility: ["Accessibility statement", "How accessible the portal is and how to report a barrier."],
    not_found: "Page not found",
    rented: "Rented.",
};

impl PageTexts {
    pub(crate) const fn of(locale: Locale) -> &'static Self {
        match locale {
            Locale::German => &GERMAN,
            Locale::English => &ENGLISH,
        }
    }

    /// The title and description of a legal page, or of the portal.
    pub(crate) const fn page(&self, legal: Option<LegalPage>) -> (&'static str, &'static str) {
        let [title, description] = match legal {
            None => self.portal,
            Some(LegalPage::Terms) => self.terms,
            Some(LegalPage::Privacy) => self.privacy,
            Some(LegalPage::Imprint) => self.imprint,
            Some(LegalPage::Accessibility) => self.accessibility,
        };
        (title, description)
    }

    /// What is said of an image that its landlord has not described.
    pub(crate) fn photo(&self, number: usize, title: &str) -> String {
        match self.locale {
            Locale::German => format!("Foto {number}: {title}"),
            Locale::English => format!("Photo {number}: {title}"),
        }
    }

    /// The facts of a listing in one sentence.
    pub(crate) fn facts(&self, unit_type: UnitType, area: Area, total_rent: Cents, address: &ListingAddress) -> String {
        let (unit, area, rent) = (self.unit(unit_type), self.area(area), self.locale.money(total_rent));
        let place = place(address);
        match self.locale {
            Locale::German => format!("{unit} in {place}, {area}, {rent} Warmmiete."),
            Locale::English => format!("{unit} in {place}, {area}, {rent} total rent per month."),
        }
    }

    const fn unit(&self, unit_type: UnitType) -> &'static str {
        match (self.locale, unit_type) {
            (Locale::German, UnitType::Apartment) => "Wohnung",
            (Locale::German, UnitType::House) => "Haus",
            (Locale::German, UnitType::Room) => "Zimmer",
            (Locale::German, UnitType::Other) => "Unterkunft",
            (Locale::English, UnitType::Apartment) => "Apartment",
            (Locale::English, UnitType::House) => "House",
            (Locale::English, UnitType::Room) => "Room",
            (Locale::English, UnitType::Other) => "Accommodation",
        }
    }

    /// Square metres, with a decimal unless it is zero.
    fn area(&self, area: Area) -> String {
        let tenths = u64::from(area.tenths().unsigned_abs());
        let whole = self.locale.group_digits(tenths / 10);
        match tenths % 10 {
            0 => format!("{whole} m²"),
            tenth => format!("{whole}{}{tenth} m²", self.locale.decimal_separator()),
        }
    }
}

/// The city and the district, if known.
fn place(address: &ListingAddress) -> String {
    match &address.district {
        Some(district) => format!("{} ({district})", address.city),
        None => address.city.clone(),
    }
}

/// The text on one line, without control characters and bidirectional controls.
pub(super) fn one_line(text: &str) -> String {
    let printable = text.chars().map(|c| if c.is_control() { ' ' } else { c });
    let printable: String =
        printable.filter(|c| !matches!(c, '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}')).collect();
    printable.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// At most `limit` characters of a line. Truncates after a word unless that halves the text.
pub(super) fn truncate(line: &str, limit: usize) -> String {
    let Some((end, _)) = line.char_indices().nth(limit) else { return line.to_owned() };
    // One character is the ellipsis.
    let max = line.char_indices().nth(limit - 1).map_or(end, |(max, _)| max);
    let truncated = match line[..end].rfind(' ') {
        Some(space) if space * 2 > max => &line[..space],
        _ => &line[..max],
    };
    format!("{}…", truncated.trim_end_matches([' ', ',', ';', ':', '-', '–', '.']))
}

#[cfg(test)]
mod tests {
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
    fn facts_are_formatted_by_language() {
        let facts = |locale, area, cents, district| {
            let (area, rent) = (Area::from_tenths(area), Cents::new(cents));
            PageTexts::of(locale).facts(UnitType::Room, area, rent, &address(district))
        };
        assert_eq!(
            facts(Locale::German, 185, 46_500, Some("Südstadt")),
            "Zimmer in Köln (Südstadt), 18,5 m², 465 € Warmmiete."
        );
        assert_eq!(
            facts(Locale::German, 12_340, 123_456_705, None),
            "Zimmer in Köln, 1.234 m², 1.234.567,05 € Warmmiete."
        );
        assert_eq!(
            facts(Locale::English, 185, 123_450, None),
            "Room in Köln, 18.5 m², €1,234.50 total rent per month."
        );
        assert_eq!(facts(Locale::English, 0, 0, None), "Room in Köln, 0 m², €0 total rent per month.");
    }

    #[test]
    fn one_line_removes_breaks_and_bidirectional_controls() {
        assert_eq!(one_line("  Zwei\r\n\tZeilen\u{0}\u{85} hier "), "Zwei Zeilen hier");
        assert_eq!(one_line("\u{202E}moc.live\u{202C} \u{2066}x\u{2069}"), "moc.live x");
        assert_eq!(one_line("خانه 🏠 é"), "خانه 🏠 é");
    }

    #[test]
    fn truncate_ends_after_a_word() {
        assert_eq!(truncate("kurz", 4), "kurz");
        assert_eq!(truncate("eins zwei, drei", 14), "eins zwei…");
        assert_eq!(truncate("eins zwei drei", 10), "eins zwei…");
        assert_eq!(truncate("🏠🏠🏠🏠🏠", 4), "🏠🏠🏠…");
        assert_eq!(truncate("a 🏠🏠🏠🏠🏠🏠🏠🏠", 8), "a 🏠🏠🏠🏠🏠…");
    }

    proptest! {
        #[test]
        fn truncate_never_exceeds_the_limit(text in "\\PC{0,60}", limit in 2_usize..40) {
            let truncated = truncate(&one_line(&text), limit);
            prop_assert!(truncated.chars().count() <= limit, "{truncated}");
        }
    }
}
