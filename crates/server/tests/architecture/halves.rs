//! What the server and the front end each write down, and must write down alike.

use std::collections::BTreeSet;

use portal_api::{openapi, pages};

use super::repository::read;

#[test]
fn both_halves_know_the_same_pages() {
    let source = read("frontend/src/app/paths.ts");
    let routed: BTreeSet<&str> = source.lines().filter_map(page_of).collect();
    let served: BTreeSet<&str> = pages::PAGES.iter().copied().collect();
    assert_eq!(routed, served, "frontend/src/app/paths.ts and PAGES in crates/api/src/pages.rs list the same pages");
}

#[test]
fn a_page_is_read_from_its_line() {
    assert_eq!(page_of("    path: '/listing/:id',"), Some("/listing/:id"));
    assert_eq!(page_of("    href: () => '/login',"), None);
}

#[test]
fn the_committed_description_is_what_the_code_says() {
    assert!(
        read("frontend/openapi.json") == openapi::json(),
        "frontend/openapi.json is out of date: run `make generate` and commit what it changes"
    );
}

fn page_of(line: &str) -> Option<&str> {
    line.trim().strip_prefix("path: '")?.strip_suffix("',")
}
