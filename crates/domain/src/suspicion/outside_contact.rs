//! Finds ways to reach a landlord outside of the portal: email addresses, phone numbers and
//! messengers.

use std::sync::LazyLock;

use regex::{Regex, RegexSet};

use super::plain_text::{PlainText, pattern, patterns};

/// Whether a text names a way to reach its writer outside of the portal.
pub(super) fn is_named(text: &PlainText) -> bool {
    let text = text.as_str();
    EMAIL_ADDRESSES.is_match(text)
        || MESSENGERS.is_match(&NO_MESSENGER.replace_all(text, " "))
        || has_phone_number(text)
}

/// `(at)`, `[dot]` and the like.
const AT_WORD: &str = r"(?:@|at|ät|aet|klammeraffe|affenschwanz)";
const OPEN: &str = r"[(\[{<*_/|-]";
const CLOSE: &str = r"[)\]}>*_/|-]";
const PROVIDER: &str = r"(?:g ?-?mail|google ?mail|gmx|web|hotmail|outlook|yahoo|icloud|proton(?: ?mail)?|mail|t-online|posteo|aol|live|freenet|yandex|mailbox)";
const TOP_LEVEL: &str = r"(?:com|de|net|org|me|ru|at|ch|co|info|eu|uk)";

static EMAIL_ADDRESSES: LazyLock<RegexSet> = LazyLock::new(|| {
    let dot = format!(r"(?: ?[.,] ?| ?{OPEN} ?(?:dot|punkt|\.) ?{CLOSE} ?| (?:dot|punkt|point) )");
    patterns(&[
        &format!(r"[\w.+%-]+ ?@ ?[a-z0-9-]+{dot}[a-z]{{2,}}"),
        &format!(r"[\w.+%-]+ ?{OPEN} ?{AT_WORD} ?{CLOSE} ?[a-z0-9-]+{dot}[a-z]{{2,}}"),
        &format!(r"[\w.+%-]+ ?{OPEN} ?{AT_WORD} ?{CLOSE} ?{PROVIDER}\b"),
        &format!(r"\b{AT_WORD} {PROVIDER}{dot}{TOP_LEVEL}\b"),
        &format!(r"\b{AT_WORD} {PROVIDER} {TOP_LEVEL}\b"),
        r"\b(?:at|ät|klammeraffe|affenschwanz) [a-z0-9-]+ (?:dot|punkt) [a-z]{2,}",
        &format!(r"\b(?:gmail|google ?mail|gmx|hotmail|proton ?mail|yahoo){dot}{TOP_LEVEL}\b"),
        r"\b(?:g-?mail|google ?mail)\b",
        // A name in a social network.
        r"(?:^|[\s:(])@[a-z0-9_.]{3,}",
    ])
});

static MESSENGERS: LazyLock<RegexSet> = LazyLock::new(|| {
    patterns(&[
        r"\bw+h?[a@4]+[td]+'?[sz5]+[ ._'-]?[a@4]pp?\b",
        r"\bwa\.me\b|\bt\.me\b",
        r"\btele ?-?gr[a@4]m+\b|\bthreema\b|\bviber\b|\bwe ?chat\b|\bsk[iy]pe\b|\bsnap ?chat\b|\bdiscord\b",
        r"\binsta(?:gram)?\b|\bkakao ?-?talk\b|\bi ?message\b|\bface ?time\b|\bline[ -]id\b",
        r"\bmessenger\b|\b(?:kik|wire|element|matrix)[ -](?:messenger|app|id|name)\b",
        r"\b(?:via|per|über|ueber|on|auf|bei|mit|with|use|using|through|by) (?:the )?signal\b",
        r"\bsignal[ -](?:messenger|app|nummer|number)\b",
    ])
});

/// An insurance company and a stadium.
static NO_MESSENGER: LazyLock<Regex> = LazyLock::new(|| pattern(r"signal[ -]iduna"));

fn has_phone_number(text: &str) -> bool {
    let text = NO_PHONE_NUMBERS.replace_all(text, " | ");
    PHONE_NUMBERS.is_match(&text)
}

/// Dates, times and amounts of money.
static NO_PHONE_NUMBERS: LazyLock<Regex> = LazyLock::new(|| {
    pattern(concat!(
        r"\b\d{1,2}\. ?\d{1,2}\. ?(?:\d{4}|\d{2})?\b|\b\d{1,2}\.\d{1,2}\.",
        r"|\b\d{4}-\d{2}-\d{2}\b|\b\d{1,2}/\d{1,2}/\d{2,4}\b",
        r"|\b\d{1,2}[.:]\d{2} ?(?:-|bis|to|und|and) ?\d{1,2}[.:]\d{2}\b|\b\d{1,2}[.:]\d{2} ?(?:uhr|h|am|pm)\b",
        r"|\d[\d.,]* ?(?:€|eur\b|euro\b)|€ ?\d[\d.,]*",
    ))
});

