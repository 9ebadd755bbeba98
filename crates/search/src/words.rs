//! The distinct words of a segment's documents, in order, and what stands under them.

use std::collections::HashMap;
use std::ops::Range;

use foldhash::fast::RandomState;
use fst::{IntoStreamer, Map, MapBuilder, Streamer};
use portal_domain::search_words::KeywordWord;

use crate::bits::Bits;
use crate::near::Near;
use crate::postings::Postings;

/// A beginning is worth a set of its own where putting it together would mean to look at so many entries for each
/// sixty-four documents.
const WORTH: usize = 4;
/// Longer beginnings have few words, most of them forms of one.
const LONGEST_BEGINNING: usize = 3;

#[derive(Debug, Default)]
pub(crate) struct Words {
    dictionary: Map<Vec<u8>>,
    /// Wherever a word stands.
    pub anywhere: Postings,
    /// Where it stands in the title or the address.
    pub headline: Postings,
    /// What begins with one, two or three characters, where that is much.
    beginnings: HashMap<Box<str>, [Bits; 2], RandomState>,
}

/// The words of the dictionary that a word of a keyword can mean, by their places.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Meaning {
    /// What begins with it.
    pub beginning: Range<u32>,
    /// Its stems, where they do not begin with it.
    pub stems: Vec<u32>,
    /// What is near.
    pub alike: Vec<u32>,
}

impl Meaning {
    pub fn exact(&self) -> impl Iterator<Item = u32> + Clone + '_ {
        self.beginning.clone().chain(self.stems.iter().copied())
    }

    pub fn is_empty(&self) -> bool {
        self.beginning.is_empty() && self.stems.is_empty() && self.alike.is_empty()
    }
}

/// Writes a dictionary with its postings, words in order.
pub(crate) struct WordsWriter {
    documents: usize,
    count: u64,
    dictionary: MapBuilder<Vec<u8>>,
    words: Words,
}

impl WordsWriter {
    pub fn new(documents: usize) -> Self {
        Self { documents, count: 0, dictionary: MapBuilder::memory(), words: Words::default() }
    }

    /// Adds a word with the documents in which it stands; `headline` are some of them. Both are empty afterwards.
    pub fn push(&mut self, word: &str, anywhere: &mut Vec<u32>, headline: &mut Vec<u32>) -> Result<(), fst::Error> {
        self.dictionary.insert(word, self.count)?;
        self.count += 1;
        self.words.anywhere.push(anywhere, self.documents);
        self.words.headline.push(headline, self.documents);
        Ok(())
    }

    pub fn finish(self) -> Words {
        let documents = self.documents;
        let mut words = self.finish_part();
        words.anywhere.finish();
        words.headline.finish();
        words.beginnings = words.gather_beginnings(documents);
        words
    }

    /// Words that are merged and never searched.
    pub fn finish_part(self) -> Words {
        Words { dictionary: self.dictionary.into_map(), ..self.words }
    }
}

impl Words {
    pub fn dictionary(&self) -> &Map<Vec<u8>> {
        &self.dictionary
    }

    /// What the word means as it is typed.
    pub fn exact_meaning(&self, word: &KeywordWord) -> Meaning {
        let beginning = self.beginning(&word.surface);
        let stem = |stem: &String| {
            let place = self.dictionary.get(stem).and_then(|place| u32::try_from(place).ok())?;
            (!beginning.contains(&place)).then_some(place)
        };
        let mut stems: Vec<u32> = word.stems.iter().filter_map(stem).collect();
        stems.sort_unstable();
        stems.dedup();
        Meaning { beginning, stems, alike: Vec::new() }
    }

    /// And what it means if there is a typing error in it: the dear part.
    pub fn with_near(&self, word: &KeywordWord, exact: Meaning) -> Meaning {
        let mut meaning = exact;
        if word.max_edits() > 0 {
            let mut found = self.dictionary.search(Near::new(&word.surface, word.max_edits())).into_stream();
            while let Some((_, place)) = found.next() {
                let place = u32::try_from(place).unwrap_or(u32::MAX);
                if !meaning.beginning.contains(&place) && !meaning.stems.contains(&place) {
                    meaning.alike.push(place);
                }
            }
        }
        meaning
    }

    /// The places of the words that begin with this.
    fn beginning(&self, beginning: &str) -> Range<u32> {
        let from = |bound: &[u8]| {
            let next = self.dictionary.range().ge(bound).into_stream().next().map(|(_, place)| place);
            u32::try_from(next.unwrap_or(self.dictionary.len() as u64)).unwrap_or(u32::MAX)
        };
        // Text never ends in the byte 0xFF, so nothing that begins with it comes after this.
        let mut end = beginning.as_bytes().to_vec();
        end.push(0xFF);
        from(beginning.as_bytes())..from(&end)
    }

