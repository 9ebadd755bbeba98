//! Keywords of lists over people: words in any order, without case, accents or umlaut spelling.
//!
//! The database folds both sides by the same function, the stored texts when they are written. Every character of a
//! word is literal.

use diesel::define_sql_function;
use diesel::sql_types::{Array, Text};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use portal_services::ports::StoreError;

use crate::errors::failed;

/// How many words of a keyword are looked for. The others would narrow the list further; each costs time.
const MAX_WORDS: usize = 10;

define_sql_function! {
    /// Each word in lower case and without accents (see the migration).
    fn fold_words(words: Array<Text>) -> Array<Text>;
}

define_sql_function! {
    /// Where `part` begins in `text`, from 1; 0 where it is not in it.
    fn strpos(text: Text, part: Text) -> Integer;
}

/// A word of a keyword, as the columns to be searched spell it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Word {
    /// For texts that are in lower case only, as e-mail addresses are.
    pub lower: String,
    /// For folded texts.
    pub folded: String,
    /// The same with `ae`, `oe` and `ue` as `a`, `o` and `u`: folded texts hold this spelling, too.
    pub merged: String,
}

impl Word {
    fn new(lower: String, folded: String) -> Self {
        // A text holds the empty word anywhere.
        let folded = if folded.is_empty() { lower.clone() } else { folded };
        let merged = folded.replace("ae", "a").replace("oe", "o").replace("ue", "u");
        Self { lower, folded, merged }
    }
}

/// The words of a keyword. No statement without one.
pub(crate) async fn words(connection: &mut AsyncPgConnection, keyword: Option<&str>) -> Result<Vec<Word>, StoreError> {
    let typed = split(keyword.unwrap_or_default());
    if typed.is_empty() {
        return Ok(Vec::new());
    }
    let folded: Vec<String> = diesel::select(fold_words(&typed)).get_result(connection).await.map_err(failed)?;
    Ok(typed.into_iter().zip(folded).map(|(lower, folded)| Word::new(lower, folded)).collect())
}

fn split(keyword: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    for word in keyword.split_whitespace().map(str::to_lowercase) {
        if !words.contains(&word) && words.len() < MAX_WORDS {
            words.push(word);
        }
    }
    words
}

/// Whether a folded column holds a [`Word`].
macro_rules! holds {
    ($column:expr, $word:expr) => {{
        use $crate::keyword::strpos;
        strpos($column, $word.folded.clone()).gt(0).or(strpos($column, $word.merged.clone()).gt(0))
    }};
}

/// Whether a [`Word`] is in the name or the e-mail address of a user.
macro_rules! names_user {
    ($word:expr) => {{
        use $crate::keyword::{holds, strpos};
        use $crate::schema::users;
        holds!(users::search_name, $word).or(strpos(users::email, $word.lower.clone()).gt(0))
    }};
}
pub(crate) use {holds, names_user};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_keyword_is_split_into_different_words_up_to_a_limit() {
        assert_eq!(split("  Anna\tMÜLLER anna "), ["anna", "müller"]);
        assert_eq!(split(" \u{a0} "), [""; 0]);
        let many: Vec<String> = (0..30).map(|n| n.to_string()).collect();
        assert_eq!(split(&many.join(" ")), many[..MAX_WORDS]);
    }

    #[test]
    fn a_word_that_folds_to_nothing_is_looked_for_as_it_is() {
        let accent = "\u{301}".to_owned();
        assert_eq!(Word::new(accent.clone(), String::new()).folded, accent);
        let word = Word::new("müller".to_owned(), "mueller".to_owned());
        assert_eq!(word.merged, "muller");
    }
}
