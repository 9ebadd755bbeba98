//! The search that the app sends first for an address of the home page.
//!
//! The front end reads the same address (`frontend/src/features/listings/search/searchFilters.ts`). Both are
//! held to one table of addresses; where they differ all the same, the app sends its own search.

use serde_json::{Map, Value, json};

/// How wide a card draws its picture; the front end's `cardWidth` says the same.
pub(super) const CARD_WIDTH: &str = "(min-width: 1536px) 354px, (min-width: 1280px) calc((100vw - 120px) / 4), \
     (min-width: 1024px) calc((100vw - 96px) / 3), (min-width: 900px) calc((100vw - 72px) / 2), \
     (min-width: 600px) calc((100vw - 64px) / 2), calc(100vw - 32px)";

const PAGE_SIZE: u32 = 12;
const UNIT_TYPES: [&str; 4] = ["HOUSE", "APARTMENT", "ROOM", "OTHER"];
/// Without the preset order.
const ORDERS: [&str; 4] = ["totalRent", "dateCreated", "areaSqm", RELEVANCE];
const RELEVANCE: &str = "relevance";
const DESCENDING: [&str; 2] = ["dateCreated", "areaSqm"];
/// As long as names of places may be, in the units in which a browser counts.
const LONGEST_NAME: usize = 100;

/// The request of a search, by the query of the address. What is not understood counts as not said.
pub(super) fn of_address(query: &str) -> Value {
    let said: Vec<(String, String)> = form_urlencoded::parse(query.as_bytes()).into_owned().collect();
    let value = |name: &str| said.iter().find(|(key, _)| key == name).map_or("", |(_, value)| value.as_str());
    let bound = |name: &str, decimals| number(value(name), decimals).unwrap_or(Value::Null);

    let keyword = value("keyword").trim();
    let wanted: Vec<&str> = value("unitTypes").split(',').collect();
    let types: Vec<&str> = UNIT_TYPES.into_iter().filter(|of| wanted.contains(of)).collect();
    let mut request = Map::new();
    request.insert("page".to_owned(), number(value("page"), 0).unwrap_or(json!(0)));
    request.insert("pageSize".to_owned(), json!(PAGE_SIZE));
    request.insert("keyword".to_owned(), if keyword.is_empty() { Value::Null } else { json!(keyword) });
    if let Some(place) = place(value("place")) {
        request.insert("place".to_owned(), place);
    }
    request.insert("unitTypes".to_owned(), if types.is_empty() { Value::Null } else { json!(types) });
    request.insert("price".to_owned(), json!({ "min": bound("priceMin", 2), "max": bound("priceMax", 2) }));
    request.insert("area".to_owned(), json!({ "min": bound("areaMin", 1), "max": bound("areaMax", 1) }));
    let order = ORDERS.into_iter().find(|order| *order == value("sort"));
    if let Some(order) = order.filter(|order| *order != RELEVANCE || !keyword.is_empty()) {
        request.insert("sortField".to_owned(), json!(order));
        if DESCENDING.contains(&order) {
            request.insert("sortDirection".to_owned(), json!("DESC"));
        }
    }
    Value::Object(request)
}

/// At most nine digits, and after a point at most so many more.
fn number(text: &str, decimals: usize) -> Option<Value> {
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let (whole, fraction) = text.split_once('.').map_or((text, None), |(whole, rest)| (whole, Some(rest)));
    let fits = digits(whole) && whole.len() <= 9;
    let fits = fits && fraction.is_none_or(|rest| digits(rest) && rest.len() <= decimals);
    let integer = || text.parse::<u32>().ok().map(Value::from);
    if fraction.is_none() { fits.then(integer)? } else { fits.then(|| text.parse::<f64>().ok().map(Value::from))? }
}

/// `City` or `City/District`; `None` for anything else.
fn place(text: &str) -> Option<Value> {
    let names: Vec<String> = text.split('/').map(unescape).collect();
    match names.as_slice() {
        [city] if is_name(city) => Some(json!({ "city": city, "district": null })),
        [city, district] if is_name(city) && is_name(district) => Some(json!({ "city": city, "district": district })),
        _ => None,
    }
}

/// A slash within a name is escaped, and so is what escapes.
fn unescape(name: &str) -> String {
    name.replace("%2F", "/").replace("%2f", "/").replace("%25", "%").trim().to_owned()
}

fn is_name(name: &str) -> bool {
    name.encode_utf16().count() <= LONGEST_NAME
        && name.chars().any(char::is_alphanumeric)
        && !name.chars().any(char::is_control)
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;

    use super::*;

    #[derive(Deserialize)]
    struct Known {
        query: String,
        request: Value,
    }

    #[test]
    fn of_address_asks_what_the_app_asks() {
        let table = include_str!("../../../../frontend/src/features/listings/search/firstSearches.json");
        let table: Vec<Known> = serde_json::from_str(table).unwrap();
        assert!(table.len() > 20);
        for Known { query, request } in table {
            let made = of_address(&query);
            // A browser knows one kind of number.
            let same = |value: &Value| value.to_string().replace(".0,", ",").replace(".0}", "}");
            assert_eq!(same(&made), same(&request), "{query}");
        }
    }

    #[test]
    fn the_width_of_a_card_is_the_one_of_its_element() {
        let source = include_str!("../../../../frontend/src/features/listings/cardPicture.ts");
        for part in CARD_WIDTH.split(", ") {
            assert!(source.contains(&format!("'{part}'")), "{part}");
        }
    }

    #[test]
    fn the_sources_of_a_card_are_those_of_its_element() {
        let source = include_str!("../../../../frontend/src/api/images.ts");
        assert!(source.contains("`${imageUrl(location, '500x500')} 500w, ${imageUrl(location, '1200x800')} 1200w`"));
        let made = crate::images::card_sources("/a.jpg");
        assert_eq!(made, "/images/500x500/a.jpg 500w, /images/1200x800/a.jpg 1200w");
    }
}
