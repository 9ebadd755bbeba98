//! The effective settings as text, without what is secret.

use figment::value::{Dict, Value};

use super::{Settings, layers};
use crate::failure::{Attempt, Failure};

/// Settings of which nothing is shown.
const SECRET: [&str; 1] = ["signing_secret"];
/// Settings whose password is not shown.
const URLS: [&str; 4] = ["database_url", "database_replica_url", "smtp_url", "storage_url"];

/// The effective settings, one a line. Fails where [`Settings::load`] fails.
pub fn shown() -> Result<String, Failure> {
    Settings::load()?;
    let settings: Dict = layers()?.extract().attempt("the settings are not valid")?;
    let lines: Vec<String> = settings.iter().map(|(key, value)| format!("{key} = {}", hidden(key, value))).collect();
    Ok(lines.join("\n") + "\n")
}

fn hidden(key: &str, value: &Value) -> String {
    match value {
        _ if SECRET.contains(&key) => "\"…\"".to_owned(),
        Value::String(_, url) if URLS.contains(&key) => format!("{:?}", without_password(url)),
        Value::String(_, text) => format!("{text:?}"),
        Value::Array(_, items) => {
            format!("[{}]", items.iter().map(|item| hidden(key, item)).collect::<Vec<_>>().join(", "))
        }
        Value::Bool(_, flag) => flag.to_string(),
        Value::Num(_, number) => number.to_i128().map_or_else(|| "…".to_owned(), |number| number.to_string()),
        _ => "…".to_owned(),
    }
}

/// The URL with `…` for everything between the user's name and the host, and for its query, which may
/// carry a password as well.
fn without_password(url: &str) -> String {
    let (url, query) = url.split_once('?').map_or((url, ""), |(url, _)| (url, "?…"));
    let Some((scheme, rest)) = url.split_once("://") else { return "…".to_owned() };
    let shown = match rest.rsplit_once('@') {
        Some((user, host)) => format!("{}:…@{host}", user.split(':').next().unwrap_or_default()),
        None => rest.to_owned(),
    };
    format!("{scheme}://{shown}{query}")
}

#[cfg(test)]
mod tests {
    use super::without_password;

    #[test]
    fn no_part_of_a_password_is_shown() {
        assert_eq!(without_password("postgres://portal:p:a@ss@db/portal"), "postgres://portal:…@db/portal");
        assert_eq!(without_password("postgres://db/portal?password=x"), "postgres://db/portal?…");
        assert_eq!(without_password("s3://bucket/prefix"), "s3://bucket/prefix");
        assert_eq!(without_password("nonsense"), "…");
    }
}
