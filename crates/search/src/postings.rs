//! Which documents stand under each word: as a list, or as a set of bits where there are many.
//!
//! A list is kept as the gaps between its members, seven bits of a gap in a byte, the lowest first; the highest bit of a byte
//! tells that more follow. Most gaps take one byte.

use crate::bits::Bits;

/// Words in one of so many documents and more have a bit for each document: whole words of bits are then sooner looked
/// through than a list is unpacked.
const WIDE: usize = 32;

/// The documents of every word, by the word's place in the dictionary.
#[derive(Debug, Default)]
pub(crate) struct Postings {
    lists: Vec<u8>,
    wide: Vec<Bits>,
    spans: Vec<Span>,
}

#[derive(Debug, Clone, Copy)]
enum Span {
    /// Bytes, and how many documents they are.
    List {
        start: u32,
        end: u32,
        count: u32,
    },
    Wide {
        index: u32,
        count: u32,
    },
}

/// The documents of one word.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Posting<'a> {
    List(Gaps<'a>),
    Wide(&'a Bits, usize),
}

/// A list of documents as it is kept.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Gaps<'a> {
    bytes: &'a [u8],
    count: usize,
}

impl Gaps<'_> {
    /// In ascending order.
    pub fn for_each(self, mut each: impl FnMut(u32)) {
        let (mut member, mut gap, mut shift) = (0, 0, 0);
        for byte in self.bytes {
            gap |= u32::from(byte & LOW) << shift;
            shift += 7;
            if byte & MORE == 0 {
                member += gap;
                each(member);
                (gap, shift) = (0, 0);
            }
        }
    }

    /// Ascending.
    pub fn to_vec(self) -> Vec<u32> {
        let mut members = Vec::with_capacity(self.count);
        self.for_each(|member| members.push(member));
        members
    }
}

const MORE: u8 = 0x80;
const LOW: u8 = 0x7F;

/// Members in ascending order.
fn pack(members: &[u32], bytes: &mut Vec<u8>) {
    let mut last = 0;
    for member in members {
        let mut gap = member - last;
        while gap > u32::from(LOW) {
            bytes.push(gap.to_le_bytes()[0] | MORE);
            gap >>= 7;
        }
        bytes.push(gap.to_le_bytes()[0]);
        last = *member;
    }
}

impl Posting<'_> {
    pub fn count(self) -> usize {
        match self {
            Self::List(list) => list.count,
            Self::Wide(_, count) => count,
        }
    }

    pub fn for_each(self, each: impl FnMut(u32)) {
        match self {
            Self::List(list) => list.for_each(each),
            Self::Wide(bits, _) => bits.iter().for_each(each),
        }
    }
}

fn small(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

impl Postings {
    /// Adds the documents of the next word of the dictionary, in any order but each once, of `documents` in all.
    pub fn push(&mut self, members: &mut Vec<u32>, documents: usize) {
        let count = members.len();
        if count >= (documents / WIDE).max(2) {
            self.spans.push(Span::Wide { index: small(self.wide.len()), count: small(count) });
            self.wide.push(Bits::of(documents, members.drain(..)));
        } else {
            // Of one source they are in order already.
            if !members.is_sorted() {
                members.sort_unstable();
            }
            let start = small(self.lists.len());
            pack(members, &mut self.lists);
            members.clear();
            self.spans.push(Span::List { start, end: small(self.lists.len()), count: small(count) });
        }
    }

    pub fn finish(&mut self) {
        self.lists.shrink_to_fit();
        self.wide.shrink_to_fit();
        self.spans.shrink_to_fit();
    }

    pub fn get(&self, word: u32) -> Posting<'_> {
        match self.spans.get(word as usize) {
            Some(Span::List { start, end, count }) => {
                let bytes = self.lists.get(*start as usize..*end as usize).unwrap_or_default();
                Posting::List(Gaps { bytes, count: *count as usize })
            }
            Some(Span::Wide { index, count }) => match self.wide.get(*index as usize) {
                Some(bits) => Posting::Wide(bits, *count as usize),
                None => Posting::List(Gaps::default()),
            },
            None => Posting::List(Gaps::default()),
        }
    }

    pub fn bytes(&self) -> usize {
        self.lists.len() + self.spans.len() * size_of::<Span>() + self.wide.iter().map(Bits::bytes).sum::<usize>()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;

    /// How many documents there are, and those of some words.
    fn words() -> impl Strategy<Value = (usize, Vec<BTreeSet<u32>>)> {
        (1_u32..300).prop_flat_map(|documents| {
            let few = prop::collection::btree_set(0..documents, 0..6);
            let many = prop::collection::btree_set(0..documents, 0..=documents as usize);
            (Just(documents as usize), prop::collection::vec(prop_oneof![few, many], 0..20))
        })
    }

    proptest! {
        #[test]
        fn every_word_gives_back_its_documents_few_or_many((documents, words) in words()) {
            let mut postings = Postings::default();
            for members in &words {
                let mut backwards: Vec<u32> = members.iter().rev().copied().collect();
                postings.push(&mut backwards, documents);
                prop_assert!(backwards.is_empty());
            }
            postings.finish();
            for (word, members) in (0..).zip(&words) {
                let mut found = Vec::new();
                postings.get(word).for_each(|doc| found.push(doc));
                prop_assert!(found.iter().eq(members), "{found:?} instead of {members:?}");
                prop_assert_eq!(postings.get(word).count(), members.len());
            }
            prop_assert_eq!(postings.get(u32::try_from(words.len()).unwrap()).count(), 0);
        }
    }
}
