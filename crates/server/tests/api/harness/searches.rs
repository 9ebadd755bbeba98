//! Searching as a visitor does.

use serde_json::{Value, json};

use super::{Client, listing};

pub const SEARCH: &str = "/api/v1/listings/search";

/// A listing of this title, type, basic rent, total rent and area.
pub fn home(title: &str, unit_type: &str, basic: u32, total: u32, area: f64) -> Value {
    let mut listing = listing();
    listing["title"] = json!(title);
    listing["unitType"] = json!(unit_type);
    listing["basicRent"] = json!(basic);
    listing["ancillaryCost"] = json!(total - basic);
    listing["additionalCosts"] = json!([]);
    listing["areaSqm"] = json!(area);
    listing["totalAreaSqm"] = json!(area);
    listing
}

impl Client {
    /// All that a search answers.
    pub async fn search(&self, query: &Value) -> Value {
        let (status, body) = self.post(SEARCH, query).await;
        assert_eq!(status, 200, "{query}: {body}");
        body
    }

    /// The titles of one page, and how many listings match.
    pub async fn find(&self, query: &Value) -> (Vec<String>, u64) {
        let body = self.search(query).await;
        let titles = body["payload"].as_array().unwrap().iter().map(|row| row["title"].as_str().unwrap().to_owned());
        (titles.collect(), body["totalSize"].as_u64().unwrap())
    }

    pub async fn titles(&self, query: &Value) -> Vec<String> {
        self.find(query).await.0
    }
}
