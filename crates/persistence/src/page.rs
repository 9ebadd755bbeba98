//! Paging and `LIKE` patterns of lists.

use std::collections::HashMap;

use diesel::query_dsl::methods::{LimitDsl, OffsetDsl};
use diesel_async::AsyncPgConnection;
use diesel_async::methods::LoadQuery;
use futures_util::future::BoxFuture;
use portal_services::paging::PageRequest;
use portal_services::ports::StoreError;
use uuid::Uuid;

use crate::row_counts::{self, Groups};
use crate::statements::RunStatement;

/// The rows of a page, and the total of its list: of these groups if the list is all of them, else a
/// `COUNT`. Boxed, because the compiler cannot prove that the
/// future of a generic `async fn` over queries is `Send`.
pub(crate) fn load<'a, Row, Sorted, Count>(
    connection: &'a mut AsyncPgConnection,
    page: PageRequest,
    sorted: Sorted,
    counted: Option<Groups<'a>>,
    count: impl FnOnce() -> Count + Send + 'a,
) -> BoxFuture<'a, Result<(Vec<Row>, u64), StoreError>>
where
    Row: Send + 'a,
    Sorted: LimitDsl<Output = Sorted> + OffsetDsl<Output = Sorted> + Send + 'a,
    Sorted: LoadQuery<'a, AsyncPgConnection, Row>,
    Count: LoadQuery<'a, AsyncPgConnection, i64> + Send + 'a,
{
    Box::pin(async move {
        let rows: Vec<Row> = sorted.limit(page.limit()).offset(page.offset()).load_rows(&mut *connection).await?;
        let total = match (total_from_page(page, rows.len()), counted) {
            (Some(total), _) => total,
            (None, Some(groups)) => row_counts::count(connection, &groups).await?,
            (None, None) => to_count(count().load_row(connection).await?),
        };
        Ok((rows, total))
    })
}

/// The total, if the page is not full and so is the last one: spares a `COUNT` statement.
pub(crate) fn total_from_page(page: PageRequest, rows: usize) -> Option<u64> {
    let full = rows as u64 >= u64::from(page.size);
    // An empty page may lie beyond the end.
    let is_last = !full && (rows > 0 || page.page == 0);
    is_last.then(|| u64::from(page.page) * u64::from(page.size) + rows as u64)
}

/// Converts a `COUNT` of the database.
pub(crate) fn to_count(count: i64) -> u64 {
    u64::try_from(count).unwrap_or(0)
}

/// The rows in the order of `ids`; ids without a row are skipped.
pub(crate) fn order_by_ids<T>(ids: impl Iterator<Item = Uuid>, rows: Vec<T>, id: impl Fn(&T) -> Uuid) -> Vec<T> {
    let mut by_id: HashMap<Uuid, T> = rows.into_iter().map(|row| (id(&row), row)).collect();
    ids.filter_map(|id| by_id.remove(&id)).collect()
}

/// The `LIKE` pattern that finds a keyword literally, anywhere in a text.
pub(crate) fn contains_pattern(keyword: &str) -> String {
    let mut pattern = String::with_capacity(keyword.len() + 2);
    pattern.push('%');
    for c in keyword.chars() {
        if matches!(c, '%' | '_' | '\\') {
            pattern.push('\\');
        }
        pattern.push(c);
    }
    pattern.push('%');
    pattern
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn total_from_page_partial_page_returns_total() {
        let page = |page| PageRequest { page, size: 10 };
        assert_eq!(total_from_page(page(0), 0), Some(0));
        assert_eq!(total_from_page(page(0), 3), Some(3));
        assert_eq!(total_from_page(page(2), 4), Some(24));
        assert_eq!(total_from_page(page(2), 10), None);
        assert_eq!(total_from_page(page(2), 0), None);
    }

    #[test]
    fn order_by_ids_sorts_rows_and_skips_missing_ids() {
        let id = |n| Uuid::from_u128(n);
        let rows = vec![id(1), id(3), id(2)];
        assert_eq!(order_by_ids([2, 9, 3, 1].map(id).into_iter(), rows, |row| *row), [2, 3, 1].map(id));
    }

    #[test]
    fn contains_pattern_escapes_wildcards() {
        assert_eq!(contains_pattern(r"50%_a\b"), r"%50\%\_a\\b%");
    }
}
