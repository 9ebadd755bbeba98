//! The address of the collector of traces.

use serde::{Deserialize, Deserializer};

/// The base URL of an OTLP collector over HTTP.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OtlpEndpoint(String);

/// Where a collector expects traces.
const TRACES_PATH: &str = "/v1/traces";

impl OtlpEndpoint {
    pub fn parse(text: &str) -> Option<Self> {
        let url = text.trim_end_matches('/');
        let address = url.strip_prefix("http://").or_else(|| url.strip_prefix("https://"))?;
        let is_valid = !address.is_empty()
            && !address.starts_with('/')
            && !address.contains(|letter: char| letter.is_whitespace() || letter.is_control() || "?#".contains(letter));
        is_valid.then(|| Self(url.to_owned()))
    }

    /// The URL that spans are sent to.
    pub fn traces_url(&self) -> String {
        if self.0.ends_with(TRACES_PATH) { self.0.clone() } else { format!("{}{TRACES_PATH}", self.0) }
    }
}

impl<'de> Deserialize<'de> for OtlpEndpoint {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        Self::parse(&text).ok_or_else(|| {
            serde::de::Error::custom("not the URL of an OTLP collector over HTTP, such as http://127.0.0.1:4318")
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn traces_url_has_the_path_of_traces_once() {
        for url in ["http://127.0.0.1:4318", "http://127.0.0.1:4318/", "http://127.0.0.1:4318/v1/traces"] {
            assert_eq!(OtlpEndpoint::parse(url).unwrap().traces_url(), "http://127.0.0.1:4318/v1/traces");
        }
        assert_eq!(
            OtlpEndpoint::parse("https://otel.example/a").unwrap().traces_url(),
            "https://otel.example/a/v1/traces"
        );
    }

    #[test]
    fn parse_rejects_other_addresses() {
        for text in
            ["", "127.0.0.1:4318", "grpc://127.0.0.1:4317", "http://", "http:///v1", "http://a b", "https://a?b=c"]
        {
            assert_eq!(OtlpEndpoint::parse(text), None, "{text}");
        }
    }
}
