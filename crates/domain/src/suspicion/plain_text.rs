//! Texts in a form in which the usual disguises of words and numbers are undone.

use std::sync::LazyLock;

use regex::{Regex, RegexSet};
use unicode_normalization::UnicodeNormalization;

/// A text in lower case, without invisible characters and look-alikes, with one space between words
/// and with words that were spaced out (`w h a t s a p p`) put together.
#[derive(Debug)]
pub(super) struct PlainText(String);

/// Compiles a constant pattern.
#[expect(clippy::expect_used, reason = "the tests use each pattern")]
pub(super) fn pattern(source: &str) -> Regex {
    Regex::new(source).expect("a valid pattern")
}

/// Compiles constant patterns, of which one has to match.
#[expect(clippy::expect_used, reason = "the tests use each pattern")]
pub(super) fn patterns(sources: &[&str]) -> RegexSet {
    RegexSet::new(sources).expect("valid patterns")
}

static SPACED_OUT: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"(?:^|[^\p{L}\p{N}])([\p{L}\p{N}](?:[ ._*-][\p{L}\p{N}]){4,})(?:[^\p{L}\p{N}]|$)"));

impl PlainText {
    pub(super) fn new(text: &str) -> Self {
        let visible: String = text.nfkc().filter(|c| !is_invisible(*c)).flat_map(char::to_lowercase).collect();
        let mut plain = String::with_capacity(visible.len());
        for c in visible.chars().map(latin) {
            let repeats_space = c == ' ' && plain.ends_with([' ', '\n']);
            if !repeats_space {
                plain.push(c);
            }
        }
        Self(join_spaced_out(&plain))
    }

    pub(super) fn as_str(&self) -> &str {
        &self.0
    }
}

fn join_spaced_out(text: &str) -> String {
    let mut joined = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(letters) = SPACED_OUT.captures(rest).and_then(|found| found.get(1)) {
        let (before, after) = (rest.get(..letters.start()), rest.get(letters.end()..));
        joined.push_str(before.unwrap_or_default());
        push_joined(&mut joined, letters.as_str());
        rest = after.unwrap_or_default();
    }
    joined.push_str(rest);
    joined
}

/// Letters and digits are separate words.
fn push_joined(joined: &mut String, spaced_out: &str) {
    let mut previous: Option<char> = None;
    for c in spaced_out.chars().filter(|c| c.is_alphanumeric()) {
        if previous.is_some_and(|previous| previous.is_numeric() != c.is_numeric()) {
            joined.push(' ');
        }
        joined.push(c);
        previous = Some(c);
    }
}

/// Formatting characters and combining marks that no reader sees.
const fn is_invisible(c: char) -> bool {
    matches!(c, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2060}'..='\u{2064}' | '\u{feff}' | '\u{fe00}'..='\u{fe0f}' | '\u{20e3}')
}

/// The Latin letter or ASCII sign that looks like this character.
const fn latin(c: char) -> char {
    match c {
        'а' | 'α' => 'a',
        'е' => 'e',
        'о' | 'ο' => 'o',
        'р' | 'ρ' => 'p',
        'с' => 'c',
        'х' => 'x',
        'у' => 'y',
        'і' | 'ι' => 'i',
        'ѕ' => 's',
        'т' | 'τ' => 't',
        'м' => 'm',
        'н' => 'h',
        'в' => 'b',
        'к' | 'κ' => 'k',
        'ԝ' => 'w',
        '’' | '‘' | '´' | '`' => '\'',
        '‐' | '‑' | '‒' | '–' | '—' | '−' => '-',
        '\t' | '\r' => ' ',
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain(text: &str) -> String {
        PlainText::new(text).0
    }

    #[test]
    fn plain_text_undoes_disguises() {
        assert_eq!(plain("Schreib  per W h a t s A p p an"), "schreib per whatsapp an");
        assert_eq!(plain("W.h.a.t.s.A.p.p"), "whatsapp");
        assert_eq!(plain("0 1 7 1 2 3 4 5"), "01712345");
        assert_eq!(plain("w h a t s a p p 0 1 7 1"), "whatsapp 0171");
        assert_eq!(plain("Whаtsаpp"), "whatsapp", "two letters are Cyrillic");
        assert_eq!(plain("whats\u{200b}app"), "whatsapp");
        assert_eq!(plain("０１７１"), "0171");
        assert_eq!(plain("＠"), "@");
    }

    #[test]
    fn plain_text_keeps_ordinary_texts() {
        let text = "z. b. u. a. zwei zimmer, 3 min. zu fuß\nab 1.10.";
        assert_eq!(plain(text), text);
    }
}
