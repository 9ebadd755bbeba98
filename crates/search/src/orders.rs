//! The orders of results.

use portal_services::paging::{Sort, SortDirection};
use portal_services::ports::SearchSortField;

use crate::columns::Columns;

/// The documents in ascending order by each sort field but the basic rent, by which they are numbered; those with equal
/// keys by ascending id of their listings.
#[derive(Debug, Default)]
pub(crate) struct Orders {
    total_rent: Vec<u32>,
    area: Vec<u32>,
    created: Vec<u32>,
    modified: Vec<u32>,
}

impl Orders {
    pub fn new(columns: &Columns) -> Self {
        let by = |field: SearchSortField| {
            let mut docs: Vec<u32> = (0..).take(columns.len()).collect();
            docs.sort_unstable_by_key(|doc| (figure(columns, field, *doc), columns.ids[*doc as usize]));
            docs
        };
        Self {
            total_rent: by(SearchSortField::TotalRent),
            area: by(SearchSortField::Area),
            created: by(SearchSortField::DateCreated),
            modified: by(SearchSortField::LastModified),
        }
    }

    /// Calls `each` with the documents in this order until it says stop.
    pub fn walk(&self, columns: &Columns, sort: Sort<SearchSortField>, mut each: impl FnMut(u32) -> bool) {
        let docs: &[u32] = match sort.by {
            SearchSortField::BasicRent | SearchSortField::Relevance => &[],
            SearchSortField::TotalRent => &self.total_rent,
            SearchSortField::Area => &self.area,
            SearchSortField::DateCreated => &self.created,
            SearchSortField::LastModified => &self.modified,
        };
        let at = |rank: usize| docs.get(rank).copied().unwrap_or_else(|| u32::try_from(rank).unwrap_or(u32::MAX));
        match sort.direction {
            SortDirection::Ascending => {
                (0..columns.len()).all(|rank| each(at(rank)));
            }
            SortDirection::Descending => {
                let mut end = columns.len();
                // Equal keys stand in ascending order of their ids in either direction.
                while let Some(last) = end.checked_sub(1) {
                    let key = figure(columns, sort.by, at(last));
                    let start = (0..last)
                        .rev()
                        .find(|rank| figure(columns, sort.by, at(*rank)) != key)
                        .map_or(0, |rank| rank + 1);
                    if !(start..end).all(|rank| each(at(rank))) {
                        return;
                    }
                    end = start;
                }
            }
        }
    }

    pub fn bytes(&self) -> usize {
        [&self.total_rent, &self.area, &self.created, &self.modified].iter().map(|docs| docs.len() * 4).sum()
    }
}

/// What a document is sorted by.
pub(crate) fn figure(columns: &Columns, field: SearchSortField, doc: u32) -> i64 {
    let doc = doc as usize;
    match field {
        SearchSortField::BasicRent | SearchSortField::Relevance => columns.basic_rents[doc].into(),
        SearchSortField::TotalRent => columns.total_rents[doc].into(),
        SearchSortField::Area => columns.areas[doc].into(),
        SearchSortField::DateCreated => columns.created[doc],
        SearchSortField::LastModified => columns.modified[doc],
    }
}

/// The place of a result among those of all segments: the less the earlier.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Rank {
    /// The figure, or the score; negative where more comes first.
    first: i64,
    /// Among equal scores.
    basic_rent: u32,
    id: u128,
}

impl Rank {
    pub fn by_figure(columns: &Columns, sort: Sort<SearchSortField>, doc: u32) -> Self {
        let figure = figure(columns, sort.by, doc);
        let first = match sort.direction {
            SortDirection::Ascending => figure,
            SortDirection::Descending => -figure,
        };
        Self { first, basic_rent: 0, id: columns.ids[doc as usize] }
    }

    pub fn by_score(columns: &Columns, direction: SortDirection, score: u16, doc: u32) -> Self {
        let first = match direction {
            SortDirection::Ascending => -i64::from(score),
            SortDirection::Descending => score.into(),
        };
        Self { first, basic_rent: columns.basic_rents[doc as usize], id: columns.ids[doc as usize] }
    }
}
