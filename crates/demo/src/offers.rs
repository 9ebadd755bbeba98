//! Realistic details of listings: address, size, price and texts that fit each other.

mod amenities;
mod dimensions;
mod prices;
mod texts;

use std::collections::HashSet;

use portal_domain::availability::Availability;
use portal_domain::listing::{ListingAddress, ListingFacts, ListingTexts, UnitType};

use super::content::Voice;
use super::content::cities::{Cities, City, District};
use super::content::headlines::{self, Headline};
use super::content::users::Landlord;
use super::images::Scene;
use super::random::{SeededRng, ShuffleBags};
use dimensions::Dimensions;
use texts::TextGenerator;

/// Facts and texts of a listing, without landlord, status and dates.
pub(crate) struct Offer {
    pub facts: ListingFacts,
    pub texts: ListingTexts,
    /// The scene of the first image.
    pub scene: Scene,
}

/// Unit types with their percentages.
const UNIT_TYPES: &[(UnitType, i64)] =
    &[(UnitType::Room, 52), (UnitType::Apartment, 31), (UnitType::House, 6), (UnitType::Other, 11)];

/// A district is near the university up to so many minutes by bicycle.
const MAX_NEAR_MINUTES: i64 = 12;

/// Generates offers. The same seed generates the same offers.
pub(crate) struct OfferGenerator {
    cities: Cities,
    rng: SeededRng,
    headlines: ShuffleBags<(UnitType, Voice), &'static Headline>,
    texts: TextGenerator,
    /// The titles used so far; `None` if titles may repeat.
    used_titles: Option<HashSet<String>>,
}

impl OfferGenerator {
    /// Generates offers with unique titles; the headlines limit their number.
    pub(crate) fn with_unique_titles(cities: Cities, seed: u64) -> Self {
        Self { used_titles: Some(HashSet::new()), ..Self::new(cities, seed) }
    }

    /// Generates any number of offers; titles may repeat.
    pub(crate) fn new(cities: Cities, seed: u64) -> Self {
        Self {
            cities,
            rng: SeededRng::new(seed),
            headlines: ShuffleBags::new(),
            texts: TextGenerator::new(),
            used_titles: None,
        }
    }

    /// The next offer of this landlord.
    pub(crate) fn generate(&mut self, landlord: &Landlord) -> Offer {
        loop {
            let offer = self.generate_any(landlord);
            let is_new = self.used_titles.as_mut().is_none_or(|used| used.insert(offer.facts.title.clone()));
            if is_new {
                return offer;
            }
        }
    }

    fn generate_any(&mut self, landlord: &Landlord) -> Offer {
        let unit_type = self.rng.pick_weighted(UNIT_TYPES);
        let headlines = headlines::of(unit_type, landlord.voice);
        let headline = self.headlines.draw((unit_type, landlord.voice), &headlines, &mut self.rng);
        let (city, district) = self.place(landlord, headline);
        let address = self.address(city, district);
        let dimensions = dimensions::generate(unit_type, headline.scene, &mut self.rng);
        let amenities = amenities::choose(unit_type, headline, &mut self.rng);
        let prices = prices::generate(unit_type, city, &dimensions, &amenities, headline, &mut self.rng);
        let (title, texts) = self.texts.generate(
            &texts::Subject {
                headline,
                unit_type,
                voice: landlord.voice,
                city,
                district,
                address: &address,
                dimensions: &dimensions,
                amenities: &amenities,
            },
            &mut self.rng,
        );
        let Dimensions { area, total_area, bedrooms, bathrooms, kitchens, .. } = dimensions;
        let facts = ListingFacts {
            title,
            unit_type,
            address,
            area,
            total_area,
            bedrooms,
            bathrooms,
            kitchens,
            amenities,
            basic_rent: prices.basic_rent,
            ancillary_cost: prices.ancillary_cost,
            security_deposit: prices.security_deposit,
            additional_costs: prices.additional_costs,
            availability: Availability::default(),
        };
        Offer { facts, texts, scene: headline.scene }
    }

    /// A district in one of the landlord's cities; a near one if the headline claims so.
    fn place(&mut self, landlord: &Landlord, headline: &Headline) -> (&'static City, &'static District) {
        let cities: Vec<&City> = landlord.cities.iter().filter_map(|name| self.cities.find(name)).collect();
        let city = *self.rng.pick(&cities);
        let near: Vec<&District> =
            city.districts.iter().filter(|district| district.minutes <= MAX_NEAR_MINUTES).collect();
        if headline.claims_proximity() && !near.is_empty() {
            return (city, *self.rng.pick(&near));
        }
        (city, self.rng.pick(&city.districts))
    }

    fn address(&mut self, city: &City, district: &District) -> ListingAddress {
        let number = self.rng.between(1, 118);
        let letter = if self.rng.chance(12) { *self.rng.pick(&["a", "b", "c"]) } else { "" };
        ListingAddress {
            street: (*self.rng.pick(&district.streets)).to_owned(),
            house_number: format!("{number}{letter}"),
            postal_code: district.postal_code.to_owned(),
            city: city.name.to_owned(),
            district: Some(district.name.to_owned()),
            region: city.region,
        }
    }
}

#[cfg(test)]
mod tests;
