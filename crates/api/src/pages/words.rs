//! What the heads of pages say, in the portal's two languages. The app has its own texts; where both name
//! the same thing, they name it alike.

use portal_domain::area::Area;
use portal_domain::listing::{ListingAddress, UnitType};
use portal_domain::locale::Locale;
use portal_domain::money::Cents;

use crate::legal::LegalPage;

/// The words of one language.
pub(super) struct Words {
    locale: Locale,
    home: &'static str,
    portal: &'static str,
    pub missing: &'static str,
    pub rented: &'static str,
    /// Title and description of the terms of use.
    terms: [&'static str; 2],
    privacy: [&'static str; 2],
    imprint: [&'static str; 2],
}

const GERMAN: Words = Words {
    locale: Locale::German,
    home: "Zimmer für Studierende",
    portal: "WG-Zimmer, Wohnungen und Häuser für Studierende, von uns geprüft und direkt von Vermietenden.",
    missing: "Seite nicht gefunden",
    rented: "Vermietet.",
    terms: ["Nutzungsbedingungen", "Die Regeln für Konten, Inserate und Bewerbungen."],
    privacy: ["Datenschutzerklärung", "Welche Daten wir verarbeiten, wozu und wie lange."],
    imprint: ["Impressum", "Wer dieses Portal betreibt und wie du uns erreichst."],
};

const ENGLISH: Words = Words {
    locale: Locale::English,
    home: "Rooms for students",
    portal: "Rooms, apartments and houses for students, checked by us and straight from the landlord.",
    missing: "Page not found",
    rented: "Rented.",
    terms: ["Terms of use", "The rules for accounts, listings and applications."],
    privacy: ["Privacy policy", "What data we process, why and for how long."],
    imprint: ["Imprint", "Who runs this portal and how to reach us."],
};

impl Words {
    pub const fn of(locale: Locale) -> &'static Self {
        match locale {
            Locale::German => &GERMAN,
            Locale::English => &ENGLISH,
        }
    }

    /// Title and description of a page: of a legal one, or of the portal itself.
    pub const fn page(&self, legal: Option<LegalPage>) -> (&'static str, &'static str) {
        let [title, description] = match legal {
            None => [self.home, self.portal],
            Some(LegalPage::Terms) => self.terms,
            Some(LegalPage::Privacy) => self.privacy,
            Some(LegalPage::Imprint) => self.imprint,
        };
        (title, description)
    }

    /// The facts of a listing in one sentence.
    pub fn facts(&self, unit_type: UnitType, area: Area, total_rent: Cents, address: &ListingAddress) -> String {
        let (unit, area, rent) = (self.unit(unit_type), self.area(area), self.money(total_rent));
        let place = place(address);
        match self.locale {
            Locale::German => format!("{unit}, {area}, {rent} warm, in {place}."),
            Locale::English => format!("{unit}, {area}, {rent} total rent per month, in {place}."),
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

    /// Square metres, with a decimal only where there is one.
    fn area(&self, area: Area) -> String {
        let tenths = i64::from(area.tenths());
        let whole = self.grouped(tenths / 10);
        match tenths % 10 {
            0 => format!("{whole} m²"),
            tenth => format!("{whole}{}{tenth} m²", self.decimal_sign()),
        }
    }

    /// Euro, with cents only where there are any.
    fn money(&self, amount: Cents) -> String {
        let whole = self.grouped(amount.get() / 100);
        let amount = match amount.get() % 100 {
            0 => whole,
            cents => format!("{whole}{}{cents:02}", self.decimal_sign()),
        };
        match self.locale {
            Locale::German => format!("{amount} €"),
            Locale::English => format!("€{amount}"),
        }
    }

    fn grouped(&self, number: i64) -> String {
        let digits = number.to_string();
        let mut grouped = String::with_capacity(digits.len() + digits.len() / 3);
        for (index, digit) in digits.chars().enumerate() {
            if index > 0 && (digits.len() - index).is_multiple_of(3) {
                grouped.push(match self.locale {
                    Locale::German => '.',
                    Locale::English => ',',
                });
            }
            grouped.push(digit);
        }
        grouped
    }

    const fn decimal_sign(&self) -> char {
        match self.locale {
            Locale::German => ',',
            Locale::English => '.',
        }
    }
}

/// District and city, as a listing's page names them.
fn place(address: &ListingAddress) -> String {
    match &address.district {
        Some(district) => format!("{district}, {}", address.city),
        None => address.city.clone(),
    }
}

/// One line of text: no control characters, and none that turn around the text that comes after it.
pub(super) fn line(text: &str) -> String {
    let kept = text.chars().map(|c| if c.is_control() { ' ' } else { c });
    let kept: String = kept.filter(|c| !matches!(c, '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}')).collect();
    kept.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// At most `limit` characters of a line, cut between words where there is a gap to cut at.
pub(super) fn cut(line: &str, limit: usize) -> String {
    let Some((end, _)) = line.char_indices().nth(limit) else { return line.to_owned() };
    // One character is the ellipsis.
    let room = line.char_indices().nth(limit - 1).map_or(end, |(room, _)| room);
    let words = match line[..end].rfind(' ') {
        Some(gap) if gap * 2 > room => &line[..gap],
        _ => &line[..room],
    };
    format!("{}…", words.trim_end_matches([' ', ',', ';', ':', '-', '–', '.']))
}

#[cfg(test)]
mod tests;
