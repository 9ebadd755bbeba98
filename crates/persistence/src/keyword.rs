//! Keyword filters of lists: words in any order; case, accents and umlaut spelling are ignored.
//!
//! The database folds keyword and stored texts by the same function, stored texts when they are
//! written. Every character of a word is literal.

use diesel::define_sql_function;
use diesel::sql_types::{Array, Text};
use diesel_async::AsyncPgConnection;
use portal_services::ports::StoreError;

use crate::statements::RunStatement;

/// Further words are ignored: they would only narrow the list, and each costs time.
const MAX_WORDS: usize = 10;

define_sql_function! {
    /// Each word in lower case and without accents; defined in the migration.
    fn fold_words(words: Array<Text>) -> Array<Text>;
}

/// A word of a keyword, in the spellings of the searched columns.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Word {
    /// For texts that are only lower-cased, such as e-mail addresses.
    pub lower: String,
    /// For folded texts.
    pub folded: String,
    /// `folded` with `ae`, `oe` and `ue` as `a`, `o` and `u`; folded texts contain this spelling
    /// too.
    pub merged: String,
}

impl Word {
    fn new(lower: String, folded: String) -> Self {
        // The empty word would match every text.
        let folded = if folded.is_empty() { lower.clone() } else { folded };
        let merged = folded.replace("ae", "a").replace("oe", "o").replace("ue", "u");
        Self { lower, folded, merged }
    }
}

/// Splits and folds a keyword. Without words no statement is sent.
pub(crate) async fn parse(connection: &mut AsyncPgConnection, keyword: Option<&str>) -> Result<Vec<Word>, StoreError> {
    let words = split(keyword.unwrap_or_default());
    if words.is_empty() {
        return Ok(Vec::new());
    }
    let folded: Vec<String> = diesel::select(fold_words(&words)).load_row(connection).await?;
    Ok(words.into_iter().zip(folded).map(|(lower, folded)| Word::new(lower, folded)).collect())
}

fn split(keyword: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    // `Street 1, 12345 Town`: the comma is no part of the word.
    for word in keyword.split_whitespace().map(|word| word.trim_end_matches(',').to_lowercase()) {
        if !word.is_empty() && !words.contains(&word) && words.len() < MAX_WORDS {
            words.push(word);
        }
    }
    words
}

/// Whether a folded column contains a [`Word`]. `LIKE`, because trigram indexes can find it.
macro_rules! contains_word {
    ($column:expr, $word:expr) => {{
        use $crate::page::contains_pattern;
        $column.like(contains_pattern(&$word.folded)).or($column.like(contains_pattern(&$word.merged)))
    }};
}

/// Whether the name or the e-mail address of a user contains a [`Word`].
macro_rules! user_contains_word {
    ($word:expr) => {{
        use $crate::keyword::contains_word;
        use $crate::page::contains_pattern;
        use $crate::schema::users;
        contains_word!(users::search_name, $word).or(users::email.like(contains_pattern(&$word.lower)))
    }};
}
pub(crate) use {contains_word, user_contains_word};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn split_returns_distinct_words_up_to_limit() {
        assert_eq!(split("  Anna\tMÜLLER anna "), ["anna", "müller"]);
        assert_eq!(split(" \u{a0} , "), [""; 0]);
        assert_eq!(split("Dorfstraße 98, 72074"), ["dorfstraße", "98", "72074"]);
        let many: Vec<String> = (0..30).map(|n| n.to_string()).collect();
        assert_eq!(split(&many.join(" ")), many[..MAX_WORDS]);
    }

    #[test]
    fn word_folded_to_nothing_keeps_its_spelling() {
        let accent = "\u{301}".to_owned();
        assert_eq!(Word::new(accent.clone(), String::new()).folded, accent);
        let word = Word::new("müller".to_owned(), "mueller".to_owned());
        assert_eq!(word.merged, "muller");
    }
}
