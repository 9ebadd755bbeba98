//! Malformed values of body fields and parameters.

use serde_json::Value;

use super::operations::Operation;

/// Replacements of JSON values; some are not JSON.
const FRAGMENTS: &[&str] = &[
    "null",
    "true",
    "-1",
    "0.001",
    "1e400",
    "-1e400",
    "1e308",
    "99999999999999999999999999",
    "NaN",
    "\"\"",
    "\" \"",
    "\"1\"",
    "\"\\u0000\"",
    "\"\\ud800\"",
    "\"\\udc00\\ud800\"",
    "\"\u{202e}\u{feff}\u{1f6cb}\"",
    "\"'; DROP TABLE users; --\"",
    "\"%\"",
    "\"9999-12-31T23:59:60Z\"",
    "[]",
    "[null]",
    "{}",
    "{\"\":{}}",
    "",
];

/// Percent-encoded values of parameters.
const PARAMETERS: &[&str] = &[
    "%00",
    "%ff%fe",
    "%ed%a0%80",
    "%",
    "%zz",
    "-1",
    "1e3",
    "99999999999999999999999999",
    "..%2f..%2fetc%2fpasswd",
    "%27%20OR%201=1--",
    "NaN",
    "null",
    "%F0%9F%9B%8B",
    "00000000-0000-0000-0000-00000000000g",
];

const PLACEHOLDER: &str = "\u{1}here\u{1}";

/// The body with one value at a time replaced, with the pointer of the value.
pub(crate) fn malformed_bodies(valid: &Value) -> Vec<(String, String)> {
    let deep = format!("{}{}", "[".repeat(10_000), "]".repeat(10_000));
    let long = format!("\"{}\"", "x".repeat(200_000));
    let huge = format!("\"{}\"", "x".repeat(300_000));
    let placeholder = serde_json::to_string(PLACEHOLDER).unwrap();
    let mut malformed = Vec::new();
    for pointer in pointers(valid, "") {
        let mut template = valid.clone();
        *template.pointer_mut(&pointer).unwrap() = Value::from(PLACEHOLDER);
        let template = template.to_string();
        for fragment in FRAGMENTS.iter().copied().chain([deep.as_str(), &long, &huge]) {
            malformed.push((format!("{pointer} = {fragment:.40}"), template.replace(&placeholder, fragment)));
        }
    }
    let text = valid.to_string();
    for (name, body) in [
        ("truncated", text[..text.len() - 1].to_owned()),
        ("continued", format!("{text}{{}}")),
        ("duplicate keys", text.replacen('{', &format!("{{{},", &text[1..text.len() - 1]), 1)),
        ("duplicate unknown names", text.replacen('{', r#"{"x":1,"x":2,"#, 1)),
        ("after a byte order mark", format!("\u{feff}{text}")),
        ("in a comment", format!("/* */{text}")),
    ] {
        malformed.push((name.to_owned(), body));
    }
    malformed
}

/// The JSON pointers of the value and of all values inside.
fn pointers(value: &Value, pointer: &str) -> Vec<String> {
    let mut pointers = vec![pointer.to_owned()];
    match value {
        Value::Object(fields) => {
            pointers
                .extend(fields.iter().flat_map(|(name, field)| self::pointers(field, &format!("{pointer}/{name}"))));
        }
        Value::Array(items) => {
            pointers.extend(
                items.iter().enumerate().flat_map(|(index, item)| self::pointers(item, &format!("{pointer}/{index}"))),
            );
        }
        _ => {}
    }
    pointers
}

/// The operation's path with one parameter at a time replaced, with the parameter's name.
pub(crate) fn malformed_parameters(operation: &Operation, valid: &str) -> Vec<(String, String)> {
    let (path, query) = valid.split_once('?').unwrap_or((valid, ""));
    let long = "x".repeat(5_000);
    let values = || PARAMETERS.iter().copied().chain([long.as_str()]);
    let mut malformed = Vec::new();
    for (index, part) in operation.path.split('/').enumerate().filter(|(_, part)| part.starts_with('{')) {
        for value in values() {
            let parts = path.split('/').enumerate().map(|(at, part)| if at == index { value } else { part });
            malformed.push((part.to_owned(), format!("{}?{query}", parts.collect::<Vec<_>>().join("/"))));
        }
    }
    for name in &operation.query {
        let others = || query.split('&').filter(|pair| !pair.is_empty() && !pair.starts_with(&format!("{name}=")));
        for value in values() {
            let pairs: Vec<String> = others().map(str::to_owned).chain([format!("{name}={value}")]).collect();
            malformed.push((name.clone(), format!("{path}?{}", pairs.join("&"))));
        }
        let twice = format!("{name}=APPROVED&{name}=REJECTED");
        malformed.push((name.clone(), format!("{path}?{twice}")));
    }
    malformed
}
