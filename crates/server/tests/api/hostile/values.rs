//! What is put in the place of a sensible value.

use serde_json::Value;

use super::operations::Operation;

/// JSON that stands where another value should; some of it is no JSON at all.
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

const MARK: &str = "\u{1}here\u{1}";

/// The body with one value at a time replaced, and with the place that was.
pub fn spoiled(valid: &Value) -> Vec<(String, String)> {
    let deep = format!("{}{}", "[".repeat(10_000), "]".repeat(10_000));
    let long = format!("\"{}\"", "x".repeat(200_000));
    let huge = format!("\"{}\"", "x".repeat(300_000));
    let mark = serde_json::to_string(MARK).unwrap();
    let mut spoiled = Vec::new();
    for place in places(valid, "") {
        let mut marked = valid.clone();
        *marked.pointer_mut(&place).unwrap() = Value::from(MARK);
        let marked = marked.to_string();
        for fragment in FRAGMENTS.iter().copied().chain([deep.as_str(), &long, &huge]) {
            spoiled.push((format!("{place} = {fragment:.40}"), marked.replace(&mark, fragment)));
        }
    }
    let text = valid.to_string();
    for (name, body) in [
        ("cut off", text[..text.len() - 1].to_owned()),
        ("continued", format!("{text}{{}}")),
        ("said twice", text.replacen('{', &format!("{{{},", &text[1..text.len() - 1]), 1)),
        ("after a byte order mark", format!("\u{feff}{text}")),
        ("in a comment", format!("/* */{text}")),
    ] {
        spoiled.push((name.to_owned(), body));
    }
    spoiled
}

/// The JSON pointers of all values inside, and of the whole.
fn places(value: &Value, place: &str) -> Vec<String> {
    let mut places = vec![place.to_owned()];
    match value {
        Value::Object(fields) => {
            places.extend(fields.iter().flat_map(|(name, field)| self::places(field, &format!("{place}/{name}"))));
        }
        Value::Array(items) => {
            places.extend(
                items.iter().enumerate().flat_map(|(index, item)| self::places(item, &format!("{place}/{index}"))),
            );
        }
        _ => {}
    }
    places
}

/// The operation's path with one parameter at a time replaced, and with the parameter's name.
pub fn spoiled_parameters(operation: &Operation, valid: &str) -> Vec<(String, String)> {
    let (path, query) = valid.split_once('?').unwrap_or((valid, ""));
    let long = "x".repeat(5_000);
    let values = || PARAMETERS.iter().copied().chain([long.as_str()]);
    let mut spoiled = Vec::new();
    for (index, part) in operation.path.split('/').enumerate().filter(|(_, part)| part.starts_with('{')) {
        for value in values() {
            let parts = path.split('/').enumerate().map(|(at, kept)| if at == index { value } else { kept });
            spoiled.push((part.to_owned(), format!("{}?{query}", parts.collect::<Vec<_>>().join("/"))));
        }
    }
    for name in &operation.query {
        let others = || query.split('&').filter(|pair| !pair.is_empty() && !pair.starts_with(&format!("{name}=")));
        for value in values() {
            let pairs: Vec<String> = others().map(str::to_owned).chain([format!("{name}={value}")]).collect();
            spoiled.push((name.clone(), format!("{path}?{}", pairs.join("&"))));
        }
        let twice = format!("{name}=APPROVED&{name}=REJECTED");
        spoiled.push((name.clone(), format!("{path}?{twice}")));
    }
    spoiled
}
