//! The language of the sources: one name per operation, and none of the words that the glossary replaces.

use portal_api::openapi;

use super::checkout::{assert_none, files_below, read};

/// Words of no identifier and of no file name. The glossary (`docs/glossary.md`) has the terms to use.
const REFUSED_IN_NAMES: &[&str] = &[
    "anew",
    "bury",
    "courtesy",
    "deed",
    "audit_entries",
    "everybody",
    "looser",
    "meanwhile",
    "mistakes",
    "nobody",
    "phrasebook",
    "picture",
    "pictures",
    "premises",
    "shelf",
    "somebody",
    "stranger",
    "whatever",
    "whoever",
];

/// Words of no line at all: a user, a caller or a process has a name.
const REFUSED_IN_TEXTS: &[&str] = &["anew", "everybody", "meanwhile", "nobody", "somebody", "whatever", "whoever"];

/// `<picture>` is an element of HTML, `nobody` a user of Unix.
const STANDARD_NAMES: &[(&str, &str)] = &[("picture", "frontend/"), ("nobody", "crates/embedded-postgres/")];

/// Operations that call no use case of their own name, and why.
const WITHOUT_USE_CASE: &[(&str, &str)] = &[
    ("approve_landlord_registrations", "approve_registrations serves both roles"),
    ("approve_student_registrations", "approve_registrations serves both roles"),
    ("get_legal_page", "a text of the adapter"),
    ("list_amenities", "a constant of the domain"),
    ("list_landlord_registrations", "list_registrations serves both roles"),
    ("list_student_registrations", "list_registrations serves both roles"),
    ("list_towns", "a table of the domain"),
    ("review_landlord_registration", "review_registration serves both roles"),
    ("review_student_registration", "review_registration serves both roles"),
];

#[test]
fn operations_have_one_name_in_api_and_services() {
    let (handlers, use_cases) = (functions_of("crates/api/src"), functions_of("crates/services/src"));
    let violations: Vec<String> = operations()
        .into_iter()
        .filter_map(|operation| {
            let is_shared = WITHOUT_USE_CASE.iter().any(|(name, _)| *name == operation);
            let missing = match (handlers.contains(&operation), use_cases.contains(&operation)) {
                (false, _) => "no handler",
                (true, false) if !is_shared => "no use case",
                (true, true) if is_shared => "a use case, and so no exception here",
                _ => return None,
            };
            Some(format!("{operation}: {missing} of this name"))
        })
        .collect();
    assert_none("name handler and use case after the operation:", &violations);
}

#[test]
fn names_have_none_of_the_refused_words() {
    let violations: Vec<String> = sources()
        .flat_map(|path| {
            let source = code_of(&path);
            let names: Vec<String> = std::iter::once(path.as_str())
                .chain(source.split(|character: char| !character.is_ascii_alphanumeric() && character != '_'))
                .filter(|name| words_of(name).any(|word| is_refused(&word, &path)))
                .map(|name| format!("{path}: {name}"))
                .collect();
            names
        })
        .collect();
    assert_none("use a term of docs/glossary.md in these names:", &violations);
}

#[test]
fn sources_have_none_of_the_refused_words_for_users_and_processes() {
    let violations: Vec<String> = sources()
        .filter(|path| !path.ends_with("architecture/names.rs"))
        .flat_map(|path| {
            let lines: Vec<String> = (1..)
                .zip(read(&path).lines())
                .filter(|(_, line)| {
                    line.split(|character: char| !character.is_alphabetic())
                        .map(str::to_lowercase)
                        .any(|word| REFUSED_IN_TEXTS.contains(&word.as_str()) && !is_standard(&word, &path))
                })
                .map(|(number, line)| format!("{path}:{number}: {}", line.trim()))
                .collect();
            lines
        })
        .collect();
    assert_none("say who or what it is in these lines:", &violations);
}

#[test]
fn words_of_splits_snake_case_and_camel_case() {
    let words = |name: &str| words_of(name).collect::<Vec<_>>();
    assert_eq!(words("list_RegistrationsOf2"), ["list", "registrations", "of"]);
    assert_eq!(words("API_URL"), ["api", "url"]);
    assert_eq!(words("useListDOMNode"), ["use", "list", "dom", "node"]);
}

/// The operation ids in snake case.
fn operations() -> Vec<String> {
    let description: serde_json::Value = serde_json::from_str(&openapi::json()).expect("the description is JSON");
    let paths = description["paths"].as_object().expect("paths");
    let operations = paths.values().filter_map(serde_json::Value::as_object).flat_map(serde_json::Map::values);
    let ids = operations.filter_map(|operation| operation["operationId"].as_str());
    let ids: Vec<String> = ids.map(|id| words_of(id).collect::<Vec<_>>().join("_")).collect();
    assert!(ids.len() > 50, "the description has {} operations", ids.len());
    ids
}

/// The names of the functions below a folder.
fn functions_of(folder: &str) -> Vec<String> {
    let sources = files_below(folder).into_iter().filter(|path| extension(path) == "rs").map(|path| read(&path));
    sources
        .flat_map(|source| {
            let names: Vec<String> = source
                .split("fn ")
                .skip(1)
                .filter_map(|rest| rest.split(['(', '<']).next().map(str::to_owned))
                .collect();
            names
        })
        .collect()
}

/// The sources in Rust and TypeScript, without generated ones.
fn sources() -> impl Iterator<Item = String> {
    ["crates", "frontend/src", "frontend/e2e", "frontend/build"]
        .into_iter()
        .flat_map(files_below)
        .filter(|path| ["rs", "ts", "tsx"].contains(&extension(path)))
        .filter(|path| !path.contains("/generated") && !path.ends_with("/schema.rs"))
}

/// A file without comments and quoted texts, line by line: good enough to find names.
fn code_of(path: &str) -> String {
    let quotes: &[char] = if extension(path) == "rs" { &['"'] } else { &['"', '\'', '`'] };
    let code = |line: &str| {
        let line = line.split("//").next().unwrap_or_default();
        line.split(quotes).step_by(2).collect::<Vec<_>>().join(" ")
    };
    read(path).lines().map(code).collect::<Vec<_>>().join("\n")
}

fn extension(path: &str) -> &str {
    path.rsplit('.').next().unwrap_or_default()
}

fn is_refused(word: &str, path: &str) -> bool {
    REFUSED_IN_NAMES.contains(&word) && !is_standard(word, path)
}

fn is_standard(word: &str, path: &str) -> bool {
    STANDARD_NAMES.iter().any(|(name, folder)| *name == word && path.starts_with(folder))
}

/// The lower-case words of a name.
fn words_of(name: &str) -> impl Iterator<Item = String> {
    let mut words: Vec<String> = Vec::new();
    let (mut before, mut characters) = (None::<char>, name.chars().peekable());
    while let Some(character) = characters.next() {
        let starts_word = match before {
            Some(before) if before.is_ascii_lowercase() => character.is_ascii_uppercase(),
            // The last capital of a row begins the next word: `DOMNode`.
            Some(before) if before.is_ascii_uppercase() => {
                character.is_ascii_uppercase() && characters.peek().is_some_and(char::is_ascii_lowercase)
            }
            _ => true,
        };
        before = character.is_ascii_alphabetic().then_some(character);
        if before.is_none() {
            continue;
        }
        if starts_word {
            words.push(String::new());
        }
        if let Some(word) = words.last_mut() {
            word.push(character.to_ascii_lowercase());
        }
    }
    words.into_iter()
}
