//! Texts that clients send: which characters they may contain.
//!
//! Control characters break mail headers, CSV files, logs and the database (PostgreSQL stores no
//! NUL), and bidirectional overrides disguise a text. No stored text contains any of them. A text
//! of several lines may contain line breaks and tabs; its line breaks are all `\n`.

/// The text contains a character that its kind of text must not contain.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the text contains a forbidden character")]
pub struct ForbiddenCharacter;

/// Parses a text of one line (a name, a title, a street) and trims it. Of invisible characters only, it
/// is empty.
pub fn one_line(text: &str) -> Result<String, ForbiddenCharacter> {
    let text = visible(text);
    if text.chars().any(|c| is_unprintable(c) || is_line_separator(c)) {
        return Err(ForbiddenCharacter);
    }
    Ok(text.to_owned())
}

/// Parses a text of several lines (a letter, a description) and trims it. Every line break becomes
/// `\n`. Of invisible characters only, it is empty.
pub fn many_lines(text: &str) -> Result<String, ForbiddenCharacter> {
    let text = visible(text);
    if text.chars().any(|c| is_unprintable(c) && !matches!(c, '\t' | '\n' | '\r')) {
        return Err(ForbiddenCharacter);
    }
    if !text.contains(['\r', '\u{2028}', '\u{2029}']) {
        return Ok(text.to_owned());
    }
    Ok(text.replace("\r\n", "\n").replace(['\r', '\u{2028}', '\u{2029}'], "\n"))
}

/// Parses a keyword. It is compared and never stored, so unprintable characters count as spaces;
/// only NUL is rejected, which no database accepts as a parameter.
pub fn keyword(text: &str) -> Result<String, ForbiddenCharacter> {
    if text.contains('\0') {
        return Err(ForbiddenCharacter);
    }
    one_line(&text.replace(|c: char| c.is_whitespace() || is_unprintable(c), " "))
}

/// Control characters, and the marks that override the direction of writing. Direction marks that
/// override nothing (U+200E, U+200F) and joiners are allowed: names in Arabic, Hebrew and Persian
/// need them.
pub fn is_unprintable(c: char) -> bool {
    c.is_control() || matches!(c, '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}')
}

/// The text without surrounding white space; empty if a reader would see nothing.
fn visible(text: &str) -> &str {
    let text = text.trim();
    if text.chars().all(|c| c.is_whitespace() || is_invisible(c)) { "" } else { text }
}

/// Characters that have no shape of their own: joiners, direction marks, fillers, variation selectors.
const fn is_invisible(c: char) -> bool {
    matches!(
        c,
        '\u{AD}' | '\u{34F}' | '\u{61C}' | '\u{115F}' | '\u{1160}' | '\u{17B4}' | '\u{17B5}' | '\u{180B}'..='\u{180F}'
            | '\u{200B}'..='\u{200F}' | '\u{2060}'..='\u{2065}' | '\u{206A}'..='\u{206F}' | '\u{2800}' | '\u{3164}'
            | '\u{FE00}'..='\u{FE0F}' | '\u{FEFF}' | '\u{FFA0}' | '\u{E0000}'..='\u{E0FFF}'
    )
}

/// Line and paragraph separators, which Unicode does not count as control characters.
const fn is_line_separator(c: char) -> bool {
    matches!(c, '\u{2028}' | '\u{2029}')
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Any text, often with a character that is special here.
    fn client_text() -> impl Strategy<Value = String> {
        let special = prop::sample::select(vec![
            '\0', '\t', '\n', '\r', '\u{7}', '\u{1b}', '\u{7f}', '\u{85}', '\u{9f}', '\u{2028}', '\u{2029}',
            '\u{202a}', '\u{202e}', '\u{2066}', '\u{2069}', '\u{200f}', '\u{200d}', ' ', 'a', 'ß',
        ]);
        prop::collection::vec(prop_oneof![3 => special, 2 => any::<char>()], 0..24).prop_map(String::from_iter)
    }

    proptest! {
        #[test]
        fn one_line_accepted_text_has_no_control_character_and_is_idempotent(text in client_text()) {
            if let Ok(line) = one_line(&text) {
                prop_assert!(!line.contains(|c: char| c.is_control() || is_line_separator(c)));
                let overrides = ['\u{202a}', '\u{202e}', '\u{2066}', '\u{2069}'];
                prop_assert!(!line.contains(overrides));
                prop_assert_eq!(line.lines().count(), usize::from(!line.is_empty()));
                let is_blank = text.chars().all(|c| c.is_whitespace() || is_invisible(c));
                let expected = if is_blank { "" } else { text.trim() };
                prop_assert_eq!(line.as_str(), expected, "only surrounding white space is removed");
                prop_assert_eq!(one_line(&line), Ok(line.clone()));
            }
        }

        #[test]
        fn many_lines_accepted_text_has_only_line_feeds_and_tabs_and_is_idempotent(text in client_text()) {
            if let Ok(accepted) = many_lines(&text) {
                prop_assert!(accepted.chars().all(|c| matches!(c, '\n' | '\t') || !is_unprintable(c)));
                prop_assert_eq!(many_lines(&accepted), Ok(accepted.clone()));
            }
        }

        #[test]
        fn many_lines_accepts_what_one_line_accepts(text in client_text()) {
            if let Ok(line) = one_line(&text) {
                prop_assert_eq!(many_lines(&text), Ok(line));
            }
        }

        #[test]
        fn one_line_control_character_inside_is_rejected(before in "[a-z]{1,4}", c in any::<char>(), after in "[a-z]{1,4}") {
            let text = format!("{before}{c}{after}");
            prop_assert_eq!(one_line(&text).is_err(), is_unprintable(c) || is_line_separator(c));
        }
    }

    #[test]
    fn one_line_and_many_lines_of_invisible_characters_are_empty() {
        for invisible in ["\u{200b}", "\u{ad}", " \u{200d}\u{2060} \u{feff}", "\u{3164}", "\u{2800}\u{fe0f}"] {
            assert_eq!(one_line(invisible), Ok(String::new()), "{invisible:?}");
            assert_eq!(many_lines(invisible), Ok(String::new()), "{invisible:?}");
        }
    }

    #[test]
    fn keyword_unprintable_characters_count_as_spaces() {
        assert_eq!(keyword(" Zimmer\tin\r\nKöln\u{2028}"), Ok("Zimmer in  Köln".to_owned()));
        assert_eq!(keyword("\u{202e}abc\u{7}d"), Ok("abc d".to_owned()));
        assert_eq!(keyword("Zim\0mer"), Err(ForbiddenCharacter));
    }

    #[test]
    fn one_line_names_of_every_script_are_accepted() {
        for name in
            ["Ada Lovelace", "Zoë", "李小龍", "محمد\u{200f}", "می\u{200c}خواهم", "👩\u{200d}🔬", "O’Brien-Müller"]
        {
            assert_eq!(one_line(&format!("  {name}\n")), Ok(name.to_owned()), "{name:?}");
        }
    }

    #[test]
    fn many_lines_break_of_any_system_becomes_line_feed() {
        assert_eq!(many_lines("a\r\nb\rc\nd\u{2028}e\u{2029}f\n\ng\th"), Ok("a\nb\nc\nd\ne\nf\n\ng\th".to_owned()));
        for rejected in ["a\0b", "a\u{b}b", "a\u{1b}[31mb", "a\u{85}b", "a\u{202e}b", "a\u{2066}b"] {
            assert_eq!(many_lines(rejected), Err(ForbiddenCharacter), "{rejected:?}");
        }
    }
}
