//! Sort orders of documents, and ranks that compare results of different segments.

use portal_services::paging::{Sort, SortDirection};
use portal_services::ports::SearchSortField;

use crate::columns::Columns;
use crate::to_u32;

/// Doc ids in ascending order of each sort field, ties by listing id. Doc ids themselves ascend
/// with the basic rent, so that field needs no list.
#[derive(Debug, Default)]
pub(crate) struct SortOrders {
    total_rent: Vec<u32>,
    area: Vec<u32>,
    created: Vec<u32>,
    modified: Vec<u32>,
}

impl SortOrders {
    pub(crate) fn new(columns: &Columns) -> Self {
        let by = |field: SearchSortField| {
            let mut docs: Vec<u32> = (0..).take(columns.len()).collect();
            docs.sort_unstable_by_key(|doc| (sort_key(columns, field, *doc), columns.ids[*doc as usize]));
            docs
        };
        Self {
            total_rent: by(SearchSortField::TotalRent),
            area: by(SearchSortField::Area),
            created: by(SearchSortField::DateCreated),
            modified: by(SearchSortField::LastModified),
        }
    }

    /// Calls `visit` with the documents in this order until it returns false.
    pub(crate) fn walk(&self, columns: &Columns, sort: Sort<SearchSortField>, mut visit: impl FnMut(u32) -> bool) {
        let docs: &[u32] = match sort.by {
            SearchSortField::BasicRent | SearchSortField::Relevance | SearchSortField::Distance => &[],
            SearchSortField::TotalRent => &self.total_rent,
            SearchSortField::Area => &self.area,
            SearchSortField::DateCreated => &self.created,
            SearchSortField::LastModified => &self.modified,
        };
        let doc_at = |rank: usize| docs.get(rank).copied().unwrap_or_else(|| to_u32(rank));
        match sort.direction {
            SortDirection::Ascending => {
                (0..columns.len()).all(|rank| visit(doc_at(rank)));
            }
            SortDirection::Descending => {
                let mut end = columns.len();
                // Ties ascend by id in either direction.
                while let Some(last) = end.checked_sub(1) {
                    let key = sort_key(columns, sort.by, doc_at(last));
                    let start = (0..last)
                        .rev()
                        .find(|rank| sort_key(columns, sort.by, doc_at(*rank)) != key)
                        .map_or(0, |rank| rank + 1);
                    if !(start..end).all(|rank| visit(doc_at(rank))) {
                        return;
                    }
                    end = start;
                }
            }
        }
    }

    pub(crate) fn memory_bytes(&self) -> usize {
        [&self.total_rent, &self.area, &self.created, &self.modified]
            .iter()
            .map(|docs| docs.len() * size_of::<u32>())
            .sum()
    }
}

pub(crate) fn sort_key(columns: &Columns, field: SearchSortField, doc: u32) -> i64 {
    let doc = doc as usize;
    match field {
        SearchSortField::BasicRent | SearchSortField::Relevance | SearchSortField::Distance => {
            columns.basic_rents[doc].into()
        }
        SearchSortField::TotalRent => columns.total_rents[doc].into(),
        SearchSortField::Area => columns.areas[doc].into(),
        SearchSortField::DateCreated => columns.created[doc],
        SearchSortField::LastModified => columns.modified[doc],
    }
}

/// Orders the results of all segments: the smallest comes first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Rank {
    /// The sort key, the score or the distance, negated where the greatest comes first.
    first: i64,
    /// Zero if ordered by a sort key.
    basic_rent: u32,
    id: u128,
}

impl Rank {
    pub(crate) fn by_sort_key(columns: &Columns, sort: Sort<SearchSortField>, doc: u32) -> Self {
        let key = sort_key(columns, sort.by, doc);
        let first = match sort.direction {
            SortDirection::Ascending => key,
            SortDirection::Descending => -key,
        };
        Self { first, basic_rent: 0, id: columns.ids[doc as usize] }
    }

    pub(crate) fn by_score(columns: &Columns, direction: SortDirection, score: u16, doc: u32) -> Self {
        let first = match direction {
            SortDirection::Ascending => -i64::from(score),
            SortDirection::Descending => score.into(),
        };
        Self { first, basic_rent: columns.basic_rents[doc as usize], id: columns.ids[doc as usize] }
    }

    pub(crate) fn by_distance(columns: &Columns, direction: SortDirection, distance: u16, doc: u32) -> Self {
        let first = match direction {
            SortDirection::Ascending => distance.into(),
            SortDirection::Descending => -i64::from(distance),
        };
        Self { first, basic_rent: columns.basic_rents[doc as usize], id: columns.ids[doc as usize] }
    }
}