    /// What begins so, anywhere and in the headline, where it was put together beforehand.
    pub fn gathered(&self, beginning: &str) -> Option<&[Bits; 2]> {
        self.beginnings.get(beginning)
    }

    fn gather_beginnings(&self, documents: usize) -> HashMap<Box<str>, [Bits; 2], RandomState> {
        let mut gathered = HashMap::default();
        for length in 1..=LONGEST_BEGINNING {
            let mut stream = self.dictionary.stream();
            let mut open: Option<(Box<str>, Range<u32>)> = None;
            let mut close = |open: Option<(Box<str>, Range<u32>)>| {
                if let Some((beginning, places)) = open
                    && self.is_worth_gathering(&places, documents)
                {
                    gathered.insert(
                        beginning,
                        [&self.anywhere, &self.headline].map(|of| union(of, places.clone(), documents)),
                    );
                }
            };
            while let Some((word, place)) = stream.next() {
                let place = u32::try_from(place).unwrap_or(u32::MAX);
                let Ok(word) = std::str::from_utf8(word) else { continue };
                let Some((end, last)) = word.char_indices().nth(length - 1) else { continue };
                let beginning = &word[..end + last.len_utf8()];
                match &mut open {
                    Some((known, places)) if **known == *beginning => places.end = place + 1,
                    _ => close(open.replace((beginning.into(), place..place + 1))),
                }
            }
            close(open);
        }
        gathered
    }

    fn is_worth_gathering(&self, places: &Range<u32>, documents: usize) -> bool {
        let entries: usize = places.clone().map(|place| self.anywhere.get(place).count()).sum();
        places.len() > 8 && entries > documents / 64 * WORTH && entries > 4_096
    }

    pub fn bytes(&self) -> usize {
        let beginnings: usize = self.beginnings.values().flatten().map(Bits::bytes).sum();
        self.dictionary.as_fst().size() + self.anywhere.bytes() + self.headline.bytes() + beginnings
    }
}

/// The documents of several words.
pub(crate) fn union(postings: &Postings, places: impl Iterator<Item = u32>, documents: usize) -> Bits {
    let mut bits = Bits::new(documents);
    for place in places {
        match postings.get(place) {
            crate::postings::Posting::List(list) => list.for_each(|doc| bits.set(doc)),
            crate::postings::Posting::Wide(wide, _) => bits.add_all(wide),
        }
    }
    bits
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Of one to four bytes, in this order.
    const LETTERS: [char; 4] = ['a', 'ö', '日', '🏠'];
    const DOCUMENTS: u32 = 2_000;

    /// All words of up to so many letters, in order.
    fn words(longest: usize) -> Vec<String> {
        let mut words = vec![String::new()];
        for _ in 0..longest {
            let longer = words.iter().flat_map(|word| LETTERS.map(|letter| format!("{word}{letter}")));
            words = std::iter::once(String::new()).chain(longer).collect();
        }
        words.sort_unstable();
        words.split_off(1)
    }

    /// The documents of every word: those with a common beginning have nearly the same.
    fn members(all: &[String]) -> Vec<[Vec<u32>; 2]> {
        let of_word = |(number, word): (u32, &String)| {
            let beginning: String = word.chars().take(LONGEST_BEGINNING).collect();
            let kind = u32::try_from(all.binary_search(&beginning).unwrap()).unwrap() % 9;
            let anywhere: Vec<u32> = (0..DOCUMENTS).filter(|doc| doc % 9 == kind || *doc == number).collect();
            let headline = anywhere.iter().copied().filter(|doc| doc % 5 == 0).collect();
            [anywhere, headline]
        };
        (0..).zip(all).map(of_word).collect()
    }

    #[test]
    fn what_is_gathered_of_a_beginning_is_all_that_stands_under_its_words() {
        let all = words(5);
        let members = members(&all);
        let mut writer = WordsWriter::new(DOCUMENTS as usize);
        for (word, [mut anywhere, mut headline]) in all.iter().zip(members.clone()) {
            writer.push(word, &mut anywhere, &mut headline).unwrap();
        }
        let words = writer.finish();
        for beginning in self::words(LONGEST_BEGINNING) {
            let begins = || all.iter().zip(&members).filter(|(word, _)| word.starts_with(&beginning));
            assert_eq!(words.beginning(&beginning).len(), begins().count(), "{beginning}");
            let under = |which: usize| {
                Bits::of(DOCUMENTS as usize, begins().flat_map(|(_, members)| members[which].iter().copied()))
            };
            assert_eq!(words.gathered(&beginning), Some(&[under(0), under(1)]), "{beginning}");
        }
        assert_eq!(words.beginning("🏠🏠🏠🏠🏠"), 1_363..1_364);
        assert_eq!(words.beginning("c"), 341..341, "what nothing begins with");
    }
}
