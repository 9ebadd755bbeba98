//! The first search that the app sends for a URL of the home page.
//!
//! Must read the query as the front end does (`searchFilters.ts`): a table of queries tests both.
//! Where they differ, the app sends its search again.

use chrono::NaiveDate;
use portal_domain::limits::MAX_KEYWORD_CHARS;
use portal_domain::text;
use portal_domain::town::Radius;
use portal_services::ports::VariantSize;
use serde_json::{Map, Value, json};

/// The `sizes` of a card's image. Must be equal to the front end's `cardImageSizes`.
pub(super) const CARD_WIDTH: &str = "(min-width: 1536px) 354px, (min-width: 1280px) calc((100vw - 120px) / 4), \
     (min-width: 1024px) calc((100vw - 96px) / 3), (min-width: 900px) calc((100vw - 72px) / 2), \
     (min-width: 600px) calc((100vw - 64px) / 2), calc(100vw - 32px)";

/// The `srcset` of a card's image. Must be equal to the front end's `cardSources`.
pub(super) fn card_sources(location: &str) -> String {
    format!("{} 500w, {} 1200w", VariantSize::Card.path(location), VariantSize::Page.path(location))
}

const PAGE_SIZE: u32 = 12;
const UNIT_TYPES: [&str; 4] = ["HOUSE", "APARTMENT", "ROOM", "OTHER"];
const AMENITIES: [&str; 18] = [
    "FURNISHED",
    "WIFI",
    "KITCHEN",
    "BALCONY",
    "WASHING_MACHINE",
    "DISHWASHER",
    "TERRACE",
    "GARDEN",
    "BICYCLE_STORAGE",
    "CELLAR",
    "PARKING",
    "ELEVATOR",
    "WHEELCHAIR_ACCESSIBLE",
    "PETS_ALLOWED",
    "TV",
    "AIR_CONDITIONING",
    "SWIMMING_POOL",
    "ENERGY_CERTIFICATE",
];
/// Without the default sort field.
const SORT_FIELDS: [&str; 5] = ["totalRent", "dateCreated", "areaSqm", RELEVANCE, DISTANCE];
/// Needs a keyword.
const RELEVANCE: &str = "relevance";
/// Needs a town.
const DISTANCE: &str = "distance";
const DESCENDING: [&str; 2] = ["dateCreated", "areaSqm"];
/// The maximum length of a place name, in UTF-16 code units, in which browsers count.
const MAX_NAME_LENGTH: usize = 100;

/// The search request for the query of a URL. Invalid parameters are ignored.
pub(super) fn from_query(query: &str) -> Value {
    let parameters: Vec<(String, String)> = form_urlencoded::parse(query.as_bytes()).into_owned().collect();
    let value = |name: &str| parameters.iter().find(|(key, _)| key == name).map_or("", |(_, value)| value.as_str());
    let bound = |name: &str, decimals| number(value(name), decimals).unwrap_or(Value::Null);

    let keyword = keyword(value("keyword"));
    let selected: Vec<&str> = value("unitTypes").split(',').collect();
    let unit_types: Vec<&str> = UNIT_TYPES.into_iter().filter(|unit_type| selected.contains(unit_type)).collect();
    let mut request = Map::new();
    request.insert("page".to_owned(), number(value("page"), 0).unwrap_or(json!(0)));
    request.insert("pageSize".to_owned(), json!(PAGE_SIZE));
    request.insert("keyword".to_owned(), if keyword.is_empty() { Value::Null } else { json!(keyword) });
    if let Some(place) = place(value("place")) {
        request.insert("place".to_owned(), place);
    } else if let Some(near) = near(value("near").trim(), value("radius")) {
        request.insert("near".to_owned(), near);
    }
    request.insert("unitTypes".to_owned(), if unit_types.is_empty() { Value::Null } else { json!(unit_types) });
    request.insert("price".to_owned(), json!({ "min": bound("priceMin", 2), "max": bound("priceMax", 2) }));
    request.insert("area".to_owned(), json!({ "min": bound("areaMin", 1), "max": bound("areaMax", 1) }));
    for name in ["availableBy", "availableUntil"] {
        if let Some(day) = day(value(name)) {
            request.insert(name.to_owned(), day);
        }
    }
    let wanted: Vec<&str> = value("amenities").split(',').collect();
    let amenities: Vec<&str> = AMENITIES.into_iter().filter(|amenity| wanted.contains(amenity)).collect();
    if !amenities.is_empty() {
        request.insert("amenities".to_owned(), json!(amenities));
    }
    let is_possible = |field: &&str| match *field {
        RELEVANCE => !keyword.is_empty(),
        DISTANCE => request.contains_key("near"),
        _ => true,
    };
    let sort_field = SORT_FIELDS.into_iter().find(|field| *field == value("sort"));
    if let Some(field) = sort_field.filter(is_possible) {
        request.insert("sortField".to_owned(), json!(field));
        if DESCENDING.contains(&field) {
            request.insert("sortDirection".to_owned(), json!("DESC"));
        }
    }
    Value::Object(request)
}

