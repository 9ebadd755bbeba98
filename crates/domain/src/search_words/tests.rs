use proptest::prelude::*;

use super::*;
use crate::listing::UnitType;
use crate::listing::tests::{facts, texts};

fn surfaces(keyword: &str) -> Vec<String> {
    of_keyword(keyword).into_iter().map(|word| word.surface).collect()
}

/// Whether a keyword finds an indexed text by an exact match.
fn finds(keyword: &str, text: &str) -> bool {
    let stored: Vec<String> =
        terms_of(text).into_iter().flat_map(|word| std::iter::once(word.surface).chain(word.stems)).collect();
    let words = of_keyword(keyword);
    !words.is_empty() && words.iter().all(|word| stored.iter().any(|stored| word.is_exact_match(stored)))
}

#[test]
fn of_keyword_umlaut_spellings_are_equal() {
    for pair in [
        ["München", "Muenchen"],
        ["MÜNCHEN", "Munchen"],
        ["Straße", "Strasse"],
        ["Mu\u{308}nchen", "München"],
        ["Köln", "Koeln"],
    ] {
        assert_eq!(surfaces(pair[0]), surfaces(pair[1]), "{pair:?}");
    }
}

#[test]
fn of_keyword_folds_accents_and_case() {
    assert_eq!(surfaces("Café ÉTAGE"), ["cafe", "etage"]);
}

#[test]
fn keyword_finds_other_word_forms() {
    assert!(finds("Wohnungen", "eine Wohnung am Park"));
    assert!(finds("Wohnung", "Zwei Wohnungen"));
    assert!(finds("möblierte", "voll möbliertes Zimmer"));
    assert!(finds("rooms", "a quiet room"));
}

#[test]
fn keyword_finds_words_by_prefix() {
    assert!(finds("Wasch", "Waschmaschine vorhanden"));
    assert!(finds("803", "80331 München"));
    assert!(!finds("maschine", "Waschmaschine"));
}

#[test]
fn of_keyword_drops_stop_words_unless_nothing_is_left() {
    assert_eq!(surfaces("ein Zimmer in der Stadt"), ["zimmer", "stadt"]);
    assert_eq!(surfaces("für die"), ["fur", "die"]);
}

#[test]
fn of_keyword_returns_the_first_twelve_words() {
    let keyword: Vec<String> = (10..60).map(|n| format!("wort{n}")).collect();
    assert_eq!(surfaces(&keyword.join(" ")), keyword[..12]);
}

#[test]
fn of_keyword_without_letters_or_digits_is_empty() {
    assert!(of_keyword(" %_*'\\ -- ؟ ").is_empty());
}

#[test]
fn max_edits_depends_on_length_and_is_zero_for_numbers() {
    let edits = |keyword: &str| of_keyword(keyword)[0].max_edits();
    assert_eq!([edits("köl"), edits("köln"), edits("leipzig"), edits("augsburg"), edits("80331")], [0, 1, 1, 2, 0]);
}

#[test]
fn of_listing_keeps_best_weight() {
    let mut facts = facts(UnitType::Room);
    let mut texts = texts();
    facts.title = "Altbau".to_owned();
    texts.description = "Altbau mit Parkett".to_owned();
    let words = of_listing(&facts, &texts);
    assert!(words.contains(&("altbau".to_owned(), Weight::Headline)));
    assert!(words.contains(&("parkett".to_owned(), Weight::Text)));
    assert!(words.contains(&("balkon".to_owned(), Weight::Text)), "amenities are found by their names");
    assert!(words.contains(&("zimm".to_owned(), Weight::Text)) || words.contains(&("zimmer".to_owned(), Weight::Text)));
}

/// Whether a keyword finds a listing in this city.
fn finds_city(keyword: &str, city: &str) -> bool {
    let mut facts = facts(UnitType::Room);
    city.clone_into(&mut facts.address.city);
    let stored = of_listing(&facts, &texts());
    let finds = |word: &KeywordWord| {
        stored.iter().any(|(stored, _)| word.is_exact_match(stored) || word.is_fuzzy_match(stored))
    };
    of_keyword(keyword).iter().all(finds)
}

#[test]
fn keyword_with_english_city_name_finds_german_city() {
    for (english, german) in [
        ("Cologne", "Köln"),
        ("COLOGNE", "Koeln"),
        ("Munich", "München"),
        ("Nuremberg", "Nürnberg"),
        ("Hanover", "Hannover"),
        ("Brunswick", "Braunschweig"),
        ("Constance", "Konstanz"),
        ("Hamelin", "Hameln"),
        ("Coblenz", "Koblenz"),
        ("Ratisbon", "Regensburg"),
    ] {
        assert!(finds_city(english, german), "{english}");
    }
    assert!(!finds_city("Cologne", "Bonn"));
}

#[test]
fn keyword_with_prefix_or_typo_of_english_city_name_finds_german_city() {
    assert!(finds_city("Colo", "Köln"));
    assert!(finds_city("Nuremburg", "Nürnberg"));
    assert!(finds_city("Brunswik", "Braunschweig"));
    assert!(!finds_city("co", "Köln"), "a prefix of two letters matches too many words");
}

#[test]
fn of_name_adds_no_german_names() {
    let stems = |words: Vec<KeywordWord>| words[0].stems.clone();
    assert!(stems(of_keyword("Munich")).contains(&"munchen".to_owned()));
    assert!(!stems(of_name("Munich")).contains(&"munchen".to_owned()));
}

#[test]
fn folded_name_keeps_words_and_drops_punctuation() {
    assert_eq!(folded_name(" Frankfurt  am-Main "), "frankfurt am main");
    assert_eq!(folded_name("Halle (Saale)"), folded_name("HALLE/Saale"));
    assert_eq!(folded_name("Muenchen"), folded_name("MÜNCHEN"));
    assert_eq!(folded_name(" – "), "");
    assert_eq!(folded_city_names("Köln"), ["koln", "cologne"]);
    assert_eq!(folded_city_names("Ulm"), ["ulm"]);
}

proptest! {
    #[test]
    fn of_keyword_any_text_returns_valid_terms(keyword in "\\PC{0,200}") {
        for word in of_keyword(&keyword) {
            prop_assert!(!word.surface.is_empty() && word.surface.chars().count() <= MAX_WORD_CHARS);
            prop_assert!(word.surface.chars().all(char::is_alphanumeric), "{word:?}");
            prop_assert!(word.stems.iter().all(|stem| !stem.is_empty() && *stem != word.surface));
        }
    }

    #[test]
    fn keyword_any_word_of_a_text_finds_it(words in prop::collection::vec("[a-zäöüß]{3,12}", 1..6)) {
        let text = words.join(" ");
        for word in &words {
            prop_assert!(finds(word, &text) || stop_words::contains(&fold(word)), "{word} in {text}");
        }
    }
}
