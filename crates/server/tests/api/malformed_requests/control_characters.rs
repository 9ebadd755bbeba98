//! Control characters in every text of every body. The texts are read from OpenAPI, so that a new
//! field is included.

use portal_api::openapi;
use reqwest::header::CONTENT_TYPE;
use serde_json::{Value, json};

use super::operations::{Operation, operations};
use super::{Fixture, digests};
use crate::harness::{Portal, proof_of_study, student_form};

/// Refused in every stored text.
const ALWAYS_REFUSED: &[&str] = &["\0", "\u{7}", "\u{1b}", "\u{7f}", "\u{9f}", "\u{202e}", "\u{2066}"];
/// Refused in single-line texts.
const LINE_BREAKS: &[&str] = &["\r\n", "\n", "\r", "\t", "\u{85}", "\u{2028}"];
/// Line breaks of different systems.
const MULTI_LINE_TEXT: &str = " a\r\nb\rc\u{2028}\td\n\ne ";
/// How the pattern of multi-line texts begins: it allows tabs and line breaks.
const MULTI_LINE_PATTERN: &str = r"^[^\u0000-\u0008\u000B";

/// A text of a body, by JSON pointer, with its schema.
struct TextField {
    pointer: String,
    /// The path in errors, such as `additionalCosts[0].description`.
    path: String,
    schema: Value,
}

impl TextField {
    /// Passwords may contain any character, because only their hash is stored.
    fn is_password(&self) -> bool {
        self.path.to_lowercase().ends_with("password")
    }

    /// In keywords, unprintable characters separate words.
    fn is_keyword(&self) -> bool {
        self.path.rsplit('.').next() == Some("keyword")
    }

