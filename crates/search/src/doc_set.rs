//! Sets of doc ids in the cheaper of two forms.

use std::borrow::Cow;

use crate::bitmap::Bitmap;

/// Sets with more than one document in this many are bitmaps, because those are faster then.
pub(crate) const BITMAP_RATIO: usize = 64;

/// Documents of one segment: a bitmap for large sets, sorted doc ids for small ones.
#[derive(Debug, Clone)]
pub(crate) enum DocSet<'a> {
    Bitmap(Cow<'a, Bitmap>),
    /// Ascending, without duplicates.
    Sorted(Vec<u32>),
}

impl DocSet<'_> {
    pub(crate) fn is_empty(&self) -> bool {
        match self {
            Self::Bitmap(bitmap) => bitmap.is_empty(),
            Self::Sorted(docs) => docs.is_empty(),
        }
    }

    pub(crate) fn contains(&self, doc: u32) -> bool {
        match self {
            Self::Bitmap(bitmap) => bitmap.contains(doc),
            Self::Sorted(docs) => docs.binary_search(&doc).is_ok(),
        }
    }

    pub(crate) fn for_each(&self, visit: impl FnMut(u32)) {
        match self {
            Self::Bitmap(bitmap) => bitmap.iter().for_each(visit),
            Self::Sorted(docs) => docs.iter().copied().for_each(visit),
        }
    }

    pub(crate) fn intersect(self, other: Self) -> Self {
        match (self, other) {
            (Self::Bitmap(one), Self::Bitmap(other)) => {
                let mut both = one.into_owned();
                both.intersect_with(&other);
                Self::Bitmap(Cow::Owned(both))
            }
            (Self::Sorted(mut both), other) | (other, Self::Sorted(mut both)) => {
                both.retain(|doc| other.contains(*doc));
                Self::Sorted(both)
            }
        }
    }

    /// `documents`: how many documents the segment has.
    pub(crate) fn union(self, other: Self, documents: usize) -> Self {
        match (self, other) {
            (Self::Sorted(one), Self::Sorted(other)) => {
                let mut either = [one, other].concat();
                either.sort_unstable();
                either.dedup();
                Self::Sorted(either)
            }
            (one, other) => {
                let mut either = Bitmap::new(documents);
                for set in [&one, &other] {
                    match set {
                        Self::Bitmap(bitmap) => either.union_with(bitmap),
                        Self::Sorted(docs) => docs.iter().for_each(|doc| either.insert(*doc)),
                    }
                }
                Self::Bitmap(Cow::Owned(either))
            }
        }
    }
}
