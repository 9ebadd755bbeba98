//! Sets of doc ids with one bit per document.

use crate::to_u32;

/// A set of doc ids below a fixed length.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Bitmap(Vec<u64>);

impl Bitmap {
    /// The empty set of doc ids below `length`.
    pub(crate) fn new(length: usize) -> Self {
        Self(vec![0; length.div_ceil(64)])
    }

    pub(crate) fn from_docs(length: usize, docs: impl IntoIterator<Item = u32>) -> Self {
        let mut bitmap = Self::new(length);
        for doc in docs {
            bitmap.insert(doc);
        }
        bitmap
    }

    /// The set with these bits, 64 documents each.
    pub(crate) fn from_words(words: Vec<u64>) -> Self {
        Self(words)
    }

    pub(crate) fn words(&self) -> &[u64] {
        &self.0
    }

    pub(crate) fn insert(&mut self, doc: u32) {
        if let Some(word) = self.0.get_mut(doc as usize / 64) {
            *word |= 1 << (doc % 64);
        }
    }

    pub(crate) fn contains(&self, doc: u32) -> bool {
        self.0.get(doc as usize / 64).is_some_and(|word| word >> (doc % 64) & 1 == 1)
    }

    /// The bits of 64 documents.
    pub(crate) fn word(&self, index: usize) -> u64 {
        self.0.get(index).copied().unwrap_or(0)
    }

    pub(crate) fn set_word(&mut self, index: usize, bits: u64) {
        if let Some(word) = self.0.get_mut(index) {
            *word = bits;
        }
    }

    pub(crate) fn count(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.iter().all(|word| *word == 0)
    }

    pub(crate) fn union_with(&mut self, other: &Self) {
        for (word, other) in self.0.iter_mut().zip(&other.0) {
            *word |= other;
        }
    }

    pub(crate) fn intersect_with(&mut self, other: &Self) {
        for (word, other) in self.0.iter_mut().zip(&other.0) {
            *word &= other;
        }
    }

    pub(crate) fn subtract(&mut self, other: &Self) {
        for (word, other) in self.0.iter_mut().zip(&other.0) {
            *word &= !other;
        }
    }

    /// The doc ids in ascending order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = u32> {
        (0_u32..).zip(&self.0).flat_map(|(index, word)| set_bits(*word).map(move |bit| index * 64 + bit))
    }

    /// The doc ids in ascending order without the first `skipped` ones; skips whole words by their
    /// number of bits.
    pub(crate) fn iter_from(&self, mut skipped: usize) -> impl Iterator<Item = u32> {
        let mut first = self.0.len();
        for (index, word) in self.0.iter().enumerate() {
            let count = word.count_ones() as usize;
            if skipped < count {
                first = index;
                break;
            }
            skipped -= count;
        }
        let words = self.0.get(first..).unwrap_or_default();
        let base = to_u32(first);
        (base..).zip(words).flat_map(|(index, word)| set_bits(*word).map(move |bit| index * 64 + bit)).skip(skipped)
    }

    pub(crate) fn memory_bytes(&self) -> usize {
        self.0.len() * 8
    }
}

/// The positions of the bits that are set, lowest first.
pub(crate) fn set_bits(mut word: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let position = word.trailing_zeros();
        word &= word.wrapping_sub(1);
        (position < 64).then_some(position)
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn bitmap_from_docs_returns_the_same_docs(mut docs in prop::collection::vec(0_u32..1_000, 0..200), skipped in 0_usize..250) {
            let bitmap = Bitmap::from_docs(1_000, docs.iter().copied());
            docs.sort_unstable();
            docs.dedup();
            prop_assert_eq!(bitmap.count(), docs.len());
            prop_assert_eq!(bitmap.iter().collect::<Vec<_>>(), docs.clone());
            let rest: Vec<u32> = docs.iter().copied().skip(skipped).collect();
            prop_assert_eq!(bitmap.iter_from(skipped).collect::<Vec<_>>(), rest);
            prop_assert!((0..1_000).all(|doc| bitmap.contains(doc) == docs.contains(&doc)));
        }
    }
}
