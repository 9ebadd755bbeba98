//! Sets of documents with one bit for each.

/// A set of numbers below a length.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Bits(Vec<u64>);

impl Bits {
    /// The empty set of numbers below `length`.
    pub fn new(length: usize) -> Self {
        Self(vec![0; length.div_ceil(64)])
    }

    pub fn of(length: usize, members: impl IntoIterator<Item = u32>) -> Self {
        let mut bits = Self::new(length);
        for member in members {
            bits.set(member);
        }
        bits
    }

    pub fn set(&mut self, member: u32) {
        if let Some(word) = self.0.get_mut(member as usize / 64) {
            *word |= 1 << (member % 64);
        }
    }

    pub fn has(&self, member: u32) -> bool {
        self.0.get(member as usize / 64).is_some_and(|word| word >> (member % 64) & 1 == 1)
    }

    /// Sixty-four members at once, in the order of words.
    pub fn word(&self, index: usize) -> u64 {
        self.0.get(index).copied().unwrap_or(0)
    }

    pub fn set_word(&mut self, index: usize, members: u64) {
        if let Some(word) = self.0.get_mut(index) {
            *word = members;
        }
    }

    pub fn count(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|word| *word == 0)
    }

    pub fn add_all(&mut self, other: &Self) {
        for (word, other) in self.0.iter_mut().zip(&other.0) {
            *word |= other;
        }
    }

    pub fn keep_only(&mut self, other: &Self) {
        for (word, other) in self.0.iter_mut().zip(&other.0) {
            *word &= other;
        }
    }

    pub fn remove_all(&mut self, other: &Self) {
        for (word, other) in self.0.iter_mut().zip(&other.0) {
            *word &= !other;
        }
    }

    /// The members in ascending order.
    pub fn iter(&self) -> impl Iterator<Item = u32> {
        (0_u32..).zip(&self.0).flat_map(|(index, word)| ones(*word).map(move |bit| index * 64 + bit))
    }

    /// The members in ascending order without the first `skipped` ones, which cost next to nothing.
    pub fn iter_from(&self, mut skipped: usize) -> impl Iterator<Item = u32> {
        let mut first = self.0.len();
        for (index, word) in self.0.iter().enumerate() {
            let members = word.count_ones() as usize;
            if skipped < members {
                first = index;
                break;
            }
            skipped -= members;
        }
        let words = self.0.get(first..).unwrap_or_default();
        let base = u32::try_from(first).unwrap_or(u32::MAX);
        (base..).zip(words).flat_map(|(index, word)| ones(*word).map(move |bit| index * 64 + bit)).skip(skipped)
    }

    pub fn bytes(&self) -> usize {
        self.0.len() * 8
    }
}

/// The places of the bits that are set, from the lowest.
pub(crate) fn ones(mut word: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let place = word.trailing_zeros();
        word &= word.wrapping_sub(1);
        (place < 64).then_some(place)
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn a_set_gives_back_its_members(mut members in prop::collection::vec(0_u32..1_000, 0..200), skipped in 0_usize..250) {
            let bits = Bits::of(1_000, members.iter().copied());
            members.sort_unstable();
            members.dedup();
            prop_assert_eq!(bits.count(), members.len());
            prop_assert_eq!(bits.iter().collect::<Vec<_>>(), members.clone());
            let rest: Vec<u32> = members.iter().copied().skip(skipped).collect();
            prop_assert_eq!(bits.iter_from(skipped).collect::<Vec<_>>(), rest);
            prop_assert!((0..1_000).all(|number| bits.has(number) == members.contains(&number)));
        }
    }
}
