//! The filters of saved searches as JSON.
//!
//! Programs of several versions read them. A field, unit type or amenity that this version does not
//! know is ignored: until all processes are upgraded, such a search may find more than it should,
//! which is better than to lose what it finds. Saving the search writes the fields of this version.

use chrono::NaiveDate;
use portal_domain::area::Area;
use portal_domain::listing::{Amenity, UnitType};
use portal_domain::money::Cents;
use portal_domain::search_filters::{Bounds, NamedPlace, NamedSurroundings, SearchFilters};
use portal_domain::town::Radius;
use portal_services::ports::StoreError;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::errors::corrupt;
use crate::unknown_values::known;

/// A condition that is not set is missing.
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(default)]
struct StoredFilters {
    #[serde(skip_serializing_if = "Option::is_none")]
    keyword: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    place: Option<StoredPlace>,
    #[serde(skip_serializing_if = "Option::is_none")]
    near: Option<StoredSurroundings>,
    #[serde(skip_serializing_if = "Option::is_none")]
    min_price_cents: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    max_price_cents: Option<i64>,
    /// In tenths of a square metre.
    #[serde(skip_serializing_if = "Option::is_none")]
    min_area: Option<i32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    max_area: Option<i32>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    unit_types: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    available_by: Option<NaiveDate>,
    #[serde(skip_serializing_if = "Option::is_none")]
    available_until: Option<NaiveDate>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    amenities: Vec<String>,
}

#[derive(Debug, Serialize, Deserialize)]
struct StoredPlace {
    city: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    district: Option<String>,
}

#[derive(Debug, Serialize, Deserialize)]
struct StoredSurroundings {
    city: String,
    radius_km: u16,
}

impl From<&SearchFilters> for StoredFilters {
    fn from(filters: &SearchFilters) -> Self {
        Self {
            keyword: filters.keyword.clone(),
            place: filters.place.as_ref().map(|place| StoredPlace {
                city: place.city().to_owned(),
                district: place.district().map(str::to_owned),
            }),
            near: filters
                .near
                .as_ref()
                .map(|near| StoredSurroundings { city: near.city().to_owned(), radius_km: near.radius().kilometres() }),
            min_price_cents: filters.price.min.map(Cents::get),
            max_price_cents: filters.price.max.map(Cents::get),
            min_area: filters.area.min.map(Area::tenths),
            max_area: filters.area.max.map(Area::tenths),
            unit_types: filters.unit_types.iter().map(|unit_type| unit_type.as_str().to_owned()).collect(),
            available_by: filters.available_by,
            available_until: filters.available_until,
            amenities: filters.amenities.iter().map(|amenity| amenity.as_str().to_owned()).collect(),
        }
    }
}

impl From<StoredFilters> for SearchFilters {
    fn from(stored: StoredFilters) -> Self {
        Self {
            keyword: stored.keyword,
            place: stored.place.and_then(|place| NamedPlace::new(place.city, place.district)),
            near: stored.near.and_then(|near| NamedSurroundings::new(near.city, Radius::new(near.radius_km)?)),
            price: Bounds { min: stored.min_price_cents.map(Cents::new), max: stored.max_price_cents.map(Cents::new) },
            area: Bounds { min: stored.min_area.map(Area::from_tenths), max: stored.max_area.map(Area::from_tenths) },
            unit_types: stored
                .unit_types
                .iter()
                .filter_map(|text| known::<UnitType>("saved_searches.filters.unit_types", text))
                .collect(),
            available_by: stored.available_by,
            available_until: stored.available_until,
            amenities: stored
                .amenities
                .iter()
                .filter_map(|text| known::<Amenity>("saved_searches.filters.amenities", text))
                .collect(),
        }
    }
}

pub(super) fn to_json(filters: &SearchFilters) -> Result<Value, StoreError> {
    serde_json::to_value(StoredFilters::from(filters)).map_err(|error| StoreError::Corrupt(error.into()))
}

/// Does not name what is wrong: errors are logged, and a keyword is personal data.
pub(super) fn from_json(json: Value) -> Result<SearchFilters, StoreError> {
    // An array would be read as fields in order.
    let object = if json.is_object() { json } else { Value::Null };
    let stored: Result<StoredFilters, _> = serde_json::from_value(object);
    stored.map(SearchFilters::from).map_err(|_| corrupt("filters of a saved search in another form"))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn all() -> SearchFilters {
        SearchFilters {
            keyword: Some("ruhig Balkon".to_owned()),
            place: NamedPlace::new("Köln".to_owned(), Some("Ehrenfeld".to_owned())),
            near: NamedSurroundings::new("Köln".to_owned(), Radius::new(20).unwrap()),
            price: Bounds { min: Some(Cents::new(10_000)), max: Some(Cents::new(70_050)) },
            area: Bounds { min: Some(Area::from_tenths(125)), max: None },
            unit_types: vec![UnitType::Room, UnitType::Apartment],
            available_by: NaiveDate::from_ymd_opt(2027, 4, 1),
            available_until: NaiveDate::from_ymd_opt(2027, 9, 30),
            amenities: vec![Amenity::Wifi],
        }
    }

    #[test]
    fn from_json_reads_what_to_json_writes() {
        for filters in [all(), SearchFilters::default()] {
            assert_eq!(from_json(to_json(&filters).unwrap()).unwrap(), filters);
        }
        assert_eq!(to_json(&SearchFilters::default()).unwrap(), json!({}));
    }

    #[test]
    fn to_json_keeps_its_form() {
        let expected = json!({
            "keyword": "ruhig Balkon", "place": { "city": "Köln", "district": "Ehrenfeld" },
            "near": { "city": "Köln", "radius_km": 20 },
            "min_price_cents": 10_000, "max_price_cents": 70_050, "min_area": 125, "unit_types": ["ROOM", "APARTMENT"],
            "available_by": "2027-04-01", "available_until": "2027-09-30", "amenities": ["WIFI"],
        });
        assert_eq!(to_json(&all()).unwrap(), expected);
    }

    #[test]
    fn from_json_ignores_what_a_newer_version_has_added() {
        let mut json = to_json(&all()).unwrap();
        json["floor"] = json!({ "min": 3 });
        json["unit_types"] = json!(["ROOM", "CASTLE", "APARTMENT"]);
        json["amenities"] = json!(["SAUNA", "WIFI"]);
        json["place"]["quarter"] = json!("Nord");
        assert_eq!(from_json(json).unwrap(), all());
    }

    #[test]
    fn from_json_of_another_form_is_corrupt_and_not_named() {
        for json in [json!({ "keyword": 7 }), json!({ "place": "Köln" }), json!([]), json!({ "min_area": "secret" })] {
            let error = from_json(json).unwrap_err();
            assert!(matches!(&error, StoreError::Corrupt(source) if !source.to_string().contains("secret")));
        }
    }
}
