//! Fuzzy matching: an automaton that accepts the terms within an edit distance of a word, counted
//! in characters.
//!
//! It is not compiled up front: a state is the band around the diagonal of the Levenshtein matrix,
//! and each character computes the next row of the band. Long words thus cost no more to start than
//! short ones.

use fst::Automaton;

/// The largest supported edit distance.
pub(crate) const MAX_EDITS: usize = 2;
const BAND_WIDTH: usize = 2 * MAX_EDITS + 1;

/// Accepts terms at most `edits` insertions, deletions and substitutions of characters away.
#[derive(Debug)]
pub(crate) struct LevenshteinAutomaton {
    word: Vec<char>,
    edits: u8,
}

impl LevenshteinAutomaton {
    /// `edits` above two count as two.
    pub(crate) fn new(word: &str, edits: usize) -> Self {
        Self { word: word.chars().collect(), edits: u8::try_from(edits.min(MAX_EDITS)).unwrap_or(0) }
    }

    /// The cap of all distances: one more than allowed.
    fn too_many(&self) -> u8 {
        self.edits + 1
    }

    /// The prefix length of the word that column `column` of the band stands for, after `read`
    /// characters.
    fn prefix_length(read: usize, column: usize) -> Option<usize> {
        (read + column).checked_sub(MAX_EDITS)
    }

    fn step(&self, state: &State, character: char) -> State {
        let mut next = [self.too_many(); BAND_WIDTH];
        let read = state.read + 1;
        for column in 0..BAND_WIDTH {
            let Some(length) = Self::prefix_length(read, column).filter(|length| *length <= self.word.len()) else {
                continue;
            };
            // Insertion: the word lacks this character.
            let mut best = state.distances.get(column + 1).map_or(self.too_many(), |distance| distance + 1);
            if let Some(expected) = length.checked_sub(1).and_then(|index| self.word.get(index)) {
                best = best.min(state.distances[column] + u8::from(*expected != character));
                // Deletion: a character of the word is left out.
                if let Some(left) = column.checked_sub(1) {
                    best = best.min(next[left] + 1);
                }
            }
            next[column] = best.min(self.too_many());
        }
        State { read, distances: next, character: PartialChar::default() }
    }
}

#[derive(Debug, Clone)]
pub(crate) struct State {
    /// Characters read.
    read: usize,
    /// Distances of the characters read from prefixes of the word, from two characters shorter to
    /// two longer.
    distances: [u8; BAND_WIDTH],
    character: PartialChar,
}

/// The bytes read so far of a UTF-8 character.
#[derive(Debug, Clone, Copy, Default)]
struct PartialChar {
    bytes: [u8; 4],
    length: usize,
}

impl PartialChar {
    /// Returns the character once its last byte is read.
    fn push(&mut self, byte: u8) -> Option<char> {
        if let Some(free) = self.bytes.get_mut(self.length) {
            *free = byte;
            self.length += 1;
        }
        let bytes = self.bytes.get(..self.length)?;
        std::str::from_utf8(bytes).ok().and_then(|text| text.chars().next())
    }
}

impl Automaton for LevenshteinAutomaton {
    type State = State;

    fn start(&self) -> State {
        let mut distances = [self.too_many(); BAND_WIDTH];
        for (column, distance) in distances.iter_mut().enumerate() {
            if let Some(length) = Self::prefix_length(0, column).filter(|length| *length <= self.word.len()) {
                *distance = u8::try_from(length).unwrap_or(u8::MAX).min(self.too_many());
            }
        }
        State { read: 0, distances, character: PartialChar::default() }
    }

    fn is_match(&self, state: &State) -> bool {
        let column = (self.word.len() + MAX_EDITS).checked_sub(state.read);
        state.character.length == 0
            && column.and_then(|column| state.distances.get(column)).is_some_and(|distance| *distance <= self.edits)
    }

    fn can_match(&self, state: &State) -> bool {
        state.distances.iter().any(|distance| *distance <= self.edits)
    }

    fn accept(&self, state: &State, byte: u8) -> State {
        let mut character = state.character;
        match character.push(byte) {
            Some(read) => self.step(state, read),
            None => State { character, ..state.clone() },
        }
    }
}

#[cfg(test)]
mod tests {
    use fst::{IntoStreamer, Set};
    use portal_domain::search_words;
    use proptest::prelude::*;

    use super::*;

    fn terms() -> impl Strategy<Value = Vec<String>> {
        prop::collection::vec("[aböß🏠]{0,9}", 1..40)
    }

    proptest! {
        #[test]
        fn automaton_accepts_exactly_the_terms_within_the_edit_distance(mut stored in terms(), typed in "[aböß🏠]{4,10}") {
            stored.sort();
            stored.dedup();
            for keyword in search_words::of_keyword(&typed).into_iter().filter(|keyword| keyword.max_edits() > 0) {
                let automaton = LevenshteinAutomaton::new(&keyword.surface, keyword.max_edits());
                let found = Set::from_iter(&stored).unwrap().search(automaton).into_stream().into_strs().unwrap();
                let expected: Vec<String> = stored.iter().filter(|word| keyword.is_fuzzy_match(word)).cloned().collect();
                prop_assert_eq!(found, expected, "{:?}", keyword);
            }
        }
    }

    #[test]
    fn automaton_accepts_an_edit_at_either_end() {
        let stored = Set::from_iter(["ahnhof", "bahnhof", "bahnhofs", "bahnhofsx", "bahnxof", "xbahnhof"]).unwrap();
        let found = stored.search(LevenshteinAutomaton::new("bahnhof", 1)).into_stream().into_strs().unwrap();
        assert_eq!(found, ["ahnhof", "bahnhof", "bahnhofs", "bahnxof", "xbahnhof"]);
    }
}
