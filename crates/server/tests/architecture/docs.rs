//! The docs name only what exists.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use cargo_metadata::camino::Utf8Path;

use super::checkout::{assert_none, files_below, read, root};
use super::dependencies::packages;

/// The prefixes of code spans that are paths of the checkout.
const PATH_PREFIXES: &[&str] =
    &["crates/", "frontend/", "scripts/", "migrations/", "config/", "docs/", ".ci/", ".github/"];

/// The folders that `frontend/README.md` names without `frontend/src/` or `frontend/`.
const FRONT_END_PREFIXES: &[&str] = &["api/", "app/", "build/", "features/", "i18n/", "testing/", "theme/", "ui/"];

/// Variables that are not configuration keys.
const OTHER_VARIABLES: &[&str] = &["PORTAL_CONFIG_FILE", "PORTAL_BINARY"];

#[test]
fn links_resolve() {
    let violations =
        check_docs(|path, text| links(text).filter(|link| !resolves(path, link)).map(str::to_owned).collect());
    assert_none("these links are broken:", &violations);
}

#[test]
fn paths_exist() {
    let violations = check_docs(|_, text| {
        paths(text, PATH_PREFIXES).filter(|path| !exists(Path::new(path))).map(str::to_owned).collect()
    });
    assert_none("these paths do not exist:", &violations);
}

#[test]
fn short_paths_of_the_front_end_exist() {
    let text = read("frontend/README.md");
    assert!(paths(&text, FRONT_END_PREFIXES).any(|path| path == "app/paths.ts"));
    let exists_in = |folder: &str, path: &str| {
        ["", ".ts", ".tsx"].iter().any(|extension| exists(Path::new(&format!("{folder}/{path}{extension}"))))
    };
    let violations: Vec<String> = paths(&text, FRONT_END_PREFIXES)
        .filter(|path| !exists_in("frontend/src", path) && !exists_in("frontend", path))
        .map(str::to_owned)
        .collect();
    assert_none("these paths of frontend/README.md do not exist:", &violations);
}

#[test]
fn tables_of_folders_list_the_crates_of_the_workspace() {
    let packages = packages();
    let crates: BTreeSet<&str> = packages
        .iter()
        .filter_map(|package| package.manifest_path.parent()?.strip_prefix(root()).ok())
        .map(Utf8Path::as_str)
        .collect();
    assert!(crates.contains("crates/server"), "{crates:?}");
    for path in ["README.md", "docs/architecture.md"] {
        let text = read(path);
        let rows = text.lines().filter_map(|line| line.strip_prefix("| `")?.split('`').next());
        let listed: BTreeSet<&str> = rows.filter(|folder| is_crate_folder(folder)).collect();
        assert_eq!(listed, crates, "the table of folders in {path}");
    }
}

#[test]
fn commands_exist() {
    let targets = make_targets();
    assert!(targets.contains("run") && targets.contains("test"), "{targets:?}");
    let violations = check_docs(|_, text| {
        code_spans(text)
            .filter_map(|span| span.strip_prefix("make ")?.split_whitespace().next())
            .filter(|target| !targets.contains(*target))
            .map(|target| format!("make {target}"))
            .collect()
    });
    assert_none("missing in the Makefile:", &violations);
}

#[test]
fn tests_and_constraints_of_the_trust_document_exist() {
    let code = files_below("crates").into_iter().filter(|path| has_extension(path, "rs"));
    let schema = files_below("migrations").into_iter().filter(|path| has_extension(path, "sql"));
    let text: String = code.chain(schema).map(|path| read(&path)).collect();
    let known: BTreeSet<&str> = names_after(&text, "fn ").chain(names_after(&text, "CONSTRAINT ")).collect();
    assert!(known.contains("links_resolve") && known.contains("applications_order_check"));

    let document = read("docs/trust.md");
    let named: Vec<&str> = code_spans(&document).filter(|span| span.contains('_') && is_identifier(span)).collect();
    assert!(named.contains(&"every_operation_has_a_row"), "{named:?}");
    let missing: Vec<String> = named.into_iter().filter(|name| !known.contains(name)).map(str::to_owned).collect();
    assert_none("docs/trust.md names tests or constraints that do not exist:", &missing);
}

#[test]
fn configuration_keys_exist() {
    let known = configuration_variables();
    assert!(known.contains("PORTAL_DATA_DIR") && known.contains("PORTAL_DATABASE_URL"), "{known:?}");
    // `PORTAL_<KEY>_FILE` names the file of a secret.
    let is_key = |name: &str| known.contains(name) || name.strip_suffix("_FILE").is_some_and(|key| known.contains(key));
    let violations = check_docs(|_, text| {
        variables(text).filter(|name| !OTHER_VARIABLES.contains(name) && !is_key(name)).map(str::to_owned).collect()
    });
    assert_none("missing in config/default.toml:", &violations);
}

