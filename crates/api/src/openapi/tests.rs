use std::collections::BTreeSet;

use serde_json::{Map, Value, json};

use super::json;

/// An operation of the description, with its method and path.
struct Operation {
    method: String,
    path: String,
    value: Value,
}

impl Operation {
    fn id(&self) -> &str {
        self.value["operationId"].as_str().unwrap()
    }

    fn responses(&self) -> &Map<String, Value> {
        self.value["responses"].as_object().unwrap()
    }

    /// The alternatives of `security`; an empty one allows requests without a token.
    fn reads_token(&self) -> bool {
        self.value["security"].is_array()
    }

    fn needs_token(&self) -> bool {
        self.value["security"].as_array().is_some_and(|alternatives| !alternatives.contains(&json!({})))
    }

    fn parameters(&self) -> Vec<&Value> {
        self.value["parameters"].as_array().into_iter().flatten().collect()
    }

    fn parameter(&self, name: &str) -> Option<&Value> {
        self.parameters().into_iter().find(|parameter| parameter["name"] == name)
    }
}

fn description() -> Value {
    serde_json::from_str(&json()).unwrap()
}

fn operations(description: &Value) -> Vec<Operation> {
    let paths = description["paths"].as_object().unwrap().iter();
    let operations = paths.flat_map(|(path, methods)| {
        methods.as_object().unwrap().iter().map(|(method, operation)| Operation {
            method: method.clone(),
            path: path.clone(),
            value: operation.clone(),
        })
    });
    operations.collect()
}

/// The value, or the target of its reference.
fn resolve<'a>(description: &'a Value, value: &'a Value) -> &'a Value {
    match value["$ref"].as_str() {
        Some(reference) => {
            description.pointer(reference.trim_start_matches('#')).unwrap_or_else(|| panic!("{reference}"))
        }
        None => value,
    }
}

#[test]
fn responses_have_description_and_errors_have_error_body() {
    let description = description();
    for operation in operations(&description) {
        for (code, response) in operation.responses() {
            let response = resolve(&description, response);
            let context = format!("{} {code}", operation.id());
            assert!(!response["description"].as_str().unwrap_or_default().is_empty(), "{context} has no description");
            let schema = &response["content"]["application/json"]["schema"];
            if code.as_str() >= "400" {
                assert_eq!(schema["$ref"], "#/components/schemas/ErrorResponse", "{context}");
            }
            if code == "429" {
                assert_eq!(response["headers"]["Retry-After"]["schema"]["type"], "integer", "{context}");
            }
        }
    }
}

#[test]
fn operations_describe_every_implied_status() {
    let description = description();
    for operation in operations(&description) {
        let mut implied = BTreeSet::from(["500", "503"]);
        if operation.method != "get" || operation.parameters().iter().any(|parameter| parameter["in"] == "query") {
            implied.insert("400");
        }
        if operation.needs_token() {
            implied.insert("403");
            if operation.method != "get" {
                implied.insert("429");
            }
        }
        if operation.path.contains('{') {
            implied.insert("404");
        }
        if operation.value["requestBody"].is_object() {
            implied.extend(["413", "415"]);
        }
        let missing: Vec<_> = implied.into_iter().filter(|code| !operation.responses().contains_key(*code)).collect();
        assert!(missing.is_empty(), "{} does not describe {missing:?}", operation.id());
        let successes = operation.responses().keys().filter(|code| code.starts_with('2')).count();
        assert_eq!(successes, 1, "{} has one success response", operation.id());
    }
}

#[test]
fn operations_that_read_a_token_declare_whether_they_need_it() {
    let description = description();
    let operations = operations(&description);
    let optional = operations.iter().filter(|operation| operation.reads_token() && !operation.needs_token());
    let optional: BTreeSet<&str> = optional.map(Operation::id).collect();
    assert_eq!(optional, BTreeSet::from(["getListing", "logout", "recordListingView", "reportListing"]));
}

