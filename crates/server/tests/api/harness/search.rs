//! Searches, and listings to search for.

use serde_json::{Value, json};

use super::{Client, Portal, listing};

pub(crate) const SEARCH: &str = "/api/v1/listings/search";

/// A listing of this title, type, basic rent, total rent and area.
pub(crate) fn listing_with(title: &str, unit_type: &str, basic: u32, total: u32, area: f64) -> Value {
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
    /// The response of a search.
    pub(crate) async fn search(&self, query: &Value) -> Value {
        let (status, body) = self.post(SEARCH, query).await;
        assert_eq!(status, 200, "{query}: {body}");
        body
    }

    /// The titles of one page, and the total.
    pub(crate) async fn find(&self, query: &Value) -> (Vec<String>, u64) {
        let body = self.search(query).await;
        let titles = body["payload"].as_array().unwrap().iter().map(|row| row["title"].as_str().unwrap().to_owned());
        (titles.collect(), body["totalSize"].as_u64().unwrap())
    }

    pub(crate) async fn titles(&self, query: &Value) -> Vec<String> {
        self.find(query).await.0
    }
}

/// A portal with these published listings.
pub(crate) async fn portal_with_listings(listings: &[Value]) -> Portal {
    let portal = Portal::start().await;
    let landlord = portal.landlord().await;
    for listing in listings {
        landlord.publish_listing(listing).await;
    }
    portal
}

/// Runs the check with SQL, and then with the index while the listings are locked.
pub(crate) async fn in_sql_and_memory(portal: &mut Portal, check: impl AsyncFn(&Client)) {
    let visitor = portal.anonymous();
    println!("from SQL:");
    check(&visitor).await;
    println!("from memory:");
    let _lock = portal.search_in_memory_only().await;
    check(&visitor).await;
}

/// Texts with a special meaning for SQL, search syntaxes or Unicode.
pub(crate) fn malicious_texts() -> impl Iterator<Item = String> {
    let long = ["x".repeat(200), "ab ".repeat(66), "🏠".repeat(200), "\u{308}".repeat(200)];
    let short =
        ["%", "_", "' OR 1=1 --", "\\", "(((", "a:*&!|", "<->", "🏠", "\u{202e}abc", "\u{ff}", "mün\u{300}", "שלום"];
    long.into_iter().chain(short.map(str::to_owned))
}

/// The counts of one facet, in order.
pub(crate) fn facet_counts(facets: &Value, name: &str) -> Vec<u64> {
    facets[name].as_array().unwrap().iter().map(|choice| choice["count"].as_u64().unwrap()).collect()
}
