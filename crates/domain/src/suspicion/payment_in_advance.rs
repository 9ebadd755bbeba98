//! Finds demands for money that a victim does not get back: transfer services, and payments before
//! the viewing.

use std::sync::LazyLock;

use regex::{Regex, RegexSet};

use super::plain_text::{PlainText, pattern, patterns};

/// Whether a text names a money transfer service or asks for a payment before the viewing.
pub(super) fn is_asked_for(text: &PlainText) -> bool {
    let text = text.as_str();
    SERVICES.is_match(text) || BEFORE_VIEWING.is_match(&WARNINGS.replace_all(text, " "))
}

static SERVICES: LazyLock<RegexSet> = LazyLock::new(|| {
    const PAYMENT: &str = r"(?:zahl\w*|bezahl\w*|überweis\w*|ueberweis\w*|kaution|miete|vertrag|abwickl\w*|buch\w*|pay\w*|paid|deposit|rent|money|contract|book\w*)";
    const AGENT: &str = r"(?:air ?-?bnb|booking\.com|trip ?advisor|homestay)";
    patterns(&[
        r"\bwestern ?-?union\b|\bmoney ?-?gram\b|\bria money\b|\bworld ?remit\b|\bremitly\b|\bmoney ?order\b",
        r"\btransfer ?wise\b|\bwise\.com\b|\b(?:via|per|über|ueber|with|by|mit|through|using) wise\b",
        r"\bpay ?-?pal\b|\bpay ?-?safe(?: ?-?(?:card|karte))?\b|\bskrill\b|\bneteller\b|\brevolut\b|\bcash ?app\b|\bvenmo\b|\b(?:via|per|with|by) zelle\b",
        r"\bbit ?-?coins?\b|\bbtc\b|\bcrypto\w*\b|\bkrypto\w*\b|\busdt\b|\bethereum\b|\bmonero\b",
        r"\bgift ?-?cards?\b|\bgeschenk ?-?karten?\b|\b(?:amazon|i ?tunes|steam|google ?play|apple)[ -](?:gutschein\w*|karten?|cards?|codes?)\b",
        r"\bwire(?:d|s)? (?:me |us |the |a )?(?:money|transfer|funds?|deposit|rent|payment)\b|\bmoney transfers?\b|\bgeldtransfer\w*\b|\bcashier'?s? che(?:ck|que)s?\b",
        r"\bbargeld(?:versand|transfer)\b|\bpostanweisung\b|\bvor(?:aus)?kasse\b|\btreuhand-?(?:service|dienst)\w*\b|\bescrow\b",
        &format!(r"\b{PAYMENT}\b[^.!?\n]{{0,60}}\b{AGENT}\b"),
        &format!(r"\b{AGENT}\b[^.!?\n]{{0,60}}\b{PAYMENT}\b"),
    ])
});

const MONEY: &str = concat!(
    r"\b(?:(?:miet)?kaution\w*|anzahlung\w*|vor(?:aus|ab)?zahlung\w*|zahlung\w*|zahlen|zahle|bezahl\w*|gezahlt|überweis\w*|",
    r"ueberweis\w*|überwiesen|geld|geldeingang|zahlungseingang|\w*gebühr\w*|(?:erste\w*|1\.) (?:monats)?miete\w*|",
    r"deposits?|down ?payments?|payments?|pay|paid|paying|transfer\w*|first month'?s?(?: rent)?|money|",
    r"(?:holding|reservation|application|booking|viewing|admin\w*) fees?)\b",
);
const VIEWING: &str = concat!(
    r"\b(?:\w*besichtig\w*|viewings?|view|visits?|visiting|tours?|showings?|inspections?|anschauen|ansehen|",
    r"see(?:ing)? (?:the|it|my|this)|show (?:you )?(?:the|it|my))\b",
);
/// Words between a preposition and the payment: any others would join unrelated parts of a sentence.
const BETWEEN: &str = concat!(
    r"(?:(?:der|die|das|dem|den|des|ihr\w*|dein\w*|ein\w*|unser\w*|mein\w*|du|sie|ich|wir|uns|mir|erfolgter|",
    r"vollständiger|eingang|erhalt|vollen|volle|haben|hast|the|your|a|an|of|full|i|we|you|have|has|had|been|",
    r"receipt|receiving|received|is|are|my|our|us|me|erst|nur|only) ){0,5}",
);

/// Advice to pay nothing before a viewing.
static WARNINGS: LazyLock<Regex> = LazyLock::new(|| {
    pattern(&format!(
        r"\b(?:kein\w*|nie|niemals|nichts|never|no|do not|don't|not) (?:[\w']+ ){{0,4}}{MONEY}[^.!?\n]{{0,40}} (?:vor|bevor|before|prior to)\b"
    ))
});

