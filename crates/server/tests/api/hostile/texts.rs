//! Control characters in every text of every body, found by the description of the API: a new field is tried without
//! being named here.

use portal_api::openapi;
use reqwest::header::CONTENT_TYPE;
use serde_json::{Value, json};

use super::operations::{Operation, operations};
use super::{World, contents};
use crate::harness::{Portal, proof, student_form};

/// What no stored text holds.
const ALWAYS_REFUSED: &[&str] = &["\0", "\u{7}", "\u{1b}", "\u{7f}", "\u{9f}", "\u{202e}", "\u{2066}"];
/// What only texts of several lines hold.
const BREAKS: &[&str] = &["\r\n", "\n", "\r", "\t", "\u{85}", "\u{2028}"];
/// Several lines, as different systems write them.
const SEVERAL_LINES: &str = " a\r\nb\rc\u{2028}\td\n\ne ";
/// Texts of at least this length have several lines.
const LETTER: u64 = 2_000;

/// A text of a body, by JSON pointer, and what the description says of it.
struct TextField {
    pointer: String,
    /// The name in errors, such as `additionalCosts[0].description`.
    path: String,
    schema: Value,
}

impl TextField {
    /// A password is any text, and nothing but its hash is kept.
    fn is_password(&self) -> bool {
        self.path.to_lowercase().ends_with("password")
    }

    /// Compared and never kept: everything unprintable separates words.
    fn is_keyword(&self) -> bool {
        self.path == "keyword"
    }

