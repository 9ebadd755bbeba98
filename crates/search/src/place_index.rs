//! The documents of a segment by place.

use std::borrow::Cow;

use crate::bitmap::Bitmap;
use crate::doc_set::{BITMAP_RATIO, DocSet};

/// Doc ids grouped by the id of their place, see [`Places`](crate::places::Places).
#[derive(Debug, Default)]
pub(crate) struct PlaceIndex {
    /// Ascending place ids, each with the start of its group in `docs`.
    starts: Vec<(u32, u32)>,
    /// Ascending within a group.
    docs: Vec<u32>,
}

impl PlaceIndex {
    /// `places`: the place id of each document.
    pub(crate) fn new(places: &[u32]) -> Self {
        let place_of = |doc: u32| places.get(doc as usize).copied().unwrap_or(0);
        let mut docs: Vec<u32> = (0..).take(places.len()).collect();
        // Stable: the documents of one place must stay in order.
        docs.sort_by_key(|doc| place_of(*doc));
        let mut starts: Vec<(u32, u32)> = Vec::new();
        for (start, doc) in (0..).zip(&docs) {
            let place = place_of(*doc);
            if starts.last().is_none_or(|(last, _)| *last != place) {
                starts.push((place, start));
            }
        }
        starts.shrink_to_fit();
        Self { starts, docs }
    }

    fn docs_of(&self, place: u32) -> &[u32] {
        let Ok(index) = self.starts.binary_search_by_key(&place, |(known, _)| *known) else { return &[] };
        let start = self.starts[index].1 as usize;
        let end = self.starts.get(index + 1).map_or(self.docs.len(), |(_, next)| *next as usize);
        self.docs.get(start..end).unwrap_or_default()
    }

    /// The documents at any of these distinct places.
    pub(crate) fn find(&self, places: &[u32]) -> DocSet<'static> {
        let count: usize = places.iter().map(|place| self.docs_of(*place).len()).sum();
        let docs = places.iter().flat_map(|place| self.docs_of(*place)).copied();
        if count > self.docs.len() / BITMAP_RATIO {
            return DocSet::Bitmap(Cow::Owned(Bitmap::from_docs(self.docs.len(), docs)));
        }
        let mut sorted: Vec<u32> = docs.collect();
        sorted.sort_unstable();
        DocSet::Sorted(sorted)
    }

    pub(crate) fn memory_bytes(&self) -> usize {
        self.starts.len() * size_of::<(u32, u32)>() + self.docs.len() * size_of::<u32>()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn find_returns_the_documents_that_a_plain_loop_finds(
            places in prop::collection::vec(0_u32..40, 0..300), wanted in prop::collection::btree_set(0_u32..45, 0..6),
        ) {
            let wanted: Vec<u32> = wanted.into_iter().rev().collect();
            let mut found = Vec::new();
            PlaceIndex::new(&places).find(&wanted).for_each(|doc| found.push(doc));
            let expected: Vec<u32> =
                (0..).zip(&places).filter(|(_, place)| wanted.contains(place)).map(|(doc, _)| doc).collect();
            prop_assert_eq!(found, expected);
        }
    }
}