#[test]
fn request_bodies_that_may_be_missing_are_not_required() {
    let description = description();
    let mut optional = BTreeSet::new();
    for operation in operations(&description) {
        let body = &operation.value["requestBody"];
        if body.is_object() && body["required"] != true {
            let schema = &body["content"]["application/json"]["schema"];
            assert!(schema["$ref"].is_string(), "{} allows null: {schema}", operation.id());
            optional.insert(operation.id().to_owned());
        }
    }
    let expected = ["dismissEvent", "requestDonation", "reviewApplication", "reviewApplicationAsAdministrator"];
    assert_eq!(optional, expected.map(str::to_owned).into());
}

#[test]
fn request_lists_and_numbers_with_decimals_describe_their_limits() {
    let description = description();
    let fields = &description["components"]["schemas"]["SaveListingRequest"]["properties"];
    let limits = |field: &str| json!([fields[field]["minimum"], fields[field]["maximum"]]);
    assert_eq!(limits("basicRent"), json!([1.01, 100_000]));
    assert_eq!(limits("securityDeposit"), json!([0.01, 100_000]));
    assert_eq!(limits("areaSqm"), json!([1.1, 10_000]));
    assert_eq!(fields["basicRent"]["type"], "number");
    assert_eq!(fields["additionalCosts"]["maxItems"], 50);
}

#[test]
fn list_operations_describe_sort_fields_as_enums_and_every_alias() {
    let description = description();
    let mut sorted = 0;
    for operation in operations(&description) {
        if let Some(parameter) = operation.parameter("sortField") {
            let schema = resolve(&description, &parameter["schema"]);
            assert!(schema["enum"].is_array(), "{}: {schema}", operation.id());
            sorted += 1;
        }
        for (name, alias) in [("sortDirection", "direction"), ("role", "roles")] {
            let pair = (operation.parameter(name).is_some(), operation.parameter(alias).is_some());
            assert_eq!(pair.0, pair.1, "{}: {name} and {alias}", operation.id());
        }
        let status = operation.parameter("status").filter(|status| status["schema"]["type"] == "array");
        assert_eq!(status.is_some(), operation.parameter("statuses").is_some(), "{}: statuses", operation.id());
    }
    assert!(sorted >= 8, "lists were found: {sorted}");
    let search = &description["components"]["schemas"]["SearchListingsRequest"]["properties"];
    assert!(search["direction"].is_object() && search["sortDirection"].is_object());
}

/// An optional field is nullable, or is a list whose default is empty.
#[test]
fn request_fields_are_required_or_nullable() {
    let description = description();
    let schemas = description["components"]["schemas"].as_object().unwrap();
    let mut required_fields = 0;
    for (name, schema) in schemas.iter().filter(|(name, _)| name.ends_with("Request")) {
        let required: Vec<&str> =
            schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
        required_fields += required.len();
        for (field, schema) in schema["properties"].as_object().unwrap() {
            let one_of = schema["oneOf"].as_array().into_iter().flatten();
            let types = schema["type"].as_array().into_iter().flatten();
            let nullable = one_of.clone().any(|one| one["type"] == "null") || types.clone().any(|name| name == "null");
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
fn file_responses_are_described_as_strings() {
    let description = description();
    for operation in operations(&description) {
        for (code, response) in operation.responses() {
            for (mime, content) in resolve(&description, response)["content"].as_object().into_iter().flatten() {
                let schema = resolve(&description, &content["schema"]);
                assert!(mime == "application/json" || schema["type"] == "string", "{} {code} {mime}", operation.id());
            }
        }
    }
}

#[test]
fn references_resolve() {
    fn walk(description: &Value, value: &Value) {
        match value {
            Value::Object(members) => {
                resolve(description, value);
                members.values().for_each(|member| walk(description, member));
            }
            Value::Array(items) => items.iter().for_each(|item| walk(description, item)),
            _ => {}
        }
    }
    let description = description();
    walk(&description, &description);
}