/// As the API reads it, but shortened and without NUL, which the API refuses.
fn keyword(text: &str) -> String {
    let read = text::keyword(&text.replace('\0', " ")).unwrap_or_default();
    read.chars().take(MAX_KEYWORD_CHARS).collect::<String>().trim_end().to_owned()
}

/// A number of at most nine digits, and at most `decimals` more after a point.
fn number(text: &str, decimals: usize) -> Option<Value> {
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let (whole, fraction) = text.split_once('.').map_or((text, None), |(whole, rest)| (whole, Some(rest)));
    let is_valid = digits(whole) && whole.len() <= 9;
    let is_valid = is_valid && fraction.is_none_or(|rest| digits(rest) && rest.len() <= decimals);
    if !is_valid {
        return None;
    }
    if fraction.is_none() {
        text.parse::<u32>().ok().map(Value::from)
    } else {
        text.parse::<f64>().ok().map(Value::from)
    }
}

/// A day as `2027-04-01`, from 2000 to 2099.
fn day(text: &str) -> Option<Value> {
    let is_form = |(at, byte): (usize, u8)| if matches!(at, 4 | 7) { byte == b'-' } else { byte.is_ascii_digit() };
    let is_day = text.len() == 10 && text.starts_with("20") && text.bytes().enumerate().all(is_form);
    (is_day && text.parse::<NaiveDate>().is_ok()).then(|| json!(text))
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

/// A town and one of the radii; `None` for anything else.
fn near(city: &str, radius: &str) -> Option<Value> {
    let radius = Radius::CHOICES.into_iter().find(|choice| choice.to_string() == radius)?;
    is_name(city).then(|| json!({ "city": city, "radiusKm": radius }))
}

/// Slashes and percent signs in names are percent-encoded.
fn unescape(name: &str) -> String {
    name.replace("%2F", "/").replace("%2f", "/").replace("%25", "%").trim().to_owned()
}

fn is_name(name: &str) -> bool {
    name.encode_utf16().count() <= MAX_NAME_LENGTH
        && name.chars().any(char::is_alphanumeric)
        && text::one_line(name).is_ok()
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;

    use super::*;

    #[derive(Deserialize)]
    struct Case {
        query: String,
        request: Value,
    }

    #[test]
    fn from_query_returns_the_request_of_the_app() {
        let table = include_str!("../../../frontend/src/features/search/firstSearches.json");
        let table: Vec<Case> = serde_json::from_str(table).unwrap();
        assert!(table.len() > 20);
        for Case { query, request } in table {
            let actual = from_query(&query);
            // JavaScript does not distinguish integers from floats.
            let normalize = |value: &Value| value.to_string().replace(".0,", ",").replace(".0}", "}");
            assert_eq!(normalize(&actual), normalize(&request), "{query}");
        }
    }

    #[test]
    fn card_width_equals_that_of_the_front_end() {
        let source = include_str!("../../../frontend/src/features/listings/card/cardImageSizes.ts");
        for part in CARD_WIDTH.split(", ") {
            assert!(source.contains(&format!("'{part}'")), "{part}");
        }
    }

    #[test]
    fn card_sources_equal_those_of_the_front_end() {
        let source = include_str!("../../../frontend/src/api/images.ts");
        assert!(source.contains("`${imageUrl(location, '500x500')} 500w, ${imageUrl(location, '1200x800')} 1200w`"));
        let sources = card_sources("/a.jpg");
        assert_eq!(sources, "/images/500x500/a.jpg 500w, /images/1200x800/a.jpg 1200w");
    }
}
