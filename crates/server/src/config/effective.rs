//! The effective configuration as text, without secrets.

use figment::value::{Dict, Value};

use super::{Config, layers};
use crate::failure::{Context, Failure};

/// Keys whose value is hidden.
const SECRET_KEYS: [&str; 3] = ["signing_secret", "signing_secret_previous", "encryption_secret"];
/// Keys whose password is hidden.
const URL_KEYS: [&str; 5] = ["database_url", "database_replica_url", "smtp_url", "storage_url", "otlp_endpoint"];

/// The effective configuration, a key a line. Fails where [`Config::load`] fails.
pub fn effective_config() -> Result<String, Failure> {
    Config::load()?;
    let config: Dict = layers()?.extract().context("invalid configuration")?;
    let lines: Vec<String> = config.iter().map(|(key, value)| format!("{key} = {}", redacted(key, value))).collect();
    Ok(lines.join("\n") + "\n")
}

fn redacted(key: &str, value: &Value) -> String {
    match value {
        _ if SECRET_KEYS.contains(&key) => "\"…\"".to_owned(),
        Value::String(_, url) if URL_KEYS.contains(&key) => format!("{:?}", without_password(url)),
        Value::String(_, text) => format!("{text:?}"),
        Value::Array(_, items) => {
            format!("[{}]", items.iter().map(|item| redacted(key, item)).collect::<Vec<_>>().join(", "))
        }
        Value::Bool(_, flag) => flag.to_string(),
        Value::Num(_, number) => number.to_i128().map_or_else(|| "…".to_owned(), |number| number.to_string()),
        _ => "…".to_owned(),
    }
}

/// The URL with `…` for everything between the user name and the host, and for its query, which may
/// contain a password as well.
pub(crate) fn without_password(url: &str) -> String {
    let (url, query) = url.split_once('?').map_or((url, ""), |(url, _)| (url, "?…"));
    let Some((scheme, rest)) = url.split_once("://") else { return "…".to_owned() };
    let redacted = match rest.rsplit_once('@') {
        Some((user, host)) => format!("{}:…@{host}", user.split(':').next().unwrap_or_default()),
        None => rest.to_owned(),
    };
    format!("{scheme}://{redacted}{query}")
}

#[cfg(test)]
mod tests {
    use super::without_password;

    #[test]
    fn without_password_hides_password_and_query() {
        assert_eq!(without_password("postgres://portal:p:a@ss@db/portal"), "postgres://portal:…@db/portal");
        assert_eq!(without_password("postgres://db/portal?password=x"), "postgres://db/portal?…");
        assert_eq!(without_password("s3://bucket/prefix"), "s3://bucket/prefix");
        assert_eq!(without_password("nonsense"), "…");
    }
}
