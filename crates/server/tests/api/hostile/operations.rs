//! The operations of the API, from its own description, so that a new one cannot be forgotten.

use portal_api::openapi;
use reqwest::Method;
use serde_json::{Value, json};

use crate::harness::listing;

pub struct Operation {
    pub id: String,
    pub method: Method,
    /// With `{…}` for what varies.
    pub path: String,
    /// Names of the parameters in the query.
    pub query: Vec<String>,
    kinds: Vec<String>,
}

impl Operation {
    pub fn takes(&self, kind: &str) -> bool {
        self.kinds.iter().any(|taken| taken == kind)
    }

    pub fn has_body(&self) -> bool {
        !self.kinds.is_empty()
    }

    /// A body that keeps every rule, with every field that there is.
    pub fn valid_body(&self) -> Value {
        match self.id.as_str() {
            "authenticate" => json!({ "email": "nobody@portal.test", "password": "none at all" }),
            "submitApplication" => json!({ "applicationLetter": "Guten Tag" }),
            "createListing" | "updateListing" => {
                let mut body = listing();
                body["lastModified"] = json!(null);
                body
            }
            "searchListings" => json!({
                "keyword": "Zimmer",
                "price": { "min": 100, "max": 900.5 },
                "area": { "min": 10, "max": 90 },
                "unitTypes": ["ROOM"],
                "page": 0, "pageSize": 10,
                "sortField": "basicRent", "sortDirection": "ASC"
            }),
            other => panic!("{other} has a body: say here what a valid one is"),
        }
    }
}

pub fn operations() -> Vec<Operation> {
    let document: Value = serde_json::from_str(&openapi::json()).unwrap();
    let mut operations = Vec::new();
    for (path, methods) in document["paths"].as_object().unwrap() {
        for (method, operation) in methods.as_object().unwrap() {
            let parameters = operation["parameters"].as_array().into_iter().flatten();
            let query = parameters.filter(|parameter| parameter["in"] == "query");
            let kinds = operation["requestBody"]["content"].as_object();
            operations.push(Operation {
                id: operation["operationId"].as_str().unwrap().to_owned(),
                method: Method::from_bytes(method.to_uppercase().as_bytes()).unwrap(),
                path: path.clone(),
                query: query.map(|parameter| parameter["name"].as_str().unwrap().to_owned()).collect(),
                kinds: kinds.map(|kinds| kinds.keys().cloned().collect()).unwrap_or_default(),
            });
        }
    }
    assert!(operations.len() > 15, "the description was read");
    operations
}
