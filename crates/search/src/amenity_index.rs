//! The documents with each amenity.

use std::borrow::Cow;

use portal_domain::listing::Amenity;
use pulp::NullaryFnOnce;

use crate::bitmap::{Bitmap, set_bits};
use crate::doc_set::DocSet;

pub(crate) const AMENITIES: usize = Amenity::ALL.len();

/// A bit per amenity, by its index in [`Amenity::ALL`].
pub(crate) fn amenity_bits(amenities: &[Amenity]) -> u32 {
    amenities.iter().fold(0, |bits, amenity| bits | 1 << (*amenity as u32))
}

/// Whether bits are those of amenities.
pub(crate) fn are_amenities(bits: u32) -> bool {
    bits >> AMENITIES == 0
}

/// A bitmap per amenity.
#[derive(Debug, Default)]
pub(crate) struct AmenityIndex {
    docs: [Bitmap; AMENITIES],
}

impl AmenityIndex {
    /// `amenities`: the bits of each document.
    pub(crate) fn new(amenities: &[u32]) -> Self {
        let mut docs: [Bitmap; AMENITIES] = std::array::from_fn(|_| Bitmap::new(amenities.len()));
        for (doc, bits) in (0..).zip(amenities) {
            for amenity in set_bits(u64::from(*bits)) {
                docs[amenity as usize].insert(doc);
            }
        }
        Self { docs }
    }

    /// The documents that have all of these amenities, deleted ones included; `None` without
    /// amenities.
    pub(crate) fn find(&self, bits: u32) -> Option<DocSet<'_>> {
        let each = set_bits(u64::from(bits)).map(|amenity| &self.docs[amenity as usize]);
        let all = each.map(Cow::Borrowed).reduce(|all, docs| {
            let mut all = all.into_owned();
            all.intersect_with(&docs);
            Cow::Owned(all)
        });
        all.map(DocSet::Bitmap)
    }

    /// How many of these documents have each amenity.
    pub(crate) fn count(&self, docs: &Bitmap) -> [u64; AMENITIES] {
        let counting = CountCommon { docs, others: &self.docs };
        #[cfg(target_arch = "x86_64")]
        if let Some(processor) = pulp::x86::V3::try_new() {
            return processor.vectorize(counting);
        }
        counting.call()
    }

    pub(crate) fn memory_bytes(&self) -> usize {
        self.docs.iter().map(Bitmap::memory_bytes).sum()
    }
}

/// Compiled with the instruction that counts bits, which the lowest common processor lacks.
struct CountCommon<'a> {
    docs: &'a Bitmap,
    others: &'a [Bitmap; AMENITIES],
}

impl NullaryFnOnce for CountCommon<'_> {
    type Output = [u64; AMENITIES];

    #[expect(clippy::inline_always, reason = "only inlined functions are compiled for the newer processor")]
    #[inline(always)]
    fn call(self) -> [u64; AMENITIES] {
        let mut counts = [0; AMENITIES];
        for (count, other) in counts.iter_mut().zip(self.others) {
            for (docs, others) in self.docs.words().iter().zip(other.words()) {
                *count += u64::from((docs & others).count_ones());
            }
        }
        counts
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn find_and_count_equal_a_plain_loop(
            amenities in prop::collection::vec(0_u32..1 << AMENITIES, 0..300), asked in 0_u32..1 << AMENITIES,
            docs in prop::collection::vec(0_u32..300, 0..200),
        ) {
            let asked = asked & 0b1_0001_0001;
            let index = AmenityIndex::new(&amenities);
            let found = index.find(asked).map(|docs| {
                let mut found = Vec::new();
                docs.for_each(|doc| found.push(doc));
                found
            });
            let has = |doc: u32, bits: u32| amenities.get(doc as usize).is_some_and(|of_doc| of_doc & bits == bits);
            let expected: Vec<u32> = (0..300).filter(|doc| has(*doc, asked)).collect();
            prop_assert_eq!(found, (asked != 0).then_some(expected));
            let docs = Bitmap::from_docs(amenities.len(), docs);
            let counts = std::array::from_fn(|amenity| docs.iter().filter(|doc| has(*doc, 1 << amenity)).count() as u64);
            prop_assert_eq!(index.count(&docs), counts);
            prop_assert_eq!(CountCommon { docs: &docs, others: &index.docs }.call(), counts);
        }
    }
}
