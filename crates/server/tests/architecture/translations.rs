//! The texts of the front end: both languages have the same keys and placeholders.

use std::collections::{BTreeMap, BTreeSet};

use portal_api::openapi;
use serde_json::Value;

use super::checkout::{assert_none, files_below, read};

const LANGUAGES: [&str; 2] = ["de-DE", "en-US"];

/// Texts by namespace and key.
type Texts = BTreeMap<String, String>;

#[test]
fn both_languages_have_the_same_texts() {
    let [german, english] = LANGUAGES.map(texts);
    let keys = |texts: &Texts| texts.keys().cloned().collect::<BTreeSet<_>>();
    assert!(german.len() > 50, "there are translations");
    let unmatched: Vec<String> = keys(&german).symmetric_difference(&keys(&english)).cloned().collect();
    assert_none("keys of one language only:", &unmatched);
}

#[test]
fn both_languages_use_the_same_placeholders() {
    let [german, english] = LANGUAGES.map(texts);
    let violations: Vec<String> = german
        .iter()
        .filter_map(|(key, german)| {
            let english = english.get(key)?;
            (placeholders(german) != placeholders(english)).then(|| format!("{key}: {german} / {english}"))
        })
        .collect();
    assert_none("these texts have different placeholders:", &violations);
}

#[test]
fn no_text_is_empty() {
    let violations: Vec<String> = LANGUAGES
        .into_iter()
        .flat_map(|language| {
            let empty = texts(language).into_iter().filter(|(_, text)| text.trim().is_empty());
            empty.map(move |(key, _)| format!("{language} {key}"))
        })
        .collect();
    assert_none("these texts are empty:", &violations);
}

#[test]
fn errors_have_texts_for_exactly_the_message_keys() {
    let description: Value = serde_json::from_str(&openapi::json()).expect("OpenAPI is JSON");
    let keys: BTreeSet<String> = ["ErrorMessage", "FieldRule"]
        .iter()
        .flat_map(|set| description["components"]["schemas"][set]["enum"].as_array().expect("an enum").clone())
        .map(|key| key.as_str().expect("a key").to_owned())
        .collect();
    for language in LANGUAGES {
        let texts = texts(language);
        let translated: BTreeSet<String> = texts
            .keys()
            .filter_map(|key| key.strip_prefix("errors: "))
            .filter(|key| key.starts_with("exception.") || key.starts_with("validation."))
            .map(str::to_owned)
            .collect();
        assert_eq!(translated, keys, "{language}/errors.json and the API's message keys");
    }
}

#[test]
fn placeholders_are_parsed() {
    assert_eq!(placeholders("{{count}} von {{ total }}"), BTreeSet::from(["count", "total"]));
    assert_eq!(placeholders("nichts"), BTreeSet::new());
}

/// The names in double braces.
fn placeholders(text: &str) -> BTreeSet<&str> {
    text.split("{{").skip(1).filter_map(|rest| rest.split("}}").next()).map(str::trim).collect()
}

fn texts(language: &str) -> Texts {
    let folder = format!("frontend/public/locales/{language}/");
    let mut texts = Texts::new();
    for path in files_below(&folder) {
        let namespace = path.strip_prefix(&folder).and_then(|name| name.strip_suffix(".json"));
        let namespace = namespace.unwrap_or_else(|| panic!("{path} is not a namespace"));
        let content: Value = serde_json::from_str(&read(&path)).unwrap_or_else(|error| panic!("{path}: {error}"));
        collect(&content, &format!("{namespace}: "), &mut texts);
    }
    texts
}

fn collect(value: &Value, key: &str, texts: &mut Texts) {
    match value {
        Value::Object(entries) => {
            let separator = if key.ends_with(' ') { "" } else { "." };
            for (name, value) in entries {
                collect(value, &format!("{key}{separator}{name}"), texts);
            }
        }
        Value::String(text) => {
            texts.insert(key.to_owned(), text.clone());
        }
        other => panic!("{key} is not a text: {other}"),
    }
}