static PHONE_NUMBERS: LazyLock<RegexSet> = LazyLock::new(|| {
    const WORD: &str = r"(?:null|zero|oh|eins|ein|zwei|zwo|drei|vier|fünf|fuenf|sechs|sieben|acht|neun|one|two|three|four|five|six|seven|eight|nine|double|plus|\d+)";
    patterns(&[
        // International: +49 171 2345678, 0049 (0)171 2345678.
        r"(?:\+|(?:^|[^\d.,-])00) ?\(?[1-9](?:[ ()/.-]{0,3}[\do]){7,}",
        // National: 0171/2345678, 030 - 123 456, o171...
        r"(?:^|[^\w.,-])\(?[0o]\)?[1-9](?:[ ()/.-]{0,3}[\do]){6,}",
        r"\b(?:tel|telefon\w*|phone|mobil|mobile|handy\w*|nummer|number|cell|call(?: me)?|ruf\w*|anruf\w*|sms|text me|fon)\b[^\d\n]{0,20}\d(?:[ ()/.-]{0,2}\d){5,}",
        // In words: null eins sieben eins ...
        &format!(r"\b(?:null|zero|oh|plus|0)[ ,./-]+(?:{WORD}[ ,./-]+){{5,}}{WORD}\b"),
    ])
});

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn is_named_finds_contacts_in_usual_spellings() {
        for text in [
            "Schreib an anna.muster@gmail.com",
            "anna . muster @ web . de",
            "anna(at)posteo.de",
            "anna [at] mail [dot] com",
            "anna {ät} gmx {punkt} net",
            "anna at gmail dot com",
            "anna klammeraffe web punkt de",
            "anna-at-web.de",
            "my googlemail is anna.muster",
            "Folge @anna_vermietet",
            "Tel. 0171 2345678",
            "0171/23 45 67 8",
            "030-1234567",
            "(030) 123 456 78",
            "+49 171 2345678",
            "+44 (0) 7911 123456",
            "0049-171-2345678",
            "0 1 7 1 2 3 4 5 6 7 8",
            "o171 23456o8",
            "Ruf an: 171 234 56 78",
            "null eins sieben eins zwei drei vier fünf",
            "zero one seven one, two three four five",
            "０１７１ ２３４５６７８",
            "Kontakt per WhatsApp",
            "Whats App, Whats-App, what's app",
            "whatsap",
            "W h a t s A p p",
            "wa.me/49171",
            "Wh@ts4pp",
            "Telegram",
            "über Signal erreichbar",
            "write me on Signal",
            "Threema-ID ABCDEFGH",
            "per Skype",
            "Insta: anna",
            "WeChat",
        ] {
            assert!(is_named(&PlainText::new(text)), "{text}");
        }
    }

    #[test]
    fn is_named_ignores_ordinary_texts() {
        for text in [
            "Frei ab 01.10.2026 bis 31.03.2027, Besichtigung 08.00 - 20.00 Uhr.",
            "Ab 1.10. - 30.09. zu vermieten, 2026-10-01",
            "Besichtigungen zwischen 08:00 und 20:00",
            "Miete 450,00 €, Kaution 1.350,00 Euro, Nebenkosten 0,90 € je m²",
            "Baujahr 1998, 3. Etage, 75 m², 2.5 Zimmer, PLZ 01069 Dresden",
            "Bus 012 und 34, Linie U6, 5 Minuten",
            "Energieausweis BE-2021-003456789, 95,4 kWh/(m²a)",
            "WLAN mit 250 Mbit/s, gutes Signal in jedem Zimmer",
            "Am Signal Iduna Park, bei Signal Iduna",
            "Meet at home. The kitchen is shared. Look at the garden.",
            "WG mit 3 Leuten (2 w, 1 m) zwischen 20 und 25",
            "eins, zwei, drei Zimmer",
            "handy location, 10 minutes to campus",
            "Ein Zimmer im 4. Stock, Hausnummer 12-14",
            "KiK, Aldi und Lidl um die Ecke",
        ] {
            assert!(!is_named(&PlainText::new(text)), "{text}");
        }
    }
}
