use std::collections::BTreeSet;

use serde_json::{Map, Value};

use super::json;

/// An operation of the document, with its method and path.
struct Described {
    method: String,
    path: String,
    operation: Value,
}

impl Described {
    fn name(&self) -> &str {
        self.operation["operationId"].as_str().unwrap()
    }

    fn answers(&self) -> &Map<String, Value> {
        self.operation["responses"].as_object().unwrap()
    }

    fn parameters(&self) -> Vec<&Value> {
        self.operation["parameters"].as_array().into_iter().flatten().collect()
    }

    fn parameter(&self, name: &str) -> Option<&Value> {
        self.parameters().into_iter().find(|parameter| parameter["name"] == name)
    }
}

fn document() -> Value {
    serde_json::from_str(&json()).unwrap()
}

fn described(document: &Value) -> Vec<Described> {
    let paths = document["paths"].as_object().unwrap().iter();
    let operations = paths.flat_map(|(path, methods)| {
        methods.as_object().unwrap().iter().map(|(method, operation)| Described {
            method: method.clone(),
            path: path.clone(),
            operation: operation.clone(),
        })
    });
    operations.collect()
}

/// What a reference stands for.
fn resolved<'a>(document: &'a Value, value: &'a Value) -> &'a Value {
    match value["$ref"].as_str() {
        Some(reference) => document.pointer(reference.trim_start_matches('#')).unwrap_or_else(|| panic!("{reference}")),
        None => value,
    }
}

#[test]
fn operation_every_answer_is_described_and_every_failure_has_the_body_of_failures() {
    let document = document();
    for described in described(&document) {
        for (code, answer) in described.answers() {
            let answer = resolved(&document, answer);
            let place = format!("{} {code}", described.name());
            assert!(!answer["description"].as_str().unwrap_or_default().is_empty(), "{place} has no description");
            let schema = &answer["content"]["application/json"]["schema"];
            if code.as_str() >= "400" {
                assert_eq!(schema["$ref"], "#/components/schemas/ErrorResponse", "{place}");
            }
            if code == "429" {
                assert_eq!(answer["headers"]["Retry-After"]["schema"]["type"], "integer", "{place}");
            }
        }
    }
}

#[test]
fn operation_every_status_that_the_rules_imply_is_described() {
    let document = document();
    for described in described(&document) {
        let mut implied = BTreeSet::from(["500", "503"]);
        if described.method != "get" || described.parameters().iter().any(|parameter| parameter["in"] == "query") {
            implied.insert("400");
        }
        if described.operation["security"].is_array() {
            implied.insert("403");
        }
        if described.path.contains('{') {
            implied.insert("404");
        }
        if described.operation["requestBody"].is_object() {
            implied.extend(["413", "415"]);
        }
        let missing: Vec<_> = implied.into_iter().filter(|code| !described.answers().contains_key(*code)).collect();
        assert!(missing.is_empty(), "{} does not describe {missing:?}", described.name());
        let successes = described.answers().keys().filter(|code| code.starts_with('2')).count();
        assert_eq!(successes, 1, "{} succeeds in one way", described.name());
    }
}

#[test]
fn operation_every_sort_field_is_a_closed_set_and_every_other_name_is_described() {
    let document = document();
    let mut sorted = 0;
    for described in described(&document) {
        if let Some(parameter) = described.parameter("sortField") {
            let schema = resolved(&document, &parameter["schema"]);
            assert!(schema["enum"].is_array(), "{}: {schema}", described.name());
            sorted += 1;
        }
        for (name, other) in [("sortDirection", "direction"), ("role", "roles")] {
            let pair = (described.parameter(name).is_some(), described.parameter(other).is_some());
            assert_eq!(pair.0, pair.1, "{}: {name} and {other}", described.name());
        }
        let status = described.parameter("status").filter(|status| status["schema"]["type"] == "array");
        assert_eq!(status.is_some(), described.parameter("statuses").is_some(), "{}: statuses", described.name());
    }
    assert!(sorted >= 6, "lists were found: {sorted}");
    let search = &document["components"]["schemas"]["SearchListingsRequest"]["properties"];
    assert!(search["direction"].is_object() && search["sortDirection"].is_object());
}

/// What may be left out says so by `null`, or is a list that is empty then.
#[test]
fn request_body_every_field_that_must_be_there_is_required() {
    let document = document();
    let schemas = document["components"]["schemas"].as_object().unwrap();
    let mut required_fields = 0;
    for (name, schema) in schemas.iter().filter(|(name, _)| name.ends_with("Request")) {
        let required: Vec<&str> =
            schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
        required_fields += required.len();
        for (field, schema) in schema["properties"].as_object().unwrap() {
            let one_of = schema["oneOf"].as_array().into_iter().flatten();
            let types = schema["type"].as_array().into_iter().flatten();
            let nullable = one_of.clone().any(|one| one["type"] == "null") || types.clone().any(|kind| kind == "null");
            let may_be_empty = schema["type"] == "array" && !required.contains(&field.as_str());
            assert!(
                nullable || may_be_empty || required.contains(&field.as_str()),
                "{name}.{field} is neither required nor nullable"
            );
            assert!(schema["allOf"].is_null(), "{name}.{field}: {schema}");
        }
    }
    assert!(required_fields > 50, "required fields were found: {required_fields}");
}

#[test]
fn operation_no_file_is_described_as_a_list_of_numbers() {
    let document = document();
    for described in described(&document) {
        for (code, answer) in described.answers() {
            for (kind, content) in resolved(&document, answer)["content"].as_object().into_iter().flatten() {
                let schema = resolved(&document, &content["schema"]);
                assert!(kind == "application/json" || schema["type"] == "string", "{} {code} {kind}", described.name());
            }
        }
    }
}

#[test]
fn document_every_reference_leads_somewhere() {
    fn walk(document: &Value, value: &Value) {
        match value {
            Value::Object(members) => {
                resolved(document, value);
                members.values().for_each(|member| walk(document, member));
            }
            Value::Array(items) => items.iter().for_each(|item| walk(document, item)),
            _ => {}
        }
    }
    let document = document();
    walk(&document, &document);
}
