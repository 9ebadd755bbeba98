//! Pages and keywords of lists.

use portal_services::paging::PageRequest;

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
    fn wildcards_of_a_keyword_are_letters() {
        assert_eq!(containing(r"50%_a\b"), r"%50\%\_a\\b%");
    }
}