static BEFORE_VIEWING: LazyLock<RegexSet> = LazyLock::new(|| {
    patterns(&[
        &format!(
            r"{MONEY}[^.!?\n]{{0,60}}\b(?:vor|bevor|before|prior to|ahead of|in advance of)\b[^.!?\n]{{0,30}}{VIEWING}"
        ),
        &format!(r"\b(?:vor|bevor|before|prior to)\b[^.!?\n]{{0,30}}{VIEWING}[^.!?\n]{{0,60}}{MONEY}"),
        &format!(
            r"{VIEWING}[^.!?\n]{{0,50}}\b(?:nach|nachdem|sobald|wenn|after|once|when|as soon as|upon|only if|if|gegen|against|following) {BETWEEN}{MONEY}"
        ),
        &format!(
            r"\b(?:kein\w*|no|not|without)\b[^.!?\n]{{0,20}}{VIEWING}[^.!?\n]{{0,30}}\b(?:ohne|without|before|vor|bevor)\b[^.!?\n]{{0,20}}{MONEY}"
        ),
        &format!(r"\b(?:sobald|wenn|once|after|when|nach) {BETWEEN}{MONEY}[^.!?\n]{{0,60}}{VIEWING}"),
        r"\b(?:(?:miet)?kaution|anzahlung|deposit)\b[^.!?\n]{0,40}\b(?:vorab|im voraus|im vorfeld|upfront|up front|in advance)\b",
        r"\b(?:vorab|upfront|up front|in advance)\b[^.!?\n]{0,30}\b(?:(?:miet)?kaution|anzahlung|deposit)\b",
        // Keys by post: the usual excuse for a payment without a viewing.
        r"\bschlüssel\w*[^.!?\n]{0,60}\b(?:per (?:post|dhl|ups|fedex|kurier|einschreiben|hermes|paket)|zugesandt|zugeschickt|zusenden|zuschicken|zusende|zuschicke|sende|schicke)\b",
        r"\b(?:sende|schicke|verschicke|versende)\b[^.!?\n]{0,40}\bschlüssel",
        r"\bkeys?\b[^.!?\n]{0,60}\b(?:by|via|through|per) (?:post|mail|dhl|ups|fedex|courier|airbnb)\b",
        r"\b(?:send|mail|ship|courier)(?:ing|ed|s)? (?:you )?(?:the |my )?keys?\b|\bkeys? (?:will|can) be (?:sent|mailed|shipped|couriered)\b",
    ])
});

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn is_asked_for_finds_services_and_payments_before_the_viewing() {
        for text in [
            "Zahlung per Western Union",
            "Please pay with MoneyGram",
            "Kaution über PayPal Freunde",
            "payment via Wise",
            "Bitcoin bevorzugt",
            "Send two Amazon gift cards",
            "wire the money to my agent",
            "Abwicklung über Airbnb",
            "The contract is handled by Airbnb and you pay the deposit there",
            "Miete gegen Vorkasse",
            "Die Kaution muss vor der Besichtigung überwiesen werden.",
            "Bitte überweise die Anzahlung, bevor wir einen Besichtigungstermin vereinbaren.",
            "Vor der Besichtigung ist eine Kaution zu zahlen.",
            "Besichtigung erst nach Eingang der Kaution.",
            "Sobald die Kaution eingegangen ist, kannst du die Wohnung besichtigen.",
            "Keine Besichtigung ohne Kaution.",
            "Kaution vorab",
            "Schlüssel kommen nach Zahlung per Post.",
            "Ich schicke dir die Schlüssel.",
            "The deposit is due before the viewing.",
            "Deposit before viewing!",
            "Viewing only after the deposit has been paid.",
            "Before viewing you need to pay a holding fee.",
            "Pay the deposit up front and I will send you the keys",
            "I am abroad, keys will be sent by DHL.",
            "D e p o s i t before viewing",
        ] {
            assert!(is_asked_for(&PlainText::new(text)), "{text}");
        }
    }

    #[test]
    fn is_asked_for_ignores_ordinary_texts() {
        for text in [
            "Die Kaution beträgt drei Monatsmieten und wird vor dem Einzug überwiesen.",
            "Die Miete ist monatlich im Voraus zu zahlen.",
            "Besichtigung nach Vereinbarung, Kaution 900 Euro.",
            "Besichtigung nach Absprache. Kaution 900 Euro.",
            "Wir verlangen nie Geld vor der Besichtigung.",
            "Never pay any money before a viewing.",
            "Schlüsselübergabe am 1. Oktober.",
            "The deposit is paid back after you move out.",
            "Miete per Überweisung oder Dauerauftrag.",
            "A wise choice close to the escarpment.",
            "Die Kaution wird auf einem Treuhandkonto angelegt.",
            "Bitte vor der Besichtigung kurz vorstellen.",
        ] {
            assert!(!is_asked_for(&PlainText::new(text)), "{text}");
        }
    }
}
