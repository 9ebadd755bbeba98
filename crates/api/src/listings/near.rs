//! The surroundings of a town in a search.

use portal_domain::place::PlaceKey;
use portal_domain::town::{Near, Radius};
use utoipa::openapi::schema::{ObjectBuilder, Type};
use utoipa::openapi::{RefOr, Schema};

use crate::error::{ApiError, FieldRule};
use crate::extract::text::PlaceName;
use crate::extract::{Scalar, request};

request! {
    /// A town with its surroundings: listings whose town, by postal code and city, is not farther away
    /// than the radius, in a straight line between the centres.
    pub(crate) struct NearFilter {
        /// The name of the town, as in `place` or in English. Of several towns of one name the largest
        /// is meant. The name of no town is that of a place: then only listings with this city are
        /// found, and they have no distance.
        city: PlaceName,
        /// In kilometres.
        radius_km: RadiusKm,
    }
}

/// One of some radii.
pub(crate) struct RadiusKm(pub Radius);

impl Scalar for RadiusKm {
    type Json = u16;

    fn check(kilometres: u16) -> Result<Option<Self>, FieldRule> {
        Radius::new(kilometres).map(|radius| Some(Self(radius))).ok_or(FieldRule::Invalid)
    }

    fn schema() -> RefOr<Schema> {
        ObjectBuilder::new().schema_type(Type::Integer).enum_values(Some(Radius::CHOICES)).into()
    }
}

impl NearFilter {
    /// The surroundings, or a place if no town has the name.
    pub(super) fn resolve(self) -> Result<(Option<PlaceKey>, Option<Near>), ApiError> {
        let Self { city: PlaceName(city), radius_km: RadiusKm(radius) } = self;
        if let Some(near) = Near::new(&city, radius) {
            return Ok((None, Some(near)));
        }
        let place = PlaceKey::new(&city, None).ok_or_else(ApiError::invalid)?;
        Ok((Some(place), None))
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::extract::read_json;

    #[test]
    fn resolve_of_an_unknown_town_is_a_place() {
        let resolved = |city: &str| {
            let json = json!({ "city": city, "radiusKm": 20 }).to_string();
            read_json::<NearFilter>(json.as_bytes()).unwrap().resolve().unwrap()
        };
        let near = Near::new("München", Radius::new(20).unwrap());
        assert_eq!(resolved("muenchen"), (None, near));
        assert_eq!(resolved("Atlantis"), (PlaceKey::new("Atlantis", None), None));
    }

    #[test]
    fn near_filter_accepts_four_radii() {
        let accepted: Vec<u32> = (0..200)
            .filter(|radius| {
                let json = json!({ "city": "Ulm", "radiusKm": radius }).to_string();
                read_json::<NearFilter>(json.as_bytes()).is_ok()
            })
            .collect();
        assert_eq!(accepted, [5, 10, 20, 50]);
    }
}
