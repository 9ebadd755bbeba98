//! The filters of a search, in requests to search and to save a search.

use portal_domain::limits::{MAX_SEARCHED_AMENITIES, MAX_UNIT_TYPES};
use portal_domain::search_filters::{Bounds, NamedPlace, SearchFilters};

use super::near::NearFilter;
use crate::error::{ApiError, FieldRule};
use crate::extract::enums::{Amenity, UnitType};
use crate::extract::number::{Euro, SquareMetres};
use crate::extract::text::{Keyword, PlaceName};
use crate::extract::{Day, List, request};

request! {
    /// A range with inclusive bounds. A missing or null bound is unlimited.
    pub(crate) struct PriceRange {
        min: Option<Euro>,
        max: Option<Euro>,
    }

    /// A range with inclusive bounds. A missing or null bound is unlimited.
    pub(crate) struct AreaRange {
        min: Option<SquareMetres>,
        max: Option<SquareMetres>,
    }

    /// A city or a district by its complete name. Case, accents, umlaut spelling and punctuation are
    /// ignored.
    pub(crate) struct PlaceFilter {
        city: PlaceName,
        /// Missing or null for the city as a whole.
        district: Option<PlaceName>,
    }

    /// The conditions of a search. All are optional, and listings must meet all that are given.
    pub(crate) struct SearchFiltersRequest {
        /// Every word must match a word of the listing: exactly, as a prefix, or with a typing error.
        keyword: Option<Keyword>,
        place: Option<PlaceFilter>,
        /// Not together with `place`.
        near: Option<NearFilter>,
        /// The total rent.
        price: Option<PriceRange>,
        area: Option<AreaRange>,
        unit_types: Option<List<UnitType, MAX_UNIT_TYPES>>,
        /// The latest day of moving in; a day in the past means today. Listings that become available
        /// later, or end before that day, are not found.
        available_by: Option<Day>,
        /// The last day of the stay. Listings that end before it are not found, and neither are those
        /// whose minimum stay ends after it, counted from `availableBy`, or else from today or the
        /// day on which the listing becomes available.
        available_until: Option<Day>,
        /// Listings must have all of these.
        amenities: Option<List<Amenity, MAX_SEARCHED_AMENITIES>>,
    }
}

impl PlaceFilter {
    fn place(self) -> Result<NamedPlace, ApiError> {
        NamedPlace::new(self.city.0, self.district.map(|district| district.0)).ok_or_else(ApiError::invalid)
    }
}

impl SearchFiltersRequest {
    pub(super) fn has_near(&self) -> bool {
        self.near.is_some()
    }

    /// `near_field`: how an error names `near`.
    pub(crate) fn into_filters(self, near_field: &'static str) -> Result<SearchFilters, ApiError> {
        if self.place.is_some() && self.near.is_some() {
            return Err(ApiError::field(near_field, FieldRule::Invalid));
        }
        let price = self.price.map_or_else(Bounds::default, |price| Bounds {
            min: price.min.map(|euro| euro.0),
            max: price.max.map(|euro| euro.0),
        });
        let area = self.area.map_or_else(Bounds::default, |area| Bounds {
            min: area.min.map(|area| area.0),
            max: area.max.map(|area| area.0),
        });
        Ok(SearchFilters {
            keyword: self.keyword.map(|keyword| keyword.0),
            place: self.place.map(PlaceFilter::place).transpose()?,
            near: self.near.map(NearFilter::surroundings).transpose()?,
            price,
            area,
            unit_types: self.unit_types.into_iter().flat_map(|list| list.0).map(|unit_type| unit_type.0).collect(),
            available_by: self.available_by.map(|day| day.0),
            available_until: self.available_until.map(|day| day.0),
            amenities: self.amenities.into_iter().flat_map(|list| list.0).map(|amenity| amenity.0).collect(),
        })
    }
}
