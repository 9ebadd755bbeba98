//! Pages and keywords of lists.

use std::collections::HashMap;

use portal_services::paging::PageRequest;
use uuid::Uuid;

/// The size of the whole list, where the page itself tells: one that is not full is the last. Spares the count.
pub(crate) fn total_by_page(page: PageRequest, rows: usize) -> Option<u64> {
    let full = rows as u64 >= u64::from(page.size);
    // An empty page may lie beyond the end.
    let known = !full && (rows > 0 || page.page == 0);
    known.then(|| u64::from(page.page) * u64::from(page.size) + rows as u64)
}

/// A count, as the database gives it.
pub(crate) fn total(count: i64) -> u64 {
    u64::try_from(count).unwrap_or(0)
}

/// Rows in the order in which their ids were asked for; without those that are gone.
pub(crate) fn in_order<T>(ids: impl Iterator<Item = Uuid>, rows: Vec<T>, id: impl Fn(&T) -> Uuid) -> Vec<T> {
    let mut by_id: HashMap<Uuid, T> = rows.into_iter().map(|row| (id(&row), row)).collect();
    ids.filter_map(|id| by_id.remove(&id)).collect()
}

/// The pattern that finds a keyword literally, anywhere in a text.
pub(crate) fn containing(keyword: &str) -> String {
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
    fn a_page_that_is_not_full_tells_the_total() {
        let page = |page| PageRequest { page, size: 10 };
        assert_eq!(total_by_page(page(0), 0), Some(0));
        assert_eq!(total_by_page(page(0), 3), Some(3));
        assert_eq!(total_by_page(page(2), 4), Some(24));
        assert_eq!(total_by_page(page(2), 10), None);
        assert_eq!(total_by_page(page(2), 0), None);
    }

    #[test]
    fn rows_are_put_into_the_order_of_their_ids() {
        let id = |n| Uuid::from_u128(n);
        let rows = vec![id(1), id(3), id(2)];
        assert_eq!(in_order([2, 9, 3, 1].map(id).into_iter(), rows, |row| *row), [2, 3, 1].map(id));
    }

    #[test]
    fn wildcards_of_a_keyword_are_letters() {
        assert_eq!(containing(r"50%_a\b"), r"%50\%\_a\\b%");
    }
}
