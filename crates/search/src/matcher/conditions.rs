//! What saved searches ask for besides words, as numbers that are compared in nanoseconds.

use chrono::NaiveDate;
use portal_domain::availability::{Availability, WishedStay};
use portal_domain::search_filters::SearchFilters;
use portal_domain::town::{Near, TownId};
use portal_services::ports::ListingSummary;

use crate::amenity_index::amenity_bits;
use crate::columns::{Filter, Row};
use crate::index;

/// Stands for no place.
pub(super) const ANYWHERE: u32 = u32::MAX;

/// A new kind of filter that is no word becomes a field here and a comparison in
/// [`accept`](Self::accept).
#[derive(Debug, Clone, Copy)]
pub(super) struct Conditions {
    filter: Filter,
    /// See [`amenity_bits`].
    amenities: u32,
    /// A number of the places, or [`ANYWHERE`].
    place: u32,
    pub(super) near: Option<Near>,
    move_in_by: Option<NaiveDate>,
    until: Option<NaiveDate>,
}

impl Conditions {
    /// Anywhere. `None` if no listing can meet them.
    pub(super) fn of(filters: &SearchFilters) -> Option<Self> {
        // All fields are named, so that a new one is not forgotten here.
        let SearchFilters {
            keyword: _,
            place: _,
            near: _,
            price,
            area,
            unit_types,
            available_by,
            available_until,
            amenities,
        } = filters;
        Some(Self {
            filter: index::filter(*price, *area, unit_types)?,
            amenities: amenity_bits(amenities),
            place: ANYWHERE,
            near: filters.surroundings(),
            move_in_by: *available_by,
            until: *available_until,
        })
    }

    /// At a place, by its number.
    pub(super) fn at(self, place: u32) -> Self {
        Self { place, ..self }
    }

    /// A bit per accepted unit type.
    pub(super) fn unit_types(&self) -> u8 {
        self.filter.unit_types
    }

    pub(super) fn accept(&self, listing: &ListingValues) -> bool {
        self.filter.accepts_values(listing.total_rent, listing.area, listing.unit_type)
            && listing.amenities & self.amenities == self.amenities
            && (self.place == ANYWHERE || listing.places.contains(&self.place))
            && self.near.is_none_or(|near| listing.is_near(near))
            && self.stay_is_allowed_by(listing)
    }

    /// The wish depends on the day, so it cannot be prepared; it is the last comparison because it
    /// computes dates.
    fn stay_is_allowed_by(&self, listing: &ListingValues) -> bool {
        let stay = WishedStay::new(self.move_in_by, self.until, listing.today);
        stay.is_none_or(|stay| stay.is_allowed_by(&listing.availability))
    }
}

/// A listing on some day.
#[derive(Debug, Clone, Copy)]
pub(super) struct ListingValues {
    total_rent: u32,
    area: u32,
    unit_type: u8,
    amenities: u32,
    availability: Availability,
    today: NaiveDate,
    places: [u32; 2],
    town: Option<TownId>,
}

impl ListingValues {
    pub(super) fn of(card: &ListingSummary, today: NaiveDate) -> Self {
        // The same values as in the index.
        let Row { total_rent, area, unit_type, amenities, .. } = Row::of(card, ANYWHERE);
        let (availability, address) = (card.facts.availability, &card.facts.address);
        let town = TownId::of_address(&address.postal_code, &address.city);
        Self { total_rent, area, unit_type, amenities, availability, today, places: [ANYWHERE; 2], town }
    }

    /// With the numbers of its places; [`ANYWHERE`] instead of unknown ones.
    pub(super) fn at(self, places: [u32; 2]) -> Self {
        Self { places, ..self }
    }

    pub(super) fn places(&self) -> [u32; 2] {
        self.places
    }

    pub(super) fn town(&self) -> Option<TownId> {
        self.town
    }

    fn is_near(&self, near: Near) -> bool {
        self.town.is_some_and(|town| near.distance_of_town(town).is_some())
    }

    /// See [`type_index`](crate::columns::type_index).
    pub(super) fn unit_type(&self) -> u8 {
        self.unit_type
    }
}
