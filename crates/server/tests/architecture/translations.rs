//! Both languages say everything, and say it with the same facts.

use std::collections::{BTreeMap, BTreeSet};

use portal_api::openapi;
use serde_json::Value;

use super::repository::{expect_none, files_below, read};

const LANGUAGES: [&str; 2] = ["de-DE", "en-US"];

/// A key with the file it stands in, and its text.
type Texts = BTreeMap<String, String>;

#[test]
fn both_languages_have_the_same_texts() {
    let [german, english] = LANGUAGES.map(texts);
    let keys = |texts: &Texts| texts.keys().cloned().collect::<BTreeSet<_>>();
    assert!(german.len() > 50, "the translations were found");
    let one_sided: Vec<String> = keys(&german).symmetric_difference(&keys(&english)).cloned().collect();
    expect_none("only one language has:", &one_sided);
}

#[test]
fn both_languages_fill_in_the_same_facts() {
    let [german, english] = LANGUAGES.map(texts);
    let complaints: Vec<String> = german
        .iter()
        .filter_map(|(key, german)| {
            let english = english.get(key)?;
            (facts(german) != facts(english)).then(|| format!("{key}: {german} / {english}"))
        })
        .collect();
    expect_none("these texts differ in what they fill in:", &complaints);
}

#[test]
fn no_text_is_empty() {
    let complaints: Vec<String> = LANGUAGES
        .into_iter()
        .flat_map(|language| {
            let empty = texts(language).into_iter().filter(|(_, text)| text.trim().is_empty());
            empty.map(move |(key, _)| format!("{language} {key}"))
        })
        .collect();
    expect_none("these texts are empty:", &complaints);
}

#[test]
fn every_error_has_its_words_and_no_words_are_left_over() {
    let document: Value = serde_json::from_str(&openapi::json()).expect("a description in JSON");
    let keys: BTreeSet<String> = ["ErrorMessage", "FieldRule"]
        .iter()
        .flat_map(|set| document["components"]["schemas"][set]["enum"].as_array().expect("a closed set").clone())
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
fn facts_are_told_from_words() {
    assert_eq!(facts("{{count}} von {{ total }}"), BTreeSet::from(["count", "total"]));
    assert_eq!(facts("nichts"), BTreeSet::new());
}

/// The names between double braces.
fn facts(text: &str) -> BTreeSet<&str> {
    text.split("{{").skip(1).filter_map(|rest| rest.split("}}").next()).map(str::trim).collect()
}

fn texts(language: &str) -> Texts {
    let folder = format!("frontend/public/locales/{language}/");
    let mut texts = Texts::new();
    for path in files_below(&folder) {
        let namespace = path.strip_prefix(&folder).and_then(|name| name.strip_suffix(".json"));
        let namespace = namespace.unwrap_or_else(|| panic!("{path} is no namespace"));
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
        other => panic!("{key} is no text: {other}"),
    }
}
