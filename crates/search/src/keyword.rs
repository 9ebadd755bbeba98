//! What a keyword finds in a segment.

use std::borrow::Cow;

use portal_domain::search_words::KeywordWord;

use crate::bits::Bits;
use crate::postings::{Posting, Postings};
use crate::segment::Segment;
use crate::words::{Meaning, union};

/// Documents: as bits where they are many, as an ascending list where they are few.
#[derive(Debug, Clone)]
pub(crate) enum Found<'a> {
    Wide(Cow<'a, Bits>),
    List(Vec<u32>),
}

/// Where there are more than one of so many, bits are quicker.
pub(crate) const WIDE: usize = 64;

/// One word of a keyword in a segment.
pub(crate) struct WordMatch<'a> {
    segment: &'a Segment,
    word: &'a KeywordWord,
    meaning: Meaning,
}

/// The words of a keyword, if each of them can mean something here; those that say most first.
pub(crate) fn word_matches<'a>(segment: &'a Segment, words: &'a [KeywordWord]) -> Option<Vec<WordMatch<'a>>> {
    // What is cheap to know first: what is looked for as it is typed.
    let mut meanings: Vec<(&KeywordWord, Meaning)> =
        words.iter().map(|word| (word, segment.words.exact_meaning(word))).collect();
    meanings.sort_by_key(|(_, meaning)| !meaning.is_empty());
    let mut matches = Vec::with_capacity(words.len());
    for (word, exact) in meanings {
        let meaning = segment.words.with_near(word, exact);
        if meaning.is_empty() {
            return None;
        }
        matches.push(WordMatch { segment, word, meaning });
    }
    matches.sort_by_cached_key(WordMatch::most);
    Some(matches)
}

/// The documents in which all of the words stand.
pub(crate) fn all_of<'a>(matches: &[WordMatch<'a>]) -> Option<Found<'a>> {
    let (first, rest) = matches.split_first()?;
    let mut found = first.anywhere();
    for word in rest {
        if found.is_empty() {
            break;
        }
        found = found.and(word.anywhere());
    }
    Some(found)
}

impl<'a> WordMatch<'a> {
    /// At most so many documents.
    fn most(&self) -> usize {
        let places = self.meaning.exact().chain(self.meaning.alike.iter().copied());
        places.map(|place| self.segment.words.anywhere.get(place).count()).sum()
    }

    /// Where it stands in any way.
    pub fn anywhere(&self) -> Found<'a> {
        self.found(0, true)
    }

    /// Three sets, each within the one before: a document's [`Match`](portal_services::ports::Match) is in how many of
    /// them it is.
    pub fn tiers(&self) -> [Found<'a>; 3] {
        let headline = self.found(1, true);
        let exact = self.found(0, false);
        [exact.or(headline.clone(), self.segment.len()), headline, self.found(1, false)]
    }

    /// Its documents anywhere (0) or by the headline (1), with or without typing errors.
    fn found(&self, which: usize, with_alike: bool) -> Found<'a> {
        let words = &self.segment.words;
        let postings = [&words.anywhere, &words.headline][which];
        let alike: &[u32] = if with_alike { &self.meaning.alike } else { &[] };
        if let Some(gathered) = words.gathered(&self.word.surface) {
            let bits = &gathered[which];
            if self.meaning.stems.is_empty() && alike.is_empty() {
                return Found::Wide(Cow::Borrowed(bits));
            }
            let more = self.meaning.stems.iter().chain(alike).copied();
            let mut all = union(postings, more, self.segment.len());
            all.add_all(bits);
            return Found::Wide(Cow::Owned(all));
        }
        of_places(postings, self.meaning.exact().chain(alike.iter().copied()), self.segment.len())
    }
}

fn of_places(postings: &Postings, places: impl Iterator<Item = u32> + Clone, documents: usize) -> Found<'_> {
    let mut ways = places.clone().map(|place| postings.get(place)).filter(|posting| posting.count() > 0);
    match (ways.next(), ways.next()) {
        (None, _) => return Found::List(Vec::new()),
        (Some(Posting::List(only)), None) => return Found::List(only.to_vec()),
        (Some(Posting::Wide(only, _)), None) => return Found::Wide(Cow::Borrowed(only)),
        _ => {}
    }
    let entries: usize = places.clone().map(|place| postings.get(place).count()).sum();
    if entries > documents / WIDE {
        return Found::Wide(Cow::Owned(union(postings, places, documents)));
    }
    let mut list = Vec::with_capacity(entries);
    places.for_each(|place| postings.get(place).for_each(|doc| list.push(doc)));
    list.sort_unstable();
    list.dedup();
    Found::List(list)
}

impl Found<'_> {
    pub fn is_empty(&self) -> bool {
        match self {
            Self::Wide(bits) => bits.is_empty(),
            Self::List(list) => list.is_empty(),
        }
    }

    pub fn has(&self, doc: u32) -> bool {
        match self {
            Self::Wide(bits) => bits.has(doc),
            Self::List(list) => list.binary_search(&doc).is_ok(),
        }
    }

    pub fn for_each(&self, each: impl FnMut(u32)) {
        match self {
            Self::Wide(bits) => bits.iter().for_each(each),
            Self::List(list) => list.iter().copied().for_each(each),
        }
    }

    /// Those in both.
    pub fn and(self, other: Self) -> Self {
        match (self, other) {
            (Self::Wide(one), Self::Wide(other)) => {
                let mut both = one.into_owned();
                both.keep_only(&other);
                Self::Wide(Cow::Owned(both))
            }
            (Self::List(mut both), other) | (other, Self::List(mut both)) => {
                both.retain(|doc| other.has(*doc));
                Self::List(both)
            }
        }
    }

    fn or(self, other: Self, documents: usize) -> Self {
        match (self, other) {
            (Self::List(one), Self::List(other)) => {
                let mut either = [one, other].concat();
                either.sort_unstable();
                either.dedup();
                Self::List(either)
            }
            (one, other) => {
                let mut either = Bits::new(documents);
                for found in [&one, &other] {
                    match found {
                        Self::Wide(bits) => either.add_all(bits),
                        Self::List(list) => list.iter().for_each(|doc| either.set(*doc)),
                    }
                }
                Self::Wide(Cow::Owned(either))
            }
        }
    }
}
