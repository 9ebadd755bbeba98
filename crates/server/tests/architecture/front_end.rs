//! What the server and the front end both define, and must define alike.

use std::collections::BTreeSet;

use portal_api::openapi;
use portal_web::PAGES;

use super::checkout::read;

#[test]
fn server_and_front_end_list_the_same_pages() {
    let source = read("frontend/src/app/paths.ts");
    let routed: BTreeSet<&str> = source.lines().filter_map(page_of).collect();
    let served: BTreeSet<&str> = PAGES.iter().copied().collect();
    assert_eq!(routed, served, "frontend/src/app/paths.ts and PAGES in crates/web/src/pages.rs list the same pages");
}

#[test]
fn page_of_reads_the_path_of_a_line() {
    assert_eq!(page_of("    path: '/listing/:id',"), Some("/listing/:id"));
    assert_eq!(page_of("    href: () => '/login',"), None);
}

#[test]
fn committed_openapi_is_up_to_date() {
    assert!(
        read("frontend/openapi.json") == openapi::json(),
        "frontend/openapi.json is out of date: run `make generate` and commit the changes"
    );
}

fn page_of(line: &str) -> Option<&str> {
    line.trim().strip_prefix("path: '")?.strip_suffix("',")
}
