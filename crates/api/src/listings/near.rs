//! The surroundings of a town in a search.

use portal_domain::search_filters::NamedSurroundings;
use portal_domain::town::Radius;
use serde::{Serialize, Serializer};
use utoipa::openapi::schema::{ObjectBuilder, Type};
use utoipa::openapi::{RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

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
#[derive(Debug, Clone, Copy)]
pub(crate) struct RadiusKm(pub Radius);

impl Serialize for RadiusKm {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u16(self.0.kilometres())
    }
}

impl PartialSchema for RadiusKm {
    fn schema() -> RefOr<Schema> {
        <Self as Scalar>::schema()
    }
}

impl ToSchema for RadiusKm {}

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
    pub(super) fn surroundings(self) -> Result<NamedSurroundings, ApiError> {
        NamedSurroundings::new(self.city.0, self.radius_km.0).ok_or_else(ApiError::invalid)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::extract::read_json;

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
