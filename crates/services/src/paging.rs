//! Paging and sorting of lists.

/// The requested page of a list. Pages count from zero.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PageRequest {
    pub page: u32,
    /// Rows per page, at least 1.
    pub size: u32,
}

impl PageRequest {
    /// The number of rows before this page.
    pub fn offset(self) -> i64 {
        i64::from(self.page) * i64::from(self.size)
    }

    pub fn limit(self) -> i64 {
        i64::from(self.size)
    }
}

/// One page, with the exact length of the whole list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Page<T> {
    pub rows: Vec<T>,
    pub total: u64,
}

impl<T> Page<T> {
    pub fn map<U>(self, each: impl FnMut(T) -> U) -> Page<U> {
        Page { rows: self.rows.into_iter().map(each).collect(), total: self.total }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SortDirection {
    Ascending,
    Descending,
}

/// The order of a list by one of its sort fields. Adapters end every order with the row's id, so
/// that pages never overlap.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sort<Field> {
    pub by: Field,
    pub direction: SortDirection,
}