#[test]
fn parsers_find_links_code_spans_and_variables() {
    let text = "See [the map](docs/map.md#top), [below](#end) and `make run`, `PORTAL_DATA_DIR` or <https://example.org>.\n```sh\nmake test\n```";
    assert_eq!(links(text).collect::<Vec<_>>(), ["docs/map.md#top", "#end"]);
    assert_eq!(code_spans(text).collect::<Vec<_>>(), ["make run", "PORTAL_DATA_DIR", "make test"]);
    assert_eq!(variables(text).collect::<Vec<_>>(), ["PORTAL_DATA_DIR"]);
}

#[test]
fn anchors_are_those_of_headings() {
    let text = "# The map\n```sh\n# no heading\n```\n## Rules, limits & `make test`\n#5 is none";
    assert_eq!(anchors(text).collect::<Vec<_>>(), ["the-map", "rules-limits--make-test"]);
}

/// The violations that `find` returns for the path and text of each Markdown file.
fn check_docs(find: impl Fn(&str, &str) -> Vec<String>) -> Vec<String> {
    let docs = files_below("docs").into_iter().filter(|path| has_extension(path, "md"));
    let others = ["README.md", "CHANGELOG.md", "frontend/README.md", "migrations/README.md"].map(str::to_owned);
    docs.chain(others)
        .filter(|path| exists(Path::new(path)))
        .flat_map(|path| {
            let violations = find(&path, &read(&path)).into_iter();
            violations.map(move |violation| format!("{path}: {violation}")).collect::<Vec<_>>()
        })
        .collect()
}

fn exists(path: &Path) -> bool {
    root().join::<PathBuf>(path.components().collect()).exists()
}

/// The targets of Markdown links inside the checkout.
fn links(text: &str) -> impl Iterator<Item = &str> {
    text.split("](")
        .skip(1)
        .filter_map(|rest| rest.split(')').next())
        .filter(|target| !target.contains("://") && !target.starts_with('<') && !target.starts_with("mailto:"))
}

/// Whether the file of a link exists, and the heading of its anchor.
fn resolves(path: &str, link: &str) -> bool {
    let (file, anchor) = link.split_once('#').map_or((link, None), |(file, anchor)| (file, Some(anchor)));
    let folder = Path::new(path).parent().unwrap_or(Path::new(""));
    let target = if file.is_empty() { PathBuf::from(path) } else { folder.join(file) };
    exists(&target)
        && anchor.is_none_or(|anchor| {
            let text = fs::read_to_string(root().join(&target)).unwrap_or_default();
            anchors(&text).any(|heading| heading == anchor)
        })
}

/// The anchors of the headings, without the numbers of repeated ones.
fn anchors(text: &str) -> impl Iterator<Item = String> {
    let outside = text.split("```").step_by(2).flat_map(str::lines);
    let headings =
        outside.filter_map(|line| line.trim_start_matches('#').strip_prefix(' ').filter(|_| line.starts_with('#')));
    headings.map(|heading| {
        let kept = heading.trim().chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
        kept.flat_map(char::to_lowercase).map(|c| if c == ' ' { '-' } else { c }).collect()
    })
}

fn has_extension(path: &str, extension: &str) -> bool {
    Path::new(path).extension().is_some_and(|found| found == extension)
}

fn is_crate_folder(path: &str) -> bool {
    path.strip_prefix("crates/").is_some_and(|name| !name.contains('/'))
}

/// The texts in backticks, and the lines of code blocks.
fn code_spans(text: &str) -> impl Iterator<Item = &str> {
    text.split("```").enumerate().flat_map(|(index, part)| {
        let is_block = index % 2 == 1;
        let lines = part.lines().skip(1).filter(move |_| is_block).map(str::trim);
        let spans = part.split('`').skip(1).step_by(2).filter(move |_| !is_block);
        spans.chain(lines)
    })
}

/// The code spans with one of the prefixes, without line numbers.
fn paths<'a>(text: &'a str, prefixes: &[&str]) -> impl Iterator<Item = &'a str> {
    code_spans(text)
        .filter(move |span| prefixes.iter().any(|prefix| span.starts_with(prefix)))
        // Patterns and placeholders are not paths.
        .filter(|span| !span.contains(['<', '*', '{', ' ', '…']))
        .map(|span| span.split(':').next().unwrap_or(span))
}

/// The identifiers that follow each occurrence of a keyword.
fn names_after<'a>(text: &'a str, keyword: &'a str) -> impl Iterator<Item = &'a str> {
    text.split(keyword).skip(1).filter_map(|rest| rest.split(|letter: char| !is_identifier_letter(letter)).next())
}

/// Whether a text has only the letters of functions, constraints and metrics.
pub(crate) fn is_identifier(text: &str) -> bool {
    text.chars().all(is_identifier_letter)
}

fn is_identifier_letter(letter: char) -> bool {
    letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '_'
}

/// The words that begin with `PORTAL_`.
pub(crate) fn variables(text: &str) -> impl Iterator<Item = &str> {
    text.split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_')
        .filter(|word| word.strip_prefix("PORTAL_").is_some_and(|rest| !rest.is_empty()))
}

/// The keys of `config/default.toml`, including those without a default, as variables.
pub(crate) fn configuration_variables() -> BTreeSet<String> {
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