    fn is_multi_line(&self) -> bool {
        self.schema["pattern"].as_str().is_some_and(|pattern| pattern.starts_with(MULTI_LINE_PATTERN))
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn json_text_with_control_character_is_rejected_at_its_path() {
    let portal = Portal::start().await;
    let fixture = Fixture::new(&portal).await;
    let before = digests(&portal.database).await;
    let mut cases = 0;
    for operation in operations().iter().filter(|operation| operation.takes("application/json")) {
        let valid = operation.valid_body();
        // A landlord's profile has no such field: the next test sends a student's.
        let is_read = |field: &&TextField| (operation.id.as_str(), field.path.as_str()) != ("updateUser", "aboutMe");
        let fields = text_fields(operation, &valid);
        for field in fields.iter().filter(is_read).filter(|field| !field.is_password()) {
            let text = valid.pointer(&field.pointer).and_then(Value::as_str).unwrap();
            let refused = match field {
                keyword if keyword.is_keyword() => vec!["\0"],
                text if text.is_multi_line() => ALWAYS_REFUSED.to_vec(),
                _ => [ALWAYS_REFUSED, LINE_BREAKS].concat(),
            };
            for inserted in refused {
                let mut body = valid.clone();
                *body.pointer_mut(&field.pointer).unwrap() = json!(insert_after_first(text, inserted));
                let case = format!("{} {} with {inserted:?}", operation.id, field.path);
                let (status, response) = send(&portal, &fixture, operation, &body).await;
                assert_eq!(status, 400, "{case}: {response}");
                assert_eq!(response["error"]["fields"], json!({ &field.path: "validation.invalid" }), "{case}");
                cases += 1;
            }
        }
    }
    assert!(cases > 300, "number of cases: {cases}");
    assert_eq!(digests(&portal.database).await, before, "a refused request changed something");
}

#[tokio::test(flavor = "multi_thread")]
async fn update_user_student_with_control_character_in_about_me_is_rejected() {
    let portal = Portal::start().await;
    let student = portal.student().await;
    let path = format!("/api/v1/users/{}", student.profile().await["externalId"].as_str().unwrap());
    for inserted in ALWAYS_REFUSED {
        let profile = json!({
            "firstName": "Ada", "lastName": "Lovelace", "gender": "FEMALE", "phoneNumber": "+49 89 1",
            "aboutMe": insert_after_first("Ich koche gern.", inserted)
        });
        let (status, body) = student.put_json(&path, &profile).await;
        assert_eq!(
            (status.as_u16(), &body["error"]["fields"]),
            (400, &json!({ "aboutMe": "validation.invalid" })),
            "{body}"
        );
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn multi_line_text_keeps_tabs_and_normalises_line_breaks() {
    let portal = Portal::start().await;
    let fixture = Fixture::new(&portal).await;
    let mut cases = 0;
    for operation in operations().iter().filter(|operation| operation.takes("application/json")) {
        let mut body = operation.valid_body();
        let fields = text_fields(operation, &body);
        for field in fields.iter().filter(|field| field.is_multi_line()) {
            *body.pointer_mut(&field.pointer).unwrap() = json!(MULTI_LINE_TEXT);
            cases += 1;
        }
        if fields.iter().any(TextField::is_multi_line) {
            let (status, response) = send(&portal, &fixture, operation, &body).await;
            assert!(status < 300, "{}: {status} {response}", operation.id);
        }
    }
    assert!(cases >= 8, "number of texts: {cases}");
    let mut form = student_form("ada@portal.test");
    form["aboutMe"] = json!(MULTI_LINE_TEXT);
    let (status, body) = portal.anonymous().register_student(&form, proof_of_study(), "proof.pdf").await;
    assert_eq!(status, 201, "{body}");
    let database = portal.database.client().await;
    for (column, table) in [
        ("letter", "applications"),
        ("rejection_note", "applications"),
        ("letter", "letters"),
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
async fn register_student_rejects_control_characters_at_their_path() {
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
        let (status, body) = portal.anonymous().register_student(&form, proof_of_study(), "proof.pdf").await;
        assert_eq!(
            (status.as_u16(), &body["error"]["fields"]),
            (400, &json!({ name: "validation.invalid" })),
            "{body}"
        );
    }
}

async fn send(portal: &Portal, fixture: &Fixture, operation: &Operation, body: &Value) -> (u16, Value) {
    let request = fixture.request(portal, operation, &fixture.path_of(operation));
    let response = request.header(CONTENT_TYPE, "application/json").body(body.to_string()).send().await.unwrap();
    let status = response.status().as_u16();
    assert!(status < 500, "{}: {status}", operation.id);
    (status, response.json().await.unwrap_or_default())
}

/// Inserts a text after the first character.
fn insert_after_first(text: &str, inserted: &str) -> String {
    let (first, rest) = text.split_at(text.chars().next().map_or(0, char::len_utf8));
    // At the end it would be trimmed.
    format!("{first}{inserted}{}", if rest.is_empty() { "x" } else { rest })
}

/// The free texts of a valid body, without enums, dates and identifiers.
fn text_fields(operation: &Operation, body: &Value) -> Vec<TextField> {
    let description: Value = serde_json::from_str(&openapi::json()).unwrap();
    let methods = &description["paths"][&operation.path];
    let content = &methods[operation.method.as_str().to_lowercase()]["requestBody"]["content"];
    let mut fields = Vec::new();
    collect(&description, &content["application/json"]["schema"], body, (String::new(), String::new()), &mut fields);
    fields
}

fn collect(
    description: &Value,
    schema: &Value,
    value: &Value,
    (pointer, path): (String, String),
    fields: &mut Vec<TextField>,
) {
    let schema = resolved(description, schema);
    match value {
        Value::Object(members) => {
            for (name, member) in members {
                let dot = if path.is_empty() { "" } else { "." };
                let location = (format!("{pointer}/{name}"), format!("{path}{dot}{name}"));
                collect(description, &schema["properties"][name], member, location, fields);
            }
        }
        Value::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                let location = (format!("{pointer}/{index}"), format!("{path}[{index}]"));
                collect(description, &schema["items"], item, location, fields);
            }
        }
        Value::String(_) if schema["enum"].is_null() && schema["format"].is_null() => {
            assert!(schema["maxLength"].is_u64() || schema["pattern"].is_string(), "{path} has no bound: {schema}");
            fields.push(TextField { pointer, path, schema: schema.clone() });
        }
        _ => {}
    }
}

/// Resolves references and nullable schemas.
fn resolved<'a>(description: &'a Value, schema: &'a Value) -> &'a Value {
    if let Some(name) = schema["$ref"].as_str() {
        return resolved(description, description.pointer(name.trim_start_matches('#')).expect("a schema"));
    }
    let mut alternatives = schema["oneOf"].as_array().into_iter().flatten();
    match alternatives.rfind(|alternative| alternative["type"] != "null") {
        Some(alternative) => resolved(description, alternative),
        None => schema,
    }
}
