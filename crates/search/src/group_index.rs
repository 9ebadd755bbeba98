//! The documents of a segment in groups: by place, and by town.

use std::borrow::Cow;

use crate::bitmap::Bitmap;
use crate::doc_set::{BITMAP_RATIO, DocSet};

/// Doc ids grouped by a number of each document, such as the id of its place.
#[derive(Debug, Default)]
pub(crate) struct GroupIndex {
    /// Ascending numbers of groups, each with the start of its group in `docs`.
    starts: Vec<(u32, u32)>,
    /// Ascending within a group.
    docs: Vec<u32>,
}

impl GroupIndex {
    /// `groups`: the group of each document.
    pub(crate) fn new(groups: &[u32]) -> Self {
        let group_of = |doc: u32| groups.get(doc as usize).copied().unwrap_or(0);
        let mut docs: Vec<u32> = (0..).take(groups.len()).collect();
        // Stable: the documents of one group must stay in order.
        docs.sort_by_key(|doc| group_of(*doc));
        let mut starts: Vec<(u32, u32)> = Vec::new();
        for (start, doc) in (0..).zip(&docs) {
            let group = group_of(*doc);
            if starts.last().is_none_or(|(last, _)| *last != group) {
                starts.push((group, start));
            }
        }
        starts.shrink_to_fit();
        Self { starts, docs }
    }

    fn docs_of(&self, group: u32) -> &[u32] {
        let Ok(index) = self.starts.binary_search_by_key(&group, |(known, _)| *known) else { return &[] };
        let start = self.starts[index].1 as usize;
        let end = self.starts.get(index + 1).map_or(self.docs.len(), |(_, next)| *next as usize);
        self.docs.get(start..end).unwrap_or_default()
    }

    /// The documents in any of these distinct groups.
    pub(crate) fn find(&self, groups: &[u32]) -> DocSet<'static> {
        let count: usize = groups.iter().map(|group| self.docs_of(*group).len()).sum();
        let docs = groups.iter().flat_map(|group| self.docs_of(*group)).copied();
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
            groups in prop::collection::vec(0_u32..40, 0..300), wanted in prop::collection::btree_set(0_u32..45, 0..6),
        ) {
            let wanted: Vec<u32> = wanted.into_iter().rev().collect();
            let mut found = Vec::new();
            GroupIndex::new(&groups).find(&wanted).for_each(|doc| found.push(doc));
            let expected: Vec<u32> =
                (0..).zip(&groups).filter(|(_, group)| wanted.contains(group)).map(|(doc, _)| doc).collect();
            prop_assert_eq!(found, expected);
        }
    }
}