    fn has_lines(&self) -> bool {
        self.schema["maxLength"].as_u64().is_some_and(|most| most >= LETTER)
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn bodies_text_with_a_control_character_is_refused_at_its_path_and_changes_nothing() {
    let portal = Portal::start().await;
    let world = World::new(&portal).await;
    let before = contents(&portal.database).await;
    let mut tried = 0;
    for operation in operations().iter().filter(|operation| operation.takes("application/json")) {
        let valid = operation.valid_body();
        for field in text_fields(operation, &valid).iter().filter(|field| !field.is_password()) {
            let text = valid.pointer(&field.pointer).and_then(Value::as_str).unwrap();
            let refused = match field {
                keyword if keyword.is_keyword() => vec!["\0"],
                letter if letter.has_lines() => ALWAYS_REFUSED.to_vec(),
                _ => [ALWAYS_REFUSED, BREAKS].concat(),
            };
            for inserted in refused {
                let mut body = valid.clone();
                *body.pointer_mut(&field.pointer).unwrap() = json!(with_inside(text, inserted));
                let place = format!("{} {} with {inserted:?}", operation.id, field.path);
                let (status, answer) = send(&portal, &world, operation, &body).await;
                assert_eq!(status, 400, "{place}: {answer}");
                assert_eq!(answer["error"]["fields"], json!({ &field.path: "validation.invalid" }), "{place}");
                tried += 1;
            }
        }
    }
    assert!(tried > 300, "texts were found: {tried}");
    assert_eq!(contents(&portal.database).await, before, "a refused request changed something");
}

#[tokio::test(flavor = "multi_thread")]
async fn bodies_long_text_keeps_line_breaks_as_line_feeds_and_tabs() {
    let portal = Portal::start().await;
    let world = World::new(&portal).await;
    let mut tried = 0;
    for operation in operations().iter().filter(|operation| operation.takes("application/json")) {
        let mut body = operation.valid_body();
        let fields = text_fields(operation, &body);
        for field in fields.iter().filter(|field| field.has_lines()) {
            *body.pointer_mut(&field.pointer).unwrap() = json!(SEVERAL_LINES);
            tried += 1;
        }
        if fields.iter().any(TextField::has_lines) {
            let (status, answer) = send(&portal, &world, operation, &body).await;
            assert!(status < 300, "{}: {status} {answer}", operation.id);
        }
    }
    assert!(tried >= 8, "long texts were found: {tried}");
    let mut form = student_form("ada@portal.test");
    form["aboutMe"] = json!(SEVERAL_LINES);
    let (status, body) = portal.anonymous().sign_up_student(&form, proof(), "proof.pdf").await;
    assert_eq!(status, 201, "{body}");
    let database = portal.database.client().await;
    for (column, table) in [
        ("letter", "applications"),
        ("about_me", "users"),
        ("description", "listings"),
        ("tenant_description", "listings"),
        ("location_description", "listings"),
        ("takedown_reason", "listings"),
        ("report_text", "events"),
    ] {
        let query = format!("SELECT count(*) FROM {table} WHERE {column} = E'a\\nb\\nc\\n\\td\\n\\ne'");
        let row = database.query_one(&query, &[]).await.unwrap_or_else(|error| panic!("{table}.{column}: {error}"));
        assert!(row.get::<_, i64>(0) > 0, "{table}.{column}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn student_form_text_with_a_control_character_is_refused_at_its_path() {
    let portal = Portal::start().await;
    for (name, text) in [
        ("firstName", "A\r\nda"),
        ("lastName", "Love\u{202e}lace"),
        ("phoneNumber", "+49\t30"),
        ("aboutMe", "I\0 study"),
        ("email", "ada\u{2066}@portal.test"),
    ] {
        let mut form = student_form("ada@portal.test");
        form[name] = json!(text);
        let (status, body) = portal.anonymous().sign_up_student(&form, proof(), "proof.pdf").await;
        assert_eq!(
            (status.as_u16(), &body["error"]["fields"]),
            (400, &json!({ name: "validation.invalid" })),
            "{body}"
        );
    }
}

async fn send(portal: &Portal, world: &World, operation: &Operation, body: &Value) -> (u16, Value) {
    let request = world.request(portal, operation, &world.path_of(operation));
    let response = request.header(CONTENT_TYPE, "application/json").body(body.to_string()).send().await.unwrap();
    let status = response.status().as_u16();
    assert!(status < 500, "{}: {status}", operation.id);
    (status, response.json().await.unwrap_or_default())
}

/// The text with something after its first character.
fn with_inside(text: &str, inserted: &str) -> String {
    let (first, rest) = text.split_at(text.chars().next().map_or(0, char::len_utf8));
    // At an end it would be trimmed away.
    format!("{first}{inserted}{}", if rest.is_empty() { "x" } else { rest })
}

/// The texts of a valid body for which the client finds words: no choices, dates or identifiers.
fn text_fields(operation: &Operation, body: &Value) -> Vec<TextField> {
    let document: Value = serde_json::from_str(&openapi::json()).unwrap();
    let methods = &document["paths"][&operation.path];
    let content = &methods[operation.method.as_str().to_lowercase()]["requestBody"]["content"];
    let mut fields = Vec::new();
    collect(&document, &content["application/json"]["schema"], body, (String::new(), String::new()), &mut fields);
    fields
}

fn collect(
    document: &Value,
    schema: &Value,
    value: &Value,
    (pointer, path): (String, String),
    fields: &mut Vec<TextField>,
) {
    let schema = resolved(document, schema);
    match value {
        Value::Object(members) => {
            for (name, member) in members {
                let dot = if path.is_empty() { "" } else { "." };
                let place = (format!("{pointer}/{name}"), format!("{path}{dot}{name}"));
                collect(document, &schema["properties"][name], member, place, fields);
            }
        }
        Value::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                let place = (format!("{pointer}/{index}"), format!("{path}[{index}]"));
                collect(document, &schema["items"], item, place, fields);
            }
        }
        Value::String(_) if schema["enum"].is_null() && schema["format"].is_null() => {
            assert!(schema["maxLength"].is_u64() || schema["pattern"].is_string(), "{path} has no bound: {schema}");
            fields.push(TextField { pointer, path, schema: schema.clone() });
        }
        _ => {}
    }
}

/// The schema behind references, and the one beside `null`.
fn resolved<'a>(document: &'a Value, schema: &'a Value) -> &'a Value {
    if let Some(name) = schema["$ref"].as_str() {
        return resolved(document, document.pointer(name.trim_start_matches('#')).expect("a schema"));
    }
    let mut alternatives = schema["oneOf"].as_array().into_iter().flatten();
    match alternatives.rfind(|alternative| alternative["type"] != "null") {
        Some(alternative) => resolved(document, alternative),
        None => schema,
    }
}
