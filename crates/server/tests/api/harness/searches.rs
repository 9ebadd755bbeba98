//! Searching as a visitor does.

use serde_json::{Value, json};

use super::{Client, Portal, listing};

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

/// A portal with these homes.
pub async fn portal_with(homes: &[Value]) -> Portal {
    let portal = Portal::start().await;
    let landlord = portal.landlord().await;
    for home in homes {
        landlord.publish_listing(home).await;
    }
    portal
}

/// Checks what the database answers, and then what the index does while the database cannot.
pub async fn either_way(portal: &mut Portal, check: impl AsyncFn(&Client)) {
    let visitor = portal.anonymous();
    println!("from SQL:");
    check(&visitor).await;
    println!("from memory:");
    let _barred = portal.search_in_memory_alone().await;
    check(&visitor).await;
}

/// Strings that mean something to some program or other.
pub fn hostile() -> impl Iterator<Item = String> {
    let long = ["x".repeat(200), "ab ".repeat(66), "🏠".repeat(200), "\u{308}".repeat(200)];
    let short =
        ["%", "_", "' OR 1=1 --", "\\", "(((", "a:*&!|", "<->", "🏠", "\u{202e}abc", "\u{ff}", "mün\u{300}", "שלום"];
    long.into_iter().chain(short.map(str::to_owned))
}

/// The counts of one facet, in order.
pub fn counts(facets: &Value, of: &str) -> Vec<u64> {
    facets[of].as_array().unwrap().iter().map(|choice| choice["count"].as_u64().unwrap()).collect()
}
