//! Words with typing errors: an automaton that accepts what is within a few edits of a word, in characters.
//!
//! It is not made beforehand: a state is a few distances around the diagonal of Levenshtein's table, and a step makes the
//! next ones. So a long word costs no more to begin with than a short one.

use fst::Automaton;

/// The most edits that are allowed to anybody.
const MOST: usize = 2;
const WIDTH: usize = 2 * MOST + 1;

/// Accepts the words that are at most `edits` insertions, deletions and replacements of characters away.
#[derive(Debug)]
pub(crate) struct Near {
    word: Vec<char>,
    edits: u8,
}

impl Near {
    /// At most two edits.
    pub fn new(word: &str, edits: usize) -> Self {
        Self { word: word.chars().collect(), edits: u8::try_from(edits.min(MOST)).unwrap_or(0) }
    }

    /// More than allowed.
    fn too_many(&self) -> u8 {
        self.edits + 1
    }

    /// How many of the word's characters the distance at `place` has used up, after `read` characters.
    fn used(read: usize, place: usize) -> Option<usize> {
        (read + place).checked_sub(MOST)
    }

    fn read(&self, state: &State, letter: char) -> State {
        let mut next = [self.too_many(); WIDTH];
        let read = state.read + 1;
        for place in 0..WIDTH {
            let Some(used) = Self::used(read, place).filter(|used| *used <= self.word.len()) else { continue };
            // A letter that the word lacks.
            let mut best = state.distances.get(place + 1).map_or(self.too_many(), |distance| distance + 1);
            if let Some(own) = used.checked_sub(1).and_then(|index| self.word.get(index)) {
                best = best.min(state.distances[place] + u8::from(*own != letter));
                // A letter of the word that is left out.
                if let Some(before) = place.checked_sub(1) {
                    best = best.min(next[before] + 1);
                }
            }
            next[place] = best.min(self.too_many());
        }
        State { read, distances: next, letter: Letter::default() }
    }
}

/// What is known after some bytes.
#[derive(Debug, Clone)]
pub(crate) struct State {
    /// Characters read.
    read: usize,
    /// How far the characters read are from the first characters of the word: from two fewer to two more than were read.
    distances: [u8; WIDTH],
    /// The character that is being read.
    letter: Letter,
}

#[derive(Debug, Clone, Copy, Default)]
struct Letter {
    bytes: [u8; 4],
    length: usize,
}

impl Letter {
    /// The character, once its last byte is there.
    fn push(&mut self, byte: u8) -> Option<char> {
        if let Some(free) = self.bytes.get_mut(self.length) {
            *free = byte;
            self.length += 1;
        }
        let bytes = self.bytes.get(..self.length)?;
        std::str::from_utf8(bytes).ok().and_then(|text| text.chars().next())
    }
}

impl Automaton for Near {
    type State = State;

    fn start(&self) -> State {
        let mut distances = [self.too_many(); WIDTH];
        for (place, distance) in distances.iter_mut().enumerate() {
            if let Some(used) = Self::used(0, place).filter(|used| *used <= self.word.len()) {
                *distance = u8::try_from(used).unwrap_or(u8::MAX).min(self.too_many());
            }
        }
        State { read: 0, distances, letter: Letter::default() }
    }

    fn is_match(&self, state: &State) -> bool {
        let place = (self.word.len() + MOST).checked_sub(state.read);
        state.letter.length == 0
            && place.and_then(|place| state.distances.get(place)).is_some_and(|distance| *distance <= self.edits)
    }

    fn can_match(&self, state: &State) -> bool {
        state.distances.iter().any(|distance| *distance <= self.edits)
    }

    fn accept(&self, state: &State, byte: u8) -> State {
        let mut letter = state.letter;
        match letter.push(byte) {
            Some(read) => self.read(state, read),
            None => State { letter, ..state.clone() },
        }
    }
}

#[cfg(test)]
mod tests {
    use fst::{IntoStreamer, Set};
    use portal_domain::search_words;
    use proptest::prelude::*;

    use super::*;

    fn words() -> impl Strategy<Value = Vec<String>> {
        prop::collection::vec("[aböß🏠]{0,9}", 1..40)
    }

    proptest! {
        #[test]
        fn it_finds_what_is_near_and_nothing_else(mut stored in words(), typed in "[aböß🏠]{4,10}") {
            stored.sort();
            stored.dedup();
            for keyword in search_words::of_keyword(&typed).into_iter().filter(|keyword| keyword.max_edits() > 0) {
                let near = Near::new(&keyword.surface, keyword.max_edits());
                let found = Set::from_iter(&stored).unwrap().search(near).into_stream().into_strs().unwrap();
                let expected: Vec<String> = stored.iter().filter(|word| keyword.is_near(word)).cloned().collect();
                prop_assert_eq!(found, expected, "{:?}", keyword);
            }
        }
    }

    #[test]
    fn a_change_at_either_end_is_near() {
        let stored = Set::from_iter(["ahnhof", "bahnhof", "bahnhofs", "bahnhofsx", "bahnxof", "xbahnhof"]).unwrap();
        let found = stored.search(Near::new("bahnhof", 1)).into_stream().into_strs().unwrap();
        assert_eq!(found, ["ahnhof", "bahnhof", "bahnhofs", "bahnxof", "xbahnhof"]);
    }
}
