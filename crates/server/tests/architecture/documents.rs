//! The documents name only what exists.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use super::repository::{expect_none, files_below, read, root};

/// Where a path in backticks begins if it means a place of this repository.
const PLACES: &[&str] = &["crates/", "frontend/", "scripts/", "migrations/", "config/", "docs/", ".ci/", ".github/"];

/// Variables of the scripts and tests, which the program itself does not read.
const NOT_SETTINGS: &[&str] = &["PORTAL_CONFIG_FILE", "PORTAL_BINARY"];

#[test]
fn links_lead_somewhere() {
    let complaints = complaints_about(|document, text| {
        let folder = Path::new(document).parent().unwrap_or(Path::new(""));
        links(text).filter(|link| !exists(&folder.join(link))).map(str::to_owned).collect()
    });
    expect_none("these links lead nowhere:", &complaints);
}

#[test]
fn places_exist() {
    let complaints = complaints_about(|_, text| {
        code_spans(text)
            .filter(|span| PLACES.iter().any(|place| span.starts_with(place)))
            // A pattern or a placeholder means many places.
            .filter(|span| !span.contains(['<', '*', '{', ' ', '…']))
            .filter(|span| !exists(Path::new(span.split(':').next().unwrap_or(span))))
            .map(str::to_owned)
            .collect()
    });
    expect_none("these places do not exist:", &complaints);
}

#[test]
fn commands_exist() {
    let targets = make_targets();
    assert!(targets.contains("run") && targets.contains("test"), "{targets:?}");
    let complaints = complaints_about(|_, text| {
        code_spans(text)
            .filter_map(|span| span.strip_prefix("make ")?.split_whitespace().next())
            .filter(|target| !targets.contains(*target))
            .map(|target| format!("make {target}"))
            .collect()
    });
    expect_none("the Makefile does not know:", &complaints);
}

#[test]
fn settings_exist() {
    let settings = settings();
    assert!(settings.contains("PORTAL_DATA_DIR") && settings.contains("PORTAL_DATABASE_URL"), "{settings:?}");
    let complaints = complaints_about(|_, text| {
        variables(text)
            .filter(|name| !NOT_SETTINGS.contains(name) && !settings.contains(*name))
            .map(str::to_owned)
            .collect()
    });
    expect_none("config/default.toml does not know:", &complaints);
}

#[test]
fn the_readings_find_what_they_look_for() {
    let text = "See [the map](docs/map.md#top) and `make run`, `PORTAL_DATA_DIR` or <https://example.org>.\n```sh\nmake test\n```";
    assert_eq!(links(text).collect::<Vec<_>>(), ["docs/map.md"]);
    assert_eq!(code_spans(text).collect::<Vec<_>>(), ["make run", "PORTAL_DATA_DIR", "make test"]);
    assert_eq!(variables(text).collect::<Vec<_>>(), ["PORTAL_DATA_DIR"]);
}

fn complaints_about(find: impl Fn(&str, &str) -> Vec<String>) -> Vec<String> {
    let mut documents: Vec<String> = files_below("docs")
        .into_iter()
        .filter(|path| Path::new(path).extension().is_some_and(|kind| kind == "md"))
        .collect();
    documents.extend(["README.md".to_owned(), "migrations/README.md".to_owned()]);
    documents
        .iter()
        .filter(|path| exists(Path::new(path)))
        .flat_map(|path| find(path, &read(path)).into_iter().map(move |complaint| format!("{path}: {complaint}")))
        .collect()
}

fn exists(path: &Path) -> bool {
    root().join::<PathBuf>(path.components().collect()).exists()
}

/// Targets of Markdown links that stay inside the repository, without their anchors.
fn links(text: &str) -> impl Iterator<Item = &str> {
    text.split("](")
        .skip(1)
        .filter_map(|rest| rest.split(')').next())
        .filter(|target| !target.contains("://") && !target.starts_with(['#', '<']) && !target.starts_with("mailto:"))
        .filter_map(|target| target.split('#').next())
}

/// What stands in backticks, and the lines of code blocks.
fn code_spans(text: &str) -> impl Iterator<Item = &str> {
    text.split("```").enumerate().flat_map(|(place, part)| {
        let block = place % 2 == 1;
        let lines = part.lines().skip(1).filter(move |_| block).map(str::trim);
        let spans = part.split('`').skip(1).step_by(2).filter(move |_| !block);
        spans.chain(lines)
    })
}

/// Names of variables that begin like a setting's.
fn variables(text: &str) -> impl Iterator<Item = &str> {
    text.split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_')
        .filter(|word| word.strip_prefix("PORTAL_").is_some_and(|rest| !rest.is_empty()))
}

/// The settings of `config/default.toml`, those without a default included, as variables.
fn settings() -> BTreeSet<String> {
    read("config/default.toml")
        .lines()
        .filter_map(|line| line.trim_start_matches("# ").split_once(" = "))
        .filter(|(key, _)| key.chars().all(|letter| letter.is_ascii_lowercase() || letter == '_'))
        .map(|(key, _)| format!("PORTAL_{}", key.to_ascii_uppercase()))
        .collect()
}

fn make_targets() -> BTreeSet<String> {
    read("Makefile")
        .lines()
        .filter_map(|line| line.split_once(':'))
        .filter(|(name, rest)| {
            !rest.starts_with('=') && name.chars().all(|letter| letter.is_ascii_lowercase() || letter == '-')
        })
        .map(|(name, _)| name.to_owned())
        .collect()
}
