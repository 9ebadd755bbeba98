//! Which documents of a segment lie at each place.

use std::borrow::Cow;

use crate::bits::Bits;
use crate::keyword::{Found, WIDE};

/// The documents by the number of their place, see [`Places`](crate::places::Places).
#[derive(Debug, Default)]
pub(crate) struct PlaceIndex {
    /// Ascending, each with where its documents begin.
    starts: Vec<(u32, u32)>,
    /// Those of one place together, ascending.
    documents: Vec<u32>,
}

impl PlaceIndex {
    /// Of the numbers of all documents' places, in order.
    pub fn new(places: &[u32]) -> Self {
        let place_of = |doc: u32| places.get(doc as usize).copied().unwrap_or(0);
        let mut documents: Vec<u32> = (0..).take(places.len()).collect();
        // Stable, so that the documents of one place stay in order.
        documents.sort_by_key(|doc| place_of(*doc));
        let mut starts: Vec<(u32, u32)> = Vec::new();
        for (start, doc) in (0..).zip(&documents) {
            let place = place_of(*doc);
            if starts.last().is_none_or(|(last, _)| *last != place) {
                starts.push((place, start));
            }
        }
        starts.shrink_to_fit();
        Self { starts, documents }
    }

    fn at(&self, place: u32) -> &[u32] {
        let Ok(found) = self.starts.binary_search_by_key(&place, |(known, _)| *known) else { return &[] };
        let start = self.starts[found].1 as usize;
        let end = self.starts.get(found + 1).map_or(self.documents.len(), |(_, next)| *next as usize);
        self.documents.get(start..end).unwrap_or_default()
    }

    /// The documents at any of these places, each named once.
    pub fn found(&self, places: &[u32]) -> Found<'static> {
        let entries: usize = places.iter().map(|place| self.at(*place).len()).sum();
        let documents = places.iter().flat_map(|place| self.at(*place)).copied();
        if entries > self.documents.len() / WIDE {
            return Found::Wide(Cow::Owned(Bits::of(self.documents.len(), documents)));
        }
        let mut list: Vec<u32> = documents.collect();
        list.sort_unstable();
        Found::List(list)
    }

    pub fn bytes(&self) -> usize {
        self.starts.len() * size_of::<(u32, u32)>() + self.documents.len() * 4
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn documents_of_places_are_those_that_a_loop_finds(
            places in prop::collection::vec(0_u32..40, 0..300), wanted in prop::collection::btree_set(0_u32..45, 0..6),
        ) {
            let wanted: Vec<u32> = wanted.into_iter().rev().collect();
            let mut found = Vec::new();
            PlaceIndex::new(&places).found(&wanted).for_each(|doc| found.push(doc));
            let expected: Vec<u32> =
                (0..).zip(&places).filter(|(_, place)| wanted.contains(place)).map(|(doc, _)| doc).collect();
            prop_assert_eq!(found, expected);
        }
    }
}
